#include "unit/smt/built.h"

TEST(commands_and_assertions_are_copied)
{
	DROP(built) struct built b;

	build(&b, "(declare-const x Int) ; why\n(assert (> x 0)) (check-sat)",
		CONSTANTS_NONE);
	assert_string_equal(b.problem.text.data,
		"(declare-const x Int)\n(assert (> x 0))\n");
	assert_int_equal(b.problem.terms, 1);
	assert_int_equal(b.problem.parts[1].kind, PART_ASSERTION);
	assert_int_equal(b.problem.parts[1].term, 0);
}

TEST(objectives_and_soft_assertions_become_terms)
{
	DROP(built) struct built b;

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

TEST(each_assumption_and_each_query_is_a_term)
{
	DROP(built) struct built b;

	build(&b,
		"(declare-const p Bool)(check-sat-assuming (p (not p)))"
		"(get-value (p (and p p)))(eval p)",
		CONSTANTS_NONE);
	assert_int_equal(b.problem.terms, 5);
	assert_int_equal(b.problem.parts[1].kind, PART_ASSUMPTION);
	assert_int_equal(b.problem.parts[3].kind, PART_QUERY);
}

TEST(check_sat_with_terms_assumes_them)
{
	DROP(built) struct built b;

	build(&b, "(declare-const p Bool)(check-sat p (not p))",
		CONSTANTS_NONE);
	assert_int_equal(b.problem.terms, 2);
	assert_int_equal(b.problem.parts[1].kind, PART_ASSUMPTION);
	assert_int_equal(b.problem.parts[2].kind, PART_ASSUMPTION);
}

TEST(a_label_is_found_behind_other_attributes)
{
	const char *text = "(assert (! (> 1 0) :weight 3 :named |my a|))"
			   "(assert (and true (! true :named inner)))";
	DROP(built) struct built b;
	struct token label;

	build(&b, text, CONSTANTS_NONE);
	assert_true(command_label(&b.forms.at[0], text, &label));
	assert_true(slice_is(token_name(text, &label), "my a"));
	assert_false(command_label(&b.forms.at[1], text, &label));
}
