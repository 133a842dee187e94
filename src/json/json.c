#include "json/json.h"

#include <assert.h>
#include <unistd.h>

#include "base/alloc.h"
#include "json/json_own.h"

/*
 * Several readers of json-c ask for a value that they may change,
 * to keep a text or a reference count in it, and change nothing of what it
 * says.
 */
static struct json_object *
loose(const struct json_object *value)
{
	return (struct json_object *)(uintptr_t)value;
}

char *
json_text(const struct json_object *value)
{
	size_t size;
	const char *text = json_object_to_json_string_length(loose(value),
		JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE, &size);

	if (text == NULL)
		_exit(EXIT_NO_MEMORY);
	return text_copy_n(text, size);
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
	if (json_object_deep_copy(loose(value), &copy, NULL) != 0)
		_exit(EXIT_NO_MEMORY);
	return copy;
}

bool
json_equal(const struct json_object *a, const struct json_object *b)
{
	return json_object_equal(loose(a), loose(b)) != 0;
}

enum json_kind
json_kind(const struct json_object *value)
{
	switch (json_object_get_type(value)) {
	case json_type_boolean:
		return JSON_BOOL;
	case json_type_int:
		return JSON_INT;
	case json_type_double:
		return JSON_NUMBER;
	case json_type_string:
		return JSON_STRING;
	case json_type_array:
		return JSON_ARRAY;
	case json_type_object:
		return JSON_OBJECT;
	case json_type_null:
		break;
	}
	return JSON_NULL;
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
json_bool(const struct json_object *value)
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
	return json_object_get_string(loose(value));
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

	return value != NULL ? json_bool(value) : otherwise;
}

bool
json_each(const struct json_object *object, json_visit *visit, void *argument)
{
	struct lh_entry *entry;

	assert(json_kind(object) == JSON_OBJECT);
	lh_foreach(json_object_get_object(object), entry)
	{
		struct json_object *value = lh_entry_v(entry);

		if (!visit(lh_entry_k(entry), value, argument))
			return false;
	}
	return true;
}
