#ifndef WORKER_PRINT_SCALAR_JSON_H
#define WORKER_PRINT_SCALAR_JSON_H

/*
 * A value that holds no table as typed JSON, in the forms of
 * worker/print/value.h.
 */

#include <z3.h>

struct json_object;

/* The value, the caller's; SMT-LIB text for a sort that JSON has nothing for.
 */
struct json_object *scalar_json_json(Z3_context c, Z3_ast value);

/* Any value as SMT-LIB text on one line, the caller's. */
struct json_object *scalar_json_text(Z3_context c, Z3_ast value);

#endif
