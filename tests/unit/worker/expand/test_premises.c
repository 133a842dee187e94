#include "unit/worker/built.h"
#include "unit/worker/solved.h"

#include "base/buf.h"
#include "worker/base/termset.h"
#include "worker/expand/quantifiers.h"

/* What an assertion says for the quantifiers of others. */

#define SORT \
	"(declare-sort P 0)(declare-const a P)(declare-const b P)" \
	"(declare-const c P)(declare-fun f (P) Int)"
#define COVERING "(assert (forall ((x P)) (or (= x a) (= b x) (= x c))))"

static bool
is_quantifier(Z3_context c, Z3_ast part)
{
	return Z3_get_ast_kind(c, part) == Z3_QUANTIFIER_AST;
}

/* How many assertions have quantifiers when they are decided. */
static int
quantified(const char *text)
{
	DROP(built) struct built b;
	const struct problem_part *part = NULL;
	struct answer_stream out;
	int count = 0;

	build(&b, text);
	answer_stream_open(&out, -1);
	quantifiers_expand(&b.parsed,
		&(struct quantifiers_given_up){.out = &out}, &b.task.expanded);
	buf_release(&out.frames);
	while ((part = task_part(&b.task, PART_ASSERTION, part)) != NULL)
		count += term_any(
			b.task.c, task_term(&b.task, part), is_quantifier);
	expanded_drop(&b.task.expanded);
	return count;
}

/* The lines of an answer's core, as "1 3 4". */
static char *
core_lines(const struct answer *a)
{
	const struct answer_assertions *core = &answer_last(a)->core.assertions;
	struct buf lines;

	buf_init(&lines, SIZE_MAX / 2);
	for (size_t i = 0; i < core->count; i++)
		buf_add_format(&lines, "%s%u", i > 0 ? " " : "",
			(unsigned)core->list[i].line);
	return buf_detach(&lines);
}

#define CORE_IS(script, lines) \
	do { \
		struct answer *a_ = solved(script); \
		DROP(text) char *core_ = core_lines(a_); \
		assert_int_equal(answer_last(a_)->status, STATUS_UNSAT); \
		assert_string_equal(core_, lines); \
		answer_free(a_); \
	} while (0)

/* Only the axiom is left. */
TEST(a_sort_whose_elements_an_axiom_names_is_a_range)
{
	assert_int_equal(quantified(SORT COVERING
				 "(assert (forall ((x P)) (exists ((y P))"
				 " (< (f x) (+ 1 (f y))))))"),
		1);
	assert_int_equal(
		quantified(SORT "(assert (and (distinct a b c)"
				" (forall ((x P)) (or (= x a) (= x b) (= x c)))"
				" (forall ((x P)) (> (f x) 0))))"),
		1);
	/* Something else may be an element. */
	assert_int_equal(
		quantified(SORT "(assert (forall ((x P)) (or (= x a)"
				" (> (f x) 0))))"
				"(assert (forall ((x P)) (> (f x) 0)))"),
		2);
	assert_int_equal(
		quantified(SORT "(assert (or (< (f a) 0) (forall ((x P))"
				" (or (= x a) (= x b)))))"
				"(assert (forall ((x P)) (> (f x) 0)))"),
		2);
}

/* Its instances would not say all that there is to say then. */
TEST(the_axiom_stays_beside_what_stays)
{
	assert_int_equal(quantified(SORT COVERING
				 "(assert (forall ((x P)) (< (f x) 9)))"
				 "(declare-fun g (Int) P)"
				 "(assert (forall ((i Int)) (= (g i) a)))"),
		2);
	assert_int_equal(
		quantified(SORT COVERING "(declare-const s (Array Int P))"
					 "(assert (= (select s 1) a))"),
		1);
}

TEST(a_constant_that_another_assertion_fixes_bounds_a_range)
{
	assert_int_equal(
		quantified("(declare-const n Int)(declare-fun g (Int) Int)"
			   "(assert (forall ((i Int)) (=> (<= 1 i n)"
			   " (< 0 (g i)))))(assert (= n 4))"),
		0);
	assert_int_equal(
		quantified("(declare-const n Int)(declare-fun g (Int) Int)"
			   "(assert (and (<= 2 n 4) (forall ((i Int))"
			   " (=> (<= 1 i n) (< 0 (g i))))))"),
		0);
	assert_int_equal(
		quantified("(declare-const n Int)(declare-fun g (Int) Int)"
			   "(define-fun-rec s ((k Int)) Int (ite (< k 1) 0"
			   " (+ (g k) (s (- k 1)))))"
			   "(assert (= n 4))(assert (exists ((i Int))"
			   " (and (<= 1 i n) (> (s n) (g i)))))"),
		0);
	/* Not where it may be more, or something else holds as well. */
	assert_int_equal(
		quantified("(declare-const n Int)(declare-fun g (Int) Int)"
			   "(assert (or (= n 4) (= (g 1) 2)))"
			   "(assert (forall ((i Int)) (=> (<= 1 i n)"
			   " (< 0 (g i)))))"),
		1);
}

TEST(a_constant_keeps_the_value_that_its_own_assertion_gives_it)
{
	VALUE_IS("(declare-const n Int)(declare-fun g (Int) Int)"
		 "(assert (and (= n 4) (forall ((i Int)) (=> (<= 1 i n)"
		 " (< (g i) n)))))",
		"n", "4");
}

TEST(what_bounds_a_range_joins_the_core)
{
	CORE_IS("(declare-const n Int)(declare-fun g (Int) Int)\n"
		"(assert (= n 4))\n"
		"(assert (> (g 9) 0))\n"
		"(assert (forall ((i Int)) (=> (<= 1 i n)"
		" (< (g i) (g (+ i 1))))))\n"
		"(assert (> (g 1) (g 5)))",
		"2 4 5");
	CORE_IS("(declare-const n Int)(declare-fun g (Int) Int)\n"
		"(assert (= n 4))\n"
		"(assert (forall ((i Int)) (=> (<= 1 i n) (= (g i) i))))\n"
		"(assert (= (g 1) 1))\n"
		"(assert (forall ((i Int)) (=> (<= 1 i 2) (= (g i) i))))\n"
		"(assert (< n 1))",
		"2 6");
}

TEST(what_names_the_elements_joins_the_core)
{
	/* Only three values, of which none is left. */
	CORE_IS(SORT "\n(assert (distinct a b c))\n" COVERING "\n"
		     "(assert (exists ((x P)) (= (f x) 7)))\n"
		     "(assert (distinct (f a) 7))\n"
		     "(assert (distinct (f b) 7))\n"
		     "(assert (distinct (f c) 7))",
		"3 4 5 6 7");
	/* Nor where it is not needed. */
	CORE_IS(SORT "\n(assert (distinct a b c))\n" COVERING "\n"
		     "(assert (forall ((x P)) (< (f x) 7)))\n"
		     "(assert (= (f b) 7))\n",
		"4 5");
}

SOLVED_TEST(elements_of_a_solution_are_those_that_are_named,
	SORT COVERING "(declare-fun m (P P) P)(declare-const d P)"
		      "(assert (distinct a b c))"
		      "(assert (forall ((x P)) (distinct (m x x) x)))"
		      "(assert (forall ((x P) (y P)) (= (m x y) (m y x))))")
{
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_int_equal(answer_last(a)->evaluation.checked, 4);
	assert_int_equal(answer_last(a)->evaluation.failed.count, 0);
}

/* Without the axiom the sort may have others. */
TEST(without_the_axiom_a_smallest_set_is_found)
{
	static const uint32_t lines[] = {1, 2, 3, 4, 5, 6};
	struct ask ask = ask_for(SORT "\n" COVERING "\n"
				      "(assert (exists ((x P)) (= (f x) 7)))\n"
				      "(assert (distinct (f a) 7))\n"
				      "(assert (distinct (f b) 7))\n"
				      "(assert (distinct (f c) 7))");
	struct answer *a;

	ask.groups.at = lines;
	ask.groups.count = 6;
	ask.relax = true;
	a = solved_ask(&ask);
	assert_int_equal(answer_last(a)->status, STATUS_UNSAT);
	assert_int_equal(answer_last(a)->relaxations.sets.count, 5);
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
