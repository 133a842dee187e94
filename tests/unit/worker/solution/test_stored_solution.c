#include "unit/worker/solved.h"

/* What a term is under a solution that was stored as text. */

static struct answer *
asked(const char *script, enum ask_field_kind as, const char *solution,
	const char *term)
{
	struct ask_fields fields = {0};
	struct buf text;
	struct ask ask;
	struct answer *a;

	buf_init(&text, LIMIT_ANSWER);
	buf_add_text(&text, script);
	ask_fields_add(&fields, as, solution, strlen(solution), &text);
	ask_fields_add(&fields, FIELD_VALUE, term, strlen(term), &text);
	ask = ask_for(text.data);
	ask.size = text.size;
	ask.fields = fields.at;
	ask.field_count = fields.count;
	a = solved_ask(&ask);
	buf_release(&text);
	free(fields.at);
	return a;
}

static void
expect(const char *script, const char *solution, const char *term,
	const char *json)
{
	struct answer *a = asked(script, FIELD_SOLUTION, solution, term);

	if (a->fault.kind != DIAGNOSTIC_NONE)
		fail_msg("%s: %s", term, a->fault.what);
	assert_string_equal(value_of(a, term), json);
	answer_free(a);
}

/* Under the solution that the executor finds and prints. */
static void
expect_again(const char *script, const char *term, const char *json)
{
	struct answer *a = solved(script);

	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	expect(script, answer_last(a)->model, term, json);
	answer_free(a);
}

/* The value of a term in the best solution, sought from a stored one. */
static void
expect_from(const char *script, const char *start, const char *term,
	const char *json)
{
	struct answer *a = asked(script, FIELD_START, start, term);

	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_true(objective_is_optimal(&answer_last(a)->objectives.at[0]));
	assert_string_equal(value_of(a, term), json);
	answer_free(a);
}

TEST(the_best_solution_is_sought_from_a_stored_one)
{
	const char *script = "(declare-const x Int)(declare-const y Int)"
			     "(assert (<= 2 x 9))(assert (<= 0 y 1000))"
			     "(minimize x)";

	expect_from(script,
		"((define-fun x () Int 2)(define-fun y () Int 777))", "y",
		"777");
	/* One that is not best is left. */
	expect_from(script,
		"((define-fun x () Int 3)(define-fun y () Int 777))", "x", "2");
}

TEST(a_stored_solution_that_is_none_any_more_is_no_start)
{
	const char *script = "(declare-const x Int)(assert (<= 2 x 9))"
			     "(minimize x)";

	expect_from(script, "((define-fun x () Int 1))", "x", "2");
	expect_from(script, "((define-fun gone () Int 1))", "x", "2");
}

TEST(the_solution_decides_and_not_the_assertions)
{
	const char *script = "(declare-const x Int)(declare-const p Bool)"
			     "(assert (> x 5))(assert p)(minimize x)";
	const char *solution = "((define-fun x () Int 2)"
			       "(define-fun p () Bool false))";

	expect(script, solution, "(+ x 1)", "3");
	expect(script, solution, "(or p (> x 5))", "false");
}

TEST(a_table_is_looked_up_and_its_else_computed)
{
	const char *script = "(declare-fun f (Int Int) Int)";
	const char *solution = "((define-fun f ((x!0 Int) (x!1 Int)) Int"
			       " (ite (and (= x!0 1) (= x!1 2)) 7"
			       " (ite (= x!0 3) 8 (- x!0 x!1)))))";

	expect(script, solution, "(f 1 2)", "7");
	expect(script, solution, "(f 3 2)", "8");
	expect(script, solution, "(f 10 4)", "6");
	expect(script, solution, "f",
		"{\"entries\":[{\"args\":[1,2],\"value\":7}],"
		"\"else\":\"(ite (= x!0 3) 8 (+ x!0 (* (- 1) x!1)))\"}");
}

TEST(functions_that_libz3_made_up_are_declared)
{
	expect("(declare-fun f (Int) Int)",
		"((define-fun f ((a Int)) Int (f!1 (k!2 a)))"
		"(define-fun f!1 ((a Int)) Int (+ 1 (k!2 a)))"
		"(define-fun k!2 ((a Int)) Int (* 2 a)))",
		"(f 3)", "13");
}

TEST(what_the_text_defines_stays_as_it_is_defined)
{
	const char *script =
		"(declare-const x Int)(define-fun d () Int (* 2 x))"
		"(assert (! (> x 3) :named big))";
	const char *solution = "((define-fun x () Int 4)"
			       "(define-fun d () Int 99))";

	expect(script, solution, "d", "8");
	expect(script, solution, "big", "true");
}

TEST(elements_of_a_declared_sort_differ_and_are_all_there_are)
{
	const char *script =
		"(declare-sort U 0)(declare-const u U)(declare-const v U)"
		"(declare-fun f (U) Int)";
	const char *solution =
		"((declare-fun U!val!1 () U)(declare-fun U!val!0 () U)"
		"(define-fun u () U U!val!0)(define-fun v () U U!val!1)"
		"(define-fun f ((x!0 U)) Int (ite (= x!0 U!val!0) 3 4)))";

	expect(script, solution, "(= u v)", "false");
	expect(script, solution, "v", "\"U!val!1\"");
	expect(script, solution, "(+ (f u) (f v))", "7");
	expect(script, solution, "(forall ((w U)) (> (f w) 2))", "true");
	expect(script, solution, "(exists ((w U)) (= (f w) 5))", "false");
}

TEST(sorts_with_parameters_have_elements_of_their_own)
{
	expect_again("(declare-sort Q 1)(declare-const p (Q Int))"
		     "(declare-const q (Q Int))(declare-const r (Q Bool))"
		     "(declare-fun f ((Q Int)) (Q Bool))"
		     "(assert (distinct p q))(assert (= (f q) r))",
		"(and (distinct p q) (= (f q) r))", "true");
}

TEST(two_constants_of_one_name_have_their_values)
{
	expect_again("(declare-const x Int)(declare-const x Real)"
		     "(assert (= (as x Int) 3))(assert (= (as x Real) 1.5))",
		"(as x Real)", "\"3/2\"");
}

TEST(values_of_every_kind_are_read_back)
{
	static const char script[] =
		"(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))"
		"(declare-const l L)(declare-const s String)"
		"(declare-const a (Array Int Int))(declare-const r Real)"
		"(declare-const b (_ BitVec 8))(declare-const f Float32)"
		"(declare-const i Int)(declare-const |a b| Int)"
		"(assert (= l (cons (- 3) nil)))(assert (= s \"a\\u{7}b\"))"
		"(assert (= (select a 2) 5))(assert (= (select a 3) 6))"
		"(assert (= r (/ (- 1.0) 3.0)))(assert (= b #x0f))"
		"(assert (fp.eq f ((_ to_fp 8 24) RNE 1.5)))"
		"(assert (= i (- 7)))(assert (= |a b| 9))";

	expect_again(script, "(hd l)", "-3");
	expect_again(script, "(str.len s)", "3");
	expect_again(script, "(+ (select a 2) (select a 3))", "11");
	expect_again(script, "(* 3.0 r)", "\"-1\"");
	expect_again(script, "(bvadd b #x01)", "\"#x10\"");
	expect_again(script, "(fp.eq f ((_ to_fp 8 24) RNE 1.5))", "true");
	expect_again(script, "(+ i |a b|)", "2");
}

TEST(what_is_open_has_no_value)
{
	const char *script = "(declare-const x Int)(declare-fun g (Int) Int)";
	const char *solution = "((define-fun x () Int 0)"
			       "(define-fun g ((x!0 Int)) Int 2))";

	expect(script, solution, "(div 5 x)", "null");
	expect(script, solution, "(* x (div 5 x))", "0");
	expect(script, solution, "(div 8 (g x))", "4");
}

TEST(a_fault_in_the_solution_is_its_field_s)
{
	struct answer *a = asked("(declare-const x Int)", FIELD_SOLUTION,
		"((define-fun x () Int y))", "x");
	struct answer *cut = asked("(declare-const x Int)", FIELD_SOLUTION,
		"((define-fun x () Int 1)", "x");

	assert_int_equal(a->fault.field, 1);
	assert_int_not_equal(cut->fault.kind, DIAGNOSTIC_NONE);
	answer_free(a);
	answer_free(cut);
}

TEST_GROUP(solved_begin, NULL)
