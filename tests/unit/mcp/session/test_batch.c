#include "unit/unit.h"

#include "mcp/session/client.h"

#include "base/limits.h"

#include "unit/mcp/fake.h"

#define PING(id) "{'jsonrpc':'2.0','id':" id ",'method':'ping'}"
#define PONG(id) "{'jsonrpc':'2.0','id':" id ",'result':{}}"
#define SLOW(id) \
	"{'jsonrpc':'2.0','id':" id ",'method':'tools/call','params':" \
	"{'name':'slow'}}"

FAKE_TEST(answers_all_requests_of_an_array_in_one)
{
	greet(f, "2025-03-26");
	say(f, "[" PING("1") "," PING("'b'") "]");
	assert_said(f, "[" PONG("1") "," PONG("'b'") "]");
}

FAKE_TEST(waits_for_the_last_answer)
{
	struct json_object *replies;

	greet(f, "2025-03-26");
	say(f, "[" SLOW("1") "," PING("2") "," SLOW("3") "]");
	fake_finish(1, "x");
	assert_silence(f);
	fake_finish(0, "y");
	replies = heard(f);
	assert_int_equal(json_count(replies), 3);
	assert_int_equal(json_get_int(json_at(replies, 0), "id", 0), 2);
	assert_int_equal(json_get_int(json_at(replies, 1), "id", 0), 3);
	assert_int_equal(json_get_int(json_at(replies, 2), "id", 0), 1);
	json_free(replies);
}

FAKE_TEST(does_not_wait_for_what_is_cancelled)
{
	greet(f, "2025-03-26");
	say(f, "[" SLOW("1") "," PING("2") "]");
	say(f, "{'jsonrpc':'2.0','method':'notifications/cancelled',"
	       "'params':{'requestId':1}}");
	assert_said(f, "[" PONG("2") "]");
}

FAKE_TEST(says_nothing_to_notifications_alone)
{
	greet(f, "2025-03-26");
	say(f, "[{'jsonrpc':'2.0','method':'notifications/initialized'}]");
	assert_silence(f);
}

FAKE_TEST(answers_a_broken_member_among_the_others)
{
	struct json_object *replies;

	greet(f, "2025-03-26");
	say(f, "[{'jsonrpc':'2.0','id':1},7," PING("2") "]");
	replies = heard(f);
	assert_int_equal(json_count(replies), 2);
	assert_non_null(json_get_object(json_at(replies, 0), "error"));
	assert_non_null(json_get_object(json_at(replies, 1), "result"));
	json_free(replies);
}

FAKE_TEST(refuses_initialize_in_an_array)
{
	struct json_object *replies;

	greet(f, "2025-03-26");
	say(f, "[{'jsonrpc':'2.0','id':1,'method':'initialize','params':"
	       "{'protocolVersion':'2025-11-25'}}]");
	replies = heard(f);
	assert_int_equal(
		json_get_int(json_get_object(json_at(replies, 0), "error"),
			"code", 0),
		-32600);
	json_free(replies);
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

FAKE_TEST(sends_answers_one_by_one_when_they_are_too_long)
{
	struct json_object *error;

	greet(f, "2025-03-26");
	say(f, "[{'jsonrpc':'2.0','id':1,'method':'tools/call','params':"
	       "{'name':'huge'}}," PING("2") "]");
	assert_int_equal(f->count, 2);
	error = heard_first(f);
	assert_int_equal(json_get_int(error, "id", 0), 1);
	assert_non_null(json_get_object(error, "error"));
	assert_said(f, "[" PONG("2") "]");
	json_free(error);
}

/* However many arrays wait for their last answer. */
FAKE_TEST(keeps_no_more_than_a_reply_in_arrays_that_wait)
{
	struct json_object *replies;
	DROP(text) char *text = mem_new(3 * MIB / 2 + 1);

	memset(text, 'x', 3 * MIB / 2);
	greet(f, "2025-03-26");
	for (int i = 0; i < 3; i++)
		say(f, "[" SLOW("1") "," SLOW("2") "]");
	fake_finish(0, text);
	fake_finish(2, text);
	assert_silence(f);
	fake_finish(4, text);
	replies = heard(f);
	assert_int_equal(json_count(replies), 1);
	json_free(replies);
}
