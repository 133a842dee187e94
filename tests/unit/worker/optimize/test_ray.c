#include "unit/worker/objectives.h"

static enum objective_state
state_of(const char *problem)
{
	struct answer *a = solved(problem);
	enum objective_state state = objective(a, 0)->state;

	answer_free(a);
	return state;
}

#define assert_unbounded(problem) \
	assert_int_equal(state_of(problem), OBJECTIVE_UNBOUNDED)
#define assert_not_unbounded(problem) \
	assert_int_not_equal(state_of(problem), OBJECTIVE_UNBOUNDED)

TEST(values_of_a_function_have_no_bound_together)
{
	assert_unbounded("(declare-fun y (Int) Int)(maximize (+ (y 1) (y 2)))");
	assert_not_unbounded("(declare-fun y (Int) Int)"
			     "(assert (<= (+ (y 1) (y 2)) 3))"
			     "(maximize (+ (y 1) (y 2)))");
}

TEST(a_function_is_bounded_at_equal_arguments_only)
{
	assert_unbounded("(declare-fun f (Int) Int)(declare-const x Int)"
			 "(assert (<= (f x) 3))(maximize (f (+ x 1)))");
	assert_not_unbounded("(declare-fun f (Int) Int)(declare-const x Int)"
			     "(assert (<= (f 7) 3))(assert (<= 7 x 7))"
			     "(maximize (f x))");
}

TEST(a_product_of_positive_numbers_has_no_bound)
{
	assert_unbounded("(declare-const a Int)(declare-const b Int)"
			 "(assert (> a 0))(assert (> b 0))(maximize (* a b))");
	assert_not_unbounded(
		"(declare-const a Int)(declare-const b Int)"
		"(assert (> a 0))(assert (< b 0))(maximize (* a b))");
}

TEST(a_square_has_no_greatest_value_but_a_least_one)
{
	assert_unbounded("(declare-const x Int)(maximize (* x x))");
	assert_not_unbounded("(declare-const x Int)(minimize (* x x))");
}

/* No ray is found for arrays that are compared. */
TEST(a_ray_that_is_not_found_is_not_sought_until_time_runs_out)
{
	struct ask ask = ask_for("(declare-const x Int)"
				 "(declare-const a (Array Int Int))"
				 "(declare-const b (Array Int Int))"
				 "(assert (= b (store a 1 2)))"
				 "(maximize (* x x))");
	int64_t spent_us = clock_spent_us();
	struct answer *a = solved_until(clock_now_us() + 120000000, &ask);

	assert_int_equal(objective(a, 0)->state, OBJECTIVE_OPEN);
	assert_true(clock_spent_us() - spent_us < 30000000);
	answer_free(a);
}

TEST(a_divisor_may_stay_what_it_is)
{
	assert_unbounded("(declare-const x Int)(declare-const y Int)"
			 "(assert (<= 1 y 7))(minimize (- (div x y)))");
	assert_not_unbounded("(declare-const x Int)(declare-const y Int)"
			     "(assert (<= 1 y 7))(assert (<= (- y) x y))"
			     "(minimize (- (div x y)))");
}

TEST(a_quotient_has_no_bound_and_a_remainder_has)
{
	assert_unbounded("(declare-const x Int)(maximize (div x 3))");
	assert_unbounded("(declare-const x Int)(assert (= 1 (mod x 5)))"
			 "(minimize (div x 3))");
	assert_not_unbounded("(declare-const x Int)(maximize (mod x 3))");
}

TEST(an_element_of_an_array_has_no_bound_unless_it_was_stored)
{
	assert_unbounded("(declare-const a (Array Int Int))"
			 "(maximize (select (store a 1 5) 2))");
	assert_not_unbounded("(declare-const a (Array Int Int))"
			     "(maximize (select (store a 1 5) 1))");
}

/* x grows as the step, y as its square. */
TEST(what_grows_with_a_square_root_has_no_bound)
{
	assert_unbounded("(declare-const x Int)(declare-const y Int)"
			 "(assert (<= (* x x) y))(maximize (- y (* 2 x)))");
}

/* The optimizer of libz3 takes no quantifiers. */
TEST(a_function_with_a_least_value_everywhere_has_no_greatest)
{
	assert_unbounded("(declare-fun f (Int) Int)"
			 "(assert (forall ((i Int)) (>= (f i) i)))"
			 "(maximize (f 3))");
	assert_not_unbounded("(declare-fun f (Int) Int)"
			     "(assert (forall ((i Int)) (<= (f i) i)))"
			     "(maximize (f 3))");
}

/* With the first objective held at 4 the second has a bound. */
TEST(an_objective_is_unbounded_with_those_before_it_held)
{
	struct answer *a =
		solved("(declare-const x Int)(declare-fun f (Int) Int)"
		       "(assert (<= x 4))(assert (<= (f x) x))"
		       "(maximize x)(maximize (f 4))(maximize (f 5))");

	assert_optimal(a, 0, "4");
	assert_optimal(a, 1, "4");
	assert_int_equal(objective(a, 2)->state, OBJECTIVE_UNBOUNDED);
	answer_free(a);
}

TEST(a_bit_vector_has_a_greatest_value)
{
	assert_not_unbounded("(declare-const v (_ BitVec 8))(maximize v)");
	assert_not_unbounded("(declare-const v (_ BitVec 8))"
			     "(declare-fun f ((_ BitVec 8)) Int)"
			     "(maximize (- (bv2nat v) (ite (= v #xff) 1 0)))");
}
