#include "unit/assertions.h"
#include "unit/frames.h"
#include "unit/unit.h"

#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/answer.h"
#include "wire/answer_json.h"

/* Takes in all frames of `b`; false as soon as one is refused. */
static inline bool
take_all(struct answer *a, const struct buf *b)
{
	return frames_add(a, frames_any_ask(), b->data, b->size) == b->size;
}

#define ARRANGE \
	DROP(answer) struct answer *a = answer_new(); \
	DROP(buf) struct buf b; \
	(void)state; \
	buf_init(&b, 10000)

TEST(statuses_are_called_as_smtlib_calls_them)
{
	assert_string_equal(status_name(STATUS_SAT), "sat");
	assert_string_equal(status_name(STATUS_UNSAT), "unsat");
	assert_string_equal(status_name(STATUS_UNKNOWN), "unknown");
}

TEST(every_phase_has_a_name)
{
	for (int phase = PHASE_WAITING; phase <= PHASE_CORE; phase++)
		assert_non_null(phase_name((enum phase)phase));
}

/* The structures own their texts; these are borrowed. */
#define TEXT(text) ((char[]){text})

static const struct answer_check sat = {
	.line = 3, .status = STATUS_SAT, .solve_us = 42};
static const struct answer_check unsat = {.status = STATUS_UNSAT};

/* A report: a new solution, of which that is the value and the bound. */
static void
put_report(struct buf *b, const char *value, const char *bound)
{
	const struct answer_objective objective = {.term = TEXT("x"),
		.value = (char *)(uintptr_t)value,
		.bound = (char *)(uintptr_t)bound};

	answer_put_model(b, "");
	answer_put_objective(b, &objective);
	answer_put_objective(b, &objective); /* another one */
}

TEST(the_course_of_an_optimisation_has_a_point_for_each_progress)
{
	ARRANGE;
	answer_put_check(&b, &sat);
	put_report(&b, "9", "");
	put_report(&b, "7", "");
	put_report(&b, "7", "");
	put_report(&b, "7", "3");
	assert_true(take_all(a, &b));
	assert_int_equal(a->checks.at[0].objectives.course.count, 3);
	assert_string_equal(a->checks.at[0].objectives.course.at[1].value, "7");
	assert_string_equal(a->checks.at[0].objectives.course.at[1].bound, "");
	assert_string_equal(a->checks.at[0].objectives.course.at[2].bound, "3");
	assert_true(a->checks.at[0].objectives.course.at[2].at_ms >=
		    a->checks.at[0].objectives.course.at[0].at_ms);
}

TEST(a_claim_that_nobody_has_checked_is_no_bound)
{
	const struct answer_objective claim = {.term = TEXT("x"),
		.state = OBJECTIVE_CLAIMED,
		.value = TEXT("\"7/2\""),
		.bound = TEXT("7/2")};

	ARRANGE;
	answer_put_check(&b, &sat);
	answer_put_objective(&b, &claim);
	assert_true(take_all(a, &b));
	assert_string_equal(
		a->checks.at[0].objectives.course.at[0].value, "7/2");
	assert_string_equal(a->checks.at[0].objectives.course.at[0].bound, "");
}

TEST(of_a_long_course_the_first_points_and_the_last_stay)
{
	ARRANGE;
	b.ceiling = 10 * MIB;
	answer_put_check(&b, &sat);
	for (int i = 0; i < 1000; i++) {
		DROP(text) char *value = text_format("%d", 1000 - i);

		put_report(&b, value, "0");
	}
	assert_true(take_all(a, &b));
	assert_int_equal(a->checks.at[0].objectives.course.count, COURSE_MAX);
	assert_string_equal(
		a->checks.at[0].objectives.course.at[0].value, "1000");
	assert_string_equal(
		a->checks.at[0]
			.objectives.course
			.at[a->checks.at[0].objectives.course.count - 1]
			.value,
		"1");
}

TEST(a_whole_answer_comes_back)
{
	const struct answer_value value = {TEXT("x"), TEXT("Int"), TEXT("5")};
	const struct answer_objective objective = {.term = TEXT("x"),
		.maximize = true,
		.state = OBJECTIVE_UNBOUNDED,
		.value = TEXT("5"),
		.bound = TEXT("oo")};

	ARRANGE;
	answer_put_version(&b, "4.8.12");
	answer_put_phase(&b, PHASE_SOLVING);
	answer_put_check(&b, &sat);
	answer_put_value(&b, &value);
	answer_put_objective(&b, &objective);
	answer_put_model(&b, "(\n)");
	answer_put_output(&b, "sat\n");
	answer_put_output(&b, "((x 5))\n");
	answer_put_done(&b, true);
	assert_true(take_all(a, &b));
	assert_true(a->done);
	assert_true(a->stays);
	assert_string_equal(a->z3_version, "4.8.12");
	assert_int_equal(a->phase, PHASE_SOLVING);
	assert_int_equal(a->checks.count, 1);
	assert_int_equal(a->checks.at[0].line, 3);
	assert_int_equal(a->checks.at[0].solve_us, 42);
	assert_string_equal(a->checks.at[0].values.at[0].json, "5");
	assert_true(a->checks.at[0].objectives.at[0].maximize);
	assert_int_equal(
		a->checks.at[0].objectives.at[0].state, OBJECTIVE_UNBOUNDED);
	assert_string_equal(a->checks.at[0].objectives.at[0].bound, "oo");
	assert_string_equal(a->checks.at[0].model, "(\n)");
	assert_string_equal(a->output.text, "sat\n((x 5))\n");
	assert_string_equal(a->checks.at[0].output.text, "sat\n((x 5))\n");
}

TEST(an_empty_model_drops_the_solution_before_it)
{
	const struct answer_value value = {TEXT("x"), TEXT("Int"), TEXT("5")};

	ARRANGE;
	answer_put_check(&b, &sat);
	answer_put_value(&b, &value);
	answer_put_model(&b, "(old)");
	answer_put_model(&b, "");
	assert_true(take_all(a, &b));
	assert_int_equal(a->checks.at[0].values.count, 0);
	assert_null(a->checks.at[0].model);
}

TEST(a_later_core_takes_the_place_of_an_earlier_one)
{
	struct answer_core core = {0};
	struct answer_assertion one = {
		.index = 7, .line = 2, .is_false = true, .label = TEXT("l")};

	ARRANGE;
	assertions_add(&core.assertions, &one);
	assertions_add(&core.assertions, &one);
	answer_put_check(&b, &unsat);
	answer_put_core(&b, &core);
	core.assertions.count = 1;
	core.minimal = true;
	assertions_add(&core.assumptions,
		&(struct answer_assertion){.field = 4,
			.offset = frames_any_ask()->fields[3].offset,
			.label = TEXT("")});
	answer_put_core(&b, &core);
	core.assertions.count = 2;
	assert_true(take_all(a, &b));
	assert_int_equal(a->checks.at[0].core.assertions.count, 1);
	assert_int_equal(a->checks.at[0].core.assertions.list[0].index, 7);
	assert_int_equal(a->checks.at[0].core.assertions.list[0].line, 2);
	assert_true(a->checks.at[0].core.assertions.list[0].is_false);
	assert_string_equal(a->checks.at[0].core.assertions.list[0].label, "l");
	assert_true(a->checks.at[0].core.minimal);
	assert_int_equal(a->checks.at[0].core.assumptions.count, 1);
	assert_int_equal(a->checks.at[0].core.assumptions.list[0].field, 4);
	core_release(&core);
}

TEST(a_fault_keeps_its_place_and_words)
{
	struct diagnostic f = {.kind = DIAGNOSTIC_SOLVER,
		.offset = 9,
		.line = 2,
		.column = 4,
		.what = "unknown constant yy"};

	ARRANGE;
	answer_put_fault(&b, &f);
	assert_true(take_all(a, &b));
	assert_int_equal(a->fault.kind, DIAGNOSTIC_SOLVER);
	assert_int_equal(a->fault.offset, 9);
	assert_int_equal(a->fault.line, 2);
	assert_int_equal(a->fault.column, 4);
	assert_string_equal(a->fault.what, "unknown constant yy");
}

TEST(a_value_without_a_check_is_refused)
{
	const struct answer_value value = {TEXT("x"), TEXT("Int"), TEXT("5")};

	ARRANGE;
	answer_put_value(&b, &value);
	assert_false(take_all(a, &b));
}

TEST(a_status_that_does_not_exist_is_refused)
{
	const struct answer_check check = {.status = (enum status)77};

	ARRANGE;
	answer_put_check(&b, &check);
	assert_false(take_all(a, &b));
}

TEST(nothing_is_taken_after_done)
{
	ARRANGE;
	answer_put_done(&b, false);
	answer_put_check(&b, &sat);
	assert_false(take_all(a, &b));
	assert_int_equal(a->checks.count, 0);
}

TEST(a_core_that_claims_more_than_it_holds_is_refused)
{
	const struct answer_core core = {0};

	ARRANGE;
	answer_put_check(&b, &unsat);
	answer_put_core(&b, &core);
	/* The count is the last field. */
	b.data[b.size - 1] = 0x7f;
	assert_false(take_all(a, &b));
}

static bool
is_label(size_t size)
{
	DROP(text) char *label = mem_new(size + 1);
	struct answer_assertion one = {.label = label};
	struct answer_core core = {.assertions = {&one, 1, 1}};
	DROP(answer) struct answer *a = answer_new();
	DROP(buf) struct buf b;

	memset(label, 'x', size);
	buf_init(&b, 10000);
	answer_put_check(&b, &unsat);
	answer_put_core(&b, &core);
	return take_all(a, &b);
}

TEST(a_label_that_is_longer_than_the_text_is_refused)
{
	assert_true(is_label(frames_any_ask()->size));
	assert_false(is_label(frames_any_ask()->size + 1));
}

TEST(an_unknown_frame_is_refused)
{
	ARRANGE;
	(void)frame_close(&b, frame_open(&b, '?'));
	assert_false(take_all(a, &b));
}

TEST(what_a_solution_leaves_open_has_its_names)
{
	char x[] = "`x`";
	char p[] = "p";

	ARRANGE;
	answer_put_warning(
		&b, &(struct lint_warning){.kind = LINT_ARBITRARY, .name = x});
	answer_put_warning(&b, &(struct lint_warning){LINT_FREE, 3, p, NULL});
	assert_true(take_all(a, &b));
	assert_int_equal(a->warnings.count, 2);
	assert_string_equal(a->warnings.at[0].name, "`x`");
	assert_int_equal(a->warnings.at[1].kind, LINT_FREE);
	assert_int_equal(a->warnings.at[1].line, 3);
}

TEST(a_warning_that_does_not_exist_is_refused)
{
	ARRANGE;
	answer_put_warning(&b, &(struct lint_warning){.kind = LINT_COUNT});
	assert_false(take_all(a, &b));
	buf_clear(&b);
	answer_put_warning(&b, &(struct lint_warning){.kind = LINT_NONE});
	assert_false(take_all(a, &b));
	assert_int_equal(a->warnings.count, 0);
}

TEST(takes_no_more_checks_than_a_text_may_have)
{
	DROP(answer) struct answer *a = answer_new();
	const struct answer_check check = {
		.status = STATUS_UNKNOWN, .reason = (char[]){""}};
	DROP(buf) struct buf out;
	struct frame f;
	size_t used;

	buf_init(&out, LIMIT_ANSWER);
	answer_put_check(&out, &check);
	assert_int_equal(
		frame_find(out.data, out.size, LIMIT_ANSWER, &f, &used),
		FRAME_WHOLE);
	for (int i = 0; i < LIMIT_CHECKS; i++)
		assert_true(answer_add_frame(a, frames_any_ask(), &f));
	assert_false(answer_add_frame(a, frames_any_ask(), &f));
}

/* A frame for each (echo ...) of 14 MB: it took minutes. */
TEST(very_many_lines_of_output_are_taken_in_a_moment)
{
	enum { LINES = 900000, MOST_S = 10 };
	clock_t before = clock();
	struct frame f;
	size_t used;

	ARRANGE;
	answer_put_check(&b, &sat);
	assert_true(take_all(a, &b));
	buf_clear(&b);
	answer_put_output(&b, "abcdefg\n");
	assert_int_equal(
		frame_find(b.data, b.size, b.size, &f, &used), FRAME_WHOLE);
	for (int i = 0; i < LINES; i++)
		assert_true(answer_add_frame(a, frames_any_ask(), &f));
	assert_int_equal(strlen(a->output.text), LINES * strlen("abcdefg\n"));
	assert_int_equal(strlen(a->checks.at[0].output.text),
		LINES * strlen("abcdefg\n"));
	assert_true((clock() - before) / CLOCKS_PER_SEC < MOST_S);
}

/* An empty value is 17 bytes of a frame, and 150 of memory. */
TEST(small_frames_are_counted_by_what_they_keep)
{
	const struct answer_value value = {TEXT(""), TEXT(""), TEXT("")};
	size_t taken = 0;
	struct frame f;
	size_t used;

	ARRANGE;
	answer_put_check(&b, &sat);
	assert_true(take_all(a, &b));
	buf_clear(&b);
	answer_put_value(&b, &value);
	assert_int_equal(
		frame_find(b.data, b.size, b.size, &f, &used), FRAME_WHOLE);
	while (answer_add_frame(a, frames_any_ask(), &f))
		taken++;
	assert_true(taken > 200000 && taken < 1000000);
	assert_true(a->kept > LIMIT_ANSWER_KEPT);
}

TEST(the_end_of_the_solutions_is_told)
{
	ARRANGE;
	answer_put_check(&b, &sat);
	answer_put_solution(&b, "{\"x\":1}");
	answer_put_solutions_end(&b, &(struct answer_solutions_end){0});
	assert_true(take_all(a, &b));
	assert_int_equal(a->checks.at[0].solutions.list.count, 1);
	assert_true(a->checks.at[0].solutions.complete);
}

TEST(an_end_that_leaves_something_out_is_not_complete)
{
	ARRANGE;
	answer_put_check(&b, &sat);
	answer_put_solutions_end(
		&b, &(struct answer_solutions_end){TEXT("f, g"), TEXT("a")});
	assert_true(take_all(a, &b));
	assert_true(a->checks.at[0].solutions.ended);
	assert_false(a->checks.at[0].solutions.complete);
	assert_string_equal(a->checks.at[0].solutions.end.elsewhere, "f, g");
	assert_string_equal(a->checks.at[0].solutions.end.uncompared, "a");
}

TEST(relaxations_and_statistics_come_back)
{
	struct answer_assertions set = {0};

	ARRANGE;
	answer_put_check(&b, &unsat);
	assertions_add(&set, &(struct answer_assertion){.line = 6});
	answer_put_relaxation(&b, set);
	set.list[0].line = 7;
	answer_put_relaxation(&b, set);
	assertions_release(&set);
	answer_put_relaxations_end(&b, true);
	answer_put_statistics(&b, "{\"conflicts\":4}");
	assert_true(take_all(a, &b));
	assert_int_equal(a->checks.at[0].relaxations.sets.count, 2);
	assert_true(a->checks.at[0].relaxations.is_all);
	assert_int_equal(a->checks.at[0].relaxations.sets.at[1].count, 1);
	assert_int_equal(
		a->checks.at[0].relaxations.sets.at[1].list[0].line, 7);
	assert_string_equal(a->checks.at[0].statistics, "{\"conflicts\":4}");
}

TEST(of_counts_the_last_one_stays)
{
	struct ask ask = *frames_any_ask();

	ARRANGE;
	ask.count = true;
	answer_put_check(&b, &sat);
	answer_put_counted(&b, 7);
	answer_put_counted(&b, 70000);
	assert_int_equal(frames_add(a, &ask, b.data, b.size), b.size);
	assert_int_equal(a->checks.at[0].solutions.counted, 70000);
}

TEST(forced_terms_come_back)
{
	ARRANGE;
	answer_put_check(&b, &sat);
	answer_put_forced(
		&b, &(struct answer_forced){(char[]){"x"}, true, (char[]){""}});
	answer_put_forced(&b,
		&(struct answer_forced){(char[]){"y"}, false, (char[]){"3"}});
	assert_true(take_all(a, &b));
	assert_int_equal(a->checks.at[0].forced.count, 2);
	assert_true(a->checks.at[0].forced.at[0].is_forced);
	assert_string_equal(a->checks.at[0].forced.at[1].name, "y");
	assert_string_equal(a->checks.at[0].forced.at[1].other, "3");
}

TEST(a_forced_term_that_has_another_value_is_refused)
{
	ARRANGE;
	answer_put_check(&b, &sat);
	answer_put_forced(&b,
		&(struct answer_forced){(char[]){"x"}, true, (char[]){"3"}});
	assert_false(take_all(a, &b));
}

TEST(what_a_solution_rests_on_goes_with_it)
{
	ARRANGE;
	answer_put_check(&b, &sat);
	answer_put_model(&b, "");
	answer_put_rests_on(&b, "(dist 0 4)");
	answer_put_rests_on(&b, "(dist 0 5)");
	assert_true(take_all(a, &b));
	assert_string_equal(a->checks.at[0].rests_on, "(dist 0 5)");
	buf_truncate(&b, 0);
	answer_put_model(&b, "");
	assert_true(take_all(a, &b));
	assert_null(a->checks.at[0].rests_on);
}

TEST(without_a_check_there_is_nothing_to_add_to)
{
	ARRANGE;
	answer_put_solution(&b, "{}");
	assert_false(take_all(a, &b));
}

TEST(what_is_checked_is_counted)
{
	struct answer_assertions failed = {0};
	struct answer_assertion one = {.index = 2, .is_false = true};

	ARRANGE;
	assertions_add(&failed, &one);
	answer_put_check(&b, &sat);
	answer_put_evaluation(&b, &(struct answer_evaluation){5, failed, 7, 2});
	assert_true(take_all(a, &b));
	assert_int_equal(a->checks.at[0].evaluation.checked, 5);
	assert_int_equal(a->checks.at[0].evaluation.asserted, 7);
	assert_int_equal(a->checks.at[0].evaluation.items, 2);
	assert_int_equal(a->checks.at[0].evaluation.failed.count, 1);
	assert_true(a->checks.at[0].evaluation.failed.list[0].is_false);
	assertions_release(&failed);
}

TEST(a_list_keeps_copies_in_order)
{
	struct answer_assertions list = {0};
	char label[] = "first";
	struct answer_assertion one = {.index = 1, .label = label};

	assertions_add(&list, &one);
	/* cppcheck-suppress unreadVariable ; `one` points at it */
	label[0] = 'F';
	one = (struct answer_assertion){.index = 2};
	assertions_add(&list, &one);
	assert_int_equal(list.count, 2);
	assert_string_equal(list.list[0].label, "first");
	assert_string_equal(list.list[1].label, "");
	assertions_release(&list);
	assert_int_equal(list.count, 0);
}

TEST(names_that_a_worker_leaves_are_worded_and_libz3s_words_are_not)
{
	const struct diagnostic ours = {.kind = DIAGNOSTIC_REFUSED,
		.line = 1,
		.what = "it is {timeout_ms}"};
	const struct diagnostic theirs = {.kind = DIAGNOSTIC_SOLVER,
		.line = 1,
		.what = "unknown constant {timeout_ms}"};

	ARRANGE;
	answer_put_fault(&b, &ours);
	answer_put_further(&b, &theirs);
	assert_true(take_all(a, &b));
	assert_string_equal(a->fault.what, "it is timeout_ms");
	assert_string_equal(
		a->further.at[0].what, "unknown constant {timeout_ms}");
}

TEST(there_is_room_for_so_many_further_faults)
{
	const struct diagnostic fault = {.kind = DIAGNOSTIC_SOLVER, .line = 1};
	ARRANGE;

	answer_put_further(&b, &fault);
	for (int i = 0; i < DIAGNOSTICS_MAX; i++)
		assert_true(take_all(a, &b));
	assert_false(take_all(a, &b));
	assert_int_equal(a->further.count, DIAGNOSTICS_MAX);
}

TEST(a_time_that_no_solve_has_is_cut)
{
	struct answer_check check = sat;

	ARRANGE;
	check.solve_us = UINT64_MAX;
	answer_put_check(&b, &check);
	assert_true(take_all(a, &b));
	assert_int_equal(
		a->checks.at[0].solve_us, (uint64_t)LIMIT_TIMEOUT_MS * 1000);
}

static bool
is_value(const char *sort, const char *json)
{
	const struct answer_value value = {
		TEXT("x"), (char *)(uintptr_t)sort, (char *)(uintptr_t)json};
	DROP(answer) struct answer *a = answer_new();
	DROP(buf) struct buf b;

	buf_init(&b, 10000);
	answer_put_check(&b, &sat);
	answer_put_value(&b, &value);
	return take_all(a, &b);
}

TEST(a_value_has_one_of_the_forms_of_a_value)
{
	assert_true(is_value("Int", "5"));
	assert_true(is_value("Real", "{\"exact\":\"a\",\"approx\":\"1\"}"));
	assert_true(is_value("(Int) Int",
		"{\"entries\":[{\"args\":[1],\"value\":2}],\"else\":0}"));
	assert_false(is_value("Int", "[]"));
	assert_false(is_value("Int", "{}"));
	assert_false(is_value("Int", "5 5"));
	assert_false(is_value("(Int) Int", "{\"entries\":[1]}"));
	assert_false(is_value("(Int) Int", "{\"entries\":[{\"args\":1}]}"));
	assert_false(is_value(
		"(Int) Int", "{\"entries\":[{\"args\":[],\"value\":1}]}"));
	assert_false(is_value("(Int) Int", "{\"else\":1,\"else\":2}"));
}

/* A reply is read again, and so is the log of the runs. */
TEST(a_value_nests_no_deeper_than_what_it_becomes_a_part_of_may)
{
	DROP(buf) struct buf value;

	buf_init(&value, 10000);
	for (int depth = 1; depth <= LIMIT_JSON_DEPTH; depth++) {
		buf_clear(&value);
		for (int i = 0; i < depth; i++)
			buf_add_text(&value, "{\"value\":");
		buf_add_text(&value, "0");
		for (int i = 0; i < depth; i++)
			buf_add_text(&value, "}");
		assert_int_equal(is_value("Int", value.data),
			depth <= ANSWER_VALUE_DEPTH);
	}
}

TEST(a_value_that_is_a_text_is_one_term)
{
	assert_true(is_value("Color", "\"red\""));
	assert_true(is_value("Color", "\"|a b|\""));
	assert_true(is_value("String", "\"|\""));
	assert_false(is_value("Color", "\"|\""));
	assert_false(is_value("Color", "\"a b\""));
	assert_false(is_value("Color", "\"(a\""));
}

static bool
is_solution(const char *json)
{
	DROP(answer) struct answer *a = answer_new();
	DROP(buf) struct buf b;

	buf_init(&b, 10000);
	answer_put_check(&b, &sat);
	answer_put_solution(&b, json);
	return take_all(a, &b);
}

TEST(a_further_solution_is_an_object_of_values)
{
	assert_true(is_solution("{\"x\":1,\"y\":\"a\"}"));
	assert_false(is_solution(""));
	assert_false(is_solution("null"));
	assert_false(is_solution("[1]"));
	assert_false(is_solution("\"x\""));
	assert_false(is_solution("{\"x\":[1]}"));
	assert_false(is_solution("{\"x\":1,\"\\u0078\":2}"));
}

static bool
is_source(const char *options, const char *expectations)
{
	const struct reading_source source = {
		.options = (char *)(uintptr_t)options,
		.expectations = (char *)(uintptr_t)expectations};
	struct ask ask = *frames_any_ask();
	DROP(answer) struct answer *a = answer_new();
	DROP(buf) struct buf b;

	ask.kind = ASK_READ_MODEL;
	buf_init(&b, 100000);
	answer_put_source(&b, &source);
	return frames_add(a, &ask, b.data, b.size) == b.size;
}

TEST(a_text_has_no_more_expectations_and_options_than_a_session_may_have)
{
	DROP(buf) struct buf options;
	DROP(buf) struct buf expectations;

	buf_init(&options, 10000);
	buf_init(&expectations, 10000);
	buf_add_text(&options, "{\"o\":1");
	for (int i = 1; i < LIMIT_OPTIONS; i++)
		buf_add_format(&options, ",\"o%d\":1", i);
	buf_add_text(&expectations, "[{}");
	for (int i = 1; i < LIMIT_EXPECTATIONS; i++)
		buf_add_text(&expectations, ",{}");
	buf_add_text(&options, "}");
	buf_add_text(&expectations, "]");
	assert_true(is_source(options.data, expectations.data));
	buf_truncate(&options, options.size - 1);
	buf_add_text(&options, ",\"p\":1}");
	assert_false(is_source(options.data, ""));
	buf_truncate(&expectations, expectations.size - 1);
	buf_add_text(&expectations, ",{}]");
	assert_false(is_source("", expectations.data));
	assert_false(is_source("[]", ""));
	assert_false(is_source("", "{}"));
}

TEST(what_belongs_to_another_status_is_refused)
{
	const struct answer_core core = {0};

	ARRANGE;
	answer_put_check(&b, &sat);
	assert_true(take_all(a, &b));
	buf_clear(&b);
	answer_put_core(&b, &core);
	assert_false(take_all(a, &b));
}

TEST(a_refused_frame_leaves_nothing)
{
	ARRANGE;
	answer_put_check(&b, &sat);
	assert_true(take_all(a, &b));
	buf_clear(&b);
	answer_put_solution(&b, "{\"x\":[1]}");
	assert_false(take_all(a, &b));
	assert_int_equal(a->checks.at[0].solutions.list.count, 0);
}
