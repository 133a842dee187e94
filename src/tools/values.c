#include "tools/values.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "wire/answer.h"
#include "json/json.h"

enum {
	/* Of what a reply says about objectives: nobody reads more. */
	OBJECTIVES_MAX = 200,
	TERM_MAX = 1000, /* bytes */
};

/* What a number of JavaScript holds exactly. */
#define SAFE_INTEGER ((1LL << 53) - 1)

void
values_release(struct values *v)
{
	json_free(v->values);
	json_free(v->sorts);
	*v = (struct values){0};
}

void
values_drop(struct values *v)
{
	values_release(v);
}

bool
values_read(const struct answer_check *check, size_t room, struct values *v)
{
	*v = (struct values){
		.values = json_new_object(), .sorts = json_new_object()};
	for (size_t i = 0; i < check->value_count; i++) {
		const struct answer_value *value = &check->values[i];
		size_t size = strlen(value->json);
		size_t needs =
			size + 2 * strlen(value->name) + strlen(value->sort);
		struct json_object *json = NULL;
		struct err e;

		if (!json_parse(value->json, size, &json, &e)) {
			values_release(v);
			return false;
		}
		if (needs > room) {
			json_free(json);
			v->left_out++;
			continue;
		}
		room -= needs;
		json_put(v->values, value->name, json);
		json_put_string(v->sorts, value->name, value->sort);
	}
	return true;
}

struct lines {
	const char *prefix;
	struct buf *text;
};

static bool
add_line(const char *name, struct json_object *value, void *argument)
{
	const struct lines *lines = argument;
	DROP(text) char *json = json_text(value);

	return buf_add_format(
		lines->text, "%s%s = %s\n", lines->prefix, name, json);
}

void
values_add_lines(const struct values *v, const char *prefix, struct buf *text)
{
	struct lines lines = {prefix, text};

	(void)json_each(v->values, add_line, &lines);
}

/* "5" of "5.0", "7" of "7"; the length, 0 if it is no such number. */
static size_t
whole_part(const char *number)
{
	size_t digits = strspn(number, "0123456789");

	if (digits == 0)
		return 0;
	if (number[digits] == '\0' || strcmp(number + digits, ".0") == 0)
		return digits;
	return 0;
}

/* "1/3" of "(/ 1 3)" or "(/ 1.0 3.0)" behind the sign; NULL if it is none. */
static char *
read_fraction(const char *smtlib, const char *sign)
{
	DROP(text) char *above = NULL;
	DROP(text) char *below = NULL;
	const char *first = smtlib + strlen("(/ ");
	const char *second;

	if (strncmp(smtlib, "(/ ", strlen("(/ ")) != 0)
		return NULL;
	second = strchr(first, ' ');
	if (second == NULL)
		return NULL;
	above = text_copy_n(first, (size_t)(second - first));
	second++;
	below = text_copy_n(second, strcspn(second, ")"));
	if (whole_part(above) == 0 || whole_part(below) == 0)
		return NULL;
	return text_format("%s%.*s/%.*s", sign, (int)whole_part(above), above,
		(int)whole_part(below), below);
}

static struct json_object *
read_number(const char *number, const char *sign)
{
	DROP(text) char *text = NULL;
	size_t digits = whole_part(number);

	if (digits == 0) {
		text = read_fraction(number, sign);
		return text != NULL ? json_new_string(text) : NULL;
	}
	text = text_format("%s%.*s", sign, (int)digits, number);
	if (number[digits] == '\0') {
		long long value;

		errno = 0;
		value = strtoll(text, NULL, 10);
		if (errno == 0 && value <= SAFE_INTEGER &&
			value >= -SAFE_INTEGER)
			return json_new_int(value);
	}
	return json_new_string(text);
}

struct json_object *
values_number(const char *smtlib)
{
	struct json_object *number = NULL;
	size_t size = strlen(smtlib);

	if (size > 4 && strncmp(smtlib, "(- ", 3) == 0 &&
		smtlib[size - 1] == ')') {
		DROP(text) char *inner = text_copy_n(smtlib + 3, size - 4);

		number = read_number(inner, "-");
	} else if (smtlib[0] == '-') {
		number = read_number(smtlib + 1, "-");
	} else {
		number = read_number(smtlib, "");
	}
	return number != NULL ? number : json_new_string(smtlib);
}

static size_t
shown_objectives(const struct answer_check *check)
{
	return check->objective_count < OBJECTIVES_MAX ? check->objective_count
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
values_objective_kind(const struct answer_objective *objective)
{
	if (objective->soft)
		return "soft";
	return objective->maximize ? "maximize" : "minimize";
}

static void
put_number(struct json_object *object, const char *key, const char *smtlib)
{
	if (smtlib[0] != '\0')
		json_put(object, key, values_number(smtlib));
}

struct json_object *
values_objectives(const struct answer_check *check)
{
	struct json_object *list = json_new_array();

	for (size_t i = 0; i < shown_objectives(check); i++) {
		const struct answer_objective *objective =
			&check->objectives[i];
		struct json_object *one = json_new_object();
		DROP(text) char *term = shorten(objective->term);

		json_put_string(one, "term", term);
		json_put_string(one, "kind", values_objective_kind(objective));
		put_number(one, "value", objective->value);
		json_put_bool(one, "optimal", objective->optimal);
		put_number(one, "lower", objective->lower);
		put_number(one, "upper", objective->upper);
		json_add(list, one);
	}
	return list;
}

/* What is known about an objective that has no proved optimum. */
static void
add_bounds(const struct answer_objective *objective, struct buf *text)
{
	buf_add_text(text, " (not proved optimal");
	if (objective->lower[0] != '\0' && objective->upper[0] != '\0')
		buf_add_format(text, "; it lies between %s and %s",
			objective->lower, objective->upper);
	buf_add_char(text, ')');
}

void
values_add_objectives(
	const struct answer_check *check, const char *prefix, struct buf *text)
{
	for (size_t i = 0; i < shown_objectives(check); i++) {
		const struct answer_objective *objective =
			&check->objectives[i];
		DROP(text) char *term = shorten(objective->term);

		buf_add_format(text, "%s%s %s = %s", prefix,
			values_objective_kind(objective), term,
			objective->value[0] != '\0' ? objective->value : "?");
		if (objective->optimal)
			buf_add_text(text, " (optimal)");
		else
			add_bounds(objective, text);
		buf_add_char(text, '\n');
	}
}
