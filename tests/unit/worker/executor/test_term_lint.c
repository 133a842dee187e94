#include "unit/unit.h"
#include "unit/worker/built.h"
#include "unit/worker/solved.h"

#include "base/buf.h"
#include "worker/executor/term_lint.h"

/* The warning on the last assertion of the text, or NONE. */
static enum lint_kind
lint_assertion(const char *text)
{
	DROP(answer) struct answer *a = answer_new();
	struct commands forms = {0};
	struct script script;
	struct script_problem problem;
	struct parsed parsed;
	struct diagnostic fault;
	struct frame f;
	struct answer_stream out;
	struct buf *frames;
	size_t used;
	size_t seen = 0;
	Z3_context c = context_new();

	answer_stream_open(&out, -1);
	frames = &out.frames;
	assert_true(commands_split(text, strlen(text), &forms, &fault));
	script_init(&script, text, &forms);
	assert_int_equal(
		script_next(&script, &problem, &fault), SCRIPT_PROBLEM);
	assert_true(
		parser_problem(c, &script, &problem, false, &parsed, &fault));
	term_lint_all(&out, &parsed, NULL, &seen);
	parsed_release(&parsed);
	script_release(&script);
	commands_release(&forms);
	Z3_del_context(c);
	while (frame_find(frames->data, frames->size, frames->size, &f,
		       &used) == FRAME_WHOLE) {
		assert_true(answer_add_frame(a, frames_any_ask(), &f));
		buf_consume(frames, used);
	}
	buf_release(frames);
	return a->warnings.count > 0
		       ? a->warnings.at[a->warnings.count - 1].kind
		       : LINT_NONE;
}

#define XRP "(declare-const x Int)(declare-const r Real)(declare-const p Bool)"

TEST(sees_what_is_true_whatever_the_values)
{
	assert_int_equal(lint_assertion(XRP "(assert (= x x))"), LINT_TRUE);
	assert_int_equal(
		lint_assertion(XRP "(assert (or p (not p)))"), LINT_TRUE);
	assert_int_equal(lint_assertion(XRP "(assert true)"), LINT_TRUE);
}

TEST(sees_what_is_false_whatever_the_values)
{
	assert_int_equal(lint_assertion(XRP "(assert (> 1 2))"), LINT_FALSE);
}

TEST(sees_int_and_real_mixed)
{
	assert_int_equal(lint_assertion(XRP "(assert (> x r))"), LINT_MIXED);
	assert_int_equal(
		lint_assertion(XRP "(assert (= (mod r 2) 0))"), LINT_MIXED);
}

TEST(says_nothing_of_written_conversions_and_of_numbers)
{
	assert_int_equal(
		lint_assertion(XRP "(assert (> (to_real x) r))"), LINT_NONE);
	assert_int_equal(lint_assertion(XRP "(assert (> r 1))"), LINT_NONE);
}

/* Each squares the one before: libz3 would compute a number of 2^60 digits. */
TEST(leaves_terms_alone_that_take_long)
{
	DROP(buf) struct buf text;

	buf_init(&text, 10000);
	(void)buf_add_text(&text, XRP "(assert (let ((a0 9)) ");
	for (int i = 1; i <= 60; i++)
		(void)buf_add_format(
			&text, "(let ((a%d (* a%d a%d))) ", i, i - 1, i - 1);
	(void)buf_add_text(&text, "(= a60 1)");
	for (int i = 0; i <= 60; i++)
		(void)buf_add_char(&text, ')');
	(void)buf_add_char(&text, ')');
	assert_int_equal(lint_assertion(text.data), LINT_NONE);
	assert_int_equal(
		lint_assertion("(assert (= (^ 9 999999999) 1))"), LINT_NONE);
	assert_int_equal(
		lint_assertion(
			"(define-fun-rec f ((n Int)) Int (+ 1 (f (- n 1))))"
			"(assert (= (f 3) 4))"),
		LINT_NONE);
}

static unsigned
parts_of(const char *text)
{
	DROP(built) struct built b;
	DROP(termset) struct termset seen = {0};
	unsigned parts = 0;

	build(&b, text);
	for (size_t i = 0; i < b.parsed.problem.count; i++)
		if (b.parsed.problem.parts[i].kind == PART_ASSERTION)
			parts |= logic_fragment_of(b.parsed.c,
				parsed_term(
					&b.parsed, &b.parsed.problem.parts[i]),
				&seen);
	return parts;
}

TEST(sorts_are_parts)
{
	assert_int_equal(parts_of("(declare-const p Bool)(assert p)"), 0);
	assert_int_equal(
		parts_of("(declare-const x Int)(assert (> (+ x x) (* 2 x)))"),
		PART_INTEGERS);
	assert_int_equal(
		parts_of("(declare-const r Real)(assert (> (/ r 2) (/ 1 3)))"),
		PART_REALS);
	assert_int_equal(
		parts_of("(declare-const b (_ BitVec 2))(assert (= b #b01))"),
		PART_BITS);
	assert_int_equal(
		parts_of("(declare-const s String)(assert (= s \"\"))"),
		PART_STRINGS);
	assert_int_equal(parts_of("(declare-const f Float32)"
				  "(assert (fp.isNaN f))"),
		PART_FLOATS);
	assert_int_equal(parts_of("(declare-datatype C ((r) (g)))"
				  "(declare-const c C)(assert (= c r))"),
		PART_DATATYPES);
}

TEST(products_functions_and_quantifiers_are_parts)
{
	assert_int_equal(
		parts_of("(declare-const x Int)(assert (= 4 (* x x)))"),
		PART_INTEGERS | PART_PRODUCTS);
	assert_int_equal(
		parts_of("(declare-const x Int)(assert (= 4 (mod 9 x)))"),
		PART_INTEGERS | PART_PRODUCTS);
	assert_int_equal(
		parts_of("(declare-const x Int)(assert (= 4 (div x 3)))"),
		PART_INTEGERS);
	assert_int_equal(
		parts_of("(declare-fun f (Bool) Bool)(assert (f true))"),
		PART_FUNCTIONS);
	assert_int_equal(parts_of("(assert (exists ((i Bool)) (not i)))"),
		PART_QUANTIFIERS);
}

/* Of one problem under a logic: the parts that are told. */
static void
assert_beyond(const char *text, const char *expected)
{
	struct answer *a = solved(text);
	DROP(buf) struct buf told;

	buf_init(&told, 100);
	assert_int_equal(a->fault.kind, DIAGNOSTIC_NONE);
	for (size_t i = 0; i < a->warnings.count; i++)
		if (a->warnings.at[i].kind == LINT_BEYOND)
			buf_add_format(&told, "%u:%s ", a->warnings.at[i].line,
				a->warnings.at[i].name);
	assert_string_equal(told.size > 0 ? told.data : "", expected);
	answer_free(a);
}

TEST(what_the_logic_leaves_out_is_told_with_its_line)
{
	assert_beyond("(set-logic QF_UF)(declare-const x Int)\n"
		      "(assert (> x 3))\n(declare-const b (_ BitVec 4))\n"
		      "(assert (= b #x1))",
		"2:integers 4:bit-vectors ");
	assert_beyond("(declare-const x Int)(assert (> x 3))", "");
	assert_beyond(
		"(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))", "");
}

/* Each is sat or unsat under the logic of its own, and under none. */
TEST(a_logic_that_does_not_hold_changes_no_answer)
{
	static const char *const logics[] = {"QF_UF", "QF_BV", "QF_LRA",
		"QF_LIA", "QF_IDL", "QF_RDL", "QF_FD", "QF_AX", "QF_S", "LRA",
		"QF_UFBV", "SMTFD", "UFNIA"};
	static const char *const texts[] = {
		"(declare-const x Int)(declare-const y Int)(assert (> x 0))"
		"(assert (< (+ x (* 2 y)) 9))(assert (= x (* 3 y)))"
		"(assert (> y 1))",
		"(declare-const x Real)(assert (> (* x x) 2.0))"
		"(assert (< x 1.0))(assert (> x 0.0))",
		"(declare-const b (_ BitVec 8))(declare-const x Int)"
		"(assert (= (bvmul b #x03) #x09))(assert (> x 7))",
		"(declare-fun f (Int) Int)(declare-const a (Array Int Int))"
		"(assert (= (f 1) (select a 2)))(assert (> (f 1) 3))",
		"(declare-fun p (Int) Bool)(assert (forall ((i Int)) (p i)))"
		"(assert (not (p 3)))",
	};
	static const enum status expected[] = {STATUS_UNSAT, STATUS_UNSAT,
		STATUS_SAT, STATUS_SAT, STATUS_UNSAT};
	static const uint32_t engines[] = {
		ENGINES_ALL, ENGINE_BIT(ENGINE_STRATEGY)};

	for (size_t i = 0; i < 5 * 13 * 2; i++) {
		DROP(text) char *text = NULL;
		struct ask ask;
		struct answer *a;

		text = text_format(
			"(set-logic %s)%s", logics[i / 10], texts[i % 5]);
		ask = ask_for(text);
		ask.engines = engines[i / 5 % 2];
		a = solved_ask(&ask);
		if (answer_last(a)->status != expected[i % 5])
			fail_msg("%s: %s", text,
				status_name(answer_last(a)->status));
		answer_free(a);
	}
}

/* --- what is left open ---------------------------------------------------- */

TEST(a_name_that_only_the_goal_uses_is_not_left_open)
{
	static const char text[] =
		"(declare-const x Int)(declare-const y Int)\n"
		"(declare-fun p (Int) Bool)\n(assert (p 1))\n(- x)";
	const struct ask_field goal = {
		.kind = FIELD_MAXIMIZE, .offset = strlen(text) - 5, .size = 5};
	struct ask ask = ask_for(text);
	struct answer *a;

	ask.fields = &goal;
	ask.field_count = 1;
	a = solved_ask(&ask);
	assert_int_equal(a->warnings.count, 2);
	assert_int_equal(a->warnings.at[0].kind, LINT_FREE);
	assert_string_equal(a->warnings.at[0].name, "p");
	assert_int_equal(a->warnings.at[0].line, 3);
	assert_int_equal(a->warnings.at[1].kind, LINT_ARBITRARY);
	assert_string_equal(a->warnings.at[1].name, "`y`");
	answer_free(a);
}

TEST(of_a_check_nobody_asks_what_it_leaves_open)
{
	struct answer *a = checked("(declare-const x Int)");

	assert_int_equal(a->warnings.count, 0);
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
