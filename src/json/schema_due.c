#include "json/schema_due.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "json/json.h"

static void
add_string(const struct json_object *value, struct err *e)
{
	const char *text = json_string(value);
	size_t size = json_string_size(value);
	size_t cut = utf8_cut(text, size, SCHEMA_SHOWN_BYTES);
	DROP(json) struct json_object *part = json_new_string_n(text, cut);
	DROP(text) char *quoted = json_text(part);

	if (cut == size)
		err_add(e, "%s", quoted);
	else
		err_add(e, "%.*s...\" (%zu characters)",
			(int)strlen(quoted) - 1, quoted,
			utf8_count(text, size));
}

void
schema_due_show(const struct json_object *value, struct err *e)
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
	cut = utf8_cut(text, size, SCHEMA_SHOWN_BYTES);
	err_add(e, "%.*s%s", (int)cut, text, cut < size ? "..." : "");
	if (cut < size && json_kind(value) == JSON_ARRAY)
		err_add(e, " (%zu elements)", json_count(value));
}

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

/* " of at least 1 character"; the unit is given in the plural, with its s. */
static void
add_bound(const char *words, int64_t count, const char *units, struct err *e)
{
	err_add(e, " %s %jd %.*s", words, (intmax_t)count,
		(int)strlen(units) - (count == 1), units);
}

/* " of 1 to 64 characters", as far as the schema says so. */
static void
add_count(const struct json_object *schema, const char *least, const char *most,
	const char *units, struct err *e)
{
	int64_t low = json_get_int(schema, least, 0);
	int64_t high = json_get_int(schema, most, -1);

	if (low == high)
		add_bound("of exactly", low, units, e);
	else if (low > 0 && high >= 0)
		err_add(e, " of %jd to %jd %s", (intmax_t)low, (intmax_t)high,
			units);
	else if (high >= 0)
		add_bound("of at most", high, units, e);
	else if (low > 0)
		add_bound("of at least", low, units, e);
}

/* "timeout_ms": the unit is in the name. */
static void
add_unit(const struct place *p, struct err *e)
{
	static const struct {
		const char *ending;
		const char *unit;
	} units[] = {
		{"_ms", "milliseconds"},
		{"_mb", "MiB"},
		{"_bytes", "bytes"},
	};
	size_t size = p->key != NULL ? strlen(p->key) : 0;

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		size_t end = strlen(units[i].ending);

		if (size > end &&
			strcmp(p->key + size - end, units[i].ending) == 0)
			err_add(e, " (%s)", units[i].unit);
	}
}

static void
add_number(
	const struct place *p, const struct json_object *value, struct err *e)
{
	DROP(text) char *low = NULL;
	DROP(text) char *high = NULL;
	bool is_whole = !schema_takes(p->schema, "number");
	enum json_kind kind = json_kind(value);

	if (json_find(p->schema, "minimum", NULL))
		low = json_text(json_get(p->schema, "minimum"));
	if (json_find(p->schema, "maximum", NULL))
		high = json_text(json_get(p->schema, "maximum"));
	/* An integer that no int64_t holds breaks a bound that is ours. */
	if (is_whole && kind == JSON_NUMBER &&
		fabs(json_number(value)) >= -(double)INT64_MIN) {
		low = low != NULL ? low : text_format("%jd", INTMAX_MIN);
		high = high != NULL ? high : text_format("%jd", INTMAX_MAX);
	}
	err_add(e, is_whole && kind == JSON_NUMBER ? "a whole number"
						   : "a number");
	if (low != NULL && high != NULL)
		err_add(e, " between %s and %s", low, high);
	else if (low != NULL)
		err_add(e, " of at least %s", low);
	else if (high != NULL)
		err_add(e, " of at most %s", high);
	add_unit(p, e);
}

static void
add_array(const struct json_object *schema, struct err *e)
{
	static const struct {
		const char *type;
		const char *many;
	} elements[] = {
		{"string", "strings"},
		{"integer", "numbers"},
		{"number", "numbers"},
		{"boolean", "booleans"},
		{"array", "arrays"},
		{"object", "objects"},
	};
	const char *type =
		json_get_string(json_get_object(schema, "items"), "type");
	const char *many = "elements";

	for (size_t i = 0; i < sizeof(elements) / sizeof(elements[0]); i++) {
		if (type != NULL && strcmp(type, elements[i].type) == 0)
			many = elements[i].many;
	}
	err_add(e, "an array");
	if (json_find(schema, "minItems", NULL) ||
		json_find(schema, "maxItems", NULL))
		add_count(schema, "minItems", "maxItems", many, e);
	else if (type != NULL)
		err_add(e, " of %s", many);
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
		schema_due_add(&branch, value, e);
	}
}

static void
add_types(const struct place *p, const struct json_object *value, struct err *e)
{
	const char *type = json_get_string(p->schema, "type");
	const struct json_object *branches = json_get_array(p->schema, "anyOf");

	if (branches != NULL)
		add_branches(p, branches, value, e);
	else if (type != NULL)
		add_type(p, type, value, e);
	else
		err_add(e, "a value");
}

void
schema_due_add(
	const struct place *p, const struct json_object *value, struct err *e)
{
	const struct json_object *words = json_get_array(p->schema, "enum");

	if (json_find(p->schema, "const", NULL)) {
		schema_due_show(json_get(p->schema, "const"), e);
		return;
	}
	if (words == NULL) {
		add_types(p, value, e);
		return;
	}
	err_add(e, "%s", json_count(words) > 1 ? "one of " : "");
	for (size_t i = 0; i < json_count(words); i++) {
		err_add(e, "%s", i > 0 ? ", " : "");
		schema_due_show(json_at(words, i), e);
	}
}
