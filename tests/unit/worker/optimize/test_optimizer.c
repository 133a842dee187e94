#include "base/alloc.h"
#include "base/buf.h"
#include "unit/worker/objectives.h"
#include "worker/optimize/optimizer.h"

SOLVED_TEST(a_goal_behind_one_without_an_optimum_is_open,
	"(declare-const x Int)(declare-const y Int)"
	"(assert (<= y 4))(maximize x)(maximize y)")
{
	assert_int_equal(objective(a, 0)->state, OBJECTIVE_UNBOUNDED);
	assert_false(objective_is_optimal(objective(a, 1)));
	assert_int_not_equal(objective(a, 1)->state, OBJECTIVE_UNBOUNDED);
	assert_string_equal(objective(a, 1)->bound, "4");
}

SOLVED_TEST(a_goal_keeps_the_goals_before_it_at_their_best,
	"(declare-const x Real)(declare-const y Real)"
	"(assert (<= (* x x) 4.0))"
	"(assert (<= (+ x y) 3.0))"
	"(maximize x)(maximize y)")
{
	assert_optimal(a, 0, "\"2\"");
	assert_optimal(a, 1, "\"1\"");
}

/* The least weight on a path of which no two neighbours hold. */
TEST(the_best_of_a_hundred_weights_is_proved)
{
	DROP(buf) struct buf text;
	struct answer *a;

	buf_init(&text, 100000);
	for (int i = 0; i < 100; i++)
		buf_add_format(&text,
			"(declare-const c%d Bool)"
			"(assert-soft c%d :weight %d)\n",
			i, i, i % 5 + 1);
	for (int i = 1; i < 100; i++)
		buf_add_format(
			&text, "(assert (or (not c%d) (not c%d)))\n", i - 1, i);
	a = solved(text.data);
	assert_optimal(a, 0, "\"139\"");
	answer_free(a);
}

enum { BOOLS = 60, HARD = 60, SOFT = 200 };

static unsigned
draw(unsigned *seed, unsigned many)
{
	*seed = (*seed * 1103515245 + 12345) & 0x7fffffff;
	return (*seed >> 8) % many;
}

static void
add_literal(struct buf *text, unsigned *seed)
{
	unsigned number = draw(seed, BOOLS);

	buf_add_format(text, draw(seed, 2) ? " b%u" : " (not b%u)", number);
}

/*
 * Fractions are not pseudo-Booleans, and their sums take long: this proof needs
 * 2.5 s of the processor and has 0.1 s; the search needs 0.5 s.
 */
TEST(a_proof_that_takes_long_is_left_out_and_said_to_be)
{
	DROP(buf) struct buf text;
	unsigned seed = 1;
	struct answer *a;

	buf_init(&text, 100000);
	for (int i = 0; i < BOOLS; i++)
		buf_add_format(&text, "(declare-const b%d Bool)", i);
	for (int i = 0; i < HARD + SOFT; i++) {
		buf_add_text(
			&text, i < HARD ? "(assert (or" : "(assert-soft (or");
		for (int j = i < HARD ? 0 : 1; j < 3; j++)
			add_literal(&text, &seed);
		if (i < HARD)
			buf_add_text(&text, "))\n");
		else
			buf_add_format(
				&text, ") :weight %u.5)\n", draw(&seed, 9) + 1);
	}
	a = solved(text.data);
	assert_int_equal(objective(a, 0)->state, OBJECTIVE_CLAIMED);
	assert_optimal(a, 0, "\"87/2\"");
	answer_free(a);
}

/* Written in every way that counts as one. */
SOLVED_TEST(a_sum_of_weights_is_proved_at_its_best,
	"(declare-const p Bool)(declare-const q Bool)"
	"(declare-const r Bool)(assert (or p q))(assert (=> r q))"
	"(minimize (+ (- (ite p 3 7)) (* (- 2) (ite q (- 5) 1))"
	" (- 10 (ite r 4 0)) (ite (or p r) 2 (- 1))))")
{
	assert_int_not_equal(objective(a, 0)->state, OBJECTIVE_CLAIMED);
	/* p without q and r: - 3 - 2 + 10 + 2 */
	assert_optimal(a, 0, "7");
}

/* Fractions are beyond libz3's SAT solver. */
SOLVED_TEST(weights_that_are_fractions_are_proved,
	"(declare-const p Bool)(declare-const q Bool)"
	"(assert (not (and p q)))(assert-soft p :weight 0.5)"
	"(assert-soft q :weight 0.25)")
{
	assert_optimal(a, 0, "\"1/4\"");
}

SOLVED_TEST(each_goal_of_a_box_is_open_for_itself,
	"(declare-const x Int)(declare-const y Int)"
	"(assert (<= y 4))(maximize x)(maximize y)"
	"(set-option :opt.priority box)")
{
	assert_int_equal(objective(a, 0)->state, OBJECTIVE_UNBOUNDED);
	assert_optimal(a, 1, "4");
}

SOLVED_TEST(no_goal_of_pareto_is_better_without_another_one_worse,
	"(declare-const x Int)(declare-const y Int)"
	"(assert (and (>= x 0) (>= y 0)))"
	"(assert (<= (+ x y) 2))"
	"(maximize x)(maximize y)"
	"(set-option :opt.priority pareto)"
	"(check-sat)(get-value ((+ x y)))")
{
	assert_true(objective_is_optimal(objective(a, 0)));
	assert_true(objective_is_optimal(objective(a, 1)));
	assert_non_null(strstr(answer_last(a)->output.text, "((+ x y) 2)"));
}

SOLVED_TEST(an_irrational_optimum_is_found_and_proved,
	"(declare-const x Real)"
	"(assert (<= (* x x) 2.0))(maximize x)")
{
	assert_true(objective_is_optimal(objective(a, 0)));
	assert_non_null(strstr(objective(a, 0)->value, "1.4142135623"));
	assert_non_null(strstr(value_of(a, "x"), "1.4142135623"));
	assert_null(strstr(answer_last(a)->model, "satchel!"));
}

SOLVED_TEST(a_strict_bound_is_a_supremum_that_no_solution_has,
	"(declare-const x Real)(declare-const y Real)"
	"(assert (and (> (+ x y) 7.5) (< y 5.0)))"
	"(minimize x)")
{
	assert_int_equal(objective(a, 0)->state, OBJECTIVE_NOT_ATTAINED);
	assert_string_equal(objective(a, 0)->bound, "5/2");
}

/* x < 3 is approached by thousandths of what the first solution lacked. */
SOLVED_TEST(the_values_come_near_to_a_supremum,
	"(declare-const x Real)(assert (< x 3.0))"
	"(maximize x)(check-sat)"
	"(get-value ((> x 2.9)))")
{
	assert_non_null(
		strstr(answer_last(a)->output.text, "((> x 2.9) true)"));
}

SOLVED_TEST(a_disjunct_may_attain_what_another_does_not,
	"(declare-const x Real)(declare-const p Bool)"
	"(assert (or (< x 2.5) (and p (= x 3.0))))"
	"(maximize x)")
{
	assert_optimal(a, 0, "\"3\"");
}

SOLVED_TEST(what_grows_with_a_nonlinear_term_is_unbounded,
	"(declare-const x Real)(declare-const y Real)"
	"(assert (and (= (* x y) 1.0) (> x 0.0)))"
	"(maximize y)")
{
	assert_int_equal(objective(a, 0)->state, OBJECTIVE_UNBOUNDED);
	assert_string_equal(objective(a, 0)->bound, "oo");
}

/* Another interpretation of f may have another supremum. */
SOLVED_TEST(with_functions_no_supremum_is_claimed,
	"(declare-const x Real)"
	"(declare-fun f (Real) Real)"
	"(assert (< x (f 0.0)))"
	"(assert (< (f 0.0) 3.0))(maximize x)")
{
	assert_int_not_equal(objective(a, 0)->state, OBJECTIVE_NOT_ATTAINED);
	assert_false(objective_is_optimal(objective(a, 0)));
}

/* c = 1 and b = 5: rs(1) = 1 + b. */
SOLVED_TEST(a_recursive_function_may_be_in_an_objective,
	"(declare-const b Int)(declare-const c Int)"
	"(assert (<= 2 b 5))(assert (<= 0 c 1))"
	"(define-fun-rec rs ((n Int)) Int"
	" (ite (<= n 0) b (+ n (rs (- n 1)))))"
	"(minimize (* (- 2) (rs c)))")
{
	assert_optimal(a, 0, "-12");
}

TEST_GROUP(solved_begin, NULL)
