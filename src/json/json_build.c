#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "json/json.h"
#include "json/json_own.h"

/* json-c answers with NULL when memory is out, and NULL is JSON null. */
static void
require(bool it_had_memory)
{
	if (!it_had_memory)
		_exit(EXIT_NO_MEMORY);
}

static struct json_object *
made(struct json_object *value)
{
	require(value != NULL);
	return value;
}

struct json_object *
json_own_string(const char *text, size_t size)
{
	assert(size < INT_MAX);
	return made(json_object_new_string_len(text, (int)size));
}

struct json_object *
json_own_number(const char *text)
{
	return made(json_object_new_double_s(strtod(text, NULL), text));
}

void
json_own_member(
	struct json_object *object, const char *key, struct json_object *value)
{
	require(json_object_object_add_ex(
			object, key, value, JSON_C_OBJECT_ADD_KEY_IS_NEW) == 0);
}

void
json_own_replace(
	struct json_object *array, size_t index, struct json_object *value)
{
	require(json_object_array_put_idx(array, index, value) == 0);
}

struct json_object *
json_new_object(void)
{
	return made(json_object_new_object());
}

struct json_object *
json_new_array(void)
{
	/* json-c begins with 32 elements; most arrays are shorter. */
	return made(json_object_new_array_ext(4));
}

struct json_object *
json_new_string_n(const char *text, size_t size)
{
	DROP(text) char *good = NULL;

	if (text == NULL)
		return NULL;
	if (utf8_check(text, size, NULL))
		return json_own_string(text, size);
	good = utf8_repair(text, size, &size);
	return json_own_string(good, size);
}

struct json_object *
json_new_string(const char *text)
{
	return text != NULL ? json_new_string_n(text, strlen(text)) : NULL;
}

struct json_object *
json_new_int(int64_t value)
{
	return made(json_object_new_int64(value));
}

struct json_object *
json_new_bool(bool value)
{
	return made(json_object_new_boolean(value));
}

struct json_object *
json_new_decimal(double value, int digits)
{
	DROP(text) char *rounded = NULL;
	DROP(text) char *shortest = NULL;

	if (!isfinite(value))
		return NULL;
	rounded = text_format("%.*f", digits, value);
	shortest = text_format("%.0f", value);
	for (int i = 1; strtod(shortest, NULL) != strtod(rounded, NULL); i++) {
		text_drop(&shortest);
		shortest = text_format("%.*f", i, value);
	}
	return json_own_number(strcmp(shortest, "-0") == 0 ? "0" : shortest);
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
	return json_own_number(strcmp(shortest, "-0") == 0 ? "0" : shortest);
}

void
json_put(struct json_object *object, const char *key, struct json_object *value)
{
	DROP(text) char *good = utf8_repair(key, strlen(key), NULL);

	assert(json_kind(object) == JSON_OBJECT && value != object);
	require(json_object_object_add(object, good, value) == 0);
}

void
json_add(struct json_object *array, struct json_object *value)
{
	assert(json_kind(array) == JSON_ARRAY && value != array);
	require(json_object_array_add(array, value) == 0);
}

struct placed {
	struct json_object *value;
	size_t place; /* of equals the first stays the first */
	json_order *order;
};

static int
compare_placed(const void *a, const void *b)
{
	const struct placed *x = a;
	const struct placed *y = b;
	int order = x->order(x->value, y->value);

	return order != 0 ? order
			  : (x->place > y->place) - (x->place < y->place);
}

/* json-c's own takes no order of ours. */
void
json_sort(struct json_object *array, json_order *order)
{
	size_t count = json_count(array);
	struct placed *all = mem_grow(NULL, count, sizeof(*all));

	for (size_t i = 0; i < count; i++)
		all[i] = (struct placed){
			json_object_get(json_at(array, i)), i, order};
	if (count > 0)
		qsort(all, count, sizeof(*all), compare_placed);
	for (size_t i = 0; i < count; i++)
		json_own_replace(array, i, all[i].value);
	free(all);
}

struct json_object *
json_share(const struct json_object *value)
{
	return json_object_get((struct json_object *)(uintptr_t)value);
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
