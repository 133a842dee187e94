#ifndef WORKER_BASE_VALUE_RANGE_H
#define WORKER_BASE_VALUE_RANGE_H

/*
 * The values of a sort, as far as they are few, and the places where a function
 * can be applied to such values only.
 */

#include <stdbool.h>
#include <stdint.h>

#include "worker/base/libz3.h"
#include "worker/base/termset.h"

/* Of a sort or of a term: `size` values from the first one on. */
struct value_range {
	Z3_sort sort;
	int64_t low; /* of numbers */
	uint64_t size;
	const Z3_ast *elements; /* of a declared sort; else NULL */
};

/* Of Bool, an enumeration, or a bit-vector of at most so many bits. False for
 * any other sort. */
bool value_range_of_sort(
	Z3_context c, Z3_sort sort, unsigned bits_max, struct value_range *out);

Z3_ast value_range_at(Z3_context c, const struct value_range *r, uint64_t i);

/*
 * Adds the values of such a sort, of up to eight bits; of a declared sort the
 * elements that the model has; NULL: it has none. False: they are not few, or
 * not known.
 */
bool value_range_add(
	Z3_context c, Z3_model m, Z3_sort sort, struct termset *values);

/* Adds a function applied to each combination of such values; `array`: the
 * first argument of select, else NULL. False: it has more than `most` such
 * places, or not only those. */
bool value_range_add_places(Z3_context c, Z3_model m, Z3_func_decl function,
	Z3_ast array, size_t most, struct termset *places);

#endif
