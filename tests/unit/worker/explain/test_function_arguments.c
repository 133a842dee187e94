#include "unit/worker/solved.h"

#include "worker/explain/function_arguments.h"

/* A text has so many solutions; of functions that may differ elsewhere these
 * are named. */
static void
expect(const char *text, size_t solutions, const char *elsewhere)
{
	struct ask ask = ask_for(text);
	struct answer *a;
	const struct answer_check *check;

	ask.solutions = 50;
	a = solved_ask(&ask);
	check = answer_last(a);
	assert_int_equal(check->solutions.list.count, solutions);
	assert_true(check->solutions.ended);
	assert_string_equal(check->solutions.end.elsewhere, elsewhere);
	assert_int_equal(check->solutions.complete, elsewhere[0] == '\0');
	for (size_t i = 1; i < solutions; i++)
		assert_string_not_equal(check->solutions.list.at[i - 1],
			check->solutions.list.at[i]);
	answer_free(a);
}

TEST(functions_of_few_arguments_differ_at_any)
{
	expect("(declare-fun f (Bool) Bool)", 4, "");
	expect("(declare-fun f (Bool Bool) Bool)", 16, "");
	expect("(declare-fun f ((_ BitVec 2)) Bool)(assert (f #b00))", 8, "");
	expect("(declare-datatypes ((C 0)) (((red) (green))))"
	       "(declare-fun f (C) C)(declare-const c C)"
	       "(assert (= (f red) green))(assert (distinct c red))",
		2, "");
}

TEST(others_differ_where_the_assertions_apply_them)
{
	expect("(declare-fun f (Int) Int)(assert (<= 0 (f 1) 2))", 3, "f");
	expect("(declare-fun f (Int) Int)(declare-const x Int)"
	       "(assert (<= 0 (f x) 1))(assert (<= 3 x 4))",
		4, "f");
	expect("(declare-fun f (Int) Bool)(define-fun g ((n Int)) Bool "
	       "(f (+ n 1)))(assert (or (g 1) (f 5)))",
		3, "f");
	expect("(declare-fun f (Int) Bool)(declare-fun |g h| (Real) Bool)"
	       "(assert (or (f 1) (|g h| 2.0)))",
		3, "f, g h");
}

/* What a quantifier says of it is no argument to look at. */
TEST(applications_to_variables_are_none)
{
	expect("(declare-fun f (Int) Int)"
	       "(assert (forall ((n Int)) (= (f n) (+ n 1))))",
		1, "f");
	expect("(declare-fun f (Int) Bool)"
	       "(assert (exists ((n Int)) (and (f n) (not (f 3)))))",
		1, "f");
}

TEST(those_of_declared_sorts_differ_where_applied)
{
	expect("(declare-sort U 0)(declare-fun p (U) Bool)"
	       "(declare-const a U)(declare-const b U)"
	       "(assert (or (p a) (p b)))",
		4, "p");
	expect("(declare-sort U 0)(declare-fun f (U) U)(declare-const a U)"
	       "(assert (distinct a (f (f a))))",
		2, "f");
}

TEST_GROUP(solved_begin, NULL)
