#include "unit/worker/solved.h"

#include "worker/solution/solution.h"

SOLVED_TEST(a_declared_function_has_a_table_and_a_signature,
	"(declare-fun |my f| (Int Bool) Int)"
	"(assert (= (|my f| 1 true) 7))")
{
	const struct answer_check *check = answer_last(a);

	assert_int_equal(check->values.count, 1);
	assert_string_equal(check->values.at[0].name, "my f");
	assert_string_equal(check->values.at[0].sort, "(Int Bool) Int");
	assert_non_null(strstr(check->values.at[0].json, "\"entries\":"));
}

SOLVED_TEST(a_function_that_nothing_uses_has_a_value,
	"(declare-fun f (Int Bool) Int)"
	"(declare-fun f (Int) Bool)"
	"(declare-sort U 0)(declare-fun g (U) U)"
	"(assert true)")
{
	assert_int_equal(answer_last(a)->values.count, 4);
	assert_string_equal(value_of(a, "U"), ""); /* its universe */
	assert_string_equal(
		value_of(a, "f (Int Bool) Int"), "{\"entries\":[],\"else\":0}");
	assert_string_equal(
		value_of(a, "f (Int) Bool"), "{\"entries\":[],\"else\":false}");
	assert_string_equal(
		value_of(a, "g"), "{\"entries\":[],\"else\":\"U!val!0\"}");
	assert_non_null(strstr(answer_last(a)->model,
		"(define-fun f ((x!0 Int) (x!1 Bool)) Int\n  0)"));
}

SOLVED_TEST(the_bare_name_of_a_function_is_its_table,
	"(declare-fun f (Int) Int)"
	"(assert (= (f 1) 5))(check-sat)"
	"(get-value (|f|))")
{
	const struct answer_check *check = answer_last(a);

	assert_int_equal(check->values.count, 2);
	assert_string_equal(check->values.at[1].name, "f");
	assert_string_equal(check->values.at[1].sort, "(Int) Int");
	assert_string_equal(check->values.at[1].json, check->values.at[0].json);
}

SOLVED_TEST(what_libz3_made_up_is_left_out, "(declare-const x Int)"
					    "(assert (= (div x 0) 5))")
{
	assert_int_equal(answer_last(a)->values.count, 1);
	assert_string_equal(answer_last(a)->values.at[0].name, "x");
}

SOLVED_TEST(a_constant_that_was_not_needed_has_a_value,
	"(declare-const x Int)(declare-const y Int)"
	"(assert (> x 3))")
{
	assert_string_not_equal(value_of(a, "y"), "(none)");
	assert_non_null(strstr(answer_last(a)->model, "(define-fun y () Int"));
}

SOLVED_TEST(a_definition_without_arguments_has_a_value,
	"(declare-const x Int)(assert (= x 4))"
	"(define-fun twice () Int (* 2 x))")
{
	assert_string_equal(value_of(a, "twice"), "8");
}

SOLVED_TEST(a_quoted_name_stands_without_its_bars, "(declare-const |a b| Int)"
						   "(assert (= |a b| 4))")
{
	assert_string_equal(value_of(a, "a b"), "4");
}

TEST(the_solution_is_smtlib_that_libz3_reads_back)
{
	const char *text = "(declare-const x Int)(declare-fun f (Int) Int)"
			   "(assert (and (= x (- 7)) (= (f x) 5)))";
	struct answer *a = solved(text);
	const char *model = answer_last(a)->model;
	char *back = strndup(model + 1, strlen(model) - 2);
	struct answer *b = solved(back);

	assert_int_equal(b->fault.kind, DIAGNOSTIC_NONE);
	assert_string_equal(value_of(b, "x"), "-7");
	answer_free(a);
	answer_free(b);
	free(back);
}

SOLVED_TEST(every_assertion_is_checked_under_the_values,
	"(declare-const x Int)(assert (> x 3))"
	"(assert (< x 9))(assert (distinct x 5))")
{
	assert_int_equal(answer_last(a)->evaluation.checked, 3);
	assert_int_equal(answer_last(a)->evaluation.failed.count, 0);
}

TEST(the_items_that_were_evaluated_are_counted)
{
	static const uint32_t groups[] = {1, 2, 4, 5};
	struct ask ask = ask_for("(declare-const x Int)\n(assert (> x 3))\n"
				 "(assert (< x 9))\n(declare-const y Int)\n"
				 "(assert (> y x))");
	struct answer *a;

	ask.groups.at = groups;
	ask.groups.count = 4;
	a = solved_ask(&ask);
	assert_int_equal(answer_last(a)->evaluation.asserted, 3);
	assert_int_equal(answer_last(a)->evaluation.items, 2);
	answer_free(a);
}

SOLVED_TEST(an_auxiliary_function_of_libz3_is_no_value,
	"(declare-fun f (Int) Int)"
	"(assert (= (f 1) 2))"
	"(assert (= (div 7 0) 3))")
{
	assert_int_equal(answer_last(a)->values.count, 1);
	assert_string_equal(answer_last(a)->values.at[0].name, "f");
	assert_string_equal(answer_last(a)->values.at[0].sort, "(Int) Int");
}

SOLVED_TEST(an_empty_model_is_a_pair_of_parentheses, "(assert true)")
{
	assert_string_equal(answer_last(a)->model, "(\n)");
}

SOLVED_TEST(assertions_of_every_check_are_evaluated,
	"(declare-const x Int)(assert (> x 0))"
	"(check-sat)(check-sat)")
{
	assert_int_equal(a->checks.at[0].evaluation.checked, 1);
	assert_int_equal(a->checks.at[0].evaluation.failed.count, 0);
	assert_int_equal(a->checks.at[1].evaluation.checked, 1);
}

#define ZERO "(_ -zero 8 24)"

/* What the last check of a text says of its first assertion. */
static Z3_lbool
first_of(const char *text)
{
	struct answer *a = solved(text);
	const struct answer_check *check = answer_last(a);
	Z3_lbool first = Z3_L_TRUE;

	assert_int_equal(a->fault.kind, DIAGNOSTIC_NONE);
	assert_int_equal(check->status, STATUS_SAT);
	if (check->evaluation.failed.count > 0 &&
		check->evaluation.failed.list[0].index == 0)
		first = check->evaluation.failed.list[0].is_false ? Z3_L_FALSE
								  : Z3_L_UNDEF;
	answer_free(a);
	return first;
}

/* It is false for the infinity, but libz3 4.8.12 takes what fp.max is for two
 * zeros for all of it, and says sat. */
TEST(a_partial_function_under_a_quantifier_over_floats_is_not_called_true)
{
	struct answer *a = solved("(declare-const a Float32)"
				  "(assert (forall ((b Float32))"
				  "(not (fp.isPositive (fp.max a b)))))");
	const struct answer_check *check = answer_last(a);

	if (check->status == STATUS_SAT)
		assert_int_equal(check->evaluation.failed.count, 1);
	answer_free(a);
}

/* 2.0 denies it, and libz3 4.8.12 neither finds it nor decides fp.to_real. */
TEST(what_libz3_says_of_all_floats_is_not_believed_without_a_proof)
{
	struct answer *a = solved("(assert (not (exists ((x Float16))"
				  "(= 2.0 (fp.to_real x)))))");

	assert_int_not_equal(answer_last(a)->status, STATUS_SAT);
	answer_free(a);
}

TEST(what_holds_of_all_floats_is_proved_whatever_a_partial_operation_is)
{
	struct answer *a = solved("(declare-const c Float16)"
				  "(assert (fp.isInfinite c))"
				  "(assert (forall ((x Float16))"
				  "(or (fp.isNaN x) (fp.isInfinite (fp.max "
				  "(fp.abs c) x)))))");

	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_int_equal(answer_last(a)->evaluation.failed.count, 0);
	answer_free(a);
}

TEST(without_a_quantifier_the_two_zeros_have_their_value)
{
	assert_int_equal(
		first_of("(declare-const a Float32)"
			 "(assert (fp.isNegative (fp.max a (_ +zero 8 24))))"
			 "(assert (= a " ZERO "))"),
		Z3_L_TRUE);
}

TEST_GROUP(solved_begin, NULL)
