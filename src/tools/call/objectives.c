#include "tools/call/objectives.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "tools/call/values.h"
#include "wire/answer.h"
#include "json/json.h"

enum {
	/* Of what a reply says about objectives: nobody reads more. */
	OBJECTIVES_MAX = 200,
	TERM_MAX = 1000, /* bytes */
	VALUE_MAX = 64 * KIB,
};

static size_t
shown_objectives(const struct answer_check *check)
{
	return check->objectives.count < OBJECTIVES_MAX
		       ? check->objectives.count
		       : OBJECTIVES_MAX;
}

/* The beginning of a long term; the caller's. */
static char *
shorten(const char *term)
{
	size_t size = strlen(term);

	if (size <= TERM_MAX)
		return text_copy(term);
	return text_format(
		"%.*s...", (int)utf8_cut(term, size, TERM_MAX), term);
}

const char *
objective_kind(const struct answer_objective *objective)
{
	if (objective->soft)
		return "soft";
	return objective->maximize ? "maximize" : "minimize";
}

/* The value comes as the JSON of a typed one, unlike its bounds. */
static struct json_object *
read_objective_value(const struct answer_objective *objective)
{
	const char *text = objective->value;
	struct json_object *value = NULL;
	struct json_object *number;
	struct err ignored;

	if (strlen(text) > VALUE_MAX) {
		DROP(text) char *shown = shorten(text);

		return json_new_string(shown);
	}
	if (!json_parse(text, strlen(text), &value, &ignored) || value == NULL)
		return values_number(text);
	/* A penalty is a Real for Z3, and mostly a whole number. */
	if (!objective->soft || json_kind(value) != JSON_STRING)
		return value;
	number = values_number(json_string(value));
	json_free(value);
	return number;
}

/* A number, or a text that stands for one; "?" if it is missing. */
static char *
plain_text(const struct json_object *value)
{
	if (value == NULL)
		return text_copy("?");
	return json_kind(value) == JSON_STRING ? text_copy(json_string(value))
					       : json_text(value);
}

char *
objective_text(const struct answer_objective *objective)
{
	struct json_object *value;
	char *text;

	value = objective->value[0] != '\0' ? read_objective_value(objective)
					    : NULL;
	text = plain_text(value);
	json_free(value);
	return text;
}

const char *
objective_why_not(const struct answer_objective *objective)
{
	if (objective->optimal)
		return NULL;
	if (objective->unbounded)
		return "unbounded";
	return objective->not_attained ? "not_attained" : "not_proved";
}

static void
put_bound(struct json_object *object, const char *key, const char *smtlib)
{
	const struct json_object *value = json_get(object, "value");
	DROP(text) char *shown = NULL;
	struct json_object *bound;

	if (strlen(smtlib) > VALUE_MAX)
		smtlib = shown = shorten(smtlib);
	bound = values_number(smtlib);

	/* Of the kind that the value has. */
	if (json_kind(value) == JSON_STRING && json_kind(bound) == JSON_INT) {
		json_free(bound);
		bound = json_new_string(smtlib);
	}
	json_put(object, key, bound);
}

static void
put_bounds(const struct answer_objective *objective, struct json_object *object)
{
	if (objective->lower[0] != '\0')
		put_bound(object, "lower", objective->lower);
	if (objective->upper[0] != '\0')
		put_bound(object, "upper", objective->upper);
}

struct json_object *
objectives_list(const struct answer_check *check)
{
	struct json_object *list = json_new_array();

	for (size_t i = 0; i < shown_objectives(check); i++) {
		const struct answer_objective *objective =
			&check->objectives.at[i];
		struct json_object *one = json_new_object();
		DROP(text) char *term = shorten(objective->term);

		json_put_string(one, "term", term);
		json_put_string(one, "kind", objective_kind(objective));
		if (objective->value[0] != '\0')
			json_put(one, "value", read_objective_value(objective));
		json_put_bool(one, "optimal", objective->optimal);
		if (objective->unchecked)
			json_put_bool(one, "checked", false);
		json_put_string(one, "why_not", objective_why_not(objective));
		put_bounds(objective, one);
		json_add(list, one);
	}
	return list;
}

void
objective_explain(const struct answer_objective *objective, struct buf *out)
{
	DROP(text) char *term = shorten(objective->term);
	const char *kind = objective_kind(objective);

	if (objective->unbounded)
		buf_add_format(out,
			"%s %s is unbounded: there are solutions with better "
			"and better values, and these are only some.",
			kind, term);
	else if (!objective->not_attained)
		buf_add_format(out,
			"That %s %s has no better value was not proved: there "
			"may be one, and there may be no best at all, as "
			"behind a strict bound (< or >) of a Real. Assert that "
			"it is better than this, with assume, to look for one; "
			"or bound the variables, and write the objective "
			"without products, quantifiers and conversions.",
			kind, term);
	else
		buf_add_format(out,
			"%s %s has no best value: its values come as near to "
			"%s as one likes, and no solution attains it, as "
			"behind a strict bound (< or >) of a Real.",
			kind, term,
			objective->maximize ? objective->upper
					    : objective->lower);
}

/* The list may come from the database: a member that is missing is empty. */
static const char *
text_of(const struct json_object *objective, const char *key)
{
	const char *text = json_get_string(objective, key);

	return text != NULL ? text : "";
}

/* What is known about an objective that has no proved optimum. */
static void
add_bounds(const struct json_object *objective, struct buf *text)
{
	const char *why = text_of(objective, "why_not");
	const char *kind = text_of(objective, "kind");
	const struct json_object *low = json_get(objective, "lower");
	const struct json_object *high = json_get(objective, "upper");
	DROP(text) char *lower = plain_text(low);
	DROP(text) char *upper = plain_text(high);

	if (strcmp(why, "unbounded") == 0)
		buf_add_text(text, " (unbounded");
	else if (strcmp(why, "not_attained") == 0)
		buf_add_format(text, " (no best value: %s is not attained",
			strcmp(kind, "maximize") == 0 ? upper : lower);
	else if (low != NULL && high != NULL)
		buf_add_format(text,
			" (not proved optimal; it lies between %s and %s",
			lower, upper);
	else
		buf_add_text(text, " (not proved optimal");
	buf_add_char(text, ')');
}

void
objectives_add_lines(
	const struct json_object *list, const char *prefix, struct buf *text)
{
	for (size_t i = 0; i < json_count(list); i++) {
		const struct json_object *objective = json_at(list, i);
		DROP(text)
		char *value = plain_text(json_get(objective, "value"));

		buf_add_format(text, "%s%s%s%s = %s", prefix,
			text_of(objective, "kind"),
			*text_of(objective, "term") != '\0' ? " " : "",
			text_of(objective, "term"), value);
		if (!json_get_bool(objective, "checked", true))
			buf_add_text(text,
				" (optimal, says Z3; not checked: the proof "
				"takes long)");
		else if (json_get_bool(objective, "optimal", false))
			buf_add_text(text, " (optimal)");
		else
			add_bounds(objective, text);
		buf_add_char(text, '\n');
	}
}
