#include "json/json.h"

#include <assert.h>
#include <ctype.h>
#include <json-c/json.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/utf8.h"

/* json-c's readers may change a text or a reference count kept in a value, and
 * so do not accept a const one. */
static struct json_object *
unconst(const struct json_object *value)
{
	return (struct json_object *)(uintptr_t)value;
}

/* json-c returns NULL when memory is out, and NULL is JSON null. */
static void
require(bool it_had_memory)
{
	if (!it_had_memory)
		_exit(EXIT_NO_MEMORY);
}

void
json_free(struct json_object *value)
{
	(void)json_object_put(value); /* says only whether it was the last */
}

void
json_drop(struct json_object **value)
{
	json_free(*value);
	*value = NULL;
}

struct json_object *
json_copy(const struct json_object *value)
{
	struct json_object *copy = NULL;

	if (value == NULL)
		return NULL;
	require(json_object_deep_copy(unconst(value), &copy, NULL) == 0);
	return copy;
}

bool
json_equal(const struct json_object *a, const struct json_object *b)
{
	return json_object_equal(unconst(a), unconst(b)) != 0;
}

enum json_kind
json_kind(const struct json_object *value)
{
	static const enum json_kind kinds[] = {
		[json_type_null] = JSON_NULL,
		[json_type_boolean] = JSON_BOOL,
		[json_type_int] = JSON_INT,
		[json_type_double] = JSON_NUMBER,
		[json_type_string] = JSON_STRING,
		[json_type_array] = JSON_ARRAY,
		[json_type_object] = JSON_OBJECT,
	};

	return kinds[json_object_get_type(value)];
}

bool // NOLINTNEXTLINE(misc-no-recursion)
json_has_null(const struct json_object *value)
{
	struct json_member m = {0};
	bool has_null = value == NULL;

	if (json_kind(value) == JSON_ARRAY) {
		for (size_t i = 0; !has_null && i < json_count(value); i++)
			has_null = json_has_null(json_at(value, i));
	} else if (json_kind(value) == JSON_OBJECT) {
		while (!has_null && json_next(value, &m))
			has_null = json_has_null(m.value);
	}
	return has_null;
}

const char *
json_kind_name(enum json_kind kind)
{
	static const char *const names[] = {
		[JSON_NULL] = "null",
		[JSON_BOOL] = "boolean",
		[JSON_INT] = "integer",
		[JSON_NUMBER] = "number",
		[JSON_STRING] = "string",
		[JSON_ARRAY] = "array",
		[JSON_OBJECT] = "object",
	};

	return names[kind];
}

bool
json_boolean(const struct json_object *value)
{
	assert(json_kind(value) == JSON_BOOL);
	return json_object_get_boolean(value) != 0;
}

int64_t
json_int(const struct json_object *value)
{
	assert(json_kind(value) == JSON_INT);
	return json_object_get_int64(value);
}

double
json_number(const struct json_object *value)
{
	assert(json_kind(value) == JSON_INT || json_kind(value) == JSON_NUMBER);
	return json_object_get_double(value);
}

const char *
json_string(const struct json_object *value)
{
	assert(json_kind(value) == JSON_STRING);
	return json_object_get_string(unconst(value));
}

size_t
json_string_size(const struct json_object *value)
{
	assert(json_kind(value) == JSON_STRING);
	return (size_t)json_object_get_string_len(value);
}

size_t
json_count(const struct json_object *value)
{
	if (json_kind(value) == JSON_ARRAY)
		return json_object_array_length(value);
	assert(json_kind(value) == JSON_OBJECT);
	return (size_t)json_object_object_length(value);
}

struct json_object *
json_at(const struct json_object *array, size_t index)
{
	assert(json_kind(array) == JSON_ARRAY && index < json_count(array));
	return json_object_array_get_idx(array, index);
}

bool
json_find(const struct json_object *object, const char *key,
	struct json_object **value)
{
	struct json_object *found;

	if (json_kind(object) != JSON_OBJECT ||
		!json_object_object_get_ex(object, key, &found))
		return false;
	if (value != NULL)
		*value = found;
	return true;
}

struct json_object *
json_get(const struct json_object *object, const char *key)
{
	struct json_object *value = NULL;

	(void)json_find(object, key, &value); /* NULL is the answer then */
	return value;
}

static struct json_object *
get_kind(const struct json_object *object, const char *key, enum json_kind kind)
{
	struct json_object *value = json_get(object, key);

	return json_kind(value) == kind ? value : NULL;
}

const char *
json_get_string(const struct json_object *object, const char *key)
{
	struct json_object *value = get_kind(object, key, JSON_STRING);

	return value != NULL ? json_string(value) : NULL;
}

struct json_object *
json_get_object(const struct json_object *object, const char *key)
{
	return get_kind(object, key, JSON_OBJECT);
}

struct json_object *
json_get_array(const struct json_object *object, const char *key)
{
	return get_kind(object, key, JSON_ARRAY);
}

int64_t
json_get_int(
	const struct json_object *object, const char *key, int64_t otherwise)
{
	struct json_object *value = get_kind(object, key, JSON_INT);

	return value != NULL ? json_int(value) : otherwise;
}

bool
json_get_bool(const struct json_object *object, const char *key, bool otherwise)
{
	struct json_object *value = get_kind(object, key, JSON_BOOL);

	return value != NULL ? json_boolean(value) : otherwise;
}

/* Returns false if the entry is NULL: there is no further member. */
static bool
set_member(struct json_member *m, const struct lh_entry *entry)
{
	if (entry == NULL)
		return false;
	m->key = lh_entry_k(entry);
	m->value = lh_entry_v(entry);
	return true;
}

bool
json_next(const struct json_object *object, struct json_member *m)
{
	struct lh_entry *entry = m->next;

	if (m->key == NULL && object != NULL)
		entry = lh_table_head(json_object_get_object(object));
	m->next = entry != NULL ? lh_entry_next(entry) : NULL;
	return set_member(m, entry);
}

bool
json_previous(const struct json_object *object, struct json_member *m)
{
	struct lh_entry *entry = m->next;

	if (m->key == NULL && object != NULL)
		entry = json_object_get_object(object)->tail;
	m->next = entry != NULL ? lh_entry_prev(entry) : NULL;
	return set_member(m, entry);
}

/* --- new values ----------------------------------------------------------- */

static struct json_object *
checked(struct json_object *value)
{
	require(value != NULL);
	return value;
}

struct json_object *
json_new_number(const char *text)
{
	return checked(json_object_new_double_s(strtod(text, NULL), text));
}

struct json_object *
json_new_object(void)
{
	return checked(json_object_new_object());
}

struct json_object *
json_new_array(void)
{
	/* json-c begins with 32 elements; most arrays are shorter. */
	return checked(json_object_new_array_ext(4));
}

struct json_object *
json_new_object_of(const char *key, ...)
{
	struct json_object *object = json_new_object();
	va_list arguments;

	va_start(arguments, key);
	for (; key != NULL; key = va_arg(arguments, const char *)) {
		struct json_object *value =
			va_arg(arguments, struct json_object *);

		if (value != NULL)
			json_put(object, key, value);
	}
	va_end(arguments);
	return object;
}

struct json_object *
json_new_array_of(struct json_object *value, ...)
{
	struct json_object *array = json_new_array();
	va_list arguments;

	va_start(arguments, value);
	for (; value != NULL; value = va_arg(arguments, struct json_object *))
		json_add(array, value);
	va_end(arguments);
	return array;
}

struct json_object *
json_new_string_n(const char *text, size_t size)
{
	DROP(text) char *good = NULL;

	if (text == NULL)
		return NULL;
	if (!utf8_check(text, size, NULL)) {
		good = utf8_repair(text, size, &size);
		text = good;
	}
	assert(size < INT_MAX);
	return checked(json_object_new_string_len(text, (int)size));
}

struct json_object *
json_new_string(const char *text)
{
	return text != NULL ? json_new_string_n(text, strlen(text)) : NULL;
}

struct json_object *
json_new_int(int64_t value)
{
	return checked(json_object_new_int64(value));
}

struct json_object *
json_new_bool(bool value)
{
	return checked(json_object_new_boolean(value));
}

/* Zero has no sign. */
static struct json_object *
new_number(const char *text)
{
	return json_new_number(strcmp(text, "-0") == 0 ? "0" : text);
}

struct json_object *
json_new_decimal(double value, int digits)
{
	DROP(text) char *text = NULL;
	char *end;

	if (!isfinite(value))
		return NULL;
	text = text_format("%.*f", digits, value);
	end = text + strlen(text);
	while (strchr(text, '.') != NULL && (end[-1] == '0' || end[-1] == '.'))
		*--end = '\0';
	return new_number(text);
}

struct json_object *
json_new_double(double value)
{
	enum { ENOUGH = 17 }; /* digits, for any double */
	DROP(text) char *shortest = NULL;

	if (!isfinite(value))
		return NULL;
	for (int i = 1; i <= ENOUGH; i++) {
		text_drop(&shortest);
		shortest = text_format("%.*g", i, value);
		if (strtod(shortest, NULL) == value)
			break;
	}
	return new_number(shortest);
}

void
json_put(struct json_object *object, const char *key, struct json_object *value)
{
	DROP(text) char *good = NULL;

	assert(json_kind(object) == JSON_OBJECT && value != object);
	if (!utf8_check(key, strlen(key), NULL)) {
		good = utf8_repair(key, strlen(key), NULL);
		key = good;
	}
	require(json_object_object_add(object, key, value) == 0);
}

void
json_add(struct json_object *array, struct json_object *value)
{
	assert(json_kind(array) == JSON_ARRAY && value != array);
	require(json_object_array_add(array, value) == 0);
}

void
json_set(struct json_object *array, size_t index, struct json_object *value)
{
	require(json_object_array_put_idx(array, index, value) == 0);
}

struct json_object *
json_share(const struct json_object *value)
{
	return json_object_get(unconst(value));
}

void
json_put_string(struct json_object *object, const char *key, const char *text)
{
	if (text != NULL)
		json_put(object, key, json_new_string(text));
}

void
json_put_int(struct json_object *object, const char *key, int64_t value)
{
	json_put(object, key, json_new_int(value));
}

void
json_put_bool(struct json_object *object, const char *key, bool value)
{
	json_put(object, key, json_new_bool(value));
}

void
json_delete(struct json_object *object, const char *key)
{
	json_object_object_del(object, key);
}

/* --- errors --------------------------------------------------------------- */

/* Returns the steps of a message; NULL if it has none. */
static struct json_object *
list_steps(const char *text)
{
	struct json_object *steps = NULL;
	struct slice step = {0};

	while (err_next_step(text, &step)) {
		if (steps == NULL)
			steps = json_new_array();
		json_add(steps, json_new_string_n(step.start, step.length));
	}
	return steps;
}

struct json_object *
json_new_error(const struct err *e)
{
	return OBJECT("code", STRING(err_code_name(e->code)), "message",
		json_new_string_n(e->text, strcspn(e->text, "\n")), "item",
		e->item >= 0 ? json_new_int(e->item) : NULL, "line",
		e->line > 0 ? json_new_int(e->line) : NULL, "column",
		e->line > 0 ? json_new_int(e->column) : NULL, "steps",
		list_steps(e->text));
}
