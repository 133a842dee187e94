#ifndef JSON_JSON_OWN_H
#define JSON_JSON_OWN_H

/*
 * For json/ itself: json-c, and values made of text that is known to be good.
 * What comes from elsewhere goes through json_new_* and json_put, which repair
 * it.
 */

#include <stdbool.h>
#include <stddef.h>

/* Its type json_bool (an int) has the name of a function of ours. */
#define json_bool jsonc_bool
#include <json-c/json.h>
#undef json_bool

/* Ends the process when json-c had no memory for what it was asked for. */
void json_own_require(bool it_had_memory);

/* `text` is valid UTF-8. */
struct json_object *json_own_string(const char *text, size_t size);

/* `text` is a JSON number; it is kept and written as it is. */
struct json_object *json_own_number(const char *text);

/* `key` is valid UTF-8 and not yet in the object. Takes the value. */
void json_own_member(
	struct json_object *object, const char *key, struct json_object *value);

/* Puts a value, taken, in the place of an element. */
void json_own_replace(
	struct json_object *array, size_t index, struct json_object *value);

#endif
