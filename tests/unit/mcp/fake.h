#ifndef TESTS_UNIT_MCP_FAKE_H
#define TESTS_UNIT_MCP_FAKE_H

/*
 * A client of a server whose tools do what the test tells them.
 */

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/log.h"
#include "mcp/session/request.h"
#include "tools/call/tool.h"
#include "unit/mcp/fake_client.h"
#include "json/json.h"

/*
 * Tools that do what a test tells them. They define what tool_list.c and call.c
 * define, so that the linker leaves these out: include this in one source of a
 * program.
 */

#ifndef UNUSED
#define UNUSED __attribute__((unused))
#endif

enum { FAKE_MAX = 8 };

struct call {
	struct call_sink sink;
	struct json_object *arguments;
};

static struct call *fake_calls[FAKE_MAX]; /* that run; others are NULL */
static size_t fake_started;
static size_t fake_cancelled;
static size_t fake_asked;		   /* call_start, of any tool */
static struct json_object *fake_arguments; /* of the last call */
static size_t fake_huge_size;		   /* of the answer of "huge" */
static const char *fake_message;  /* "echo" needs consent to it, or NULL */
static enum consent fake_consent; /* that it got last */

static void
fake_run(struct call *c)
{
	(void)c; /* call_start does it all */
}

const struct tool tool_list[] = {
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
const size_t tool_list_count = sizeof(tool_list) / sizeof(tool_list[0]);

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
	struct call_result result = {.text = text, .structured = structured};

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
		.is_error = strcmp(name, "broken") == 0,
		.text = "hi",
		.structured = arguments,
	};
	DROP(text) char *huge = NULL;
	struct err broken;

	if (fake_message != NULL && sink->consent != NULL)
		fake_consent = sink->consent(&c, fake_message, sink->argument);
	if (fake_consent == CONSENT_LATER) {
		fake_consent = CONSENT_YES;
		sink->done(&c, NULL, sink->argument);
		json_free(arguments);
		return NULL;
	}
	if (result.is_error) {
		(void)err_set(&broken, ERR_TEXT, "hi");
		result.error = &broken;
		result.structured = NULL;
	}
	if (strcmp(name, "huge") == 0) {
		huge = mem_new(fake_huge_size + 1);
		memset(huge, 'x', fake_huge_size);
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
	fake_asked++;
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

static UNUSED void
fake_reset(void)
{
	log_set_level(LOG_ERROR);
	memset(fake_calls, 0, sizeof(fake_calls));
	fake_started = 0;
	fake_cancelled = 0;
	fake_asked = 0;
	fake_huge_size = 9u << 20;
	fake_message = NULL;
	fake_consent = CONSENT_YES;
}

static UNUSED void
fake_forget(void)
{
	json_free(fake_arguments);
	fake_arguments = NULL;
}

/* For the fixture of a test in a table. */

static UNUSED int
fake_setup(void **state)
{
	fake_reset();
	*state = fake_new(&catalog_satchel);
	return 0;
}

static UNUSED int
fake_teardown(void **state)
{
	fake_free(*state);
	fake_forget();
	return 0;
}

/* A test with a fake f of its own. */
#define FAKE_TEST(sentence) \
	TEST_ON(sentence, fake_setup, fake_teardown, struct fake *f)

#endif
