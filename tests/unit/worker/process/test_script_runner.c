#include "unit/worker/solved.h"

/* Fields of an ask: terms beside the script. */

struct asking {
	struct ask_fields fields;
	struct buf text;
};

static void
begin(struct asking *a, const char *script)
{
	*a = (struct asking){0};
	buf_init(&a->text, 10000);
	buf_add_text(&a->text, script);
}

static void
add(struct asking *a, enum ask_field_kind kind, const char *term)
{
	ask_fields_add(&a->fields, kind, term, strlen(term), &a->text);
}

static struct answer *
end(struct asking *a)
{
	struct ask ask = ask_for(a->text.data);
	struct answer *answer;

	ask.size = a->text.size;
	ask.fields = a->fields.at;
	ask.field_count = a->fields.count;
	answer = solved_ask(&ask);
	buf_release(&a->text);
	free(a->fields.at);
	return answer;
}

static const char script[] = "(declare-const x Int)\n(assert (< 0 x 9)) ; so";

TEST(terms_are_assumed_and_evaluated)
{
	struct asking a;
	struct answer *got;

	begin(&a, script);
	add(&a, FIELD_ASSUME, "(> x 3) ; and so on");
	add(&a, FIELD_ASSUME, "(< x 5)");
	add(&a, FIELD_VALUE, "(* x\n10)");
	got = end(&a);
	assert_int_equal(answer_last(got)->status, STATUS_SAT);
	assert_int_equal(answer_last(got)->line, 0);
	assert_string_equal(value_of(got, "(* x\n10)"), "40");
	answer_free(got);
}

TEST(what_is_refuted_does_not_hold)
{
	struct asking a;
	struct answer *got;

	begin(&a, script);
	add(&a, FIELD_REFUTE, "(< x 8)");
	got = end(&a);
	assert_string_equal(value_of(got, "x"), "8");
	answer_free(got);
}

TEST(a_core_names_the_fields_that_are_assumed)
{
	struct asking a;
	struct answer *got;

	begin(&a, script);
	add(&a, FIELD_ASSUME, "(> x 2)");
	add(&a, FIELD_ASSUME, "(> x 20)");
	got = end(&a);
	assert_int_equal(answer_last(got)->status, STATUS_UNSAT);
	assert_int_equal(answer_last(got)->core.assumptions.count, 1);
	assert_int_equal(answer_last(got)->core.assumptions.list[0].field, 2);
	assert_int_equal(answer_last(got)->core.assertions.count, 1);
	answer_free(got);
}

TEST(objectives_and_options_are_those_of_a_script)
{
	struct asking a;
	struct answer *got;

	begin(&a, script);
	add(&a, FIELD_OPTION, ":opt.priority box");
	add(&a, FIELD_MINIMIZE, "x");
	add(&a, FIELD_MAXIMIZE, "(* 2 x)");
	got = end(&a);
	assert_int_equal(answer_last(got)->objectives.count, 2);
	assert_string_equal(answer_last(got)->objectives.at[0].value, "1");
	assert_true(answer_last(got)->objectives.at[1].maximize);
	assert_string_equal(answer_last(got)->objectives.at[1].value, "16");
	answer_free(got);
}

static void
expect_fault(enum ask_field_kind kind, const char *term, unsigned line,
	unsigned column)
{
	struct asking a;
	struct answer *got;

	begin(&a, script);
	add(&a, FIELD_OPTION, ":smt.random_seed 3");
	add(&a, kind, term);
	add(&a, FIELD_VALUE, "x");
	got = end(&a);
	assert_int_equal(got->fault.field, 2);
	assert_int_equal(got->fault.line, line);
	assert_int_equal(got->fault.column, column);
	answer_free(got);
}

TEST(a_fault_is_placed_in_its_field)
{
	expect_fault(FIELD_ASSUME, "(and true\n  (> z 2))", 2, 6);
	expect_fault(FIELD_REFUTE, "(> z 1)", 1, 4);
	expect_fault(FIELD_MINIMIZE, " (> x 1)", 1, 2);
	expect_fault(FIELD_VALUE, "(+ z 1)", 1, 4);
}

TEST(a_term_that_is_not_a_bool_cannot_be_refuted)
{
	struct asking a;
	struct answer *got;

	begin(&a, script);
	add(&a, FIELD_REFUTE, "(+ x 1)");
	got = end(&a);
	assert_int_equal(got->fault.field, 1);
	assert_non_null(strstr(got->fault.what, "term is not Boolean"));
	answer_free(got);
}

TEST_GROUP(solved_begin, NULL)
