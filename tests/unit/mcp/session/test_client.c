#include "unit/unit.h"

#include "mcp/session/client.h"

#include "mcp/session/versions.h"
#include "unit/mcp/fake.h"

#define SLOW(id) \
	"{'jsonrpc':'2.0','id':" id ",'method':'tools/call','params':" \
	"{'name':'slow'}}"

TEST_WITH(begins_without_a_session, fake_setup, fake_teardown)
{
	const struct fake *f = *state;

	assert_ptr_equal(f->client->era, version_unsaid());
	assert_false(client_is_busy(f->client));
}

TEST_WITH(is_busy_while_a_call_runs, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, SLOW("1"));
	assert_true(client_is_busy(f->client));
	fake_finish(0, "x");
	assert_false(client_is_busy(f->client));
}

TEST_WITH(cancels_all_calls_without_a_word, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, SLOW("1"));
	say(f, SLOW("2"));
	client_cancel_all(f->client);
	assert_int_equal(fake_cancelled, 2);
	assert_false(client_is_busy(f->client));
	assert_silence(f);
}

TEST_WITH(sends_nothing_while_it_is_freed, fake_setup, fake_teardown)
{
	struct fake *f = *state;
	const struct transport wire = f->client->wire;

	greet(f, "2025-03-26");
	say(f, "[" SLOW("1") ",{'jsonrpc':'2.0','id':2,'method':'ping'}]");
	client_free(f->client);
	f->client = client_new(&f->server, &catalog_satchel, &wire);
	assert_int_equal(fake_cancelled, 1);
	assert_silence(f);
}

TEST_WITH(replaces_a_reply_that_is_too_long_by_an_error, fake_setup,
	fake_teardown)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':'big','method':'tools/call','params':"
	       "{'name':'huge'}}");
	assert_refused(f, -32603, "the limit is 8388608; ask for less");
}
