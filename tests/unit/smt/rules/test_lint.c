#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/names/symbols.h"
#include "smt/rules/lint.h"
#include "smt/text/commands.h"
#include "unit/smt/cut.h"

static void
scan(const char *text, struct lint *r)
{
	DROP(commands) struct commands forms = cut(text);
	DROP(symbols) struct symbols symbols;

	symbols_scan(text, forms.at, forms.count, &symbols);
	lint_scan(text, strlen(text), &symbols, r);
}

/* The sentences about a text, a line each; names of variables that are used
 * as "bound NAME". */
static void
assert_warnings(const char *text, const char *expected)
{
	DROP(lint) struct lint r = {0};
	DROP(text) char *all = text_copy("");

	scan(text, &r);
	for (size_t i = 0; i < r.count; i++) {
		DROP(text) char *said = lint_text(&r.at[i]);
		DROP(text) char *before = all;

		if (r.at[i].kind == LINT_BOUND)
			all = text_format("%sbound %s %u\n", before,
				r.at[i].name, r.at[i].line);
		else
			all = text_format(
				"%s%u: %s\n", before, r.at[i].line, said);
	}
	assert_string_equal(all, expected);
}

TEST(says_nothing_of_a_usual_text)
{
	assert_warnings("(declare-const x Int)(assert (and (> x 1) (< x 9)))"
			"(assert (! (> x 1) :named l))"
			"(declare-datatype C ((red) (green)))"
			"(declare-datatypes ((T 0)) (((a) (b (v Int)))))"
			"(declare-datatype L (par (X) ((nil) (cons (h X)))))",
		"");
}

TEST(sees_a_recursion_without_an_end)
{
	assert_warnings("(define-fun-rec f ((n Int)) Int\n(+ (f (f n)) 1))",
		"2: `f` calls itself whatever its arguments are, so it has no "
		"values and Z3 unfolds it until the time is up: put the call "
		"into one case of an `ite` that ends in the other\n");
	assert_warnings("(define-fun-rec f ((n Int)) Int"
			" (ite (<= n 0) 1 (+ 1 (f (- n 1)))))"
			"(define-fun-rec p ((n Int)) Bool"
			" (or (= n 0) (and (> n 0) (p (- n 2)))))"
			"(assert (= (f 3) (+ (f 4) 1)))",
		"");
}

TEST(sees_a_comparison_of_one_term)
{
	assert_warnings("(assert\n(> x))",
		"2: `>` has one argument and compares nothing: write both, "
		"(> a b)\n");
	assert_warnings("(assert (distinct (+ x 1)))",
		"1: `distinct` has one argument and compares nothing: write "
		"both, (distinct a b)\n");
}

TEST(sees_an_annotation_without_any)
{
	assert_warnings("(assert (! p))",
		"1: `!` only annotates a term; for a negation write (not "
		"TERM)\n");
}

TEST(sees_a_variable_that_is_not_used)
{
	assert_warnings("(assert (exists ((y Int)\n(z Int)) (> y 1)))",
		"2: `z` is bound by `exists` and never used: check its name, "
		"or leave it out\nbound y 1\n");
	assert_warnings("(assert (let ((y 5)) p))",
		"1: `y` is bound by `let` and never used: check its name, or "
		"leave it out\n");
}

/* let binds behind its list, and an inner variable hides an outer one. */
TEST(knows_which_variable_a_name_is)
{
	assert_warnings("(assert (let ((y 1)) (let ((y (+ y 1))) (> y 0))))",
		"bound y 1\nbound y 1\n");
	assert_warnings(
		"(assert (forall ((y Int)) (exists ((y Int)) (> y 0))))",
		"bound y 1\n1: `y` is bound by `forall` and never used: check "
		"its name, or leave it out\n");
}

TEST(sees_a_quoted_name_and_a_plain_one_as_one)
{
	assert_warnings("(assert (forall ((|y| Int)) (> y 0)))", "bound y 1\n");
}

TEST(leaves_the_parameters_of_a_definition_alone)
{
	assert_warnings("(define-fun f ((a Int) (b Int)) Int a)", "");
}

TEST(sees_constructors_without_parentheses)
{
	static const char expected[] =
		"1: the constructor `red` stands without parentheses, which "
		"other solvers refuse: write ((red) ...)\n";

	assert_warnings("(declare-datatype C (red green))", expected);
	assert_warnings("(declare-datatypes ((C 0)) ((red green)))", expected);
}

TEST(ends_at_a_thousand)
{
	DROP(lint) struct lint r = {0};
	DROP(buf) struct buf text;

	buf_init(&text, 100000);
	for (int i = 0; i < 1500; i++)
		assert_true(buf_add_text(&text, "(assert (> x))"));
	scan(text.data, &r);
	assert_int_equal(r.count, 1000);
}

TEST(a_logic_that_libz3_does_not_know_is_warned_of)
{
	assert_warnings("(set-logic QF_LIA)", "");
	assert_warnings("(set-info :source x)(set-logic HO_ALL)",
		"1: Z3 does not know the logic HO_ALL and ignores it: "
		"(set-logic ALL) fits every model\n");
}

/* The same of a text that has a solution. */
static void
assert_solved_warnings(
	const char *text, const char *terms, const char *expected)
{
	DROP(commands) struct commands forms = {0};
	DROP(lint) struct lint r = {0};
	DROP(text) char *all = text_copy("");
	struct diagnostic fault;

	assert_true(commands_split(text, strlen(text), &forms, &fault));
	lint_scan_solved(text, &forms, slice_of(terms), &r);
	for (size_t i = 0; i < r.count; i++) {
		DROP(text) char *before = all;

		all = text_format(
			"%s%u %s;", before, r.at[i].line, r.at[i].name);
	}
	assert_string_equal(all, expected);
}

TEST(names_what_nothing_uses)
{
	assert_solved_warnings("(declare-const a Int)(declare-const b Int)"
			       "(declare-fun f (Int) Int)(assert (> a 1))"
			       "(get-value (b))",
		"", "0 `b`, `f`;");
	assert_solved_warnings(
		"(declare-const a Int)(declare-const |b| Int)", "(+ a b)", "");
	assert_solved_warnings("(declare-const a Int)(declare-const b Int)"
			       "(declare-const c Int)(declare-const d Int)"
			       "(declare-const e Int)(declare-const f Int)"
			       "(declare-const g Int)",
		"", "0 `a`, `b`, `c`, `d`, `e` and 2 more;");
	assert_solved_warnings("(declare-const a Int)(define-fun b () Int 3)"
			       "(assert-soft (> a b))(define-fun c () Int a)",
		"", "");
}

TEST(names_a_predicate_that_nothing_defines)
{
	const char *p = "(declare-fun p (Int) Bool)(declare-const q Bool)";
	DROP(text) char *once = text_format("%s(assert\n(or q (p 1)))", p);
	DROP(text)
	char *twice =
		text_format("%s(assert (or q (p 1)))(assert (not (p 2)))", p);
	DROP(text)
	char *always =
		text_format("%s(assert (and (forall ((i Int)) (p i)) q))", p);
	DROP(text)
	char *beside = text_format(
		"%s(assert (and (forall ((i Int)) (> i 1)) (p 1) q))", p);
	DROP(text)
	char *named = text_format(
		"%s(define-fun r () Bool (p 1))(assert (or r q))", p);

	assert_solved_warnings(once, "", "2 p;");
	assert_solved_warnings(twice, "", "");
	assert_solved_warnings(always, "", "");
	assert_solved_warnings(beside, "", "1 p;");
	assert_solved_warnings(named, "", "");
}

TEST(sees_a_name_that_is_declared_twice)
{
	const char *twice = "1: `x` is declared twice here: Z3 tells the two "
			    "apart by their sorts, or finds a use ambiguous; "
			    "choose another name\n";

	assert_warnings(
		"(declare-const x Int)(declare-datatype D ((x)))", twice);
	assert_warnings(
		"(declare-fun x (Int) Int)(declare-const x Int)", twice);
	assert_warnings("(declare-sort x 0)(declare-const x Int)", "");
	assert_warnings(
		"(push)(declare-const x Int)(pop)(declare-const x Real)", "");
}
