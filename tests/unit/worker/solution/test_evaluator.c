#include "unit/worker/solved.h"

#include "worker/solution/evaluator.h"

/* Of the assertion of a text, under a solution that says nothing. */
static Z3_lbool
holds_of(struct task *t, const char *text)
{
	Z3_ast_vector terms;

	t->c = context_new();
	watchdog_watch(t->c);
	t->model = Z3_mk_model(t->c);
	Z3_model_inc_ref(t->c, t->model);
	terms = Z3_parse_smtlib2_string(
		t->c, text, 0, NULL, NULL, 0, NULL, NULL);
	Z3_ast_vector_inc_ref(t->c, terms);
	assert_int_equal(Z3_ast_vector_size(t->c, terms), 1);
	return evaluator_holds(t, Z3_ast_vector_get(t->c, terms, 0), INT64_MAX);
}

static void
assert_holds(const char *text, Z3_lbool expected)
{
	struct task t = {0};

	assert_int_equal(holds_of(&t, text), expected);
}

TEST(a_forall_without_a_counterexample_is_true)
{
	assert_holds(
		"(assert (forall ((x Int)) (=> (> x 4) (> x 2))))", Z3_L_TRUE);
}

TEST(a_forall_with_a_counterexample_is_false)
{
	assert_holds("(assert (forall ((x Int) (y Int))"
		     "(=> (> x 2) (> x y))))",
		Z3_L_FALSE);
}

TEST(an_exists_with_a_witness_is_true)
{
	assert_holds(
		"(assert (exists ((s String)) (= (str.len s) 2)))", Z3_L_TRUE);
}

TEST(an_exists_without_a_witness_is_false)
{
	assert_holds("(assert (exists ((x Int)) (and (< x 3) (> x 2))))",
		Z3_L_FALSE);
}

TEST(quantifiers_are_found_within_and_or_and_not)
{
	assert_holds("(assert (and (exists ((x Int)) (> x 3)) (or false"
		     "(not (forall ((x Int)) (> x 3))))))",
		Z3_L_TRUE);
}

TEST(what_cannot_be_false_is_true)
{
	assert_holds("(assert (subset ((as const (Set Int)) false)"
		     "(store ((as const (Set Int)) true) 4 false)))",
		Z3_L_TRUE);
	assert_holds("(declare-const x Int)(assert (>= (* x x) 0))", Z3_L_TRUE);
	assert_holds("(declare-const x Int)(assert (< (* x x) 0))", Z3_L_FALSE);
}

/* A universe has the elements that the solution gives it, and no others. */
TEST(an_element_of_an_unknown_sort_is_no_counterexample)
{
	assert_holds("(declare-sort U 0)(declare-fun p (U) Bool)"
		     "(assert (forall ((u U)) (p u)))",
		Z3_L_UNDEF);
}

/* Everyone likes someone else: of elements that the solution has made up. */
SOLVED_TEST(elements_of_a_declared_sort_are_gone_through,
	"(declare-sort P 0)(declare-fun likes (P P) Bool)"
	"(declare-const a P)(declare-const b P)"
	"(assert (and (likes a b) (not (likes b a)) (likes b b)))"
	"(assert (forall ((x P)) (exists ((y P)) (likes x y))))"
	"(check-sat)"
	"(get-value ((forall ((x P)) (exists ((y P)) (likes x y)))"
	"(forall ((x P)) (exists ((y P)) (likes y x)))"
	"(forall ((x P)) (likes x a))"
	"(exists ((x P)) (and (likes x x) (distinct x a)))))")
{
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_int_equal(answer_last(a)->evaluation.failed.count, 0);
	assert_string_equal(
		value_of(a, "(forall ((x P)) (exists ((y P)) (likes x y)))"),
		"true");
	assert_string_equal(
		value_of(a, "(forall ((x P)) (likes x a))"), "false");
	/* Libraries differ in the solution; it is a value in each. */
	assert_int_equal(strspn(value_of(a, "(forall ((x P)) (exists ((y P)) "
					    "(likes y x)))"),
				 "truefals"),
		strlen(value_of(a, "(forall ((x P)) (exists ((y P)) "
				   "(likes y x)))")));
	assert_string_equal(
		value_of(
			a, "(exists ((x P)) (and (likes x x) (distinct x a)))"),
		"true");
}

TEST(values_of_an_enumeration_are_gone_through)
{
	assert_holds("(declare-datatypes ((C 0)) (((r) (g) (b))))"
		     "(assert (forall ((x C)) (exists ((y C) (k Int))"
		     "(and (distinct x y) (=> ((_ is r) y) (> k 3))))))",
		Z3_L_TRUE);
	assert_holds("(declare-datatypes ((C 0)) (((r) (g) (b))))"
		     "(assert (exists ((x C)) (forall ((y C)) (= x y))))",
		Z3_L_FALSE);
}

/* Its own bounds, those of the other variables, and of what is outside. */
TEST(ints_between_bounds_are_gone_through)
{
	assert_holds("(assert (forall ((x Int) (y Int))"
		     "(=> (and (<= 0 x) (< x y) (<= y 9)) (<= x 8))))",
		Z3_L_TRUE);
	assert_holds("(assert (forall ((x Int) (y Int))"
		     "(=> (and (<= 0 x) (< x y) (<= y 9)) (<= x 7))))",
		Z3_L_FALSE);
	assert_holds("(assert (forall ((x Int)) (=> (<= 1 x 20)"
		     "(exists ((y Int)) (and (<= 0 (* 2 y) x)"
		     "(or (= x (* 2 y)) (= x (+ 1 (* y 2)))))))))",
		Z3_L_TRUE);
	assert_holds("(assert (exists ((x Int)) (and (not (or (< x 1)"
		     "(> (- x 3) 5))) (= (* x x) (+ x 72)))))",
		Z3_L_FALSE);
	assert_holds("(assert (forall ((x Int)) (=> (= (- 7 x) 3)"
		     "(forall ((y Int)) (or (< y x) (>= y 6)"
		     "(= (mod y x) (- y 4)))))))",
		Z3_L_TRUE);
}

SOLVED_TEST(every_assertion_of_a_sudoku_by_forall_is_decided,
	"(declare-fun g (Int Int) Int)"
	"(define-fun in ((i Int)) Bool (<= 1 i 9))"
	"(assert (forall ((i Int) (j Int)) (=> (and (in i) (in j))"
	"(<= 1 (g i j) 9))))"
	"(assert (forall ((i Int) (j Int) (k Int)) (=> (and (in i)"
	"(in j) (in k) (< j k)) (distinct (g i j) (g i k)))))"
	"(assert (forall ((i Int) (j Int) (k Int)) (=> (and (in i)"
	"(in j) (in k) (< j k)) (distinct (g j i) (g k i)))))"
	"(assert (forall ((a Int) (b Int) (c Int) (d Int))"
	"(=> (and (in a) (in b) (in c) (in d)"
	"(= (div (- a 1) 3) (div (- c 1) 3))"
	"(= (div (- b 1) 3) (div (- d 1) 3))"
	"(or (distinct a c) (distinct b d)))"
	"(distinct (g a b) (g c d)))))")
{
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_int_equal(answer_last(a)->evaluation.checked, 4);
	assert_int_equal(answer_last(a)->evaluation.failed.count, 0);
}

TEST(the_time_for_it_ends)
{
	struct task t = {0};

	(void)holds_of(&t,
		"(assert (forall ((x Int) (y Int) (z Int)) (distinct 42"
		"(+ (* x x x) (* y y y) (* z z z)))))");
	assert_true(t.proving_us > 0);
	t.proving_us = 60000000;
	assert_int_equal(holds_of(&t, "(assert (forall ((x Int)) (> x 3)))"),
		Z3_L_UNDEF);
}

SOLVED_TEST(a_bool_that_is_asked_for_is_decided,
	"(declare-const x Int)(assert (= x 4))"
	"(define-fun d () Bool (exists ((k Int)) (> k x)))(check-sat)"
	"(get-value ((exists ((k Int)) (> k x))))"
	"(eval (forall ((k Int)) (> k x)))")
{
	assert_string_equal(value_of(a, "d"), "true");
	assert_string_equal(value_of(a, "(exists ((k Int)) (> k x))"), "true");
	assert_string_equal(value_of(a, "(forall ((k Int)) (> k x))"), "false");
	assert_non_null(strstr(a->output.text,
		"(((exists ((k Int)) (> k x)) true))\nfalse\n"));
}

TEST_GROUP(solved_begin, NULL)
