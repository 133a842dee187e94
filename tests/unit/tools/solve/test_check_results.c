#include "unit/unit.h"

#include "tools/solve/check_results.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "smt/rules/command_policy.h"
#include "tools/solve/solve_verdict.h"
#include "wire/answer.h"
#include "json/json.h"

static void
take_all(struct answer *a, const struct buf *frames)
{
	struct frame f;
	size_t at = 0;
	size_t used;

	while (frame_find(frames->data + at, frames->size - at, LIMIT_ANSWER,
		       &f, &used) == FRAME_WHOLE) {
		assert_true(answer_take(a, &f));
		at += used;
	}
}

static void
put_check(struct buf *frames, enum status status, unsigned line)
{
	const struct answer_check check = {
		.line = line, .status = status, .reason = (char[]){""}};

	answer_put_check(frames, &check);
	answer_put_output(frames, status_name(status));
	answer_put_output(frames, "\n");
}

/* Two checks, the first of which has a value and an output. */
static struct answer *
two_checks(void)
{
	struct answer *a = answer_new();
	const struct answer_value value = {.name = (char[]){"x"},
		.sort = (char[]){"Int"},
		.json = (char[]){"12345"}};
	DROP(buf) struct buf frames;

	buf_init(&frames, LIMIT_ANSWER);
	put_check(&frames, STATUS_SAT, 3);
	answer_put_value(&frames, &value);
	answer_put_output(&frames, "((x 12345))\n");
	put_check(&frames, STATUS_SAT, 5);
	answer_put_value(&frames, &value);
	take_all(a, &frames);
	return a;
}

TEST(an_earlier_check_has_its_own_values)
{
	DROP(answer) struct answer *a = two_checks();
	const struct admitted_text script = {.text = (char[]){""}};
	size_t room = 1000;
	DROP(json)
	struct json_object *list =
		check_results_list(a, &script, a->check_count, &room);
	DROP(text) char *text = json_text(list);

	assert_string_equal(text,
		"[{\"status\":\"sat\",\"line\":3,"
		"\"output\":\"((x 12345))\\n\",\"values\":{\"x\":12345}},"
		"{\"status\":\"sat\",\"line\":5}]");
	assert_in_range(room, 900, 999);
}

TEST(what_has_no_room_is_left_out_and_room_is_none)
{
	DROP(answer) struct answer *a = two_checks();
	const struct admitted_text script = {.text = (char[]){""}};
	size_t room = 13;
	DROP(json)
	struct json_object *list =
		check_results_list(a, &script, a->check_count, &room);

	assert_int_equal(room, 0);
	assert_int_equal(json_count(list), 2);
	assert_int_equal(
		json_count(json_get_object(json_at(list, 0), "values")), 0);
}

TEST(what_is_printed_begins_behind_the_status)
{
	DROP(answer) struct answer *a = two_checks();

	assert_string_equal(check_results_printed(a, 0), "((x 12345))\n");
	assert_string_equal(check_results_printed(a, 1), "");
}

static void
put_failed(struct buf *frames, bool is_false)
{
	struct answer_assertions failed = {0};
	const struct answer_assertion one = {
		.line = 7, .label = (char[]){""}, .is_false = is_false};

	assertions_add(&failed, &one);
	answer_put_evaluation(frames, &(struct answer_evaluation){1, failed});
	assertions_release(&failed);
}

TEST(a_sat_with_a_false_assertion_is_unknown)
{
	DROP(answer) struct answer *a = answer_new();
	const struct admitted_text script = {.text = (char[]){""}};
	DROP(solve_verdict)
	struct solve_verdict ruling = {.status = STATUS_SAT};
	DROP(json) struct json_object *list = NULL;
	DROP(buf) struct buf frames;
	size_t room = 1000;

	buf_init(&frames, LIMIT_ANSWER);
	put_check(&frames, STATUS_SAT, 3);
	put_failed(&frames, true);
	take_all(a, &frames);
	check_results_distrust(a, &ruling);
	assert_int_equal(ruling.status, STATUS_UNKNOWN);
	assert_non_null(strstr(ruling.message, "line 7"));
	list = check_results_list(a, &script, a->check_count, &room);
	assert_string_equal(
		json_get_string(json_at(list, 0), "status"), "unknown");
}

TEST(a_sat_with_an_undecided_assertion_stays)
{
	DROP(answer) struct answer *a = answer_new();
	DROP(solve_verdict)
	struct solve_verdict ruling = {.status = STATUS_SAT};
	DROP(buf) struct buf frames;

	buf_init(&frames, LIMIT_ANSWER);
	put_check(&frames, STATUS_SAT, 3);
	put_failed(&frames, false);
	take_all(a, &frames);
	check_results_distrust(a, &ruling);
	assert_int_equal(ruling.status, STATUS_SAT);
}
