#ifndef TESTS_UNIT_MCP_FAKE_H
#define TESTS_UNIT_MCP_FAKE_H

/*
 * For the tests of mcp/: tools that do what a test tells them (they stand in
 * for tools/tool.c, which the linker then leaves out), and a client whose
 * lines are kept instead of written.
 *
 * JSON in these tests is written with ' for ".
 */

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/log.h"
#include "json/json.h"
#include "mcp/client.h"
#include "mcp/inbox.h"
#include "mcp/request.h"
#include "tools/tool.h"

#define UNUSED __attribute__((unused))

/* The metadata of a modern request, for its params. */
#define MODERN                                                                 \
	"'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"     \
	"'io.modelcontextprotocol/clientCapabilities':{}}"

enum { FAKE_MAX = 8 };

struct call {
	struct call_sink sink;
	struct json_object *arguments;
};

static struct call *fake_calls[FAKE_MAX]; /* that run; others are NULL */
static size_t fake_started;
static size_t fake_cancelled;
static struct json_object *fake_arguments; /* of the last call */

static void
fake_run(struct call *c)
{
	(void)c; /* call_start does it all */
}

static const struct tool fake_tools[] = {
	{"echo",
		"{\"name\": \"echo\", \"title\": \"Echo\","
		"\"inputSchema\": {\"type\": \"object\"}}",
		fake_run},
	{"slow",
		"{\"name\": \"slow\", \"inputSchema\": {\"type\": \"object\"}}",
		fake_run},
	{"broken",
		"{\"name\": \"broken\","
		"\"inputSchema\": {\"type\": \"object\"}}",
		fake_run},
	{"huge",
		"{\"name\": \"huge\", \"inputSchema\": {\"type\": \"object\"}}",
		fake_run},
};
static struct json_object *fake_schemas[4];

size_t
tool_count(void)
{
	return sizeof(fake_tools) / sizeof(fake_tools[0]);
}

const struct tool *
tool_at(size_t index)
{
	return &fake_tools[index];
}

const struct tool *
tool_find(const char *name)
{
	for (size_t i = 0; i < tool_count(); i++) {
		if (strcmp(tool_at(i)->name, name) == 0)
			return tool_at(i);
	}
	return NULL;
}

const struct json_object *
tool_schema(const struct tool *tool)
{
	size_t index = (size_t)(tool - fake_tools);
	struct err e;
	bool parsed;

	if (fake_schemas[index] != NULL)
		return fake_schemas[index];
	parsed = json_parse(tool->schema_text, strlen(tool->schema_text),
		&fake_schemas[index], &e);
	assert(parsed);
	(void)parsed;
	return fake_schemas[index];
}

static struct call *
fake_start(struct json_object *arguments, const struct call_sink *sink)
{
	struct call *c = mem_new(sizeof(*c));

	c->sink = *sink;
	c->arguments = arguments;
	assert(fake_started < FAKE_MAX);
	fake_calls[fake_started++] = c;
	return c;
}

static void
fake_end(struct call *c)
{
	for (size_t i = 0; i < FAKE_MAX; i++) {
		if (fake_calls[i] == c)
			fake_calls[i] = NULL;
	}
	json_free(c->arguments);
	free(c);
}

/* Ends the index-th call that was started, with this text. */
static UNUSED void
fake_finish(size_t index, const char *text)
{
	struct call *c = fake_calls[index];
	struct json_object *structured = json_new_object();
	struct call_result result = {false, text, structured};

	json_put_string(structured, "said", text);
	c->sink.done(c, &result, c->sink.argument);
	json_free(structured);
	fake_end(c);
}

static UNUSED void
fake_progress(size_t index, double progress, const char *text)
{
	struct call *c = fake_calls[index];

	c->sink.progress(c, progress, text, c->sink.argument);
}

static struct call *
fake_answer(const char *name, struct json_object *arguments,
	const struct call_sink *sink)
{
	struct call c = {.sink = *sink};
	struct call_result result = {
		strcmp(name, "broken") == 0, "hi", arguments};
	DROP(text) char *huge = NULL;

	if (result.is_error)
		result.structured = NULL;
	if (strcmp(name, "huge") == 0) {
		huge = mem_grow(NULL, 9u << 20, 1);
		memset(huge, 'x', 9u << 20);
		huge[(9u << 20) - 1] = '\0';
		result.text = huge;
	}
	sink->done(&c, &result, sink->argument);
	json_free(arguments);
	return NULL;
}

struct call *
call_start(struct server *server, const struct tool *tool,
	struct json_object *arguments, const struct call_sink *sink)
{
	(void)server;
	json_free(fake_arguments);
	fake_arguments = json_copy(arguments);
	if (strcmp(tool->name, "slow") == 0)
		return fake_start(arguments, sink);
	return fake_answer(tool->name, arguments, sink);
}

void
call_cancel(struct call *c)
{
	fake_cancelled++;
	fake_end(c);
}

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
	bool is_behind;
};

static void
fake_send(const char *line, size_t size, void *argument)
{
	struct fake *f = argument;

	assert(f->count < 256);
	f->lines[f->count++] = text_copy_n(line, size);
}

static bool
fake_is_behind(void *argument)
{
	const struct fake *f = argument;

	return f->is_behind;
}

/* For the fixture of a test in a table. */
#define WITH_FAKE(test)                                                        \
	cmocka_unit_test_setup_teardown(test, fake_setup, fake_teardown)

/* A client that has said nothing. */
static UNUSED int
fake_setup(void **state)
{
	struct fake *f = mem_new(sizeof(*f));
	const struct wire wire = {fake_send, fake_is_behind, f};

	log_set_level(LOG_ERROR);
	memset(fake_calls, 0, sizeof(fake_calls));
	fake_started = 0;
	fake_cancelled = 0;
	f->client = client_new(&f->server, &wire);
	*state = f;
	return 0;
}

static UNUSED int
fake_teardown(void **state)
{
	struct fake *f = *state;

	client_free(f->client);
	for (size_t i = 0; i < f->count; i++)
		free(f->lines[i]);
	free(f);
	json_free(fake_arguments);
	fake_arguments = NULL;
	for (size_t i = 0; i < 4; i++) {
		json_free(fake_schemas[i]);
		fake_schemas[i] = NULL;
	}
	return 0;
}

static UNUSED void
say(struct fake *f, const char *line)
{
	char *text = quoted(line);

	inbox_line(f->client, text, strlen(text));
	free(text);
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
	free(f->lines[--f->count]);
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

/* The only line since the last look is this message. */
static UNUSED void
assert_said(struct fake *f, const char *wanted)
{
	assert_int_equal(f->count, 1);
	assert_same_json(f->lines[0], wanted);
	free(f->lines[--f->count]);
}

/* The first line since the last look is this message. */
static UNUSED void
assert_said_first(struct fake *f, const char *wanted)
{
	assert_true(f->count > 0);
	assert_same_json(f->lines[0], wanted);
	free(f->lines[0]);
	f->count--;
	memmove(f->lines, f->lines + 1, f->count * sizeof(f->lines[0]));
}

static UNUSED void
assert_silence(const struct fake *f)
{
	if (f->count > 0)
		print_error("%s\n", f->lines[0]);
	assert_int_equal(f->count, 0);
}

/* The only line since the last look; the caller frees it. */
static UNUSED struct json_object *
heard(struct fake *f)
{
	struct json_object *value;

	assert_int_equal(f->count, 1);
	value = parsed_as_is(f->lines[0]);
	free(f->lines[--f->count]);
	return value;
}

/* The only line is an error with this code, whose message has this piece. */
static UNUSED void
assert_refused(struct fake *f, int code, const char *piece)
{
	struct json_object *reply = heard(f);
	const struct json_object *error = json_get_object(reply, "error");
	const char *message = json_get_string(error, "message");

	assert_non_null(error);
	assert_int_equal(json_get_int(error, "code", 0), code);
	if (strstr(message, piece) == NULL)
		print_error("no \"%s\" in: %s\n", piece, message);
	assert_non_null(strstr(message, piece));
	json_free(reply);
}

#endif
