#ifndef UNIT_SMT_BUILT_H
#define UNIT_SMT_BUILT_H

#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "worker/read/problem.h"

/* The first problem of a script, and what it was made from. */
struct built {
	struct commands forms;
	struct script script;
	struct script_problem sp;
	struct problem problem;
};

static inline void
build(struct built *b, const char *text, bool with_constants)
{
	struct diagnostic fault = {0};

	*b = (struct built){0};
	assert_true(commands_split(text, strlen(text), &b->forms, &fault));
	script_init(&b->script, text, &b->forms);
	assert_int_equal(
		script_next(&b->script, &b->sp, &fault), SCRIPT_PROBLEM);
	problem_build(&b->problem, &b->script, &b->sp, with_constants);
}

static inline void
built_drop(struct built *b)
{
	problem_release(&b->problem);
	script_release(&b->script);
	commands_release(&b->forms);
}

#endif
