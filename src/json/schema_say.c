#include "json/schema_say.h"

#include <ctype.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "json/json.h"
#include "json/schema_due.h"

enum { SENTENCE_BYTES = 300 };

static void
add_path(const struct place *p, struct err *e)
{
	if (p->up == NULL)
		return;
	add_path(p->up, e);
	if (p->key == NULL)
		err_add(e, "[%zu]", p->index);
	else
		err_add(e, "%s%.*s", p->up->up != NULL ? "." : "",
			(int)utf8_cut(
				p->key, strlen(p->key), SCHEMA_SHOWN_BYTES),
			p->key);
}

static void
begin(const struct place *p, struct err *e)
{
	(void)err_set(
		e, ERR_ARGUMENT, "%s", p->up == NULL ? "The arguments" : "");
	add_path(p, e);
}

static void
add_key(const char *key, struct err *e)
{
	DROP(json) struct json_object *string = json_new_string(key);

	schema_due_show(string, e);
}

/* The first sentence of what the schema says the value is. */
static void
add_description(const struct place *p, struct err *e)
{
	const char *text = json_get_string(p->schema, "description");
	size_t size = 0;
	size_t cut;

	if (text == NULL || text[0] == '\0')
		return;
	/* ". " alone may end an abbreviation. */
	while (text[size] != '\0' &&
		!(text[size] == '.' && isspace((unsigned char)text[size + 1]) &&
			isupper((unsigned char)text[size + 2])))
		size++;
	cut = utf8_cut(text, size, SENTENCE_BYTES);
	if (cut == size && text[size - 1] == '.')
		cut--;
	err_add(e, " %.*s%s", (int)cut, text, cut + 1 < size ? "..." : ".");
}

static void
add_leaving_out(const struct place *p, struct err *e)
{
	if (!p->optional)
		return;
	if (!json_find(p->schema, "default", NULL)) {
		err_add(e, " It may be left out.");
		return;
	}
	err_add(e, " Or omit it for ");
	schema_due_show(json_get(p->schema, "default"), e);
	err_add(e, ", the default.");
}

/* For a string that is due to be one of a few words. */
static void
add_nearest_word(
	const struct place *p, const struct json_object *value, struct err *e)
{
	const struct json_object *words = json_get_array(p->schema, "enum");
	struct nearest n;

	if (words == NULL || json_kind(value) != JSON_STRING)
		return;
	nearest_init(&n, json_string(value));
	for (size_t i = 0; i < json_count(words); i++) {
		const struct json_object *word = json_at(words, i);

		if (json_kind(word) == JSON_STRING)
			nearest_offer(&n, json_string(word));
	}
	if (n.best != NULL)
		err_add(e, " Did you mean \"%s\"?", n.best);
}

/* For a text that was meant to be JSON but is not. */
static void
add_reason_of_text(
	const struct place *p, const struct json_object *value, struct err *e)
{
	struct json_object *parsed = NULL;
	const char *text;
	struct err reason;

	if (json_kind(value) != JSON_STRING ||
		schema_takes(p->schema, "string"))
		return;
	text = json_string(value);
	if (text[strspn(text, " \t\r\n")] != '{' &&
		text[strspn(text, " \t\r\n")] != '[')
		return;
	if (json_parse(text, json_string_size(value), &parsed, &reason))
		json_free(parsed);
	else
		err_add(e,
			" Send it as JSON, not as a string; the string is "
			"%s.",
			reason.text);
}

/* One element where a list of such is due: ["(> x 0)"]. */
static void
add_list(const struct place *p, const struct json_object *value, struct err *e)
{
	const struct json_object *items = json_get_object(p->schema, "items");
	enum json_kind kind = json_kind(value);

	if ((kind != JSON_STRING && kind != JSON_INT) || items == NULL ||
		!schema_takes(p->schema, "array") ||
		!schema_takes(items, json_kind_name(kind)))
		return;
	err_add(e, " For this one alone write [");
	schema_due_show(value, e);
	err_add(e, "].");
}

bool
schema_say_wrong(
	const struct place *p, const struct json_object *value, struct err *e)
{
	begin(p, e);
	err_add(e, " must be ");
	schema_due_add(p, value, e);
	err_add(e, "; you sent ");
	schema_due_show(value, e);
	err_add(e, ".");
	add_nearest_word(p, value, e);
	add_reason_of_text(p, value, e);
	add_list(p, value, e);
	if (json_find(p->schema, "pattern", NULL))
		add_description(p, e);
	add_leaving_out(p, e);
	return false;
}

bool
schema_say_missing(const struct place *p, struct err *e)
{
	begin(p, e);
	err_add(e, " is missing; it must be ");
	schema_due_add(p, NULL, e);
	err_add(e, ".");
	add_description(p, e);
	return false;
}

bool
schema_say_repeated(
	const struct place *p, const struct json_object *value, struct err *e)
{
	begin(p, e);
	err_add(e, " repeats an element before it, ");
	schema_due_show(value, e);
	return err_add(e, "; send each one once.");
}

bool
schema_say_nul(const struct place *p, struct err *e)
{
	begin(p, e);
	return err_add(e, " holds a NUL character (\\u0000), which no text "
			  "here may hold; leave it out.");
}

/* --- unknown members ------------------------------------------------------ */

struct search {
	struct nearest nearest;
	const char *related; /* one that begins like the word, or the reverse */
	const struct json_object *schema;
	struct err *e;
	bool is_later;
};

static bool
visit_candidate(const char *key, struct json_object *value, void *argument)
{
	struct search *s = argument;
	size_t a = strlen(key);
	size_t b = strlen(s->nearest.word);
	size_t shorter = a < b ? a : b;

	(void)value; /* the name is all that counts */
	nearest_offer(&s->nearest, key);
	if (s->related == NULL && shorter >= 3 &&
		strncasecmp(key, s->nearest.word, shorter) == 0)
		s->related = key;
	return true;
}

static bool
visit_listed(const char *key, struct json_object *value, void *argument)
{
	struct search *s = argument;

	(void)value; /* the name is all that is listed */
	err_add(s->e, "%s%s%s", s->is_later ? ", " : "", key,
		schema_requires(s->schema, key) ? " (required)" : "");
	s->is_later = true;
	return true;
}

bool
schema_say_unknown(const struct place *object, const char *key, struct err *e)
{
	const struct json_object *known =
		json_get_object(object->schema, "properties");
	bool is_root = object->up == NULL;
	struct search s = {.schema = object->schema, .e = e};

	nearest_init(&s.nearest, key);
	if (known != NULL)
		(void)json_each(known, visit_candidate, &s); /* all of them */
	(void)err_set(e, ERR_ARGUMENT, "%s", is_root ? "There is" : "");
	add_path(object, e);
	err_add(e, is_root ? " no argument " : " has no member ");
	add_key(key, e);
	if (s.nearest.best == NULL)
		s.nearest.best = s.related;
	if (s.nearest.best != NULL)
		err_add(e, "; did you mean \"%s\"?", s.nearest.best);
	else
		err_add(e, ".");
	if (known == NULL || json_count(known) == 0)
		return err_add(e, " None is taken here.");
	err_add(e, is_root ? " The arguments are: " : " Its members are: ");
	(void)json_each(known, visit_listed, &s); /* all of them */
	return err_add(e, ".");
}
