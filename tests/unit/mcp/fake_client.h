#ifndef TESTS_UNIT_MCP_FAKE_CLIENT_H
#define TESTS_UNIT_MCP_FAKE_CLIENT_H

/*
 * A client for the tests of mcp/, whose lines are kept instead of written.
 * JSON in these tests is written with ' for ".
 */

#include "unit/unit.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/loop.h"
#include "mcp/serve/serve.h"
#include "mcp/session/request.h"
#include "tools/call/tool.h"
#include "json/json.h"

#define UNUSED __attribute__((unused))

/* The metadata of a modern request, for its params. */
#define MODERN \
	"'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28'," \
	"'io.modelcontextprotocol/clientCapabilities':{}}"

/* A text with " for '. */
static UNUSED char *
quoted(const char *text)
{
	char *copy = text_copy(text);

	for (char *c = copy; *c != '\0'; c++) {
		if (*c == '\'')
			*c = '"';
	}
	return copy;
}

struct fake {
	struct client *client;
	struct server server;
	char *lines[256];
	size_t count;
	bool is_congested;
};

static void
fake_send(const struct outgoing *m, void *argument)
{
	struct fake *f = argument;

	assert(f->count < 256);
	f->lines[f->count++] = text_copy_n(m->text, m->size);
}

static bool
fake_is_congested(void *origin, void *argument)
{
	const struct fake *f = argument;

	(void)origin;
	return f->is_congested;
}

/* A client that has said nothing, of a server that has a loop. */
static UNUSED struct fake *
fake_new(const struct catalog *catalog)
{
	struct fake *f = mem_new(sizeof(*f));
	const struct transport wire = {.send = fake_send,
		.is_congested = fake_is_congested,
		.argument = f};

	f->server.loop = loop_new();
	f->client = client_new(&f->server, catalog, &wire);
	return f;
}

static UNUSED void
fake_free(struct fake *f)
{
	client_free(f->client);
	for (size_t i = 0; i < f->count; i++)
		free(f->lines[i]);
	loop_free(f->server.loop);
	free(f);
}

static UNUSED void
say(struct fake *f, const char *line)
{
	char *text = quoted(line);

	dispatch_line(f->client, text, strlen(text), false);
	free(text);
}

/* The first line since the last look; the caller frees it. */
static UNUSED char *
take_line(struct fake *f)
{
	char *line = f->lines[0];

	assert(f->count > 0);
	f->count--;
	memmove(f->lines, f->lines + 1, f->count * sizeof(f->lines[0]));
	return line;
}

/* Says initialize and forgets the answer. */
static UNUSED void
greet(struct fake *f, const char *version)
{
	char *line = text_format(
		"{'jsonrpc':'2.0','id':'greet','method':'initialize','params':"
		"{'protocolVersion':'%s','capabilities':{},'clientInfo':"
		"{'name':'t','version':'1'}}}",
		version);

	say(f, line);
	free(line);
	assert(f->count == 1);
	free(take_line(f));
}

static UNUSED struct json_object *
parsed_as_is(const char *text)
{
	struct json_object *value = NULL;
	struct err e;

	if (!json_parse(text, strlen(text), &value, &e)) {
		print_error("%s: %s\n", text, e.text);
		fail();
	}
	return value;
}

static UNUSED struct json_object *
parsed(const char *line)
{
	char *text = quoted(line);
	struct json_object *value = parsed_as_is(text);

	free(text);
	return value;
}

static UNUSED void
assert_same_json(const char *got, const char *wanted)
{
	struct json_object *a = parsed_as_is(got);
	struct json_object *b = parsed(wanted);
	bool same = json_equal(a, b);

	if (!same)
		print_error("got    %s\nwanted %s\n", got, wanted);
	json_free(a);
	json_free(b);
	assert_true(same);
}

/* The first line since the last look is this message. */
static UNUSED void
assert_said_first(struct fake *f, const char *wanted)
{
	char *line;

	assert_true(f->count > 0);
	line = take_line(f);
	assert_same_json(line, wanted);
	free(line);
}

/* The only line since the last look is this message. */
static UNUSED void
assert_said(struct fake *f, const char *wanted)
{
	assert_int_equal(f->count, 1);
	assert_said_first(f, wanted);
}

static UNUSED void
assert_silence(const struct fake *f)
{
	if (f->count > 0)
		print_error("%s\n", f->lines[0]);
	assert_int_equal(f->count, 0);
}

/* The first line since the last look, parsed; the caller frees it. */
static UNUSED struct json_object *
heard_first(struct fake *f)
{
	struct json_object *value;
	char *line;

	assert_true(f->count > 0);
	line = take_line(f);
	value = parsed_as_is(line);
	free(line);
	return value;
}

/* The only one. */
static UNUSED struct json_object *
heard(struct fake *f)
{
	assert_int_equal(f->count, 1);
	return heard_first(f);
}

/* The only line is an error with this code, whose message has this piece. */
static UNUSED void
assert_refused(struct fake *f, int code, const char *piece)
{
	struct json_object *reply = heard(f);
	const struct json_object *error = json_get_object(reply, "error");
	const char *given = json_get_string(error, "message");
	const char *message = given != NULL ? given : "no error at all";

	assert_int_equal(json_get_int(error, "code", 0), code);
	if (strstr(message, piece) == NULL)
		fail_msg("no \"%s\" in: %s", piece, message);
	json_free(reply);
}

/* Says the line; the only line since is this message. */
static UNUSED void
assert_answer(struct fake *f, const char *line, const char *wanted)
{
	say(f, line);
	assert_said(f, wanted);
}

/* Says the line, and nothing comes back. */
static UNUSED void
assert_no_answer(struct fake *f, const char *line)
{
	say(f, line);
	assert_silence(f);
}

static UNUSED void
assert_refusal(struct fake *f, const char *line, int code, const char *piece)
{
	say(f, line);
	assert_refused(f, code, piece);
}

/* Says the line; the result in the only line since, the caller's. */
static UNUSED struct json_object *
result_of(struct fake *f, const char *line)
{
	struct json_object *reply;
	struct json_object *result;

	say(f, line);
	reply = heard(f);
	result = json_copy(json_get_object(reply, "result"));
	json_free(reply);
	assert_non_null(result);
	return result;
}

#endif
