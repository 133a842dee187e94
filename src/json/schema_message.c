#include "json/schema_message.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "json/json.h"

/* Bytes of a value or key that a client sent, and of a description. */
enum { SHOWN_BYTES = 60, SENTENCE_BYTES = 300 };

/* --- what a schema says --------------------------------------------------- */

bool
schema_takes(const struct json_object *schema, const char *type)
{
	const char *only = json_get_string(schema, "type");
	const struct json_object *branches = json_get_array(schema, "anyOf");

	if (branches == NULL)
		return only == NULL || strcmp(only, type) == 0;
	for (size_t i = 0; i < json_count(branches); i++) {
		if (schema_takes(json_at(branches, i), type))
			return true;
	}
	return false;
}

bool
schema_requires(const struct json_object *schema, const char *key)
{
	const struct json_object *keys = json_get_array(schema, "required");

	for (size_t i = 0; keys != NULL && i < json_count(keys); i++) {
		if (strcmp(json_string(json_at(keys, i)), key) == 0)
			return true;
	}
	return false;
}

/* --- what was sent, and where --------------------------------------------- */

static void
add_string(const struct json_object *value, struct err *e)
{
	const char *text = json_string(value);
	size_t size = json_string_size(value);
	size_t cut = utf8_cut(text, size, SHOWN_BYTES);
	DROP(json) struct json_object *part = json_new_string_n(text, cut);
	DROP(text) char *quoted = json_text(part);

	if (cut == size)
		err_add(e, "%s", quoted);
	else
		err_add(e, "%.*s...\" (%zu characters)",
			(int)strlen(quoted) - 1, quoted,
			utf8_count(text, size));
}

/* The value as JSON, cut to SHOWN_BYTES. */
static void
add_value(const struct json_object *value, struct err *e)
{
	DROP(text) char *text = NULL;
	size_t size;
	size_t cut;

	if (json_kind(value) == JSON_STRING) {
		add_string(value, e);
		return;
	}
	text = json_text(value);
	size = strlen(text);
	cut = utf8_cut(text, size, SHOWN_BYTES);
	err_add(e, "%.*s%s", (int)cut, text, cut < size ? "..." : "");
	if (cut < size && json_kind(value) == JSON_ARRAY)
		err_add(e, " (%zu elements)", json_count(value));
}

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
			(int)utf8_cut(p->key, strlen(p->key), SHOWN_BYTES),
			p->key);
}

/* --- what is allowed ------------------------------------------------------ */

static void add_allowed(
	const struct place *p, const struct json_object *value, struct err *e);

/* " of 1 to 64 characters", as far as the schema says so. The unit is given in
 * the plural, with its s. */
static void
add_count(const struct json_object *schema, const char *least, const char *most,
	const char *units, struct err *e)
{
	int64_t low = json_get_int(schema, least, 0);
	int64_t high = json_get_int(schema, most, INT64_MAX);
	const char *words = low == high ? "exactly"
			    : low == 0	? "at most"
					: "at least";
	int64_t bound = low == 0 ? high : low;

	if (low == 0 && high == INT64_MAX)
		return;
	if (low != high && low > 0 && high < INT64_MAX)
		err_add(e, " of %jd to %jd %s", (intmax_t)low, (intmax_t)high,
			units);
	else
		err_add(e, " of %s %jd %.*s", words, (intmax_t)bound,
			(int)strlen(units) - (bound == 1), units);
}

/* "timeout_ms": the unit is in the name. */
static void
add_unit(const char *key, struct err *e)
{
	static const char *const units[][2] = {
		{"_ms", "milliseconds"}, {"_mb", "MiB"}, {"_bytes", "bytes"}};
	const char *ending = key != NULL ? strrchr(key, '_') : NULL;

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (ending != NULL && ending > key &&
			strcmp(ending, units[i][0]) == 0)
			err_add(e, " (%s)", units[i][1]);
	}
}

static void
add_number(
	const struct place *p, const struct json_object *value, struct err *e)
{
	DROP(text) char *low = json_text(json_get(p->schema, "minimum"));
	DROP(text) char *high = json_text(json_get(p->schema, "maximum"));
	bool has_low = json_find(p->schema, "minimum", NULL);
	bool has_high = json_find(p->schema, "maximum", NULL);
	bool is_whole = json_kind(value) == JSON_NUMBER &&
			!schema_takes(p->schema, "number");

	if (is_whole && fabs(json_number(value)) >= -(double)INT64_MIN)
		err_add(e, "a signed 64-bit integer");
	else
		err_add(e, is_whole ? "a whole number" : "a number");
	if (has_low && has_high)
		err_add(e, " between %s and %s", low, high);
	else if (has_low)
		err_add(e, " of at least %s", low);
	else if (has_high)
		err_add(e, " of at most %s", high);
	add_unit(p->key, e);
}

static void
add_array(const struct json_object *schema, struct err *e)
{
	const char *type =
		json_get_string(json_get_object(schema, "items"), "type");
	DROP(text)
	char *elements = text_format("%ss", type != NULL ? type : "element");

	err_add(e, "an array");
	if (json_find(schema, "minItems", NULL) ||
		json_find(schema, "maxItems", NULL))
		add_count(schema, "minItems", "maxItems", elements, e);
	else if (type != NULL)
		err_add(e, " of %s", elements);
}

static void
add_type(const struct place *p, const char *type,
	const struct json_object *value, struct err *e)
{
	if (strcmp(type, "string") == 0) {
		err_add(e, "a string");
		add_count(p->schema, "minLength", "maxLength", "characters", e);
		if (json_find(p->schema, "pattern", NULL))
			err_add(e, " that matches %s",
				json_get_string(p->schema, "pattern"));
	} else if (strcmp(type, "boolean") == 0) {
		err_add(e, "true or false");
	} else if (strcmp(type, "array") == 0) {
		add_array(p->schema, e);
	} else if (strcmp(type, "object") == 0) {
		err_add(e, "an object");
	} else if (strcmp(type, "null") == 0) {
		err_add(e, "null");
	} else {
		add_number(p, value, e);
	}
}

static void
add_branches(const struct place *p, const struct json_object *branches,
	const struct json_object *value, struct err *e)
{
	struct place branch = *p;

	for (size_t i = 0; i < json_count(branches); i++) {
		err_add(e, "%s", i > 0 ? " or " : "");
		branch.schema = json_at(branches, i);
		add_allowed(&branch, value, e);
	}
}

static void
add_words(const struct json_object *words, struct err *e)
{
	err_add(e, "%s", json_count(words) > 1 ? "one of " : "");
	for (size_t i = 0; i < json_count(words); i++) {
		err_add(e, "%s", i > 0 ? ", " : "");
		add_value(json_at(words, i), e);
	}
}

/* "a number between 1 and 600000 (milliseconds)". `value` is what was sent
 * instead, or NULL: for 1.5 it says "a whole number". */
static void
add_allowed(
	const struct place *p, const struct json_object *value, struct err *e)
{
	const char *type = json_get_string(p->schema, "type");
	const struct json_object *branches = json_get_array(p->schema, "anyOf");
	const struct json_object *words = json_get_array(p->schema, "enum");

	if (json_find(p->schema, "const", NULL))
		add_value(json_get(p->schema, "const"), e);
	else if (words != NULL)
		add_words(words, e);
	else if (branches != NULL)
		add_branches(p, branches, value, e);
	else if (type != NULL)
		add_type(p, type, value, e);
	else
		err_add(e, "a value");
}

/* --- what helps ----------------------------------------------------------- */

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
	add_value(json_get(p->schema, "default"), e);
	err_add(e, ", the default.");
}

/* For a string that must be one of a few words. */
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
	struct err reason;
	const char *text = "";

	if (json_kind(value) == JSON_STRING &&
		!schema_takes(p->schema, "string"))
		text = json_string(value);
	text += strspn(text, " \t\r\n");
	if (*text != '{' && *text != '[')
		return;
	if (json_parse(json_string(value), json_string_size(value), &parsed,
		    &reason))
		json_free(parsed);
	else
		err_add(e,
			" Send it as JSON, not as a string; the string is "
			"%s.",
			reason.text);
}

/* One element where a list of such is wanted: ["(> x 0)"]. */
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
	add_value(value, e);
	err_add(e, "].");
}

static void
add_help(const struct place *p, const struct json_object *value, struct err *e)
{
	add_nearest_word(p, value, e);
	add_reason_of_text(p, value, e);
	add_list(p, value, e);
	if (json_find(p->schema, "pattern", NULL))
		add_description(p, e);
	add_leaving_out(p, e);
}

bool
schema_refuse(const struct place *p, enum schema_fault fault,
	const struct json_object *value, struct err *e)
{
	static const char *const words[] = {
		[SCHEMA_WRONG] = " must be ",
		[SCHEMA_MISSING] = " is missing; it must be ",
		[SCHEMA_REPEATED] = " repeats an element before it, ",
		[SCHEMA_NUL] = (" holds a NUL character (\\u0000), which no "
				"text here may hold; leave it out."),
	};

	(void)err_set(
		e, ERR_ARGUMENT, "%s", p->up == NULL ? "The arguments" : "");
	add_path(p, e);
	err_add(e, "%s", words[fault]);
	switch (fault) {
	case SCHEMA_WRONG:
		add_allowed(p, value, e);
		err_add(e, "; you sent ");
		add_value(value, e);
		err_add(e, ".");
		add_help(p, value, e);
		break;
	case SCHEMA_MISSING:
		add_allowed(p, NULL, e);
		err_add(e, ".");
		add_description(p, e);
		break;
	case SCHEMA_REPEATED:
		add_value(value, e);
		err_add(e, "; send each one once.");
		break;
	case SCHEMA_NUL:
		break;
	}
	return false;
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
schema_refuse_key(const struct place *object, const char *key, struct err *e)
{
	const struct json_object *known =
		json_get_object(object->schema, "properties");
	bool is_root = object->up == NULL;
	struct search s = {.schema = object->schema, .e = e};
	DROP(json) struct json_object *string = json_new_string(key);

	nearest_init(&s.nearest, key);
	if (known != NULL)
		(void)json_each(known, visit_candidate, &s); /* all of them */
	(void)err_set(e, ERR_ARGUMENT, "%s", is_root ? "There is" : "");
	add_path(object, e);
	err_add(e, is_root ? " no argument " : " has no member ");
	add_value(string, e);
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
