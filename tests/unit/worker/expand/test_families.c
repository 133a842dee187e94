#include "unit/worker/built.h"
#include "unit/worker/solved.h"

#include "worker/base/interruptible.h"
#include "worker/engines/engine.h"

/* Whether all applications of the text's assertions are replaced. */
static bool
replaces(struct built *b, const char *text, struct termset *replaced)
{
	size_t count;
	Z3_ast *terms;
	bool is_replaced;

	build(b, text);
	terms = task_asserted(&b->task, &count);
	is_replaced = families_replace(
		&b->families, b->task.c, terms, count, replaced);
	free(terms);
	return is_replaced;
}

#define FUNCTIONS \
	"(declare-fun f (Int) Int)(declare-fun g (Int Bool) Int)" \
	"(declare-const x Int)"

TEST(applications_to_values_are_constants)
{
	DROP(built) struct built b;
	DROP(termset) struct termset replaced = {0};

	assert_true(replaces(&b,
		FUNCTIONS "(assert (= (f 1) (f 2) (g 1 true)))"
			  "(assert (= (f 3) (f 2)))",
		&replaced));
	assert_int_equal(b.families.applications.count, 4);
	assert_null(strstr(Z3_ast_to_string(b.task.c, replaced.at[0]), "(f "));
	assert_null(strstr(Z3_ast_to_string(b.task.c, replaced.at[1]), "(f "));
}

TEST(an_application_to_what_has_no_bounds_stays)
{
	static const char *const texts[] = {"(assert (= (f x) 1))",
		"(assert (= (f (f 1)) 1))", "(assert (= (g x true) 1))",
		"(assert (forall ((i Int)) (= (f i) i)))",
		"(assert (exists ((i Int)) (= (f i) 1)))"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		DROP(built) struct built b;
		DROP(text) char *text = text_format(FUNCTIONS "%s", texts[i]);
		DROP(termset) struct termset replaced = {0};

		assert_false(replaces(&b, text, &replaced));
	}
}

TEST(a_solution_is_written_back_as_functions)
{
	struct ask ask = ask_for(
		FUNCTIONS "(assert (<= 4 (f 1) 5))(assert (= (f 2) 7))"
			  "(assert (<= 0 x 9))(assert (= (f 1) x))"
			  "(assert (= (g 3 true) 8))"
			  "(assert (distinct x 5))"
			  "(check-sat)(get-value ((f 1) (f 2) (g 3 true)))");
	struct answer *a;

	ask.engines = ENGINE_BIT(ENGINE_FINITE_DOMAIN);
	a = solved_ask(&ask);
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_int_equal(answer_last(a)->evaluation.failed.count, 0);
	assert_string_equal(value_of(a, "x"), "4");
	assert_non_null(strstr(answer_last(a)->output.text, "((f 1) 4)"));
	assert_non_null(strstr(answer_last(a)->output.text, "((f 2) 7)"));
	assert_non_null(strstr(answer_last(a)->output.text, "((g 3 true) 8)"));
	assert_null(strstr(answer_last(a)->model, "family"));
	answer_free(a);
}

/* Makes a decider by the finite-domain engine, which has found a solution. */
static void
decide(struct decider *d, const struct built *b)
{
	size_t count;
	Z3_ast *terms = task_asserted(&b->task, &count);

	assert_true(
		decider_init(d, ENGINE_FINITE_DOMAIN, &b->task, terms, count));
	free(terms);
	assert_int_equal(decider_check(d, 0, NULL), Z3_L_TRUE);
}

/* Returns whether all assertions are true under what the finite-domain solver
 * finds, written back. */
static bool
is_solved(const char *text)
{
	DROP(built) struct built b;
	DROP(decider) struct decider d = {0};
	Z3_model model;
	size_t count;
	Z3_ast *terms;
	Z3_ast all;

	build(&b, text);
	decide(&d, &b);
	model = decider_model(&d);
	assert_non_null(model);
	terms = task_asserted(&b.task, &count);
	all = Z3_mk_and(b.task.c, (unsigned)count, terms);
	free(terms);
	return Z3_model_eval(b.task.c, model, all, true, &all) &&
	       Z3_get_bool_value(b.task.c, all) == Z3_L_TRUE;
}

TEST(an_equation_between_arrays_of_any_index_stays)
{
	DROP(built) struct built b;
	DROP(termset) struct termset replaced = {0};

	assert_false(replaces(&b,
		"(declare-const a (Array Int Int))"
		"(declare-const b (Array Int Int))"
		"(assert (or (= a b) (= (select a 1) 2)))",
		&replaced));
}

/* That y is 0 or 1 follows from the sum, which is a constraint on Booleans
 * because of that. */
TEST(a_bound_stays_when_what_it_follows_from_is_replaced)
{
	assert_true(is_solved(
		"(declare-const x Int)(declare-const y Int)"
		"(declare-const z Int)(assert (<= 0 x 2))(assert (<= 0 y 2))"
		"(assert (<= 0 z 2))(assert (< (+ x y z) 2))"
		"(assert (distinct x y))"));
}

/* And not 19 ones, for the sums of all x and y. */
TEST(an_index_that_is_a_sum_has_the_bounds_of_the_sum)
{
	static const char text[] =
		"(declare-fun f (Int) Int)(declare-const x Int)"
		"(declare-const y Int)(declare-const p Bool)"
		"(assert (<= 0 x 9))(assert (<= 0 y 9))(assert p)"
		"(assert (or (not p) (<= (+ x y) 3)))"
		"(assert (<= 7 (f (+ x y)) 8))"
		"(assert (<= 0 (f 0) 9))(assert (<= 0 (f 1) 9))"
		"(assert (<= 0 (f 2) 9))(assert (<= 0 (f 3) 9))";
	DROP(built) struct built b;
	DROP(termset) struct termset replaced = {0};

	assert_true(replaces(&b, text, &replaced));
	assert_int_equal(b.families.applications.count, 4);
	assert_true(is_solved(text));
}

TEST(a_total_that_is_replaced_by_its_sum_has_its_value)
{
	assert_true(
		is_solved("(declare-const p Bool)(declare-const q Bool)"
			  "(declare-const total Int)(declare-const both Int)"
			  "(assert (= total (+ (ite p 3 1) (ite q 5 0))))"
			  "(assert (= both (+ total (ite (> total 7) 10 0))))"
			  "(assert (> both 16))"));
}

/* Interrupts the evaluation of that number while the solution of the text is
 * completed. Returns whether it was completed nevertheless. */
static bool
is_completed(const char *text, uint64_t number, uint64_t *calls)
{
	DROP(built) struct built b;
	DROP(decider) struct decider d = {0};
	bool is_whole;

	build(&b, text);
	decide(&d, &b);
	interruptible_inject(number, INTERRUPT_ONCE);
	is_whole = decider_model(&d) != NULL;
	*calls = interruptible_calls();
	interruptible_inject(0, INTERRUPT_ONCE);
	return is_whole;
}

TEST(a_solution_is_complete_or_none)
{
	static const char text[] =
		"(declare-const p Bool)(declare-const q Bool)"
		"(declare-const r Bool)(declare-const total Int)"
		"(declare-fun f (Int) Int)(declare-const a (Array Int Int))"
		"(assert (= total (+ (ite p 3 1) (ite q 5 0) (ite r 4 2))))"
		"(assert (> total 8))(assert (< 2 (f 1) 7))"
		"(assert (< (f 1) (f 2) 9))(assert (< 0 (select a 1) 3))";
	uint64_t values;
	uint64_t calls;

	assert_true(is_completed(text, 0, &values));
	assert_in_range(values, 4, 100);
	for (uint64_t i = 1; i <= values; i++)
		assert_false(is_completed(text, i, &calls));
}

/* (= 2 x), as the simplifier may leave it. */
TEST(the_value_of_a_condition_stands_on_either_side)
{
	assert_true(is_solved(
		"(declare-const x Int)(declare-const y Int)(declare-const a "
		"Int)"
		"(assert (and (<= 0 x 2) (<= 0 y 2) (<= 0 a 2)))"
		"(assert (<= (+ (ite (= x y) (- 2) 0) (ite (= 2 x) (- 1) 1)"
		" (ite (= 1 a) (- 3) 2)) (- 6)))"));
	assert_true(is_solved("(declare-const x Int)(declare-const p Bool)"
			      "(assert (<= 0 x 2))(assert (> x 1))(assert p)"
			      "(assert (<= (+ (ite p 1 0)"
			      " (ite (= x 2) 3 (ite (= 2 x) 5 0))) 4))"));
}

TEST(a_bounded_argument_is_a_choice)
{
	assert_true(
		is_solved(FUNCTIONS "(assert (<= 1 x 3))(assert (= (f 1) 2))"
				    "(assert (= (f 2) 1))(assert (= (f 3) 2))"
				    "(assert (<= 0 (g 1 true) 5))"
				    "(assert (<= 0 (g 2 true) 5))"
				    "(assert (= (g 1 false) (g 2 false) 0))"
				    "(assert (= (+ (f x) (g (f x) (> x 1))) 3))"
				    "(assert (= (f (f x)) 2))"));
}

TEST(an_array_that_is_only_selected_from_is_a_family)
{
	assert_true(is_solved(
		"(declare-const a (Array Int Int))(declare-const i Int)"
		"(declare-const m (Array Int (Array Int Int)))"
		"(assert (and (<= 1 (select a 1) 2) (<= 1 (select a 2) 2)))"
		"(assert (<= 1 i 2))(assert (= (select a i) 2))"
		"(assert (= (select (store a i 7) 2) 7))"
		"(assert (<= 3 (select (select m 2) 1) 4))"
		"(assert (= (select (select m 1) 1) 3))"
		"(assert (= (select (select m i) 1) 4))"));
}

TEST(a_forall_of_each_value_bounds_each_member)
{
	struct ask ask =
		ask_for(FUNCTIONS "(assert (forall ((i Int)) (<= 1 (f i) 3)))"
				  "(assert (distinct (f 1) (f 2) (f 3)))"
				  "(assert (> (f 2) (f 3) 1))");
	struct answer *a;

	ask.engines = ENGINE_BIT(ENGINE_FINITE_DOMAIN);
	a = solved_ask(&ask);
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	answer_free(a);
}

/* Of tables that leave open what is outside of them, or on the diagonal. */
TEST(places_that_a_chain_does_not_reach_are_left_out)
{
	assert_true(is_solved(
		"(declare-fun out (Int) Int)(declare-const x Int)"
		"(define-fun t ((i Int)) Int"
		" (ite (= i 1) 4 (ite (= i 2) 6 (ite (= i 3) 9 (out i)))))"
		"(assert (<= 1 x 3))(assert (> (t x) 4))"));
	assert_true(is_solved(
		"(declare-fun open (Int Int) Int)"
		"(define-fun d ((i Int) (j Int)) Int"
		" (ite (= i 1) (ite (= j 2) 7 (ite (= j 3) 5 (open i j)))"
		" (ite (= i 2) (ite (= j 1) 7 (ite (= j 3) 2 (open i j)))"
		" (ite (= i 3) (ite (= j 1) 5 (ite (= j 2) 2 (open i j)))"
		" (open i j)))))"
		"(declare-const x Int)(declare-const y Int)"
		"(assert (and (<= 1 x 3) (<= 1 y 3) (distinct x y)))"
		"(assert (<= (d x y) 2))"));
}

/* The bounds a = 1 and b = 4 follow from the last equation alone, which is true
 * under them. */
TEST(an_equation_whose_bounds_make_it_true_still_bounds)
{
	assert_true(is_solved(
		"(declare-const a Int)(declare-const b Int)"
		"(define-fun d ((i Int) (j Int)) Int"
		" (ite (and (= i 1) (= j 4)) 20 (ite (and (= i 2) (= j 3)) 7"
		" (ite (and (= i 3) (= j 1)) 5 (ite (and (= i 4) (= j 2)) 9"
		" (ite (and (= i 2) (= j 2)) 4 (ite (and (= i 5) (= j 2)) 8"
		" (ite (and (= i 5) (= j 1)) 3 (ite (and (= i 4) (= j 4)) 6"
		" 0)))))))))"
		"(assert (and (<= 1 a 5) (<= 1 b 5)))(assert (= (d a b) 20))"));
}

/* Without a constant, and of an enumeration. */
TEST(bounds_of_a_forall_are_bounds_of_each_member)
{
	struct ask ask =
		ask_for("(declare-datatypes ((E 0)) (((red) (green) (blue))))"
			"(declare-fun q (E) Int)(declare-fun c (Int) E)"
			"(assert (forall ((e E)) (<= 1 (q e) 3)))"
			"(assert (forall ((d E) (e E)) (=> (distinct d e)"
			" (distinct (q d) (q e)))))"
			"(assert (forall ((i Int)) (=> (<= 1 i 2)"
			" (distinct (c i) (c (+ i 1)) red))))"
			"(assert (> (q red) (q green) (q blue)))");
	struct answer *a;

	ask.engines = ENGINE_BIT(ENGINE_FINITE_DOMAIN);
	a = solved_ask(&ask);
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	for (size_t i = 0; i < answer_last(a)->evaluation.failed.count; i++)
		assert_false(
			answer_last(a)->evaluation.failed.list[i].is_false);
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
