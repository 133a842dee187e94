#include "unit/unit.h"

#include "mcp/session/request.h"

#include "unit/mcp/fake.h"

#define TELLS(level, data) \
	"{'jsonrpc':'2.0','method':'notifications/message','params':{" \
	"'level':'" level "','logger':'satchel','data':'" data "'}}"

/* A request that waits, under the metadata. */
static struct request *
start(struct fake *f, const char *meta)
{
	char *line = text_format(
		"{'jsonrpc':'2.0','id':1,'method':'tools/call','params':"
		"{'name':'slow'%s}}",
		meta);

	say(f, line);
	free(line);
	return TAILQ_LAST(&f->client->requests, requests);
}

static void
tell(const struct request *r, enum log_message_level level, const char *text)
{
	log_message_send(r, level, json_new_string(text));
}

static void
set_level(struct fake *f, const char *level)
{
	char *line = text_format("{'jsonrpc':'2.0','id':9,'method':"
				 "'logging/setLevel','params':{'level':'%s'}}",
		level);

	say(f, line);
	free(line);
}

TEST_WITH(tells_nothing_that_nobody_asked_for, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	tell(start(f, ""), LOG_MESSAGE_EMERGENCY, "fire");
	assert_silence(f);
}

TEST_WITH(tells_from_the_level_on_that_a_session_has_set, fake_setup,
	fake_teardown)
{
	struct fake *f = *state;
	struct request *r;

	set_level(f, "warning");
	assert_said(f, "{'jsonrpc':'2.0','id':9,'result':{}}");
	r = start(f, "");
	tell(r, LOG_MESSAGE_NOTICE, "too low");
	assert_silence(f);
	tell(r, LOG_MESSAGE_WARNING, "just right");
	assert_said(f, TELLS("warning", "just right"));
	tell(r, LOG_MESSAGE_ALERT, "higher");
	assert_said(f, TELLS("alert", "higher"));
}

TEST_WITH(tells_a_modern_request_what_its_metadata_asks_for, fake_setup,
	fake_teardown)
{
	struct fake *f = *state;
	struct request *r;

	r = start(f,
		",'_meta':{'io.modelcontextprotocol/protocolVersion':"
		"'2026-07-28','io.modelcontextprotocol/clientCapabilities':{},"
		"'io.modelcontextprotocol/logLevel':'error'}");
	tell(r, LOG_MESSAGE_WARNING, "too low");
	assert_silence(f);
	tell(r, LOG_MESSAGE_ERROR, "it is");
	assert_said(f, TELLS("error", "it is"));
}

/* A modern request stands for itself. */
TEST_WITH(does_not_apply_a_sessions_level_to_a_modern_request, fake_setup,
	fake_teardown)
{
	struct fake *f = *state;

	set_level(f, "debug");
	free(take_line(f));
	tell(start(f, "," MODERN), LOG_MESSAGE_EMERGENCY, "fire");
	assert_silence(f);
}

TEST_WITH(refuses_a_level_that_there_is_not, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	set_level(f, "loud");
	assert_refused(f, -32602, "debug, info, notice");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'logging/setLevel'}");
	assert_refused(f, -32602, "needs level");
}

TEST_WITH(spares_a_reader_that_lags, fake_setup, fake_teardown)
{
	struct fake *f = *state;
	struct request *r;

	set_level(f, "debug");
	free(take_line(f));
	r = start(f, "");
	f->is_behind = true;
	tell(r, LOG_MESSAGE_ERROR, "later");
	assert_silence(f);
}
