#ifndef JSON_JSONC_H
#define JSON_JSONC_H

/* json-c, whose type json_bool (an int) has the name of a function of ours. */

#define json_bool jsonc_bool
#include <json-c/json.h>
#undef json_bool

#endif
