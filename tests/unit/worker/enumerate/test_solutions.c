#include "unit/worker/solved.h"

static struct answer *
up_to(uint32_t solutions, const char *text)
{
	struct ask ask = ask_for(text);

	ask.solutions = solutions;
	return solved_ask(&ask);
}

ANSWER_TEST(all_of_them_are_found_and_that_is_said,
	up_to(10, "(declare-const x Int)(assert (and (<= 1 x) (<= x 3)))"))
{
	const struct answer_check *check = answer_last(a);

	assert_int_equal(check->solutions.list.count, 3);
	assert_true(check->solutions.complete);
	assert_string_not_equal(
		check->solutions.list.at[0], check->solutions.list.at[1]);
	assert_string_not_equal(
		check->solutions.list.at[1], check->solutions.list.at[2]);
	assert_string_not_equal(
		check->solutions.list.at[0], check->solutions.list.at[2]);
}

ANSWER_TEST(at_most_so_many_are_given, up_to(4, "(declare-const x Int)"))
{
	assert_int_equal(answer_last(a)->solutions.list.count, 4);
	assert_false(answer_last(a)->solutions.complete);
}

/* With functions there may be others, which nobody compares. */
TEST(where_nothing_is_declared_there_is_one)
{
	struct answer *a = up_to(4, "(assert true)");
	struct answer *b = up_to(4, "(declare-fun f (Int) Int)");

	assert_int_equal(answer_last(a)->solutions.list.count, 1);
	assert_true(answer_last(a)->solutions.complete);
	assert_int_equal(answer_last(b)->solutions.list.count, 1);
	assert_false(answer_last(b)->solutions.complete);
	answer_free(a);
	answer_free(b);
}

ANSWER_TEST(they_differ_on_the_terms_asked_for,
	up_to(10, "(declare-const x Int)(assert (and (<= 0 x) (<= x 9)))"
		  "(check-sat)(get-value ((mod x 2)))"))
{
	assert_int_equal(answer_last(a)->solutions.list.count, 2);
	assert_true(answer_last(a)->solutions.complete);
	assert_non_null(strstr(
		answer_last(a)->solutions.list.at[0], "{\"(mod x 2)\":"));
}

ANSWER_TEST(of_optimal_ones_only_the_optimal_are_given,
	up_to(10, "(declare-const x Int)(declare-const y Int)"
		  "(assert (and (<= 0 x) (<= 0 y) (<= (+ x y) 2)))"
		  "(maximize (+ x y))"))
{
	assert_int_equal(answer_last(a)->solutions.list.count, 3);
	assert_true(answer_last(a)->solutions.complete);
}

ANSWER_TEST(one_solution_needs_no_list, up_to(1, "(declare-const x Int)"))
{
	assert_int_equal(answer_last(a)->solutions.list.count, 0);
}

ANSWER_TEST(the_best_ones_of_pareto_say_what_they_are_worth,
	up_to(10, "(set-option :opt.priority pareto)(declare-const x Int)"
		  "(assert (<= 0 x 1))(maximize (+ x 1))"
		  "(assert-soft (< x 1) :id low :weight 2)"))
{
	const struct answer_check *check = answer_last(a);
	const char *one = check->solutions.list.at[0];
	const char *other = check->solutions.list.at[1];

	assert_int_equal(check->solutions.list.count, 2);
	if (strstr(one, "\"x\":0") == NULL) {
		other = one;
		one = check->solutions.list.at[1];
	}
	assert_string_equal(
		one, "{\"x\":0,\"maximize (+ x 1)\":1,\"soft low\":0}");
	assert_string_equal(
		other, "{\"x\":1,\"maximize (+ x 1)\":2,\"soft low\":2}");
}

/* So many, and no others. */
static void
expect(const char *text, size_t solutions)
{
	struct answer *a = up_to(9, text);

	assert_int_equal(answer_last(a)->solutions.list.count, solutions);
	assert_true(answer_last(a)->solutions.complete);
	answer_free(a);
}

TEST(a_value_is_another_one)
{
	expect("(declare-const x Int)(assert (<= 1 x 3))", 3);
}

TEST(elements_differ_by_what_they_are_equal_to)
{
	expect("(declare-sort U 0)(declare-const a U)", 1);
	expect("(declare-sort U 0)(declare-const a U)(declare-const b U)", 2);
	expect("(declare-sort U 0)(declare-const a U)(declare-const b U)"
	       "(declare-const c U)",
		5);
}

TEST(a_term_is_compared_with_the_constants)
{
	expect("(declare-sort U 0)(declare-const a U)(declare-const b U)"
	       "(declare-fun f (U) U)(assert (distinct a b))(check-sat)"
	       "(get-value ((f a)))",
		3);
}

/* They differ by the names of the elements otherwise, without an end. */
ANSWER_TEST(what_is_made_of_elements_is_not_compared,
	up_to(9, "(declare-sort U 0)(declare-datatypes ((P 0)) "
		 "(((p (l U) (r U)))))(declare-const x P)"))
{
	const struct answer_check *check = answer_last(a);

	assert_int_equal(check->solutions.list.count, 1);
	assert_true(check->solutions.ended);
	assert_false(check->solutions.complete);
	assert_string_equal(check->solutions.end.uncompared, "x");
}

/* A text has so many solutions; of functions that may differ elsewhere these
 * are named. */
static void
expect_elsewhere(const char *text, size_t solutions, const char *elsewhere)
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
	expect_elsewhere("(declare-fun f (Bool) Bool)", 4, "");
	expect_elsewhere("(declare-fun f (Bool Bool) Bool)", 16, "");
	expect_elsewhere(
		"(declare-fun f ((_ BitVec 2)) Bool)(assert (f #b00))", 8, "");
	expect_elsewhere("(declare-datatypes ((C 0)) (((red) (green))))"
			 "(declare-fun f (C) C)(declare-const c C)"
			 "(assert (= (f red) green))(assert (distinct c red))",
		2, "");
}

TEST(others_differ_where_the_assertions_apply_them)
{
	expect_elsewhere(
		"(declare-fun f (Int) Int)(assert (<= 0 (f 1) 2))", 3, "");
	expect_elsewhere("(declare-fun f (Int) Int)(declare-const x Int)"
			 "(assert (<= 0 (f x) 1))(assert (<= 3 x 4))",
		4, "");
	expect_elsewhere(
		"(declare-fun f (Int) Bool)(define-fun g ((n Int)) Bool "
		"(f (+ n 1)))(assert (or (g 1) (f 5)))",
		3, "");
	expect_elsewhere(
		"(declare-fun f (Int) Bool)(declare-fun |g h| (Real) Bool)"
		"(assert (or (f 1) (|g h| 2.0)))",
		3, "");
}

TEST(functions_over_a_guarded_range_differ_there)
{
	expect_elsewhere("(declare-fun q (Int) Int)(define-fun n () Int 6)"
			 "(assert (forall ((i Int)) (=> (<= 1 i n)"
			 " (<= 1 (q i) n))))"
			 "(assert (forall ((i Int) (j Int)) (=> (and (<= 1 i)"
			 " (< i j) (<= j n)) (and (distinct (q i) (q j))"
			 " (distinct (- (q i) (q j)) (- i j) (- j i))))))",
		4, "");
}

/* The same with what the finite-domain engine has put in their place. */
TEST(the_finite_domain_engine_goes_on_with_its_solver)
{
	struct ask ask = ask_for(
		"(declare-fun f (Int) Int)(declare-const a (Array Int Bool))"
		"(assert (forall ((i Int)) (=> (<= 1 i 3)"
		" (and (<= 1 (f i) 3) (= (select a i) (= (f i) 1))))))"
		"(assert (distinct (f 1) (f 2) (f 3)))");
	struct answer *a;

	ask.solutions = 50;
	ask.engines = ENGINE_BIT(ENGINE_FINITE_DOMAIN);
	a = solved_ask(&ask);
	assert_int_equal(answer_last(a)->solutions.list.count, 6);
	assert_true(answer_last(a)->solutions.complete);
	answer_free(a);
}

TEST(arrays_differ_where_they_are_selected_from)
{
	expect_elsewhere("(declare-const a (Array Int Int))"
			 "(assert (forall ((i Int)) (=> (<= 1 i 2)"
			 " (<= 1 (select a i) 2))))",
		4, "");
	expect_elsewhere("(declare-const a (Array Int (Array Int Int)))"
			 "(assert (<= 1 (select (select a 3) 4) 5))",
		5, "");
}

/* An involution of three elements; a sort has no others. */
TEST(elements_that_an_axiom_fixes_are_all_there_are)
{
	expect_elsewhere("(declare-sort P 0)(declare-const a P)"
			 "(declare-const b P)(declare-const c P)"
			 "(declare-const d P)(declare-fun f (P) P)"
			 "(assert (distinct a b c))"
			 "(assert (forall ((x P)) (or (= x a) (= x b)"
			 " (= x c))))(assert (= (f d) d))"
			 "(assert (forall ((x P)) (= (f (f x)) x)))",
		6, "");
}

/* What a quantifier says of it is no argument to look at. */
TEST(applications_to_variables_are_none)
{
	expect_elsewhere("(declare-fun f (Int) Int)"
			 "(assert (forall ((n Int)) (= (f n) (+ n 1))))",
		1, "f");
	expect_elsewhere("(declare-fun f (Int) Bool)"
			 "(assert (exists ((n Int)) (and (f n) (not (f 3)))))",
		1, "f");
}

TEST(those_of_declared_sorts_differ_where_applied)
{
	expect_elsewhere("(declare-sort U 0)(declare-fun p (U) Bool)"
			 "(declare-const a U)(declare-const b U)"
			 "(assert (or (p a) (p b)))",
		4, "");
	expect_elsewhere(
		"(declare-sort U 0)(declare-fun f (U) U)(declare-const a U)"
		"(assert (distinct a (f (f a))))",
		2, "");
}

/* --- counted ------------------------------------------------------------- */

static void
expect_count(const char *text, uint32_t most, uint32_t count, bool is_all)
{
	struct ask ask = ask_for(text);
	struct answer *a;

	ask.solutions = most;
	ask.count = true;
	a = solved_ask(&ask);
	assert_int_equal(answer_last(a)->solutions.counted, count);
	assert_int_equal(answer_last(a)->solutions.complete, is_all);
	assert_int_equal(answer_last(a)->solutions.list.count, 0);
	answer_free(a);
}

TEST(solutions_are_counted_without_their_values)
{
	expect_count("(declare-const x Int)(declare-const y Int)"
		     "(assert (and (<= 0 x 9) (<= 0 y 9) (< x y)))",
		1000, 45, true);
	expect_count("(declare-const p Bool)(declare-const q Bool)"
		     "(declare-const r Bool)(assert (or p q r))",
		1000, 7, true);
	expect_count("(assert true)", 1000, 1, true);
}

TEST(a_count_ends_where_enough_are_counted)
{
	expect_count("(declare-const x Int)", 50, 50, false);
	expect_count("(declare-fun f (Bool Bool) Bool)", 1000, 16, true);
}

TEST(what_is_counted_differs_in_the_terms_asked_for)
{
	expect_count("(declare-const x Int)(assert (<= 0 x 90))(check-sat)"
		     "(get-value ((mod x 7)))",
		1000, 7, true);
	expect_count("(declare-const x Int)(declare-const y Int)"
		     "(assert (and (<= 0 x 9) (<= 0 y 9)))(maximize (+ x y))"
		     "(assert (not (= x 9)))(check-sat)",
		1000, 1, true);
}

TEST(elements_of_a_sort_are_counted_by_what_distinguishes_them)
{
	expect_count("(declare-sort P 0)(declare-const a P)(declare-const b P)"
		     "(declare-const c P)",
		1000, 5, true);
}

/* --- forced -------------------------------------------------------------- */

static const struct answer_forced *
forced_of(const struct answer *a, const char *name)
{
	const struct answer_forced_list *list = &answer_last(a)->forced;

	for (size_t i = 0; i < list->count; i++) {
		if (strcmp(list->at[i].name, name) == 0)
			return &list->at[i];
	}
	fail_msg("nothing is said of %s", name);
	return NULL;
}

/* Of a script, and after it a term on a line of its own, or nothing. */
static struct answer *
forced(const char *script, const char *term)
{
	char *text = NULL;
	struct ask_field field = {.kind = FIELD_FORCED,
		.offset = (uint32_t)strlen(script) + 1,
		.size = (uint32_t)strlen(term)};
	struct ask ask;
	struct answer *a;

	assert_true(asprintf(&text, "%s\n%s", script, term) > 0);
	ask = ask_for(text);
	ask.fields = &field;
	ask.field_count = 1;
	a = solved_ask(&ask);
	free(text);
	return a;
}

/* Checks of a script share a solver, which is not to remember what was
 * enumerated. */
TEST(what_was_listed_before_may_still_differ)
{
	static const char script[] =
		"(declare-const x Int)(assert (<= 0 x 2))(check-sat)"
		"(assert (<= x 1))(check-sat)";
	DROP(text) char *text = text_format("%s\nx", script);
	struct ask_field field = {
		.kind = FIELD_FORCED, .offset = sizeof(script), .size = 1};
	struct ask ask = ask_for(text);
	struct answer *a;

	ask.fields = &field;
	ask.field_count = 1;
	ask.solutions = 5;
	ask.engines = ENGINE_BIT(ENGINE_INCREMENTAL);
	a = solved_ask(&ask);
	assert_int_equal(answer_last(a)->solutions.list.count, 2);
	assert_true(answer_last(a)->solutions.complete);
	assert_int_equal(answer_last(a)->forced.count, 1);
	assert_false(answer_last(a)->forced.at[0].is_forced);
	assert_string_not_equal(answer_last(a)->forced.at[0].other, "");
	answer_free(a);
}

ANSWER_TEST(what_all_solutions_agree_on_is_forced,
	forced("(declare-const x Int)(declare-const y Int)(declare-const z Int)"
	       "(assert (and (<= 0 x 9) (= y (* 2 x)) (> y 16) (> z y)))",
		""))
{
	assert_int_equal(answer_last(a)->forced.count, 3);
	assert_true(forced_of(a, "x")->is_forced);
	assert_true(forced_of(a, "y")->is_forced);
	assert_false(forced_of(a, "z")->is_forced);
	assert_string_not_equal(forced_of(a, "z")->other, "");
	assert_string_not_equal(forced_of(a, "z")->other, value_of(a, "z"));
}

ANSWER_TEST(a_term_may_be_forced_whose_parts_are_not,
	forced("(declare-const x Int)(assert (> x 3))", "(> (* x x) 15)"))
{
	assert_int_equal(answer_last(a)->forced.count, 1);
	assert_true(forced_of(a, "(> (* x x) 15)")->is_forced);
}

/* The best leaves no choice. */
ANSWER_TEST(of_a_problem_with_an_objective_it_is_about_the_best,
	forced("(declare-const x Int)(declare-const y Int)"
	       "(assert (and (<= 0 x 9) (<= 0 y 9)))(maximize x)",
		""))
{
	assert_true(forced_of(a, "x")->is_forced);
	assert_string_equal(value_of(a, "x"), "9");
	assert_false(forced_of(a, "y")->is_forced);
}

TEST_GROUP(solved_begin, NULL)
