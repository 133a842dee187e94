#include "unit/unit.h"

#include <string.h>

#include "model/text/standard.h"
#include "smt/rules/parsed_text.h"

static void
expect_of(const char *text, bool is_own, const char *expected)
{
	DROP(buf) struct buf out;

	buf_init(&out, 10000);
	standard_add(&out, text, strlen(text), is_own);
	assert_string_equal(out.data, expected);
}

static void
expect(const char *text, const char *expected)
{
	expect_of(text, false, expected);
}

static void
expect_same(const char *text)
{
	expect(text, text);
}

TEST(negative_literals_are_differences)
{
	expect("(assert (= -2 (+ x -1.5)))",
		"(assert (= (- 2) (+ x (- 1.5))))");
	expect("(assert (> 1. -0.))", "(assert (> 1.0 (- 0.0)))");
	expect("-7", "(- 7)");
}

TEST(what_is_no_term_keeps_its_numbers)
{
	expect_same("(assert-soft p :weight -1 :id g)");
	expect_same("(assert (= ((_ f -1) x) 2))");
	expect_same("; -2\n(assert (= s \"-2\"))");
	expect("(assert (! (> x 0) :pattern ((f -1))))",
		"(assert (! (> x 0) :pattern ((f (- 1)))))");
}

TEST(testers_are_indexed)
{
	expect("(assert (is-cons l))", "(assert ((_ is cons) l))");
	expect("(assert (|is-a b| l))", "(assert ((_ is |a b|) l))");
	expect_same("(assert ((_ is cons) l))");
}

TEST(names_of_old_are_those_of_the_standard)
{
	expect("(assert (implies p (iff q (if p q r))))",
		"(assert (=> p (= q (ite p q r))))");
	expect("(assert (str.in.re s (str.to.re \"a\")))",
		"(assert (str.in_re s (str.to_re \"a\")))");
	expect("(declare-const r (RegEx String))", "(declare-const r RegLan)");
	expect("(re.loop (re.loop r 0 1)\n 1 3)",
		"((_ re.loop 1 3) ((_ re.loop 0 1) r  )\n  )");
	expect_same("((_ re.loop 1 3) r)");
	expect_same("(re.loop r n m)");
}

TEST(a_name_of_the_model_stays)
{
	expect_of("(assert (implies is-x (re.loop -1 2 3)))", true,
		"(assert (implies is-x (re.loop (- 1) 2 3)))");
}

TEST(counts_are_sums)
{
	expect("(assert ((_ at-most 1) p\n (and p q)))",
		"(assert (<= (+ 0 (ite p 1 0)\n (ite (and p q) 1 0)) 1))");
	expect("((_ at-least 2) p)", "(>= (+ 0 (ite p 1 0)) 2)");
	expect("((_ pbge 3 2 -1) p ((_ pbeq 1 1) q))",
		"(>= (+ 0 (ite p 2 0) (ite (= (+ 0 (ite q 1 0)) 1) (- 1) 0)) "
		"3)");
	expect("((_ pble -1 2) is-x)", "(<= (+ 0 (ite (_ is x) 2 0)) (- 1))");
}

TEST(declarations_are_whole)
{
	expect("(declare-sort U)", "(declare-sort U 0)");
	expect_same("(declare-sort U 1)");
	expect("(declare-datatype C (red |a b|))",
		"(declare-datatype C ((red) (|a b|)))");
	expect("(declare-datatypes ((L 1) (C 0)) "
	       "((par (X) (nil (cons (head X)))) (red (green))))",
		"(declare-datatypes ((L 1) (C 0)) "
		"((par (X) ((nil) (cons (head X)))) ((red) (green))))");
}

static void
expect_own(const char *text, bool is_own)
{
	DROP(parsed_text) struct parsed_text parsed;
	struct diagnostic ignored;

	assert_true(parsed_text_init(&parsed, text, strlen(text), &ignored));
	if (standard_is_own(&parsed) != is_own)
		fail_msg("%s", text);
}

TEST(names_that_the_model_declares_or_binds_are_its_own)
{
	expect_own("(declare-fun implies (Bool Bool) Bool)", true);
	expect_own("(declare-const |iff| Bool)", true);
	expect_own("(assert (forall ((if Int)) (> if 0)))", true);
	expect_own("(assert (let ((is-x 1)) (> is-x 0)))", true);
	expect_own("(define-fun f ((is-x Bool)) Bool is-x)", true);
	expect_own("(declare-datatype L ((nil) (cons (is-x Int))))", true);
	expect_own("(assert (implies p (is-nil l)))", false);
	expect_own("(declare-datatype L ((nil)))(declare-const l L)"
		   "(assert (is-nil l))",
		false);
	expect_own("(assert p)", false);
}
