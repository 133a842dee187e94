#include "unit/worker/solved.h"

#include "base/alloc.h"
#include "worker/print/print_term.h"

#define L \
	"(declare-sort Q 1)(declare-datatypes ((L 1)) ((par (T) ((nil) (cons " \
	"(hd T) (tl (L T)))))))"

SOLVED_TEST(an_array_of_one_value_names_its_sort,
	L "(declare-const a (Array (Q Int) (Q Bool)))(declare-const b "
	  "(Q Bool))(assert (= a ((as const (Array (Q Int) (Q Bool))) "
	  "b)))")
{
	assert_non_null(strstr(answer_last(a)->model,
		"((as const (Array (Q Int) (Q Bool))) |(Q Bool)!val!"));
}

TEST(constructors_that_are_of_any_instance_name_theirs)
{
	VALUE_IS(L "(declare-const a (L (Q Int)))(assert (= 1 "
		   "(ite ((_ is cons) a) (ite ((_ is nil) (tl a)) 1 2) 3)))",
		"a", "\"(cons |(Q Int)!val!0| (as nil (L (Q Int))))\"");
	VALUE_IS("(declare-datatypes ((E 2)) ((par (S T) ((left (l S)) "
		 "(right (r T))))))(declare-const a (E Int Bool))"
		 "(assert (= a ((as left (E Int Bool)) 3)))",
		"a", "\"((as left (E Int Bool)) 3)\"");
	VALUE_IS("(declare-datatypes ((E 2)) ((par (S T) ((both (l S) "
		 "(r T))))))(declare-const a (E Int Bool))"
		 "(assert (= a (both 3 true)))",
		"a", "\"(both 3 true)\"");
}

TEST(an_empty_sequence_names_its_sort)
{
	VALUE_IS(L "(declare-const s (Seq (Q Int)))(assert (= s "
		   "(as seq.empty (Seq (Q Int)))))",
		"s", "\"(as seq.empty (Seq (Q Int)))\"");
}

TEST(variables_have_their_whole_sort)
{
	struct answer *a =
		solved(L "(declare-const s (Q Int))(check-sat)(simplify "
			 "(forall ((x (Q Int)) (n Int) (y |Q|)) (= x s)))");

	assert_int_not_equal(a->fault.kind, DIAGNOSTIC_NONE);
	answer_free(a);
	a = solved(L "(declare-fun g ((Q Int) Int (L (Q Int))) Bool)"
		     "(check-sat)(simplify (exists ((x (Q Int)) (n Int) "
		     "(|y z| (L (Q Int)))) (g x n |y z|)))");
	assert_non_null(strstr(answer_last(a)->output.text,
		"((x (Q Int)) (n Int) (|y z| (L (Q Int))))"));
	assert_non_null(strstr(answer_last(a)->output.text, "(g x n |y z|)"));
	assert_null(strstr(answer_last(a)->output.text, "satchel!"));
	answer_free(a);
}

/* A string is no name. */
TEST(what_only_looks_like_one_stays)
{
	VALUE_IS(L "(declare-datatypes ((P 0)) (((p (q (Q Int)) (s String)))))"
		   "(declare-const a P)(assert (= (s a) \"satchel!as!0\"))",
		"a", "\"(p |(Q Int)!val!0| \\\"satchel!as!0\\\")\"");
}

static char *
printed(const char *text)
{
	struct answer *a = solved(text);
	char *output;

	assert_int_equal(a->fault.kind, DIAGNOSTIC_NONE);
	assert_true(strncmp(a->output.text, "sat\n", 4) == 0);
	output = text_copy(a->output.text + 4);
	answer_free(a);
	return output;
}

static void
assert_printed(const char *text, const char *expected)
{
	DROP(text) char *output = printed(text);

	assert_string_equal(output, expected);
}

TEST(operators_have_libz3s_words)
{
	assert_printed("(declare-datatypes ((L 1)) ((par (T) ((nil) (|c d| "
		       "(hd T) (tl (L T)))))))(declare-const a (L Int))"
		       "(check-sat)(simplify ((_ is |c d|) (tl a)))",
		"((_ is |c d|) (tl a))\n");
	assert_printed("(declare-const x (_ BitVec 8))(check-sat)"
		       "(simplify ((_ extract 6 1) (bvadd x #x0f)))",
		"((_ extract 6 1) (bvadd #x0f x))\n");
	assert_printed("(declare-const x Int)(declare-const y Int)(check-sat)"
		       "(simplify (- (div x y) 3))",
		"(+ (- 3) (div x y))\n");
	assert_printed(
		"(declare-fun |f g| (Real) Bool)(declare-const |a b| Real)"
		"(check-sat)(simplify (|f g| (+ |a b| (/ 1.0 3.0))))",
		"(|f g| (+ (/ 1.0 3.0) |a b|))\n");
}

/* Written out each time it would have 2^40 words. */
TEST(what_stands_in_a_term_often_is_written_once)
{
	DROP(buf) struct buf text;
	DROP(text) char *output = NULL;

	buf_init(&text, 10000);
	buf_add_text(&text, "(declare-fun f (Int Int Int Int) Int)"
			    "(declare-const x Int)(check-sat)(simplify ");
	for (int i = 0; i < 40; i++)
		buf_add_text(&text, "(let ((x (f x x 1 x)))");
	buf_add_text(&text, "x");
	for (int i = 0; i < 40; i++)
		buf_add_text(&text, ")");
	buf_add_text(&text, ")");
	output = printed(text.data);
	assert_non_null(strstr(output, "(let ((a!1 (f "));
	assert_in_range(strlen(output), 200, 4000);
}

TEST(an_inner_variable_of_the_same_name_gets_another)
{
	assert_printed("(declare-fun p (Int Int) Bool)(check-sat)"
		       "(simplify (forall ((x Int)) (exists ((y Int)) "
		       "(forall ((x Int)) (p x y)))))",
		"(exists ((y Int)) (forall ((x Int)) (p x y)))\n");
	assert_printed(
		"(declare-fun p (Int Int) Bool)(check-sat)"
		"(define-fun q ((a Int)) Bool (exists ((x Int)) (p a x)))"
		"(simplify (forall ((x Int)) (q x)))",
		"(forall ((x Int)) (exists ((x!0 Int)) (p x x!0)))\n");
}

TEST(a_variable_has_no_name_of_a_constant)
{
	assert_printed(
		"(declare-fun p (Int Int) Bool)(declare-const x Int)"
		"(define-fun q ((a Int)) Bool (exists ((x Int)) (p a x)))"
		"(check-sat)(simplify (q x))",
		"(exists ((x!0 Int)) (p x x!0))\n");
}

TEST(an_array_of_thousands_of_entries_is_printed)
{
	DROP(buf) struct buf text;
	DROP(text) char *output = NULL;

	buf_init(&text, 10000000);
	buf_add_text(&text, "(declare-const a (Array Int Int))(check-sat)"
			    "(simplify ");
	for (int i = 0; i < 5000; i++)
		buf_add_text(&text, "(store ");
	buf_add_text(&text, "a");
	for (int i = 0; i < 5000; i++)
		buf_add_format(&text, " %d 7)", i);
	buf_add_text(&text, ")");
	output = printed(text.data);
	assert_non_null(strstr(output, " 4999 7)"));
}

TEST_GROUP(solved_begin, NULL)
