#ifndef TESTS_FORMULAS_VALUE_H
#define TESTS_FORMULAS_VALUE_H

/* Typed values of an answer as terms again. */

#include <stdbool.h>

#include "base/buf.h"

struct json_object;

/*
 * Adds equations that must hold if `values` (of the names in `sorts`) are what
 * the solution says: (= x 3) (= (f 1) 2). The else of a function is left out,
 * and so is what is a term and not a value. False: one is not of its sort's
 * shape; `out` ends with its name.
 */
bool value_add_equations(const struct json_object *values,
	const struct json_object *sorts, struct buf *out);

/* The value as a term of the sort; false if it is none. */
bool value_add_term(
	const char *sort, const struct json_object *value, struct buf *out);

#endif
