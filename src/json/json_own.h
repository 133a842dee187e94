#ifndef JSON_JSON_OWN_H
#define JSON_JSON_OWN_H

/*
 * For json/ itself: json-c, and what the parser needs of it.
 */

#include <stdbool.h>
#include <stddef.h>

/* Its type json_bool (an int) has the name of a function of ours. */
#define json_bool jsonc_bool
#include <json-c/json.h>
#undef json_bool

/* Ends the process when json-c had no memory for what it was asked for. */
void json_own_require(bool it_had_memory);

/* `text` is a JSON number; it is kept and written as it is. */
struct json_object *json_own_number(const char *text);

#endif
