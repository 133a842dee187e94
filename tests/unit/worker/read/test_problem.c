#include "unit/smt/built.h"

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
a_label_is_found_behind_other_attributes(void **state)
{
	const char *text = "(assert (! (> 1 0) :weight 3 :named |my a|))"
			   "(assert (and true (! true :named inner)))";
	DROP(built) struct built b;
	struct token label;

	(void)state;
	build(&b, text, CONSTANTS_NONE);
	assert_true(command_label(&b.forms.at[0], text, &label));
	assert_true(slice_is(token_name(text, &label), "my a"));
	assert_false(command_label(&b.forms.at[1], text, &label));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commands_and_assertions_are_copied),
		cmocka_unit_test(objectives_and_soft_assertions_become_terms),
		cmocka_unit_test(each_assumption_and_each_query_is_a_term),
		cmocka_unit_test(check_sat_with_terms_assumes_them),
		cmocka_unit_test(a_label_is_found_behind_other_attributes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
