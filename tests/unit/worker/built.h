#ifndef UNIT_SOLVER_BUILT_H
#define UNIT_SOLVER_BUILT_H

/* The first problem of a text, parsed: what a step of the executor is given. */

#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "worker/base/context.h"
#include "worker/base/task.h"
#include "worker/expand/families.h"
#include "worker/print/printer.h"
#include "worker/read/parser.h"
#include "worker/read/script.h"

struct built {
	struct commands forms;
	struct script script;
	struct script_problem sp;
	struct parsed parsed;
	struct task task;
	struct families families; /* of tests that replace functions */
	struct printer printer;
};

static inline void
build(struct built *b, const char *text)
{
	struct diagnostic fault = {0};

	*b = (struct built){0};
	assert_true(commands_split(text, strlen(text), &b->forms, &fault));
	script_init(&b->script, text, &b->forms);
	assert_int_equal(
		script_next(&b->script, &b->sp, &fault), SCRIPT_PROBLEM);
	assert_true(parser_problem(
		context_new(), &b->script, &b->sp, false, &b->parsed, &fault));
	b->task = (struct task){.c = b->parsed.c,
		.script = &b->script,
		.sp = &b->sp,
		.parsed = &b->parsed,
		.printer = &b->printer};
	printer_init(&b->printer, &b->task);
}

static inline void
built_drop(struct built *b)
{
	families_drop(&b->families);
	printer_release(&b->printer);
	Z3_del_context(b->parsed.c);
	parsed_release(&b->parsed);
	script_release(&b->script);
	commands_release(&b->forms);
}

#endif
