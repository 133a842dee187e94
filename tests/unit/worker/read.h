#ifndef UNIT_SOLVER_READ_H
#define UNIT_SOLVER_READ_H

/* The assertions of a text as terms, in a context of their own. */

#include "unit/unit.h"

#include <z3.h>

#include "worker/base/context.h"

struct terms {
	Z3_context c;
	Z3_ast at[20];
	size_t count;
};

static struct terms
read_terms(const char *text)
{
	struct terms t = {.c = context_new()};
	Z3_ast_vector all = Z3_parse_smtlib2_string(
		t.c, text, 0, NULL, NULL, 0, NULL, NULL);

	Z3_ast_vector_inc_ref(t.c, all);
	t.count = Z3_ast_vector_size(t.c, all);
	assert_in_range(t.count, 1, 20);
	for (size_t i = 0; i < t.count; i++)
		t.at[i] = Z3_ast_vector_get(t.c, all, (unsigned)i);
	return t;
}

#endif
