#include "unit/tools/stage.h"

#include <stdio.h>

STAGE_TEST(arguments_that_do_not_fit_are_refused_at_once)
{
	assert_null(
		call_tool(x, "add_item", "{\"contents\": \"(assert true)\"}"));
	assert_refused_with(x, "content");
	assert_int_equal(stage_asked, 0);
}

STAGE_TEST(a_missing_object_of_arguments_is_an_empty_one)
{
	const struct call_sink sink = {.done = stage_on_done, .argument = x};

	assert_null(call_start(
		&x->server, tool_find("list_sessions"), NULL, &sink));
	assert_int_equal(number(x, "total"), 0);
}

STAGE_TEST(a_cancelled_call_kills_its_job_and_says_nothing)
{
	struct call *c;

	open_session(x, "a");
	c = call_tool(x, "add_item",
		"{\"session\": \"a\", \"content\": \"(declare-const x Int)\"}");
	call_cancel(c);
	turn(x);
	assert_int_equal(stage_cancelled, 1);
	assert_int_equal(x->answers, 1);
	assert_null(x->server.open.first);
}

STAGE_TEST(a_stopped_call_answers_with_what_had_been_found)
{
	struct call *c;

	open_session(x, "a");
	c = call_tool(x, "solve_model", "{\"session\": \"a\"}");
	call_stop(c);
	assert_int_equal(stage_cancelled, 1);
	assert_answered(x);
	assert_string_equal(member(x, "status"), "\"unknown\"");
	assert_non_null(strstr(member(x, "reason"), "\"cancelled\""));
	assert_null(x->server.open.first);
}

STAGE_TEST(a_second_edit_of_a_session_waits_for_the_first)
{
	open_session(x, "a");
	propose(x, "(declare-const x Int)");
	propose(x, "(assert (> x 0))");
	assert_int_equal(stage_asked, 1);
	answer_accept();
	turn(x);
	assert_int_equal(stage_asked, 2);
	assert_non_null(strstr(stage_jobs[0]->text, "declare-const x"));
	answer_accept();
	assert_int_equal(number(x, "index"), 1);
}

STAGE_TEST(a_reader_sees_the_edits_that_were_sent_before_it)
{
	open_session(x, "a");
	propose(x, "(declare-const x Int)");
	call_in(x, "get_model", "");
	assert_int_equal(x->answers, 1);
	answer_accept();
	turn(x);
	assert_int_equal(x->answers, 3);
	assert_int_equal(number(x, "items"), 1);
	assert_non_null(strstr(member(x, "text"), "0 | (declare"));
}

STAGE_TEST(a_session_that_gets_its_name_meanwhile_is_still_one)
{
	(void)call_tool(
		x, "add_item", "{\"content\": \"(declare-const x Int)\"}");
	(void)call_tool(x, "add_item", "{\"content\": \"(assert (> x 0))\"}");
	answer_accept();
	turn(x);
	(void)call_tool(x, "get_model", "{}");
	assert_int_equal(x->answers, 1);
	answer_accept();
	turn(x);
	assert_int_equal(x->answers, 3);
	assert_int_equal(number(x, "items"), 2);
}

STAGE_TEST(a_reader_of_another_session_does_not_wait)
{
	open_session(x, "a");
	open_session(x, "b");
	propose(x, "(declare-const x Int)");
	assert_null(call_tool(x, "get_model", "{\"session\": \"b\"}"));
	assert_string_equal(member(x, "session"), "\"b\"");
}

STAGE_TEST(a_reader_does_not_wait_for_a_solve)
{
	open_session(x, "a");
	call_in(x, "solve_model", "");
	assert_null(call_tool(x, "get_model", "{\"session\": \"a\"}"));
	assert_answered(x);
}

STAGE_TEST(who_waits_for_a_cancelled_edit_has_his_turn)
{
	struct call *c;

	open_session(x, "a");
	c = call_tool(x, "add_item",
		"{\"session\": \"a\", \"content\": \"(declare-const x Int)\"}");
	call_in(x, "get_model", "");
	call_cancel(c);
	assert_int_equal(x->answers, 1);
	turn(x);
	assert_int_equal(number(x, "items"), 0);
}

STAGE_TEST(who_waits_can_be_cancelled)
{
	struct call *c;

	open_session(x, "a");
	propose(x, "(declare-const x Int)");
	c = call_tool(x, "get_model", "{\"session\": \"a\"}");
	call_cancel(c);
	answer_accept();
	turn(x);
	assert_int_equal(x->answers, 2);
	assert_int_equal(number(x, "index"), 0);
}

STAGE_TEST(the_client_hears_what_the_worker_is_at)
{
	(void)call_tool(x, "solve_smtlib",
		"{\"smtlib\": \"(check-sat)\", \"timeout_ms\": 7000}");
	while (x->progresses == 0)
		(void)loop_turn(x->server.loop, -1);
	assert_true(x->progress >= 1);
	assert_string_equal(x->progress_text, "solving, 1 s of at most 7");
}

STAGE_TEST(a_full_queue_of_jobs_refuses_the_call)
{
	stage_is_full = true;
	assert_null(
		call_tool(x, "solve_smtlib", "{\"smtlib\": \"(check-sat)\"}"));
	assert_refused_with(x, "too many jobs");
}

/* A client whose user says what the test wants. */
struct user {
	struct stage *stage;
	enum consent consent;
	char message[512];
	bool is_withdrawn;
};

static void
on_user_done(struct call *c, const struct call_result *result, void *argument)
{
	struct user *user = argument;

	user->is_withdrawn = result == NULL;
	if (result != NULL)
		stage_on_done(c, result, user->stage);
}

static enum consent
on_consent(struct call *c, const char *message, void *argument)
{
	struct user *user = argument;

	(void)c;
	(void)snprintf(user->message, sizeof(user->message), "%s", message);
	return user->consent;
}

static void
delete_as(struct user *user)
{
	const struct call_sink sink = {
		.done = on_user_done,
		.argument = user,
		.consent = on_consent,
	};
	struct json_object *arguments = json_new_object();

	json_put_string(arguments, "session", "a");
	assert_null(call_start(&user->stage->server,
		tool_find("delete_session"), arguments, &sink));
}

STAGE_TEST(a_call_that_waits_for_consent_is_withdrawn_undone)
{
	struct user user = {.stage = x, .consent = CONSENT_LATER};

	open_session(x, "a");
	delete_as(&user);
	assert_true(user.is_withdrawn);
	assert_non_null(strstr(user.message, "\"a\""));
	assert_null(x->server.open.first);
	assert_null(call_tool(x, "get_model", "{\"session\": \"a\"}"));
	assert_answered(x);
}

STAGE_TEST(a_call_goes_on_as_the_user_says)
{
	struct user user = {.stage = x, .consent = CONSENT_NO};

	open_session(x, "a");
	delete_as(&user);
	assert_string_equal(member(x, "deleted"), "false");
	user.consent = CONSENT_YES;
	delete_as(&user);
	assert_string_equal(member(x, "deleted"), "true");
}

/* As a program does that knows nothing of STRICT. */
static void
damage(struct stage *x, const char *sql)
{
	scratch_sql(x->scratch,
		"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql ="
		" replace(replace(sql, ' NOT NULL', ''), ') STRICT', ')')"
		" WHERE type = 'table'");
	scratch_sql(x->scratch, sql);
	x->server.store = x->scratch->store;
}

STAGE_TEST(a_null_in_a_damaged_file_is_told_by_the_history)
{
	static const char *const columns[] = {"tool", "summary", "at_ms"};

	OPEN_WITH(x, "(declare-const x Int)");
	for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++) {
		DROP(text)
		char *sql = text_format(
			"UPDATE revision SET %s = NULL", columns[i]);

		damage(x, sql);
		call_in(x, "get_history", "");
		assert_refused_with(x, "is damaged");
	}
}

STAGE_TEST(a_revision_near_the_end_of_numbers_is_damage)
{
	OPEN_WITH(x, "(declare-const x Int)");
	damage(x, "UPDATE session SET revision = 9223372036854775807");
	propose(x, "(assert (> x 0))");
	assert_refused_with(x, "is damaged");
	call_in(x, "get_history", "");
	assert_refused_with(x, "is damaged");
}

STAGE_TEST(a_call_on_a_copy_waits_until_it_is_made)
{
	open_session(x, "a");
	propose(x, "(declare-const x Int)");
	(void)call_tool(
		x, "open_session", "{\"session\": \"b\", \"copy_of\": \"a\"}");
	(void)call_tool(x, "add_item",
		"{\"session\": \"b\", \"content\": \"(assert (> x 0))\"}");
	assert_int_equal(x->answers, 1);
	answer_accept();
	turn(x);
	assert_answered(x);
	answer_accept();
	assert_answered(x);
	assert_int_equal(number(x, "items"), 2);
	assert_string_equal(member(x, "session"), "\"b\"");
}

STAGE_TEST(a_check_that_waits_has_no_time_limit_yet)
{
	open_session(x, "a");
	stage_phase = PHASE_WAITING;
	propose(x, "(assert true)");
	while (x->progresses == 0)
		(void)loop_turn(x->server.loop, 2000);
	assert_string_equal(x->progress_text, "waiting for a free worker, 0 s");
	stage_phase = PHASE_PARSING;
	while (x->progresses == 1)
		(void)loop_turn(x->server.loop, 2000);
	stage_phase = PHASE_SOLVING;
	assert_non_null(strstr(x->progress_text, "0 s of at most 5"));
}
