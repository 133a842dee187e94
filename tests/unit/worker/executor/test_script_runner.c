#include "unit/worker/solved.h"

/* Fields of an ask: terms beside the script. */

static const char script[] = "(declare-const x Int)\n(assert (< 0 x 9)) ; so";

struct given {
	enum ask_field_kind kind;
	const char *term;
};

/* The script's answer with these fields. */
static struct answer *
asked(const struct given *given, size_t count)
{
	DROP(buf) struct buf text;
	struct ask_fields fields = {0};
	struct ask ask;
	struct answer *answer;

	buf_init(&text, 10000);
	buf_add_text(&text, script);
	for (size_t i = 0; i < count; i++)
		ask_fields_add(&fields, given[i].kind, given[i].term,
			strlen(given[i].term), &text);
	ask = ask_for(text.data);
	ask.size = text.size;
	ask.fields = fields.at;
	ask.field_count = fields.count;
	answer = solved_ask(&ask);
	free(fields.at);
	return answer;
}

#define ASKED(...) \
	asked((const struct given[]){__VA_ARGS__}, \
		sizeof((const struct given[]){__VA_ARGS__}) / \
			sizeof(struct given))

TEST(terms_are_assumed_and_evaluated)
{
	DROP(answer)
	struct answer *got = ASKED({FIELD_ASSUME, "(> x 3) ; and so on"},
		{FIELD_ASSUME, "(< x 5)"}, {FIELD_VALUE, "(* x\n10)"});

	assert_int_equal(answer_last(got)->status, STATUS_SAT);
	assert_int_equal(answer_last(got)->line, 0);
	assert_string_equal(value_of(got, "(* x\n10)"), "40");
}

TEST(what_is_refuted_does_not_hold)
{
	DROP(answer)
	struct answer *got = ASKED({FIELD_REFUTE, "(< x 8)"});

	assert_string_equal(value_of(got, "x"), "8");
}

TEST(a_set_may_hold_what_is_assumed_not_to_hold)
{
	DROP(answer)
	struct answer *got = ASKED({FIELD_ASSUME, "(> x 2)"}, {FIELD_SET, ""},
		{FIELD_SET_REFUTE, "(> x 2) ; follows"}, {FIELD_SET, "(< x 7)"},
		{FIELD_SET_MORE, "(> x 4)"}, {FIELD_SET_REFUTE, "(= x 5)"},
		{FIELD_SET, ""}, {FIELD_VALUE, "x"});

	assert_int_equal(got->checks.count, 3);
	assert_int_equal(got->checks.at[0].status, STATUS_UNSAT);
	assert_int_equal(got->checks.at[1].status, STATUS_SAT);
	assert_string_equal(got->checks.at[1].values.at[0].json, "6");
	assert_int_equal(got->checks.at[2].status, STATUS_SAT);
}

TEST(a_core_names_the_fields_that_are_assumed)
{
	DROP(answer)
	struct answer *got =
		ASKED({FIELD_ASSUME, "(> x 2)"}, {FIELD_ASSUME, "(> x 20)"});

	assert_int_equal(answer_last(got)->status, STATUS_UNSAT);
	assert_int_equal(answer_last(got)->core.assumptions.count, 1);
	assert_int_equal(answer_last(got)->core.assumptions.list[0].field, 2);
	assert_int_equal(answer_last(got)->core.assertions.count, 1);
}

TEST(objectives_and_options_are_those_of_a_script)
{
	DROP(answer)
	struct answer *got = ASKED({FIELD_OPTION, ":opt.priority box"},
		{FIELD_MINIMIZE, "x"}, {FIELD_MAXIMIZE, "(* 2 x)"});

	assert_int_equal(answer_last(got)->objectives.count, 2);
	assert_string_equal(answer_last(got)->objectives.at[0].value, "1");
	assert_true(answer_last(got)->objectives.at[1].maximize);
	assert_string_equal(answer_last(got)->objectives.at[1].value, "16");
}

static void
expect_fault(enum ask_field_kind kind, const char *term, unsigned line,
	unsigned column)
{
	DROP(answer)
	struct answer *got = ASKED({FIELD_OPTION, ":smt.random_seed 3"},
		{kind, term}, {FIELD_VALUE, "x"});

	assert_int_equal(got->fault.field, 2);
	assert_int_equal(got->fault.line, line);
	assert_int_equal(got->fault.column, column);
}

TEST(a_fault_is_placed_in_its_field)
{
	expect_fault(FIELD_ASSUME, "(and true\n  (> z 2))", 2, 6);
	expect_fault(FIELD_REFUTE, "(> z 1)", 1, 4);
	expect_fault(FIELD_SET, "(> z 1)", 1, 4);
	expect_fault(FIELD_MINIMIZE, " (> x 1)", 1, 2);
	expect_fault(FIELD_VALUE, "(+ z 1)", 1, 4);
}

TEST(a_term_that_is_not_a_bool_cannot_be_refuted)
{
	DROP(answer)
	struct answer *got = ASKED({FIELD_REFUTE, "(+ x 1)"});

	assert_int_equal(got->fault.field, 1);
	assert_non_null(strstr(got->fault.what, "term is not Boolean"));
}

#define STATUS_IS(text, expected) \
	do { \
		struct answer *a_ = solved(text); \
		assert_int_equal(a_->fault.kind, DIAGNOSTIC_NONE); \
		assert_int_equal(answer_last(a_)->status, expected); \
		answer_free(a_); \
	} while (0)

TEST(easy_problems_are_decided)
{
	STATUS_IS("(declare-const x Int)(assert (> x 3))", STATUS_SAT);
	STATUS_IS("(declare-const x Int)(assert (and (> x 3) (< x 4)))",
		STATUS_UNSAT);
}

TEST(the_time_of_the_quick_pass_is_not_the_end)
{
	/* The incremental core needs seconds for this, the strategy for
	 * nonlinear reals milliseconds. */
	STATUS_IS("(set-logic QF_NRA)"
		  "(declare-const x Real)(declare-const y Real)"
		  "(declare-const z Real)"
		  "(assert (and (> x 1.0) (> y 1.0) (> z 1.0)))"
		  "(assert (= (+ (* x x x) (* y y y)) (* z z z)))"
		  "(assert (> (* x y z) 30.0))",
		STATUS_SAT);
}

/* Arithmetic takes minutes for the only brick of this size with whole sides and
 * diagonals. */
TEST(what_is_finite_is_decided_by_the_finite_domain_solver)
{
	struct ask ask = ask_for("(declare-const a Int)(declare-const b Int)"
				 "(declare-const c Int)(declare-const p Int)"
				 "(declare-const q Int)(declare-const r Int)"
				 "(assert (< 0 a b c 250))(assert (< 0 p 999))"
				 "(assert (< 0 q 999))(assert (< 0 r 999))"
				 "(assert (= (+ (* a a) (* b b)) (* p p)))"
				 "(assert (= (+ (* a a) (* c c)) (* q q)))"
				 "(assert (= (+ (* b b) (* c c)) (* r r)))");
	struct answer *a;

	ask.engines = engines_of_word("simple");
	a = solved_ask(&ask);
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_int_equal(answer_last(a)->evaluation.checked, 7);
	assert_int_equal(answer_last(a)->evaluation.failed.count, 0);
	assert_string_equal(value_of(a, "a"), "44");
	assert_string_equal(value_of(a, "c"), "240");
	answer_free(a);
}

TEST(a_logic_that_libz3_does_not_know_is_no_obstacle)
{
	STATUS_IS("(set-logic QF_MINE)(declare-const p Bool)(assert p)",
		STATUS_SAT);
}

/* libz3 has no procedure for exponents that are variables. */
SOLVED_TEST(
	unknown_has_a_reason, "(declare-const x Real)(assert (= (^ x x) 2.0))")
{
	assert_int_equal(answer_last(a)->status, STATUS_UNKNOWN);
	assert_string_not_equal(answer_last(a)->reason, "");
}

SOLVED_TEST(only_the_last_check_is_explained,
	"(declare-const p Bool)(push)(assert p)(check-sat)"
	"(get-value (p))(assert (not p))(check-sat)(pop)(check-sat)")
{
	assert_int_equal(a->checks.count, 3);
	assert_null(a->checks.at[0].model);
	assert_non_null(strstr(a->checks.at[0].output.text, "((p true))"));
	assert_false(a->checks.at[1].core.is_known);
	assert_non_null(a->checks.at[2].model);
}

/* Cubes of integers, of which no way of libz3 decides anything in a minute. */
TEST(a_hopeless_check_leaves_time_for_those_behind_it)
{
	struct ask ask =
		ask_for("(declare-const x Int)(declare-const y Int)"
			"(declare-const z Int)(push)"
			"(assert (= (+ (* x x x) (* y y y) (* z z z)) 42))"
			"(check-sat)(pop)(assert (> x 4))(check-sat)");
	struct answer *a = solved_within(2000000, &ask);

	assert_int_equal(a->checks.count, 2);
	assert_int_equal(a->checks.at[0].status, STATUS_UNKNOWN);
	assert_int_equal(a->checks.at[1].status, STATUS_SAT);
	answer_free(a);
}

SOLVED_TEST(the_time_is_measured, "(declare-const p Bool)(assert p)")
{
	assert_in_range(answer_last(a)->solve_us, 1, SOLVED_DEADLINE_US);
}

TEST_GROUP(solved_begin, NULL)
