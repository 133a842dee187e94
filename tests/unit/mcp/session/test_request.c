#include "unit/mcp/fake.h"
#include "unit/unit.h"

#include <math.h>

#include "base/buf.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "mcp/serve/serve.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"

static struct request *
start(struct fake *f, const char *version)
{
	static const struct method method = {.name = "tools/call"};
	struct json_object *id = json_new_int(5);
	struct request *r;

	r = request_new(f->client, id, NULL);
	r->version = version_find(version);
	r->method = &method;
	r->progress.token = json_new_int(9);
	json_free(id);
	return r;
}

FAKE_TEST(keeps_the_metadata_that_a_modern_result_brings)
{
	struct json_object *result = parsed("{'_meta':{'a':1},'b':2}");
	struct json_object *reply;
	const struct json_object *meta;

	request_answer(start(f, "2026-07-28"), result);
	reply = heard(f);
	meta = json_get_object(json_get_object(reply, "result"), "_meta");
	assert_int_equal(json_get_int(meta, "a", 0), 1);
	assert_non_null(
		json_get_object(meta, "io.modelcontextprotocol/serverInfo"));
	json_free(reply);
}

FAKE_TEST(cuts_the_message_of_an_error_and_stays_json)
{
	char name[4001];
	struct json_object *reply;

	memset(name, 0xc3, sizeof(name));
	name[4000] = '\0';
	request_refuse(start(f, "2025-11-25"), RPC_INTERNAL, "%s", name);
	reply = heard(f);
	assert_true(strlen(json_get_string(json_get_object(reply, "error"),
			    "message")) < 4096);
	json_free(reply);
}

FAKE_TEST(tells_progress_that_grows_and_no_other)
{
	struct request *r = start(f, "2025-11-25");

	request_progress(r, 1.5, "a");
	request_progress(r, 1.5, "same");
	request_progress(r, 1.5001, "the same as it is written");
	request_progress(r, 0.5, "back");
	request_progress(r, -3, "below");
	request_progress(r, NAN, "no number");
	request_progress(r, 1e300, "beyond");
	request_progress(r, 2, NULL);
	assert_said_first(f,
		"{'jsonrpc':'2.0','method':'notifications/progress','params':"
		"{'progressToken':9,'progress':1.5,'message':'a'}}");
	assert_said(f,
		"{'jsonrpc':'2.0','method':'notifications/progress','params':"
		"{'progressToken':9,'progress':2}}");
}

FAKE_TEST(leaves_out_the_message_for_the_oldest_clients)
{
	request_progress(start(f, "2024-11-05"), 1, "text");
	assert_said(f,
		"{'jsonrpc':'2.0','method':'notifications/progress','params':"
		"{'progressToken':9,'progress':1}}");
}

FAKE_TEST(keeps_progress_from_a_reader_that_lags)
{
	struct request *r = start(f, "2025-11-25");

	f->is_congested = true;
	request_progress(r, 1, "a");
	assert_silence(f);
	f->is_congested = false;
	request_progress(r, 1, "a");
	assert_int_equal(f->count, 1);
}

FAKE_TEST(tells_its_own_faults_from_those_of_the_client)
{
	struct err e;

	(void)err_set(&e, ERR_STORE, "the disk is full");
	request_fail(start(f, "2025-11-25"), &e);
	assert_refused(f, -32603, "the disk is full");
	(void)err_set(&e, ERR_LIMIT, "too long");
	request_fail(start(f, "2025-11-25"), &e);
	assert_refused(f, -32602, "too long");
}

/* --- metadata ------------------------------------------------------------- */

static void
call_slow(struct fake *f, const char *meta)
{
	char *line = text_format(
		"{'jsonrpc':'2.0','id':1,'method':'tools/call','params':"
		"{'name':'slow','_meta':{%s}}}",
		meta);

	say(f, line);
	free(line);
}

#define VERSION "'io.modelcontextprotocol/protocolVersion':"
#define CAPABILITIES "'io.modelcontextprotocol/clientCapabilities':"

/* Whether the client of the last request has declared the capability. */
static bool
can(const struct fake *f, enum client_capability capability)
{
	const struct request *last = TAILQ_LAST(&f->client->requests, requests);

	return (last->capabilities & capability) != 0;
}

/* What a session has declared is no word about a modern request. */
FAKE_TEST(forgets_the_session_for_a_modern_request)
{
	say(f, "{'jsonrpc':'2.0','id':0,'method':'initialize','params':"
	       "{'protocolVersion':'2025-11-25','capabilities':"
	       "{'elicitation':{}}}}");
	free(take_line(f));
	call_slow(f, "");
	assert_true(can(f, CLIENT_ELICITATION));
	call_slow(f, VERSION "'2026-07-28'," CAPABILITIES "{}");
	assert_false(can(f, CLIENT_ELICITATION));
}

FAKE_TEST(refuses_metadata_that_is_not_whole)
{
	call_slow(f, VERSION "'2026-07-28'");
	assert_refused(f, -32602, "clientCapabilities must be an object");
	call_slow(f, VERSION "7," CAPABILITIES "{}");
	assert_refused(f, -32602, "protocolVersion must be a string");
}

FAKE_TEST(refuses_a_version_with_those_that_it_has)
{
	call_slow(f, VERSION "'2025-11-25'," CAPABILITIES "{}");
	assert_said(f,
		"{'jsonrpc':'2.0','id':1,'error':{'code':-32022,'message':"
		"'Unsupported protocol version','data':{'supported':"
		"['2026-07-28'],'requested':'2025-11-25'}}}");
}

FAKE_TEST(keeps_the_token_as_it_is)
{
	static const struct {
		const char *params;
		enum json_kind kind;
	} cases[] = {
		{"{'_meta':{'progressToken':0}}", JSON_INT},
		{"{'_meta':{'progressToken':'t'}}", JSON_STRING},
		{"{'_meta':{'progressToken':{}}}", JSON_NULL},
		{"{}", JSON_NULL},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		DROP(json) struct json_object *params = parsed(cases[i].params);
		const struct request *r = request_new(f->client, NULL, params);

		assert_int_equal(json_kind(r->progress.token), cases[i].kind);
	}
}

/* --- all of a client ------------------------------------------------------ */

#define SLOW(id) \
	"{'jsonrpc':'2.0','id':" id ",'method':'tools/call','params':" \
	"{'name':'slow'}}"

FAKE_TEST(is_busy_while_a_call_runs)
{
	say(f, SLOW("1"));
	assert_true(client_is_busy(f->client));
	fake_finish(0, "x");
	assert_false(client_is_busy(f->client));
}

FAKE_TEST(sends_nothing_while_it_is_freed)
{
	const struct transport wire = f->client->wire;

	greet(f, "2025-03-26");
	say(f, "[" SLOW("1") "," SLOW("2") "]");
	client_free(f->client);
	f->client = client_new(&f->server, &catalog_satchel, &wire);
	assert_int_equal(fake_cancelled, 2);
	assert_silence(f);
}

FAKE_TEST(replaces_a_reply_that_is_too_long_by_an_error)
{
	say(f, "{'jsonrpc':'2.0','id':'big','method':'tools/call','params':"
	       "{'name':'huge'}}");
	assert_refused(f, -32603, "the limit is 8388608; ask for less");
}

#define PING(id) "{'jsonrpc':'2.0','id':" id ",'method':'ping'}"
#define PONG(id) "{'jsonrpc':'2.0','id':" id ",'result':{}}"
#define SLOW(id) \
	"{'jsonrpc':'2.0','id':" id ",'method':'tools/call','params':" \
	"{'name':'slow'}}"

FAKE_TEST(answers_each_request_of_an_array_on_a_line_of_its_own)
{
	greet(f, "2025-03-26");
	say(f, "[" PING("1") "," SLOW("2") "," PING("'b'") ",7]");
	assert_said_first(f, PONG("1"));
	assert_said(f, PONG("'b'"));
	fake_finish(0, "x");
	json_free(heard(f));
}

FAKE_TEST(refuses_the_rest_of_an_array_with_more_answers_than_the_output_holds)
{
	enum { HUGE_ANSWERS = 20 };
	DROP(buf) struct buf line;

	greet(f, "2025-03-26");
	fake_huge_size = 7u << 20;
	buf_init(&line, MIB);
	for (int i = 0; i < HUGE_ANSWERS; i++)
		buf_add_format(&line,
			"%c{'jsonrpc':'2.0','id':%d,'method':'tools/call',"
			"'params':{'name':'huge'}}",
			i == 0 ? '[' : ',', i);
	buf_add_text(&line, "]");
	say(f, line.data);
	for (int i = 1; i < HUGE_ANSWERS; i++)
		free(take_line(f));
	assert_refused(f, -32603, "send the rest of it again");
}

FAKE_TEST(says_nothing_to_notifications_alone)
{
	greet(f, "2025-03-26");
	say(f, "[{'jsonrpc':'2.0','method':'notifications/initialized'}]");
	assert_silence(f);
}

FAKE_TEST(refuses_initialize_in_an_array)
{
	greet(f, "2025-03-26");
	assert_refusal(f,
		"[{'jsonrpc':'2.0','id':1,'method':'initialize','params':"
		"{'protocolVersion':'2025-11-25'}}]",
		-32600, "must not be part of a batch");
}

FAKE_TEST(is_silent_about_an_array_of_nothing_or_of_too_much)
{
	char line[3 * (BATCH_MAX + 1) + 2];

	greet(f, "2025-03-26");
	say(f, "[]");
	assert_silence(f);
	for (size_t i = 0; i <= BATCH_MAX; i++)
		memcpy(line + 3 * i, ",{}", 4);
	line[0] = '[';
	memcpy(line + sizeof(line) - 2, "]", 2);
	say(f, line);
	assert_silence(f);
}

/* --- methods in slices ---------------------------------------------------- */

static bool has_gone_on;

static void
sleep_and_answer(struct request *r, const struct json_object *params)
{
	has_gone_on = false;
	assert_true(coroutine_sleep(1));
	assert_string_equal(json_get_string(params, "kept"), "yes");
	has_gone_on = true;
	request_answer(r, json_new_object());
}

/* A request whose method gives way. */
static void
run_slowly(struct fake *f)
{
	static const struct method slow = {.name = "slow",
		.eras = METHOD_BOTH,
		.traits = METHOD_IN_SLICES,
		.run = sleep_and_answer};
	DROP(json) struct json_object *params = parsed("{'kept':'yes'}");
	struct request *r = start(f, "2025-11-25");

	r->method = &slow;
	request_run(r, params);
	assert_silence(f);
}

static void
wait_for_method(struct fake *f)
{
	while (!has_gone_on)
		(void)loop_turn(f->server.loop, -1);
}

FAKE_TEST(answers_when_a_method_that_gave_way_has_gone_on)
{
	run_slowly(f);
	wait_for_method(f);
	json_free(heard(f));
	assert_true(TAILQ_EMPTY(&f->client->requests));
}

FAKE_TEST(sends_nothing_for_what_ended_while_its_method_gave_way)
{
	run_slowly(f);
	client_cancel_all(f->client);
	assert_int_equal(f->client->open, 0);
	wait_for_method(f);
	assert_silence(f);
}
