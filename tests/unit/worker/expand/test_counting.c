#include "unit/worker/solved.h"

/* What the finite-domain engine says of Int constants of 1 to `values`, and
 * what stands in the core. */
static struct answer *
counted(const char *text, unsigned values, unsigned constants)
{
	DROP(buf) struct buf all;
	struct ask ask;
	struct answer *a;

	buf_init(&all, 1 << 20);
	for (unsigned i = 1; i <= constants; i++)
		buf_add_format(&all,
			"(declare-const x%u Int)(assert (<= 1 x%u %u))\n", i, i,
			values);
	buf_add_text(&all, text);
	ask = ask_for(all.data);
	a = solved_ask(&ask);
	return a;
}

ANSWER_TEST(ten_that_differ_do_not_share_nine_values,
	counted("(assert (distinct x1 x2 x3 x4 x5 x6 x7 x8 x9 x10))", 9, 10))
{
	assert_int_equal(answer_last(a)->status, STATUS_UNSAT);
	/* With their bounds. */
	assert_int_equal(answer_last(a)->core.assertions.count, 11);
}

ANSWER_TEST(some_of_those_that_differ_may_be_too_many,
	counted("(assert (distinct x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11))"
		"(assert (and (< 4 x1 9) (< 4 x2 9) (< 4 x3 9) (< 4 x4 9)))\n"
		"(assert (< 4 x5 9))",
		40, 11))
{
	assert_int_equal(answer_last(a)->status, STATUS_UNSAT);
	assert_int_equal(answer_last(a)->core.assertions.count, 3);
}

ANSWER_TEST(pairs_that_differ_are_counted_as_one_set,
	counted("(declare-fun f (Int) Int)"
		"(assert (forall ((i Int)) (=> (<= 1 i 14) (<= 0 (f i) 12))))"
		"(assert (forall ((i Int) (j Int)) (=> (and (<= 1 i) (< i j)"
		" (<= j 14)) (distinct (f i) (f j)))))",
		1, 1))
{
	assert_int_equal(answer_last(a)->status, STATUS_UNSAT);
	assert_int_equal(answer_last(a)->core.assertions.count, 2);
}

ANSWER_TEST(as_many_values_as_terms_are_all_used,
	counted("(assert (distinct x1 x2 x3 x4))"
		"(assert (distinct x5 x6 x7 x8))"
		"(assert (= (+ x1 x2 x3 x4) 10))"
		"(assert (> (+ x5 (* 4 x6)) 18))",
		4, 8))
{
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	for (size_t i = 0; i < answer_last(a)->evaluation.failed.count; i++)
		fail_msg("%zu", i);
}

TEST_GROUP(solved_begin, NULL)
