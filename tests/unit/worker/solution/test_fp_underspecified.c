#include "unit/worker/solved.h"

#include "worker/solution/fp_underspecified.h"

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

/* No number is above every other; libz3 4.8.12 takes -0 for one. */
TEST(a_function_known_at_two_zeros_is_not_known_everywhere)
{
	assert_int_equal(first_of("(declare-const a Float32)"
				  "(assert (forall ((b Float32))"
				  "(not (fp.isPositive (fp.max a b)))))"),
		Z3_L_FALSE);
}

TEST(it_is_found_behind_an_implication_too)
{
	assert_int_equal(
		first_of("(declare-const a Float32)"
			 "(assert (=> (fp.isZero a) (forall ((b Float32))"
			 "(not (fp.isPositive (fp.max a b))))))"
			 "(assert (= a " ZERO "))"),
		Z3_L_FALSE);
}

TEST(what_holds_for_all_numbers_still_holds)
{
	assert_int_equal(
		first_of("(declare-const a Float32)(declare-const g Float32)"
			 "(assert (forall ((b Float32))"
			 "(or (fp.isNaN b) (fp.leq b (fp.max b a)))))"
			 "(assert (= a " ZERO "))"
			 "(assert (= g (fp.max a (_ +zero 8 24))))"),
		Z3_L_TRUE);
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
