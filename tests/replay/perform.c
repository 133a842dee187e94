#include "replay/perform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "replay/expect.h"
#include "replay/notation.h"
#include "replay/process.h"
#include "replay/subject.h"
#include "json/json.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SLOWER = 4 };
#else
enum { SLOWER = 1 };
#endif

static bool
say_unjudged(struct stage *s, struct err *e)
{
	struct subject *u = &s->subject;

	if (u->is_there && u->is_refused && !u->is_judged) {
		u->is_judged = true;
		return err_set(e, ERR_CONFLICT,
			"line %u was refused, and no <! expects it:\n%s",
			u->step->line, u->text);
	}
	return true;
}

/* What nobody asked for; each is told once. */
static bool
say_strays(struct stage *s, struct err *e)
{
	struct json_object *strays = s->client.strays;
	DROP(text) char *text = NULL;

	if (json_count(strays) == 0)
		return true;
	text = json_text(strays);
	json_free(strays);
	s->client.strays = json_new_array();
	return err_set(
		e, ERR_CONFLICT, "messages that answer nothing: %s", text);
}

static bool
say_breaches(struct stage *s, struct err *e)
{
	struct json_object *breaches = s->client.breaches;

	if (json_count(breaches) == 0)
		return true;
	err_set(e, ERR_CONFLICT, "the server broke its contract:");
	for (size_t i = 0; i < json_count(breaches); i++)
		err_add(e, "\n- %s", json_string(json_at(breaches, i)));
	json_free(breaches);
	s->client.breaches = json_new_array();
	return false;
}

static bool
leave_subject(struct stage *s, struct err *e)
{
	return say_unjudged(s, e) && say_strays(s, e);
}

bool
stage_need_server(struct stage *s, struct err *e)
{
	if (client_is_running(&s->client))
		return true;
	if (client_start(&s->client, s->flags, !s->is_bare, e))
		return true;
	s->is_broken = true;
	return false;
}

static bool
check_time(struct stage *s, const struct exchange *x, struct err *e)
{
	int64_t limit = s->within_ms * SLOWER;
	int64_t took = x->answered_ms - x->sent_ms;

	s->within_ms = 0;
	if (limit == 0 || took <= limit)
		return true;
	return err_set(e, ERR_CONFLICT, "answered after %d ms, not within %d",
		(int)took, (int)limit);
}

static bool
await_subject(
	struct stage *s, const struct step *step, size_t number, struct err *e)
{
	struct exchange *x;

	if (!client_await(
		    &s->client, number, clock_now_ms() + STEP_LIMIT_MS, e)) {
		s->is_broken = true;
		return false;
	}
	x = &s->client.exchanges[number];
	subject_from_exchange(&s->subject, step, x);
	report_answer(s->report, s->subject.is_refused, s->subject.text);
	return check_time(s, x, e);
}

static bool
parse_arguments(struct stage *s, const struct step *step,
	struct json_object **arguments, struct err *e)
{
	*arguments = json_new_object();
	if (*step->text == '\0')
		return true;
	json_free(*arguments);
	return notation_parse(
		step->text, NOTATION_VALUE, s->names, arguments, e);
}

static bool
is_as_expected(struct stage *s, const struct step *step)
{
	for (step++; step < s->end && (step->kind == STEP_ANSWERED ||
					      step->kind == STEP_REFUSED);
		step++) {
		if (!expect_would_hold(s, step))
			return false;
	}
	return true;
}

static void
give_more_time(struct json_object *arguments)
{
	static const char *const limits[] = {
		"timeout_ms", "wait_ms", "verify_timeout_ms"};

	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		int64_t ms = json_get_int(arguments, limits[i], 0);

		if (ms > 0)
			json_put_int(arguments, limits[i], 3 * ms);
	}
}

static bool
do_call(struct stage *s, const struct step *step, struct err *e)
{
	DROP(json) struct json_object *arguments = NULL;
	unsigned more_tries = s->more_tries;
	size_t number;

	s->more_tries = 0;
	if (!stage_need_server(s, e) ||
		!parse_arguments(s, step, &arguments, e))
		return false;
	report_call(s->report, step->word, arguments, s->names);
	for (;; more_tries--) {
		if (!client_call(&s->client, step->word, json_copy(arguments),
			    &number, e) ||
			!await_subject(s, step, number, e))
			return false;
		if (more_tries == 0 || is_as_expected(s, step))
			return true;
		give_more_time(arguments);
	}
}

static bool
do_send(struct stage *s, const struct step *step, struct err *e)
{
	struct json_object *arguments;
	size_t number;

	if (!stage_need_server(s, e) ||
		!parse_arguments(s, step, &arguments, e))
		return false;
	report_call(s->report, step->word, arguments, s->names);
	if (!client_call(&s->client, step->word, arguments, &number, e))
		return false;
	s->client.exchanges[number].is_open = true;
	return true;
}

static bool
do_request(struct stage *s, const struct step *step, struct err *e)
{
	struct json_object *params;
	size_t number;

	if (!stage_need_server(s, e) || !parse_arguments(s, step, &params, e))
		return false;
	report_call(s->report, step->word, params, s->names);
	return client_request(&s->client, step->word, params, &number, e) &&
	       await_subject(s, step, number, e);
}

static bool
do_shell(struct stage *s, const struct step *step, struct err *e)
{
	int exit_code;

	report_command(s->report, '$', step->text);
	if (!process_run(&s->place, step->text, clock_now_ms() + STEP_LIMIT_MS,
		    &exit_code, e))
		return false;
	subject_from_command(&s->subject, step, &s->place, exit_code);
	report_answer(s->report, exit_code != 0, s->subject.text);
	return true;
}

static bool
do_raw(struct stage *s, const struct step *step, struct err *e)
{
	if (!stage_need_server(s, e))
		return false;
	report_command(s->report, '!', step->text);
	subject_from_nothing(&s->subject, step);
	return client_send_line(&s->client, step->text, strlen(step->text), e);
}

static bool
do_narration(struct stage *s, const struct step *step, struct err *e)
{
	(void)e;
	report_narration(s->report, step->text);
	return true;
}

typedef bool do_step(struct stage *s, const struct step *step, struct err *e);

/*
 * Expectations are tests of their own, the others only when they fail. Those
 * that put a new subject in the place of the old may leave nothing open behind.
 */
static const struct {
	do_step *perform;
	bool is_test;
	bool is_next;
} steps[] = {
	[STEP_NARRATION] = {do_narration, false, false},
	[STEP_CALL] = {do_call, false, true},
	[STEP_SEND] = {do_send, false, false},
	[STEP_REQUEST] = {do_request, false, true},
	[STEP_SHELL] = {do_shell, false, true},
	[STEP_RAW] = {do_raw, false, true},
	[STEP_DO] = {perform_do, false, false},
	[STEP_ANSWERED] = {expect_answer, true, false},
	[STEP_REFUSED] = {expect_answer, true, false},
	[STEP_ARRIVED] = {expect_arrival, true, false},
	[STEP_ARRIVED_REFUSED] = {expect_arrival, true, false},
	[STEP_NOTIFIED] = {expect_notification, true, false},
};

static void
perform_step(struct stage *s, const struct step *step)
{
	struct err e = {0};
	bool ok;

	if (steps[step->kind].is_next && !leave_subject(s, &e))
		report_test(s->report, step, e.text);
	ok = steps[step->kind].perform(s, step, &e);
	if (!ok || steps[step->kind].is_test)
		report_test(s->report, step, ok ? NULL : e.text);
	if (!say_breaches(s, &e))
		report_test(s->report, step, e.text);
}

static void
finish(struct stage *s)
{
	struct err e = {0};

	if (!leave_subject(s, &e))
		report_whole(s->report, "leaves nothing open", e.text);
	if (client_is_running(&s->client)) {
		bool ok = client_end(&s->client, END_BY_EOF, &e);

		report_whole(s->report, "ends well", ok ? NULL : e.text);
	}
	if (!say_breaches(s, &e))
		report_whole(s->report, "keeps the contract", e.text);
}

void
perform(struct report *report, const struct talk *talk, const char *build)
{
	struct stage s = {.report = report,
		.names = json_new_object(),
		.end = talk->steps + talk->count};
	struct err e;

	if (!place_init(&s.place, build, &e)) {
		report_whole(report, "has a place", e.text);
		json_free(s.names);
		return;
	}
	s.flags = text_copy("");
	client_init(&s.client, &s.place);
	for (size_t i = 0; i < talk->count && !s.is_broken; i++)
		perform_step(&s, &talk->steps[i]);
	if (!s.is_broken)
		finish(&s);
	client_release(&s.client);
	subject_drop(&s.subject);
	place_release(&s.place);
	json_free(s.names);
	free(s.flags);
}
