#include "unit/worker/read.h"

#include "base/buf.h"
#include "base/limits.h"
#include "worker/constraints/constraints.h"

/* Of x. */
static struct interval
bounds_in(const char *text)
{
	struct terms t = read_terms(text);
	Z3_ast x = Z3_mk_const(
		t.c, Z3_mk_string_symbol(t.c, "x"), Z3_mk_int_sort(t.c));
	DROP(constraints) struct constraints k;

	constraints_init(&k, t.c, t.at, t.count);
	return constraints_interval(&k, x);
}

#define BOUNDS_ARE(text, from, to) \
	do { \
		struct interval r_ = bounds_in( \
			"(declare-const x Int)(declare-const y Int)" \
			"(declare-const z Int)(declare-const p Bool)" text); \
		assert_true(r_.low == (from)); \
		assert_true(r_.high == (to)); \
	} while (0)

TEST(a_comparison_is_a_bound_whichever_way_it_is_written)
{
	BOUNDS_ARE("(assert (<= 0 x 7))", 0, 7);
	BOUNDS_ARE("(assert (and (> x (- 3)) (not (>= x 9))))", -2, 8);
	BOUNDS_ARE("(assert (not (or (< x 2) (> (* 2 x) 9))))", 2, 4);
	BOUNDS_ARE("(assert (= (+ x 3) 5))", 2, 2);
}

TEST(a_bound_goes_along_a_chain)
{
	BOUNDS_ARE("(assert (< x y))(assert (< y z))(assert (<= z 9))"
		   "(assert (>= x 0))",
		0, 7);
	BOUNDS_ARE("(assert (<= (+ (* 2 x) y (ite p 3 1)) 12))"
		   "(assert (>= y 2))(assert (> x (- y 4)))",
		-1, 4);
}

TEST(what_is_not_said_is_no_bound)
{
	BOUNDS_ARE("(assert (<= x 7))", -INTERVAL_END, 7);
	BOUNDS_ARE("(assert (or (<= x 7) p))", -INTERVAL_END, INTERVAL_END);
	BOUNDS_ARE("(assert (<= x y))(assert (>= x 0))", 0, INTERVAL_END);
	BOUNDS_ARE("(assert (distinct x 5))", -INTERVAL_END, INTERVAL_END);
}

static Z3_lbool
answer_with_bounds_asserted(const char *text, const char *claim)
{
	struct terms t = read_terms(text);
	Z3_solver solver = Z3_mk_simple_solver(t.c);
	DROP(constraints) struct constraints k;

	Z3_solver_inc_ref(t.c, solver);
	constraints_init(&k, t.c, t.at, t.count);
	constraints_assert_bounds(&k, solver);
	t.at[0] = Z3_ast_vector_get(t.c,
		Z3_parse_smtlib2_string(
			t.c, claim, 0, NULL, NULL, 0, NULL, NULL),
		0);
	Z3_solver_assert(t.c, solver, t.at[0]);
	return Z3_solver_check(t.c, solver);
}

TEST(what_was_derived_is_asserted_and_nothing_else)
{
	const char *text = "(declare-const x Int)(declare-const y Int)"
			   "(assert (< 3 x y))(assert (<= y 6))";

#define ANSWER_IS(claim, expected) \
	assert_int_equal(answer_with_bounds_asserted(text, \
				 "(declare-const x Int)" \
				 "(declare-const y Int)(assert " claim ")"), \
		expected)
	ANSWER_IS("(< x 4)", Z3_L_FALSE);
	ANSWER_IS("(> x 5)", Z3_L_FALSE);
	ANSWER_IS("(< y 5)", Z3_L_FALSE);
	ANSWER_IS("(> y 6)", Z3_L_FALSE);
	ANSWER_IS("(and (= x 4) (= y 6))", Z3_L_TRUE);
	ANSWER_IS("(= x y)", Z3_L_TRUE);
}

TEST(a_choice_has_the_values_that_its_condition_allows)
{
#define LATE(condition, term) \
	"(assert (<= 0 y 20))(assert (= x (ite " condition " " term " 3)))"
	BOUNDS_ARE(LATE("(> y 9)", "(- y 9)"), 1, 11);
	BOUNDS_ARE(LATE("(not (> y 9))", "(- 9 y)"), 0, 9);
	BOUNDS_ARE(LATE("(> y 99)", "y"), 3, 3);
	BOUNDS_ARE(LATE("(> (* y y) 9)", "(- y 9)"), -9, 11);
}

/* What is known is a table by the number of a term, which grows. */
TEST(a_choice_within_a_choice_of_a_later_constant_changes_no_bound)
{
	DROP(buf) struct buf text;
	struct interval r;

	buf_init(&text, 100 * KIB);
	buf_add_text(&text, "(declare-const x Int)(declare-const w Int)"
			    "(assert (<= 0 x 20))");
	for (int i = 0; i < 1000; i++)
		buf_add_format(&text, "(declare-const p%d Bool)", i);
	buf_add_text(&text, "(assert (or");
	for (int i = 0; i < 1000; i++)
		buf_add_format(&text, " p%d", i);
	buf_add_text(&text,
		"))(declare-const z Int)"
		"(assert (<= (+ w (ite (> x 9) (ite (> z 9) z 1) 2)) 100))");
	r = bounds_in(text.data);
	assert_true(r.low == 0);
	assert_true(r.high == 20);
}

TEST(a_contradiction_is_told)
{
	struct terms t = read_terms(
		"(declare-const x Int)(assert (>= x 3))(assert (<= x 2))");
	DROP(constraints) struct constraints k;

	constraints_init(&k, t.c, t.at, t.count);
	assert_true(k.contradict);
}

TEST(two_comparisons_of_one_difference_contradict_at_once)
{
	struct terms t = read_terms("(declare-const x Int)(declare-const y Int)"
				    "(assert (< x y))(assert (< (+ y 1) x))");
	DROP(constraints) struct constraints k;

	constraints_init(&k, t.c, t.at, t.count);
	assert_true(k.contradict);
}

TEST(a_circle_of_comparisons_ends)
{
	struct interval r = bounds_in(
		"(declare-const x Int)(declare-const y Int)"
		"(declare-const z Int)(assert (< x y))(assert (< y z))"
		"(assert (< z x))(assert (>= x 0))");

	assert_in_range(r.low, 50, 1000); /* each round has raised it */
}

/* Each engine is told what another one would have to find out. */
TEST(a_bound_follows_from_what_is_not_a_comparison)
{
	BOUNDS_ARE("(assert p)(assert (or (not p) (<= 2 x 5)))", 2, 5);
	BOUNDS_ARE("(assert (<= 0 x 9))(assert (<= 7 y 8))"
		   "(assert (xor (<= x y) true))",
		8, 9);
	BOUNDS_ARE("(assert (<= 0 x 3))(assert (= y 0))(assert (= z 3))"
		   "(assert (distinct x y z))",
		1, 2);
	BOUNDS_ARE("(assert (<= 0 y 5))(assert (= x (* y y)))", 0, 25);
	BOUNDS_ARE("(assert ((_ at-least 2) p (> x 3)))"
		   "(assert ((_ at-most 1) p (< x 8)))",
		8, INTERVAL_END);
}
