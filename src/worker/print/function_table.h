#ifndef WORKER_PRINT_FUNCTION_TABLE_H
#define WORKER_PRINT_FUNCTION_TABLE_H

/*
 * What a function of a solution is at each point, where it has few, whatever
 * formula libz3 has found for it.
 */

#include <stdbool.h>
#include <z3.h>

enum { FUNCTION_TABLE_POINTS_MAX = 64 };

struct function_table {
	unsigned count;
	Z3_ast terms[FUNCTION_TABLE_POINTS_MAX]; /* (f a), (f b), ... */
	Z3_ast values[FUNCTION_TABLE_POINTS_MAX];
	Z3_ast most; /* the value that most of them have */
};

/* False: it has many points, or one of its values is no plain one. */
bool function_table_read(Z3_context c, Z3_model m, Z3_func_decl function,
	struct function_table *plain);

#endif
