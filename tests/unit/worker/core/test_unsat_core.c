#include "base/alloc.h"
#include "base/buf.h"
#include "unit/worker/solved.h"
#include "worker/core/unsat_core.h"

SOLVED_TEST(an_unnamed_assertion_belongs_to_a_core,
	"(declare-const x Int)\n(assert (> x 5))\n"
	"(assert (< x 9))\n"
	"(assert (! (< x 3) :named small))\n")
{
	const struct answer_check *check = answer_last(a);

	assert_int_equal(check->status, STATUS_UNSAT);
	assert_true(check->core.is_known);
	assert_true(check->core.minimal);
	assert_int_equal(check->core.assertions.count, 2);
	assert_int_equal(check->core.assertions.list[0].index, 0);
	assert_int_equal(check->core.assertions.list[0].line, 2);
	assert_string_equal(check->core.assertions.list[0].label, "");
	assert_int_equal(check->core.assertions.list[1].index, 2);
	assert_string_equal(check->core.assertions.list[1].label, "small");
}

TEST(until_a_core_is_found_it_is_all_that_asserts)
{
	struct ask ask = ask_for("(declare-const x Int)(assert (> x 5))"
				 "(assert (> x 4))(assert (< x 3))"
				 "(check-sat-assuming ((< x 9)))");
	struct answer *a =
		solved_up_to(clock_now_us() + SOLVED_DEADLINE_US, &ask, 'u');

	assert_int_equal(answer_last(a)->core.assertions.count, 3);
	assert_int_equal(answer_last(a)->core.assumptions.count, 1);
	assert_false(answer_last(a)->core.minimal);
	answer_free(a);
}

TEST(a_core_points_to_its_bytes)
{
	const char *text = "(declare-const p Bool) (assert p)\n"
			   "  (assert (not p))";
	struct answer *a = solved(text);
	const struct answer_assertion *second =
		&answer_last(a)->core.assertions.list[1];

	assert_int_equal(answer_last(a)->core.assertions.count, 2);
	assert_memory_equal(
		text + second->offset, "(assert (not p))", second->length);
	answer_free(a);
}

/* Every member is needed: without it the rest is satisfiable. */
SOLVED_TEST(a_minimal_core_has_no_member_too_many,
	"(declare-const x Int)(declare-const y Int)"
	"(declare-const z Int)(assert (< x y))(assert (< y z))"
	"(assert (< z x))(assert (< x 100))(assert (> x (- 100)))"
	"(assert (or (= y 4) (= y 5)))(assert (distinct x y z))")
{
	assert_true(answer_last(a)->core.minimal);
	assert_int_equal(answer_last(a)->core.assertions.count, 3);
	assert_int_equal(answer_last(a)->core.assertions.list[0].index, 0);
	assert_int_equal(answer_last(a)->core.assertions.list[1].index, 1);
	assert_int_equal(answer_last(a)->core.assertions.list[2].index, 2);
}

TEST(without_minimizing_a_core_does_not_claim_to_be_minimal)
{
	const char *text = "(declare-const p Bool)(assert p)(assert (not p))";
	struct answer *a = solved_ask(&(struct ask){.kind = ASK_SOLVE,
		.text = text,
		.size = strlen(text),
		.timeout_ms = 20000});

	assert_true(answer_last(a)->core.is_known);
	assert_false(answer_last(a)->core.minimal);
	answer_free(a);
}

SOLVED_TEST(assumptions_that_conflict_are_told,
	"(declare-const p Bool)(declare-const q Bool)"
	"(assert (not (and p q)))(check-sat-assuming (p q))"
	"(get-unsat-assumptions)")
{
	assert_int_equal(answer_last(a)->status, STATUS_UNSAT);
	assert_int_equal(answer_last(a)->core.assumptions.count, 2);
	assert_int_equal(answer_last(a)->core.assertions.count, 1);
	assert_string_equal(answer_last(a)->output.text, "unsat\n(p q)\n");
}

/* The incremental core takes seconds for it, the strategy some 20 ms. */
TEST(the_strategy_finds_the_core_of_what_only_it_decides)
{
	struct ask ask =
		ask_for("(declare-const a Real)(declare-const b Real)"
			"(declare-const c Real)(declare-const d Real)"
			"(assert (and (> a 0.0) (> b 0.0) (> c 0.0) (> d 0.0)))"
			"(assert (< (+ (* a a a a) (* b b b b) (* c c c c) "
			"(* d d d d)) (* 4.0 a b c d)))(get-unsat-core)");
	struct answer *a;

	ask.engines = ENGINE_BIT(ENGINE_STRATEGY);
	a = solved_ask(&ask);
	assert_int_equal(answer_last(a)->status, STATUS_UNSAT);
	assert_true(answer_last(a)->core.minimal);
	assert_int_equal(answer_last(a)->core.assertions.count, 1);
	assert_int_equal(answer_last(a)->core.assertions.list[0].index, 1);
	answer_free(a);
}

/* Eight different numbers of seven take arithmetic seconds; without one of the
 * bounds they have no end. */
TEST(bit_vectors_find_the_core_of_what_is_finite)
{
	struct ask ask = ask_for(
		"(declare-const a Int)(declare-const b Int)"
		"(declare-const c Int)(declare-const d Int)"
		"(declare-const e Int)(declare-const f Int)"
		"(declare-const g Int)(declare-const h Int)"
		"(assert (<= 1 a 7))(assert (<= 1 b 7))(assert (<= 1 c 7))"
		"(assert (<= 1 d 7))(assert (<= 1 e 7))(assert (<= 1 f 7))"
		"(assert (<= 1 g 7))(assert (<= 1 h 7))(assert (< a 9))"
		"(assert (distinct a b c d e f g h))(get-unsat-core)");
	struct answer *a;

	ask.engines = engines_of_word("simple");
	a = solved_ask(&ask);
	assert_int_equal(answer_last(a)->status, STATUS_UNSAT);
	assert_true(answer_last(a)->core.minimal);
	assert_int_equal(answer_last(a)->core.assertions.count, 9);
	answer_free(a);
}

SOLVED_TEST(popped_assertions_are_in_no_core_but_counted,
	"(declare-const p Bool)(push)(assert p)(pop)"
	"(assert (not p))(assert p)")
{
	assert_int_equal(answer_last(a)->core.assertions.count, 2);
	assert_int_equal(answer_last(a)->core.assertions.list[0].index, 1);
	assert_int_equal(answer_last(a)->core.assertions.list[1].index, 2);
}

TEST(a_core_that_nobody_asked_for_costs_little)
{
	for (int64_t ms = 0; ms <= 600000; ms += 100) {
		int64_t budget_us = unsat_core_budget_us(ms * 1000, false);

		assert_true(budget_us > 0);
		assert_true(budget_us <= 100000 || budget_us <= ms * 50);
		assert_true(unsat_core_budget_us(ms * 1000, true) >= ms * 2000);
	}
	assert_true(unsat_core_budget_us(1000, false) >= 100000);
	assert_true(unsat_core_budget_us(1000000, false) <= 50000);
}

/* The incremental core takes seconds for a check of these. */
TEST(a_core_of_floating_point_is_minimal)
{
	DROP(buf) struct buf text;
	struct answer *a;

	buf_init(&text, 100000);
	for (int i = 0; i < 6; i++)
		buf_add_format(&text,
			"(declare-const v%d Float32)"
			"(assert (fp.leq ((_ to_fp 8 24) RNE 0.0) v%d))"
			"(assert (fp.leq v%d ((_ to_fp 8 24) RNE 10.0)))",
			i, i, i);
	for (int i = 1; i < 6; i++)
		buf_add_format(&text,
			"(assert (fp.lt v%d (fp.add RNE v%d"
			" ((_ to_fp 8 24) RNE 1.5))))",
			i - 1, i);
	buf_add_text(&text, "(assert (fp.gt (fp.add RNE v0 v1)"
			    " ((_ to_fp 8 24) RNE 25.0)))"
			    "(check-sat)(get-unsat-core)");
	a = solved(text.data);
	assert_true(answer_last(a)->core.minimal);
	assert_int_equal(answer_last(a)->core.assertions.count, 3);
	answer_free(a);
}

static struct answer *
solved_in_groups(const char *text)
{
	/* Two items, of lines 1 to 2 and of line 3. */
	static const uint32_t groups[] = {1, 3};
	struct ask ask = ask_for(text);

	ask.groups.at = groups;
	ask.groups.count = 2;
	return solved_ask(&ask);
}

ANSWER_TEST(a_core_names_what_takes_part_of_its_groups,
	solved_in_groups("(declare-const x Int)(assert (> x 5))\n"
			 "(assert (< x 100))\n"
			 "(assert (< x 3))"))
{
	assert_int_equal(answer_last(a)->core.assertions.count, 2);
	assert_int_equal(answer_last(a)->core.assertions.list[0].index, 0);
	assert_int_equal(answer_last(a)->core.assertions.list[1].index, 2);
	assert_true(answer_last(a)->core.minimal);
}

/* By assertions {x > 5, x < 3} would be minimal; by groups it is not. */
ANSWER_TEST(a_group_that_conflicts_with_itself_is_the_core,
	solved_in_groups("(declare-const x Int)(assert (> x 5))\n\n"
			 "(assert (< x 3))(assert (> x 4))"))
{
	assert_int_equal(answer_last(a)->core.assertions.count, 2);
	assert_int_equal(answer_last(a)->core.assertions.list[0].index, 1);
	assert_int_equal(answer_last(a)->core.assertions.list[1].index, 2);
}

SOLVED_TEST(without_groups_each_assertion_is_one,
	"(declare-const x Int)(assert (> x 5))\n"
	"(assert (< x 100))\n(assert (< x 3))")
{
	assert_int_equal(answer_last(a)->core.assertions.count, 2);
}

/* All assertions are one group: the core can only be all of it. */
static struct answer *
solved_as_one(const char *text)
{
	static const uint32_t groups[] = {1};
	struct ask ask = ask_for(text);

	ask.groups.at = groups;
	ask.groups.count = 1;
	return solved_ask(&ask);
}

ANSWER_TEST(what_takes_no_part_is_left_out,
	solved_as_one("(declare-const x Int)(assert (> x 5))(assert (< x 9))"
		      "(assert (< x 3))"))
{
	assert_int_equal(answer_last(a)->core.assertions.count, 2);
	assert_int_equal(answer_last(a)->core.assertions.list[0].index, 0);
	assert_int_equal(answer_last(a)->core.assertions.list[1].index, 2);
	assert_true(answer_last(a)->core.minimal);
}

SOLVED_TEST(assumptions_take_part_too,
	"(declare-const p Bool)(declare-const q Bool)"
	"(assert (not p))(assert (or p q))(check-sat-assuming (p))")
{
	assert_int_equal(answer_last(a)->core.assertions.count, 1);
	assert_int_equal(answer_last(a)->core.assertions.list[0].index, 0);
	assert_int_equal(answer_last(a)->core.assumptions.count, 1);
}

static struct answer *
relaxed(const char *text, const uint32_t *groups, size_t count)
{
	struct ask ask = ask_for(text);

	ask.relax = true;
	ask.groups.at = groups;
	ask.groups.count = count;
	return solved_ask(&ask);
}

/* The assertions, by number, and the fields that a way out gives up. */
static void
assert_given_up(struct answer *a, size_t number, const char *expected)
{
	const struct answer_assertions *set =
		&answer_last(a)->relaxations.sets.at[number];
	DROP(buf) struct buf shown;

	buf_init(&shown, 100);
	for (size_t i = 0; i < set->count; i++)
		buf_add_format(&shown, "%s%u ",
			set->list[i].field > 0 ? "field " : "",
			set->list[i].field > 0 ? set->list[i].field
					       : set->list[i].index);
	assert_string_equal(shown.data, expected);
}

TEST(the_smallest_ways_out_come_first)
{
	/* Without 0 the rest is sat; keeping 0 costs both 1 and 2. */
	struct answer *a = relaxed("(declare-const x Int)(assert (> x 5))"
				   "(assert (< x 3))(assert (< x 4))",
		NULL, 0);

	assert_int_equal(answer_last(a)->status, STATUS_UNSAT);
	assert_int_equal(answer_last(a)->relaxations.sets.count, 2);
	assert_given_up(a, 0, "0 ");
	assert_given_up(a, 1, "1 2 ");
	assert_true(answer_last(a)->relaxations.is_all);
	answer_free(a);
}

TEST(groups_are_given_up_as_a_whole)
{
	const uint32_t groups[] = {1, 2};
	struct answer *a = relaxed("(declare-const x Int)(assert (> x 5))\n"
				   "(assert (< x 3))(assert (< x 4))",
		groups, 2);

	assert_int_equal(answer_last(a)->relaxations.sets.count, 2);
	assert_int_equal(answer_last(a)->relaxations.sets.at[0].count, 1);
	assert_int_equal(answer_last(a)->relaxations.sets.at[1].count, 1);
	answer_free(a);
}

TEST(assumptions_are_given_up_like_groups_but_not_what_is_kept)
{
	const char *text = "(declare-const p Bool)(assert (not p))\np\n0";
	const uint32_t groups[] = {1};
	const struct ask_field fields[] = {
		{FIELD_ASSUME, 39, 1}, {FIELD_KEEP, 41, 1}};
	struct ask ask = ask_for(text);
	struct answer *a;
	struct answer *kept;

	ask.relax = true;
	ask.groups.at = groups;
	ask.groups.count = 1;
	ask.fields = fields;
	ask.field_count = 1;
	a = solved_ask(&ask);
	ask.field_count = 2;
	kept = solved_ask(&ask);
	assert_int_equal(answer_last(a)->relaxations.sets.count, 2);
	assert_true(answer_last(a)->relaxations.is_all);
	assert_int_equal(answer_last(kept)->relaxations.sets.count, 1);
	assert_given_up(kept, 0, "field 1 ");
	answer_free(a);
	answer_free(kept);
}

TEST(ways_out_that_time_cuts_are_not_called_all)
{
	struct ask ask = ask_for("(declare-const a Int)(declare-const b Int)"
				 "(declare-const c Int)(assert (> a 5))"
				 "(assert (= (+ (* a a a) (* b b b) (* c c c)) "
				 "33))(assert (< a 3))");
	struct answer *a;

	ask.relax = true;
	a = solved_within(1000000, &ask);
	assert_int_equal(answer_last(a)->status, STATUS_UNSAT);
	assert_false(answer_last(a)->relaxations.is_all);
	answer_free(a);
}

ANSWER_TEST(a_problem_that_is_sat_needs_none, relaxed("(assert true)", NULL, 0))
{
	assert_int_equal(answer_last(a)->relaxations.sets.count, 0);
}

TEST_GROUP(solved_begin, NULL)
