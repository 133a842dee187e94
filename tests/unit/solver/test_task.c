/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "solver/context.h"
#include "solver/task.h"

struct built {
	struct forms forms;
	struct script script;
	struct script_problem sp;
	struct parsed parsed;
	struct task task;
};

static void
build(struct built *b, const char *text)
{
	struct fault fault = {0};

	*b = (struct built){0};
	assert_true(forms_cut(text, strlen(text), &b->forms, &fault));
	script_init(&b->script, text, &b->forms);
	assert_int_equal(
		script_next(&b->script, &b->sp, &fault), SCRIPT_PROBLEM);
	assert_true(parse_problem(context_new(), &b->script, &b->sp,
		CONSTANTS_NONE, &b->parsed, &fault));
	b->task = (struct task){.c = b->parsed.c,
		.script = &b->script,
		.sp = &b->sp,
		.parsed = &b->parsed};
}

static void
built_drop(struct built *b)
{
	parsed_release(&b->parsed);
	script_release(&b->script);
	forms_release(&b->forms);
}

static void
parts_of_a_kind_are_walked_in_order(void **state)
{
	DROP(built) struct built b;
	const struct problem_part *part;

	(void)state;
	build(&b, "(declare-const x Int)(assert (> x 1))(minimize x)"
		  "(assert (< x 5))");
	part = task_part(&b.task, PART_ASSERTION, NULL);
	assert_string_equal(
		Z3_ast_to_string(b.task.c, task_term(&b.task, part)),
		"(> x 1)");
	part = task_part(&b.task, PART_ASSERTION, part);
	assert_string_equal(
		Z3_ast_to_string(b.task.c, task_term(&b.task, part)),
		"(< x 5)");
	assert_null(task_part(&b.task, PART_ASSERTION, part));
	assert_null(task_part(&b.task, PART_SOFT, NULL));
}

static void
an_assertion_is_described_by_number_line_and_label(void **state)
{
	DROP(built) struct built b;
	struct answer_assertion one;
	const struct problem_part *part;

	(void)state;
	build(&b, "(declare-const x Int)\n(assert (> x 1))\n"
		  "(assert (! (< x 5) :named |up per|))");
	part = task_part(&b.task, PART_ASSERTION, NULL);
	part = task_part(&b.task, PART_ASSERTION, part);
	task_describe(&b.task, part, &one);
	assert_int_equal(one.index, 1);
	assert_int_equal(one.line, 3);
	assert_string_equal(one.label, "up per");
	free(one.label);
}

static void
a_solver_holds_assertions_and_assumptions(void **state)
{
	DROP(built) struct built b;
	Z3_ast_vector held;

	(void)state;
	build(&b,
		"(declare-const p Bool)(declare-const q Bool)(assert (or p q))"
		"(assert-soft p)(check-sat-assuming (p (not p)))");
	held = Z3_solver_get_assertions(b.task.c, task_solver(&b.task, true));
	assert_int_equal(Z3_ast_vector_size(b.task.c, held), 3);
}

static void
the_source_of_a_part_is_what_the_text_has(void **state)
{
	DROP(built) struct built b;
	DROP(text) char *source = NULL;

	(void)state;
	build(&b, "(declare-const x Int)(minimize (+ x   1))");
	source = task_source(&b.task, task_part(&b.task, PART_OBJECTIVE, NULL));
	assert_string_equal(source, "(+ x   1)");
}

static void
finds_what_is_asked_for_behind_a_check(void **state)
{
	DROP(built) struct built b;

	(void)state;
	build(&b, "(check-sat)(get-model)(push)(echo \"x\")");
	assert_true(task_asks(&b.task, COMMAND_GET_MODEL));
	assert_false(task_asks(&b.task, COMMAND_ECHO));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_of_a_kind_are_walked_in_order),
		cmocka_unit_test(
			an_assertion_is_described_by_number_line_and_label),
		cmocka_unit_test(a_solver_holds_assertions_and_assumptions),
		cmocka_unit_test(the_source_of_a_part_is_what_the_text_has),
		cmocka_unit_test(finds_what_is_asked_for_behind_a_check),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
