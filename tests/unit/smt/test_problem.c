/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "base/alloc.h"
#include "smt/problem.h"

/* The first problem of a script, and what it was made from. */
struct built {
	struct forms forms;
	struct script script;
	struct script_problem sp;
	struct problem problem;
};

static void
build(struct built *b, const char *text, enum problem_constants constants)
{
	struct fault fault = {0};

	*b = (struct built){0};
	assert_true(forms_cut(text, strlen(text), &b->forms, &fault));
	script_init(&b->script, text, &b->forms);
	assert_int_equal(
		script_next(&b->script, &b->sp, &fault), SCRIPT_PROBLEM);
	problem_build(&b->problem, &b->script, &b->sp, constants);
}

static void
built_drop(struct built *b)
{
	problem_release(&b->problem);
	script_release(&b->script);
	forms_release(&b->forms);
}

static void
commands_and_assertions_are_copied(void **state)
{
	DROP(built) struct built b;

	(void)state;
	build(&b, "(declare-const x Int) ; why\n(assert (> x 0)) (check-sat)",
		CONSTANTS_NONE);
	assert_string_equal(b.problem.text.data,
		"(declare-const x Int)\n(assert (> x 0))\n");
	assert_int_equal(b.problem.terms, 1);
	assert_int_equal(b.problem.parts[1].kind, PART_ASSERTION);
	assert_int_equal(b.problem.parts[1].term, 0);
}

static void
constants_are_asked_for_behind_the_assertions(void **state)
{
	DROP(built) struct built b;

	(void)state;
	build(&b,
		"(declare-fun |a b| () Int)(declare-fun f (Int) Int)"
		"(define-const k Int 3)(assert true)",
		CONSTANTS_PLAIN);
	assert_int_equal(b.problem.terms, 3);
	assert_non_null(strstr(b.problem.text.data, "((satchel!term |a b|))"));
	assert_non_null(strstr(b.problem.text.data, "((satchel!term k))"));
	assert_null(strstr(b.problem.text.data, "((satchel!term f))"));
}

static void
qualified_constants_carry_their_sort(void **state)
{
	DROP(built) struct built b;

	(void)state;
	build(&b, "(declare-const x (Array Int Int))", CONSTANTS_QUALIFIED);
	assert_non_null(strstr(b.problem.text.data,
		"((satchel!term (as x (Array Int Int))))"));
}

static void
objectives_and_soft_assertions_become_terms(void **state)
{
	DROP(built) struct built b;

	(void)state;
	build(&b,
		"(declare-const x Int)(minimize (+ x 1))"
		"(assert-soft (> x 3) :weight 2)",
		CONSTANTS_NONE);
	assert_int_equal(b.problem.count, 3);
	assert_int_equal(b.problem.parts[1].kind, PART_OBJECTIVE);
	assert_true(b.problem.parts[1].is_wrapped);
	assert_int_equal(b.problem.parts[2].kind, PART_SOFT);
	assert_false(b.problem.parts[2].is_wrapped);
	assert_null(strstr(b.problem.text.data, "minimize"));
	assert_null(strstr(b.problem.text.data, "weight"));
}

static void
each_assumption_and_each_query_is_a_term(void **state)
{
	DROP(built) struct built b;

	(void)state;
	build(&b,
		"(declare-const p Bool)(check-sat-assuming (p (not p)))"
		"(get-value (p (and p p)))(eval p)",
		CONSTANTS_NONE);
	assert_int_equal(b.problem.terms, 5);
	assert_int_equal(b.problem.parts[1].kind, PART_ASSUMPTION);
	assert_int_equal(b.problem.parts[3].kind, PART_QUERY);
}

static void
check_sat_with_terms_assumes_them(void **state)
{
	DROP(built) struct built b;

	(void)state;
	build(&b, "(declare-const p Bool)(check-sat p (not p))",
		CONSTANTS_NONE);
	assert_int_equal(b.problem.terms, 2);
	assert_int_equal(b.problem.parts[1].kind, PART_ASSUMPTION);
	assert_int_equal(b.problem.parts[2].kind, PART_ASSUMPTION);
}

static void
a_place_leads_back_to_the_script(void **state)
{
	const char *text = "(declare-const x Int)   (assert\n (> x yy))";
	DROP(built) struct built b;
	struct fault fault = {0};
	const struct problem_part *part;

	(void)state;
	build(&b, text, CONSTANTS_NONE);
	/* yy is at byte 6 of the third line of the problem's text. */
	part = problem_place(&b.problem, 3, 6, &fault);
	assert_non_null(part);
	assert_int_equal(part->kind, PART_ASSERTION);
	assert_int_equal(fault.offset, strstr(text, "yy") - text);
	assert_int_equal(fault.line, 2);
	assert_int_equal(fault.column, 7);
}

static void
a_place_in_a_wrapped_term_leads_to_the_term(void **state)
{
	const char *text = "(declare-const x Int)\n\n  (minimize (+ x yy))";
	DROP(built) struct built b;
	struct fault fault = {0};

	(void)state;
	build(&b, text, CONSTANTS_NONE);
	assert_non_null(problem_place(&b.problem, 3, 5, &fault));
	assert_int_equal(fault.line, 3);
	assert_int_equal(fault.offset, strstr(text, "yy") - text);
}

static void
a_place_past_the_end_is_in_the_last_part(void **state)
{
	DROP(built) struct built b;
	struct fault fault = {0};

	(void)state;
	build(&b, "(assert true)", CONSTANTS_NONE);
	assert_non_null(problem_place(&b.problem, 99, 99, &fault));
	assert_int_equal(fault.line, 1);
}

static void
an_empty_problem_has_no_place(void **state)
{
	DROP(built) struct built b;
	struct fault fault = {0};

	(void)state;
	build(&b, "", CONSTANTS_NONE);
	assert_null(problem_place(&b.problem, 1, 0, &fault));
}

static void
a_label_is_found_behind_other_attributes(void **state)
{
	const char *text = "(assert (! (> 1 0) :weight 3 :named |my a|))"
			   "(assert (and true (! true :named inner)))";
	DROP(built) struct built b;
	struct token label;

	(void)state;
	build(&b, text, CONSTANTS_NONE);
	assert_true(problem_label(text, &b.forms.at[0], &label));
	assert_true(slice_is(token_name(text, &label), "my a"));
	assert_false(problem_label(text, &b.forms.at[1], &label));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commands_and_assertions_are_copied),
		cmocka_unit_test(constants_are_asked_for_behind_the_assertions),
		cmocka_unit_test(qualified_constants_carry_their_sort),
		cmocka_unit_test(objectives_and_soft_assertions_become_terms),
		cmocka_unit_test(each_assumption_and_each_query_is_a_term),
		cmocka_unit_test(check_sat_with_terms_assumes_them),
		cmocka_unit_test(a_place_leads_back_to_the_script),
		cmocka_unit_test(a_place_in_a_wrapped_term_leads_to_the_term),
		cmocka_unit_test(a_place_past_the_end_is_in_the_last_part),
		cmocka_unit_test(an_empty_problem_has_no_place),
		cmocka_unit_test(a_label_is_found_behind_other_attributes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
