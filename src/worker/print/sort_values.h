#ifndef WORKER_PRINT_SORT_VALUES_H
#define WORKER_PRINT_SORT_VALUES_H

/*
 * All values of a sort, where they are few: of Bool, bit-vectors of up to six
 * bits, enumerations, and declared sorts of which a solution says what elements
 * there are.
 */

#include <z3.h>

/* The caller's reference; NULL: they are not few, or not known. Without a model
 * no declared sort has any. */
Z3_ast_vector sort_values_values(Z3_context c, Z3_model m, Z3_sort sort);

#endif
