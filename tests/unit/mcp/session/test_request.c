#include "unit/unit.h"

#include "mcp/session/request.h"

#include <math.h>

#include "mcp/session/methods.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "unit/mcp/fake.h"

static struct request *
start(struct fake *f, const char *version)
{
	struct json_object *id = json_new_int(5);
	struct request *r;

	r = request_new(f->client, id, NULL);
	r->era = version_find(version);
	r->method = method_find("tools/call");
	r->token = json_new_int(9);
	json_free(id);
	return r;
}

TEST_WITH(ends_with_a_result, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	request_answer(start(f, "2025-11-25"), json_new_object());
	assert_said(f, "{'jsonrpc':'2.0','id':5,'result':{}}");
	assert_int_equal(f->client->open, 0);
}

TEST_WITH(ends_with_an_error_and_its_data, fake_setup, fake_teardown)
{
	struct fake *f = *state;
	struct json_object *data = json_new_object();

	json_put_int(data, "x", 1);
	request_refuse_with(
		start(f, "2026-07-28"), RPC_UNSUPPORTED_VERSION, "no", data);
	assert_said(f, "{'jsonrpc':'2.0','id':5,'error':{'code':-32022,"
		       "'message':'no','data':{'x':1}}}");
	assert_int_equal(f->client->open, 0);
}

TEST_WITH(ends_without_a_word_when_cancelled, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	request_cancel(start(f, "2025-11-25"));
	assert_silence(f);
	assert_int_equal(f->client->open, 0);
}

TEST_WITH(keeps_the_metadata_that_a_modern_result_brings, fake_setup,
	fake_teardown)
{
	struct fake *f = *state;
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

TEST_WITH(
	cuts_the_message_of_an_error_and_stays_json, fake_setup, fake_teardown)
{
	struct fake *f = *state;
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

TEST_WITH(tells_progress_that_grows_and_no_other, fake_setup, fake_teardown)
{
	struct fake *f = *state;
	struct request *r = start(f, "2025-11-25");

	request_progress(r, 1.5, 0, "a");
	request_progress(r, 1.5, 0, "same");
	request_progress(r, 1.5001, 0, "the same as it is written");
	request_progress(r, 0.5, 0, "back");
	request_progress(r, -3, 0, "below");
	request_progress(r, NAN, 0, "no number");
	request_progress(r, 1e300, 0, "beyond");
	request_progress(r, 2, 0, NULL);
	assert_said_first(f,
		"{'jsonrpc':'2.0','method':'notifications/progress','params':"
		"{'progressToken':9,'progress':1.5,'message':'a'}}");
	assert_said(f,
		"{'jsonrpc':'2.0','method':'notifications/progress','params':"
		"{'progressToken':9,'progress':2}}");
}

TEST_WITH(leaves_out_the_message_for_the_oldest_clients, fake_setup,
	fake_teardown)
{
	struct fake *f = *state;

	request_progress(start(f, "2024-11-05"), 1, 0, "text");
	assert_said(f,
		"{'jsonrpc':'2.0','method':'notifications/progress','params':"
		"{'progressToken':9,'progress':1}}");
}

TEST_WITH(keeps_progress_from_a_reader_that_lags, fake_setup, fake_teardown)
{
	struct fake *f = *state;
	struct request *r = start(f, "2025-11-25");

	f->is_behind = true;
	request_progress(r, 1, 0, "a");
	assert_silence(f);
	f->is_behind = false;
	request_progress(r, 1, 0, "a");
	assert_int_equal(f->count, 1);
}

TEST_WITH(tells_of_how_much_it_is_if_that_is_known, fake_setup, fake_teardown)
{
	struct fake *f = *state;
	struct request *r = start(f, "2025-11-25");

	request_progress(r, 50, 100, NULL);
	assert_said(f, "{'jsonrpc':'2.0','method':'notifications/progress',"
		       "'params':{'progressToken':9,'progress':50,"
		       "'total':100}}");
}

TEST_WITH(tells_its_own_faults_from_those_of_the_client, fake_setup,
	fake_teardown)
{
	struct fake *f = *state;
	struct err e;

	(void)err_set(&e, ERR_STORE, "the disk is full");
	request_fail(start(f, "2025-11-25"), &e);
	assert_refused(f, -32603, "the disk is full");
	(void)err_set(&e, ERR_LIMIT, "too long");
	request_fail(start(f, "2025-11-25"), &e);
	assert_refused(f, -32602, "too long");
}
