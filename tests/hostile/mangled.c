/*
 * Requests of all kinds, mangled by chance: bytes changed, lost, doubled, and
 * pieces of one put into another. Whatever they have become, the server
 * answers with messages, stays, does not grow, and serves the next client of
 * its database.
 */

#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "hostile/guest.h"
#include "hostile/siege.h"
#include "props/dice.h"
#include "props/patch.h"
#include "json/json.h"

enum {
	LINES = 10000,
	AT_ONCE = 25,
	WARM = 500,
	LINE_MAX_BYTES = 4096,
	MUTATIONS = 4,
	PIECE_MAX = 30,
	WAIT_MS = 2 * SIEGE_LATE_MS,
	GROWTH_KIB = 2 * KIB,
	END_MS = SIEGE_LATE_MS,
};

#define REQUEST(method, params) \
	"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" method \
	"\",\"params\":" params "}"
#define CALL(tool, arguments) \
	REQUEST("tools/call", \
		"{\"name\":\"" tool "\",\"arguments\":" arguments "}")
#define MODERN \
	"\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":" \
	"\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}"

static const char *const requests[] = {
	REQUEST("initialize",
		"{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
		"\"clientInfo\":{\"name\":\"g\",\"version\":\"1\"}}"),
	REQUEST("server/discover", "{" MODERN "}"),
	REQUEST("tools/list", "{" MODERN "}"),
	REQUEST("ping", "{}"),
	REQUEST("resources/list", "{\"cursor\":\"AA\"}"),
	REQUEST("resources/templates/list", "{}"),
	REQUEST("resources/read", "{\"uri\":\"satchel://session/a/items\"}"),
	REQUEST("resources/subscribe",
		"{\"uri\":\"satchel://session/a/history\"}"),
	REQUEST("resources/unsubscribe",
		"{\"uri\":\"satchel://session/a/history\"}"),
	REQUEST("subscriptions/listen",
		"{\"notifications\":{\"resourcesListChanged\":true}," MODERN
		"}"),
	REQUEST("prompts/list", "{}"),
	REQUEST("prompts/get",
		"{\"name\":\"refine_model\",\"arguments\":{\"session\":\"a\","
		"\"change\":\"x\"}}"),
	REQUEST("completion/complete",
		"{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"refine_model\"},"
		"\"argument\":{\"name\":\"session\",\"value\":\"a\"}}"),
	REQUEST("logging/setLevel", "{\"level\":\"debug\"}"),
	"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
	"\"params\":{\"requestId\":7,\"reason\":\"x\"}}",
	"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"action\":\"accept\"}}",
	CALL("open_session", "{\"session\":\"a\",\"description\":\"d\"}"),
	CALL("open_session", "{\"session\":\"b\",\"copy_of\":\"a\"}"),
	CALL("add_item",
		"{\"session\":\"a\",\"content\":\"(declare-const x Int)\","
		"\"index\":0,\"name\":\"n\",\"note\":\"t\"}"),
	CALL("replace_item",
		"{\"session\":\"a\",\"index\":0,\"content\":\"(assert "
		"true)\",\"check_sat\":true}"),
	CALL("delete_item", "{\"session\":\"a\",\"name\":\"n\"}"),
	CALL("clear_model", "{\"session\":\"a\",\"dry_run\":true}"),
	CALL("edit_model",
		"{\"session\":\"a\",\"edits\":[{\"op\":\"add\",\"content\":"
		"\"(assert true)\"},{\"op\":\"move\",\"index\":0,\"to\":1}]}"),
	CALL("restore_model", "{\"session\":\"a\",\"revision\":1}"),
	CALL("import_model",
		"{\"session\":\"a\",\"smtlib\":\"; n\\n(assert true)\"}"),
	CALL("get_model", "{\"session\":\"a\",\"view\":\"smtlib\"}"),
	CALL("get_history", "{\"session\":\"a\",\"diff\":true}"),
	CALL("solve_model",
		"{\"session\":\"a\",\"timeout_ms\":200,\"assume\":[\"true\"],"
		"\"solutions\":3}"),
	CALL("prove", "{\"session\":\"a\",\"property\":\"true\"}"),
	CALL("get_solution", "{\"session\":\"a\",\"terms\":[\"true\"]}"),
	CALL("solve_smtlib", "{\"smtlib\":\"(check-sat)\"}"),
	CALL("export_model", "{\"session\":\"a\",\"format\":\"json\"}"),
	CALL("configure",
		"{\"session\":\"a\",\"options\":{\"random_seed\":1}}"),
	CALL("list_sessions", "{\"match\":\"a\",\"limit\":1}"),
	CALL("job", "{\"job\":1,\"wait_ms\":1}"),
};

enum { REQUESTS = sizeof(requests) / sizeof(requests[0]) };

/* --- a server of which nothing takes long --------------------------------- */

static int
arrive(void **state)
{
	DROP(text) char *build = siege_build();
	struct guest *g = mem_new(sizeof(*g));
	struct err e;

	process_adopt_orphans();
	buf_init(&g->heard, LIMIT_MESSAGE);
	*state = g;
	return place_init(&g->place, build, &e) ? 0 : -1;
}

static void
start(struct guest *g)
{
	DROP(text) char *program = text_format("%s/satchel", g->place.programs);
	DROP(text) char *db = place_path(&g->place, "satchel.db");
	DROP(text) char *log = place_path(&g->place, "server.log");
	char words[][16] = {"--db", "--workers", "2", "--timeout-ms", "300"};
	char *argv[] = {program, words[0], db, words[1], words[2], words[3],
		words[4], NULL};
	struct err e;

	buf_clear(&g->heard); /* what the one before it still had to say */
	if (!process_start(&g->server, &g->place, argv, log, &e))
		fail_msg("%s", e.text);
}

/* --- chance --------------------------------------------------------------- */

static void
mangle(struct buf *b, struct dice *d)
{
	static const char *const words[] = {"null", "{}", "[]", "\"\"", "-1",
		"1e400", "18446744073709551616", "\\ud800", "\\u0000", "[[[[",
		"true", "\xff", ",\"id\":7", "\"session\":\"b\","};
	size_t at = dice_below(d, (unsigned)b->size + 1);
	size_t left = b->size - at;
	size_t size = dice_below(
		d, left < PIECE_MAX ? (unsigned)left + 1 : PIECE_MAX);
	const char *other = requests[dice_below(d, REQUESTS)];
	const char *word = DICE_PICK(d, words);
	char byte = (char)(1 + dice_below(d, 255));

	switch (dice_below(d, 5)) {
	case 0:
		patch(b, at, left > 0, &byte, 1);
		break;
	case 1:
		patch(b, at, size, "", 0);
		break;
	case 2:
		patch(b, at, 0, word, strlen(word));
		break;
	case 3:
		patch(b, at, size, other + strlen(other) / 3, PIECE_MAX);
		break;
	default:
		patch(b, at, size, word, strlen(word));
		break;
	}
}

static void
say_mangled(struct guest *g, struct dice *d)
{
	const char *request = requests[dice_below(d, REQUESTS)];
	DROP(buf) struct buf line;

	buf_init(&line, LINE_MAX_BYTES);
	(void)buf_add_text(&line, request);
	for (unsigned i = dice_below(d, MUTATIONS); i > 0; i--)
		mangle(&line, d);
	(void)buf_add_char(&line, '\n');
	guest_send(g, line.data, line.size);
}

/* Whatever comes is JSON, up to the answer to this ping. */
static void
hear_all(struct guest *g, int number)
{
	DROP(text)
	char *ping = text_format("\n{\"jsonrpc\":\"2.0\",\"id\":\"ping "
				 "%d\",\"method\":\"ping\"}",
		number);
	DROP(text) char *id = text_format("\"id\":\"ping %d\"", number);
	const char *line;

	guest_say(g, ping);
	while ((line = guest_hear(g, WAIT_MS)) != NULL) {
		struct json_object *value;
		struct err e;

		if (!json_parse(line, strlen(line), &value, &e))
			fail_msg("no JSON: %.400s", line);
		json_free(value);
		if (strstr(line, id) != NULL)
			return;
	}
	fail_msg("the server has gone silent");
}

TEST_WITH(whatever_is_sent_the_server_stays, arrive, guest_leave)
{
	struct guest *g = *state;
	int64_t before_kib = 0;
	struct dice dice;

	start(g);
	guest_greet(g);
	dice_init(&dice, 11);
	for (int i = 1; i <= LINES; i++) {
		say_mangled(g, &dice);
		if (i % AT_ONCE == 0)
			hear_all(g, i);
		if (i == WARM)
			before_kib = guest_rss_kib(g);
	}
	assert_true(guest_sees_small(g, before_kib + GROWTH_KIB));
	guest_close_in(g);
	guest_expect_end(g, END_MS);
	start(g);
	guest_greet(g);
	guest_say(g, CALL("list_sessions", "{}"));
	guest_expect(g, "\"total\":");
	guest_close_in(g);
	guest_expect_end(g, END_MS);
}
