#include "json/schema.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "json/json.h"

/* Bytes of a value or key that a client sent. */
enum { SHOWN_BYTES = 62 };

/* Where in the arguments: the path from the root, and what is allowed there. */
struct place {
	const struct place *up; /* NULL at the root */
	const char *key;	/* NULL for an element */
	size_t index;		/* of an element */
	const struct json_object *schema;
	bool optional; /* a member that may be left out */
};

/* --- what a schema says --------------------------------------------------- */

static const struct json_object *
find_type(const struct json_object *schema, const char *type)
{
	const char *only = json_get_string(schema, "type");
	const struct json_object *branches = json_get_array(schema, "anyOf");
	const struct json_object *found = NULL;

	if (branches == NULL)
		return only == NULL || strcmp(only, type) == 0 ? schema : NULL;
	for (size_t i = 0; found == NULL && i < json_count(branches); i++)
		found = find_type(json_at(branches, i), type);
	return found;
}

/* Whether a value of the type of that name may stand there. */
static bool
allows_type(const struct json_object *schema, const char *type)
{
	return find_type(schema, type) != NULL;
}

/* What the value is to be checked against: the schema itself, or the branch of
 * its anyOf that allows the value's type; NULL if none does. */
static const struct json_object *
find_branch(const struct json_object *schema, const struct json_object *value)
{
	enum json_kind kind = json_kind(value);
	const struct json_object *found =
		find_type(schema, json_kind_name(kind));

	return found == NULL && kind == JSON_INT ? find_type(schema, "number")
						 : found;
}

/* Whether the list (or NULL) has the value. */
static bool
has_value(const struct json_object *list, const struct json_object *value)
{
	for (size_t i = 0; list != NULL && i < json_count(list); i++) {
		if (json_equal(json_at(list, i), value))
			return true;
	}
	return false;
}

static bool
is_required(const struct json_object *schema, const char *key)
{
	DROP(json) struct json_object *name = json_new_string(key);

	return has_value(json_get_array(schema, "required"), name);
}

/* The keyword of the bound that the value is beyond, or NULL. */
static const char *
find_exceeded(const struct json_object *schema, const struct json_object *value)
{
	static const char *const bounds[][2] = {
		[JSON_INT] = {"minimum", "maximum"},
		[JSON_NUMBER] = {"minimum", "maximum"},
		[JSON_STRING] = {"minLength", "maxLength"},
		[JSON_ARRAY] = {"minItems", "maxItems"},
		[JSON_OBJECT] = {NULL, NULL},
	};
	enum json_kind kind = json_kind(value);
	const char *const *keys = bounds[kind];
	const struct json_object *low;
	const struct json_object *high;
	double size;

	if (keys[0] == NULL)
		return NULL;
	low = json_get(schema, keys[0]);
	high = json_get(schema, keys[1]);
	if (kind == JSON_STRING)
		size = (double)utf8_count(
			json_string(value), json_string_size(value));
	else
		size = kind == JSON_ARRAY ? (double)json_count(value)
					  : json_number(value);
	if (low != NULL && size < json_number(low))
		return keys[0];
	return high != NULL && size > json_number(high) ? keys[1] : NULL;
}

/* --- what was sent, and where --------------------------------------------- */

/* The value as JSON, cut to SHOWN_BYTES. */
static void
add_value(const struct json_object *value, struct err *e)
{
	DROP(text) char *text = json_text(value);
	size_t size = strlen(text);
	size_t cut = utf8_cut(text, size, SHOWN_BYTES);

	err_add(e, "%.*s%s", (int)cut, text, cut < size ? "..." : "");
	if (cut < size && json_kind(value) == JSON_STRING)
		err_add(e, "\" (%zu characters)",
			utf8_count(
				json_string(value), json_string_size(value)));
	else if (cut < size && json_kind(value) == JSON_ARRAY)
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

/* " of 1 to 64 characters", as far as the schema says so; false if it does
 * not. */
static bool
add_count(const struct json_object *schema, const char *least, const char *most,
	const char *unit, struct err *e)
{
	intmax_t low = json_get_int(schema, least, 0);
	intmax_t high = json_get_int(schema, most, INT64_MAX);
	intmax_t bound = low == 0 ? high : low;

	if (low == 0 && high == INT64_MAX)
		return false;
	if (low != high && low > 0 && high < INT64_MAX)
		err_add(e, " of %jd to %jd %ss", low, high, unit);
	else
		err_add(e, " of %s %jd %s%s",
			low == high ? "exactly"
			: low == 0  ? "at most"
				    : "at least",
			bound, unit, bound == 1 ? "" : "s");
	return true;
}

static void
add_number(
	const struct place *p, const struct json_object *value, struct err *e)
{
	static const char *const units[][2] = {
		{"_ms", "milliseconds"}, {"_mb", "MiB"}, {"_bytes", "bytes"}};
	const char *unit = p->key != NULL ? strrchr(p->key, '_') : NULL;
	const struct json_object *low = json_get(p->schema, "minimum");
	const struct json_object *high = json_get(p->schema, "maximum");
	bool is_whole = json_kind(value) == JSON_NUMBER &&
			!allows_type(p->schema, "number");

	if (is_whole && fabs(json_number(value)) >= -(double)INT64_MIN)
		err_add(e, "a signed 64-bit integer");
	else
		err_add(e, is_whole ? "a whole number" : "a number");
	if (low != NULL) {
		err_add(e, high != NULL ? " between " : " of at least ");
		add_value(low, e);
	}
	if (high != NULL) {
		err_add(e, low != NULL ? " and " : " of at most ");
		add_value(high, e);
	}
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		/* "timeout_ms", but not "_ms" */
		if (unit != NULL && unit > p->key &&
			strcmp(unit, units[i][0]) == 0)
			err_add(e, " (%s)", units[i][1]);
	}
}

static void
add_type(const struct place *p, const char *type,
	const struct json_object *value, struct err *e)
{
	const char *items =
		json_get_string(json_get(p->schema, "items"), "type");

	if (strcmp(type, "integer") == 0 || strcmp(type, "number") == 0) {
		add_number(p, value, e);
		return;
	}
	if (strcmp(type, "boolean") == 0)
		err_add(e, "true or false");
	else if (strcmp(type, "null") == 0)
		err_add(e, "null");
	else
		err_add(e, "%s %s", *type == 's' ? "a" : "an", type);
	add_count(p->schema, "minLength", "maxLength", "character", e);
	if (!add_count(p->schema, "minItems", "maxItems",
		    items != NULL ? items : "element", e) &&
		items != NULL)
		err_add(e, " of %ss", items);
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
	struct place branch = *p;

	if (words != NULL) {
		err_add(e, "%s", json_count(words) > 1 ? "one of " : "");
		for (size_t i = 0; i < json_count(words); i++) {
			err_add(e, "%s", i > 0 ? ", " : "");
			add_value(json_at(words, i), e);
		}
	} else if (branches != NULL) {
		for (size_t i = 0; i < json_count(branches); i++) {
			err_add(e, "%s", i > 0 ? " or " : "");
			branch.schema = json_at(branches, i);
			add_allowed(&branch, value, e);
		}
	} else if (type != NULL) {
		add_type(p, type, value, e);
	} else {
		err_add(e, "a value");
	}
}

/* --- what helps ----------------------------------------------------------- */

/* What is to be added: the first sentence of what the schema says it is. */
static void
add_description(const struct place *p, struct err *e)
{
	const char *text = json_get_string(p->schema, "description");
	size_t size = 0;

	if (text == NULL || text[0] == '\0')
		return;
	/* ". " alone may end an abbreviation. */
	while (text[size] != '\0' &&
		!(text[size] == '.' && isspace((unsigned char)text[size + 1]) &&
			isupper((unsigned char)text[size + 2])))
		size++;
	err_step(e, "Add \"%s\", described as: %.*s.", p->key,
		(int)(size - (text[size - 1] == '.')), text);
}

/* What else to send: the nearest of a few words, JSON that can be read, the
 * bound that a number is beyond, or how such a value is written. */
static void
add_remedy(
	const struct place *p, const struct json_object *value, struct err *e)
{
	const struct json_object *words = json_get_array(p->schema, "enum");
	const char *bound = find_exceeded(p->schema, value);
	enum json_kind kind = json_kind(value);
	const char *string = kind == JSON_STRING ? json_string(value) : "";
	DROP(json) struct json_object *parsed = NULL;
	DROP(text) char *text = json_text(value);
	struct nearest near = {.word = string};
	struct err reason;

	string += strspn(string, " \t\r\n");
	for (size_t i = 0; words != NULL && i < json_count(words); i++) {
		if (json_kind(json_at(words, i)) == JSON_STRING)
			nearest_offer(&near, json_string(json_at(words, i)));
	}
	if (near.best != NULL) {
		err_step(e, "Send \"%s\".", near.best);
	} else if ((*string == '{' || *string == '[') &&
		   !allows_type(p->schema, "string") &&
		   !json_parse_message(json_string(value),
			   json_string_size(value), &parsed, &reason)) {
		err_step(e,
			"Send it as JSON, not as a string; the string is %s.",
			reason.text);
	} else if (bound != NULL && kind != JSON_STRING && kind != JSON_ARRAY) {
		err_step(e, "Send ");
		add_value(json_get(p->schema, bound), e);
		err_add(e, bound[1] == 'i' ? " or more." : " or less.");
	} else if (words != NULL) {
		err_step(e, "Send one of these, in quotes.");
	} else if (allows_type(p->schema, "array")) {
		err_step(e, kind == JSON_ARRAY && json_count(value) > 0
				    ? "Split it over several calls."
				    : "Send a list, in brackets: [...].");
	} else if (allows_type(p->schema, "string") && kind == JSON_INT) {
		err_step(e, "Send it in quotes: \"%s\".", text);
	} else if (allows_type(p->schema, "integer") && kind == JSON_STRING) {
		err_step(e, "Send digits alone, without quotes or a unit.");
	} else if (allows_type(p->schema, "boolean")) {
		err_step(e, "Send true or false, without quotes.");
	} else if (allows_type(p->schema, "object")) {
		err_step(e, "Send an object: {\"NAME\": VALUE}.");
	}
}

/* "timeout_ms must be " */
static void
begin_refusal(const struct place *p, const char *words, struct err *e)
{
	err_set(e, ERR_ARGUMENT, "%s", p->up == NULL ? "The arguments" : "");
	add_path(p, e);
	err_add(e, "%s", words);
}

/* "timeout_ms must be a number between 1 and 600000; you sent -5." and what to
 * do. Always false. */
static bool
refuse(const struct place *p, const struct json_object *value, struct err *e)
{
	begin_refusal(p, " must be ", e);
	add_allowed(p, value, e);
	err_add(e, "; you sent ");
	add_value(value, e);
	err_add(e, ".");
	add_remedy(p, value, e);
	if (!p->optional)
		return false;
	if (!json_find(p->schema, "default", NULL))
		return err_step(
			e, e->steps > 0 ? "Or leave it out." : "Leave it out.");
	err_step(e, e->steps > 0 ? "Or omit it for " : "Omit it for ");
	add_value(json_get(p->schema, "default"), e);
	return err_add(e, ", the default.");
}

/* --- unknown members ------------------------------------------------------ */

/* The member that a misspelt key most likely meant: the nearest one, or one
 * that begins like it, or the reverse; NULL if none does. */
static const char *
find_nearest_key(const struct json_object *known, const char *key)
{
	struct json_member m = {0};
	const char *related = NULL;
	struct nearest n = {.word = key};

	while (json_next(known, &m)) {
		size_t a = strlen(m.key);
		size_t b = strlen(key);
		size_t shorter = a < b ? a : b;

		nearest_offer(&n, m.key);
		if (related == NULL && shorter >= 3 &&
			strncasecmp(m.key, key, shorter) == 0)
			related = m.key;
	}
	return n.best != NULL ? n.best : related;
}

/* "The arguments are: ..." */
static void
add_keys(const struct place *object, struct err *e)
{
	const struct json_object *known =
		json_get_object(object->schema, "properties");
	const char *separator = object->up == NULL ? "The arguments are: "
						   : "Its members are: ";
	struct json_member m = {0};

	err_step(e, "%s", "");
	for (; json_next(known, &m); separator = ", ")
		err_add(e, "%s%s%s", separator, m.key,
			is_required(object->schema, m.key) ? " (required)"
							   : "");
	err_add(e, ".");
}

/* Refuses a key that the schema of the object does not know. Always false. */
static bool
refuse_key(const struct place *object, const char *key, struct err *e)
{
	const struct json_object *known =
		json_get_object(object->schema, "properties");
	bool is_root = object->up == NULL;
	DROP(json) struct json_object *string = json_new_string(key);
	const char *nearest = find_nearest_key(known, key);

	err_set(e, ERR_ARGUMENT, "%s", is_root ? "There is" : "");
	add_path(object, e);
	err_add(e, is_root ? " no argument " : " has no member ");
	add_value(string, e);
	err_add(e, ".");
	if (nearest != NULL)
		err_step(e, "Write \"%s\".", nearest);
	err_step(e, nearest != NULL ? "Or leave it out" : "Leave it out");
	if (known == NULL || json_count(known) == 0)
		return err_add(e, ": none is expected here.");
	err_add(e, ".");
	add_keys(object, e);
	return false;
}

/* --- mending -------------------------------------------------------------- */

/* The value itself, or the integer that a number like 3.0 or 1e2 is, where such
 * a type is wanted; owned, or NULL. */
static struct json_object *
convert(const struct json_object *schema, const struct json_object *value)
{
	bool is_number = json_kind(value) == JSON_NUMBER;
	double number = is_number ? json_number(value) : 0;

	if (find_branch(schema, value) != NULL)
		return json_copy(value);
	/* 2^63 is a double, the largest int64_t is not. */
	if (!is_number || !allows_type(schema, "integer") ||
		number < (double)INT64_MIN || number >= -(double)INT64_MIN ||
		number != (double)(int64_t)number)
		return NULL;
	return json_new_int((int64_t)number);
}

/* The list of one that an element of it stands for, or NULL. */
static struct json_object *
convert_element(
	const struct json_object *schema, const struct json_object *value)
{
	const struct json_object *branches = json_get_array(schema, "anyOf");
	const struct json_object *items = json_get_object(schema, "items");
	size_t count = branches != NULL ? json_count(branches) : 0;
	struct json_object *list = NULL;

	for (size_t i = 0; list == NULL && i < count; i++)
		list = convert_element(json_at(branches, i), value);
	return list == NULL && items != NULL &&
			       find_branch(items, value) != NULL
		       ? json_new_array_of(json_copy(value), NULL)
		       : list;
}

/* The value of the expected type that a value plainly stands for, owned; NULL
 * to leave it. Nothing is guessed: a string where a string may stand is that
 * string, and strings in a JSON text have no place in the text around it. */
static struct json_object *
coerce(const struct json_object *schema, const struct json_object *value)
{
	DROP(json) struct json_object *parsed = NULL;
	struct json_object *better = NULL;

	if (value == NULL || find_branch(schema, value) != NULL)
		return NULL;
	if (json_kind(value) == JSON_STRING)
		(void)json_parse_message(json_string(value),
			json_string_size(value), &parsed, NULL);
	if (parsed != NULL || json_kind(value) == JSON_NUMBER)
		better = convert(schema, parsed != NULL ? parsed : value);
	return better != NULL ? better : convert_element(schema, value);
}

/* --- all of it ------------------------------------------------------------ */

static bool check(
	const struct place *p, struct json_object *value, struct err *e);

static bool
check_elements(const struct place *p, struct json_object *array, struct err *e)
{
	struct place element = {.up = p};

	element.schema = json_get_object(p->schema, "items");
	if (element.schema == NULL)
		return true;
	for (; element.index < json_count(array); element.index++) {
		struct json_object *better =
			coerce(element.schema, json_at(array, element.index));

		if (better != NULL)
			json_set(array, element.index, better);
		if (!check(&element, json_at(array, element.index), e))
			return false;
	}
	return true;
}

/* One member of an object, by this schema. */
static bool
check_member(const struct place *object, struct json_object *members,
	const struct json_member *m, const struct json_object *schema,
	struct err *e)
{
	struct place member = {.up = object,
		.key = m->key,
		.schema = schema,
		.optional = !is_required(object->schema, m->key)};
	struct json_object *better = coerce(schema, m->value);

	if (better != NULL)
		json_put(members, m->key, better);
	return check(&member, better != NULL ? better : m->value, e);
}

/* Members that the schema does not name: refused, or checked by
 * additionalProperties. */
static bool
check_unnamed(const struct place *p, struct json_object *members, struct err *e)
{
	const struct json_object *known =
		json_get_object(p->schema, "properties");
	struct json_member m = {0};
	struct json_object *others;

	if (!json_find(p->schema, "additionalProperties", &others))
		return true;
	while (json_next(members, &m)) {
		if (json_find(known, m.key, NULL))
			continue;
		if (json_kind(others) != JSON_OBJECT)
			return refuse_key(p, m.key, e);
		if (!check_member(p, members, &m, others, e))
			return false;
	}
	return true;
}

/* Unknown names come first, because one may be a misspelt required one. */
static bool
check_members(const struct place *p, struct json_object *members, struct err *e)
{
	struct json_member known = {0};

	if (!check_unnamed(p, members, e))
		return false;
	while (json_next(json_get_object(p->schema, "properties"), &known)) {
		struct json_member sent = {.key = known.key};
		struct place place = {
			.up = p, .key = known.key, .schema = known.value};
		bool is_sent = json_find(members, known.key, &sent.value);

		if (is_sent && (sent.value != NULL ||
				       allows_type(known.value, "null"))) {
			if (!check_member(p, members, &sent, known.value, e))
				return false;
		} else if (is_required(p->schema, known.key)) {
			begin_refusal(&place, " is missing; it must be ", e);
			add_allowed(&place, NULL, e);
			err_add(e, ".");
			add_description(&place, e);
			add_keys(p, e);
			return false;
		} else if (is_sent) {
			json_delete(members, known.key);
		}
	}
	return true;
}

static bool
check(const struct place *p, struct json_object *value, struct err *e)
{
	struct place branch = *p;
	const struct json_object *words;

	branch.schema = find_branch(p->schema, value);
	if (branch.schema == NULL)
		return refuse(p, value, e);
	words = json_get_array(branch.schema, "enum");
	if (json_kind(value) == JSON_STRING &&
		strlen(json_string(value)) != json_string_size(value)) {
		begin_refusal(p,
			" holds a NUL character (\\u0000), which no text here "
			"may hold.",
			e);
		err_step(e, "Leave the character out.");
		return err_step(
			e, "Send text as UTF-8, not as UTF-16 or bytes.");
	}
	if ((words != NULL && !has_value(words, value)) ||
		find_exceeded(branch.schema, value) != NULL)
		return refuse(p, value, e);
	if (json_kind(value) == JSON_ARRAY)
		return check_elements(&branch, value, e);
	if (json_kind(value) == JSON_OBJECT)
		return check_members(&branch, value, e);
	return true;
}

bool
schema_check(const struct json_object *schema, struct json_object **value,
	struct err *e)
{
	struct place root = {.schema = schema};
	struct json_object *better = NULL;

	if (*value == NULL && !allows_type(schema, "null"))
		better = json_new_object();
	else
		better = coerce(schema, *value);
	if (better != NULL) {
		json_free(*value);
		*value = better;
	}
	return check(&root, *value, e);
}
