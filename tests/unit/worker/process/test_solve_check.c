#include "unit/worker/solved.h"

#include "worker/process/solve_check.h"

#define STATUS_IS(text, expected) \
	do { \
		struct answer *a_ = solved(text); \
		assert_int_equal(a_->fault.kind, DIAGNOSTIC_NONE); \
		assert_int_equal(answer_last(a_)->status, expected); \
		answer_free(a_); \
	} while (0)

TEST(easy_problems_are_decided)
{
	STATUS_IS("(declare-const x Int)(assert (> x 3))", STATUS_SAT);
	STATUS_IS("(declare-const x Int)(assert (and (> x 3) (< x 4)))",
		STATUS_UNSAT);
}

TEST(the_time_of_the_quick_pass_is_not_the_end)
{
	/* The incremental core needs seconds for this, the strategy for
	 * nonlinear reals milliseconds. */
	STATUS_IS("(set-logic QF_NRA)"
		  "(declare-const x Real)(declare-const y Real)"
		  "(declare-const z Real)"
		  "(assert (and (> x 1.0) (> y 1.0) (> z 1.0)))"
		  "(assert (= (+ (* x x x) (* y y y)) (* z z z)))"
		  "(assert (> (* x y z) 30.0))",
		STATUS_SAT);
}

/* Arithmetic takes minutes for the only brick of this size with whole sides and
 * diagonals. */
TEST(what_is_finite_is_decided_by_the_finite_domain_solver)
{
	struct ask ask = ask_for("(declare-const a Int)(declare-const b Int)"
				 "(declare-const c Int)(declare-const p Int)"
				 "(declare-const q Int)(declare-const r Int)"
				 "(assert (< 0 a b c 250))(assert (< 0 p 999))"
				 "(assert (< 0 q 999))(assert (< 0 r 999))"
				 "(assert (= (+ (* a a) (* b b)) (* p p)))"
				 "(assert (= (+ (* a a) (* c c)) (* q q)))"
				 "(assert (= (+ (* b b) (* c c)) (* r r)))");
	struct answer *a;

	ask.engines = engines_of_word("simple");
	a = solved_ask(&ask);
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_int_equal(answer_last(a)->evaluation.checked, 7);
	assert_int_equal(answer_last(a)->evaluation.failed.count, 0);
	assert_string_equal(value_of(a, "a"), "44");
	assert_string_equal(value_of(a, "c"), "240");
	answer_free(a);
}

TEST(a_logic_that_libz3_does_not_know_is_no_obstacle)
{
	STATUS_IS("(set-logic QF_MINE)(declare-const p Bool)(assert p)",
		STATUS_SAT);
}

/* libz3 has no procedure for exponents that are variables. */
SOLVED_TEST(
	unknown_has_a_reason, "(declare-const x Real)(assert (= (^ x x) 2.0))")
{
	assert_int_equal(answer_last(a)->status, STATUS_UNKNOWN);
	assert_string_not_equal(answer_last(a)->reason, "");
}

SOLVED_TEST(only_the_last_check_is_explained,
	"(declare-const p Bool)(push)(assert p)(check-sat)"
	"(get-value (p))(assert (not p))(check-sat)(pop)(check-sat)")
{
	assert_int_equal(a->check_count, 3);
	assert_null(a->checks[0].model);
	assert_non_null(strstr(a->checks[0].output.text, "((p true))"));
	assert_false(a->checks[1].has_core);
	assert_non_null(a->checks[2].model);
}

/* Cubes of integers, of which no way of libz3 decides anything in a minute. */
TEST(a_hopeless_check_leaves_time_for_those_behind_it)
{
	struct answer *a;

	watchdog_begin(clock_now_us() + 5000000);
	a = solved("(declare-const x Int)(declare-const y Int)"
		   "(declare-const z Int)(push)"
		   "(assert (= (+ (* x x x) (* y y y) (* z z z)) 42))"
		   "(check-sat)(pop)(assert (> x 4))(check-sat)");
	watchdog_begin(clock_now_us() + SOLVED_DEADLINE_US);
	assert_int_equal(a->check_count, 2);
	assert_int_equal(a->checks[0].status, STATUS_UNKNOWN);
	assert_int_equal(a->checks[1].status, STATUS_SAT);
	answer_free(a);
}

SOLVED_TEST(the_time_is_measured, "(declare-const p Bool)(assert p)")
{
	assert_in_range(answer_last(a)->solve_us, 1, 5000000);
}

/* libz3 4.8.12 answers with c = 0 and different values at one index. */
TEST(a_wrong_solution_gives_way_to_a_right_one)
{
#define ZEROS "#b000000000000000000000"
	static const char text[] =
		"(declare-const a (Array Float32 Int))"
		"(declare-const c (_ BitVec 2))(assert (distinct"
		" (select a (fp #b0 #x00 (concat c " ZEROS ")))"
		" (select a (fp #b0 #x00 (concat #b00 " ZEROS ")))))";
	struct answer *a = solved(text);

	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_int_equal(answer_last(a)->evaluation.checked, 1);
	assert_int_equal(answer_last(a)->evaluation.failed.count, 0);
	assert_string_not_equal(value_of(a, "c"), "\"#b00\"");
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
