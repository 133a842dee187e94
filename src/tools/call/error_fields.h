#ifndef TOOLS_CALL_ERROR_FIELDS_H
#define TOOLS_CALL_ERROR_FIELDS_H

/* A refusal for a program, which would otherwise read it out of the text. */

#include "base/err.h"

struct json_object;

/* Members code (err_code_name), message (the first line), steps (texts), and
 * item, line and column as far as they are known. The caller's. */
struct json_object *error_fields_new(const struct err *e);

#endif
