#ifndef TESTS_UNIT_TOOLS_STAGE_H
#define TESTS_UNIT_TOOLS_STAGE_H

/*
 * The real tools on a database of their own, with a pool that the test plays.
 *
 *	call_tool(x, "add_item", "{\"content\": \"(declare-const x Int)\"}");
 *	answer_accept();
 *	assert_int_equal(number(x, "items"), 1);
 *
 * What is answered is checked against the tool's outputSchema.
 */

#include "unit/unit.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/loop.h"
#include "tools/call/call.h"
#include "tools/solve/job.h"
#include "unit/store/scratch.h"
#include "unit/tools/played_pool.h"
#include "json/json.h"
#include "json/schema.h"

/* --- the stage -------------------------------------------------------- */

struct stage {
	struct scratch *scratch;
	struct server server;
	/* The last answer. */
	size_t answers; /* ever */
	bool is_error;
	char *text;
	struct json_object *structured;
	/* The last progress. */
	size_t progresses;
	double progress;
	char *progress_text;
};

static inline int
stage_setup(void **state)
{
	struct stage *x = mem_new(sizeof(*x));
	void *scratch;

	if (scratch_setup(&scratch) != 0)
		return -1;
	log_set_level(LOG_ERROR);
	stage_job_count = stage_asked = stage_cancelled = 0;
	stage_is_full = false;
	x->scratch = scratch;
	x->server = (struct server){
		.loop = loop_new(),
		.store = x->scratch->store,
		.cache = &x->scratch->cache,
		.timeout_ms = DEFAULT_TIMEOUT_MS,
		.memory_mb = DEFAULT_MEMORY_MB,
	};
	*state = x;
	return 0;
}

static inline int
stage_teardown(void **state)
{
	struct stage *x = *state;
	void *scratch = x->scratch;

	coroutine_finish_all();
	background_job_stop(&x->server);
	while (x->server.open.first != NULL)
		call_cancel(x->server.open.first);
	while (stage_job_count > 0)
		portfolio_cancel(stage_jobs[0]);
	answer_drop(&stage_so_far);
	loop_free(x->server.loop);
	json_free(x->server.sessions.used);
	free(x->text);
	free(x->progress_text);
	json_free(x->structured);
	free(x);
	return scratch_teardown(&scratch);
}

/* A test with a stage x of its own. */
#define STAGE_TEST(sentence) \
	TEST_ON(sentence, stage_setup, stage_teardown, struct stage *x)

static inline void
stage_on_done(struct call *c, const struct call_result *result, void *argument)
{
	struct stage *x = argument;
	struct json_object *schema =
		json_get(tool_schema(c->tool), "outputSchema");
	struct err e;

	x->answers++;
	x->is_error = result->is_error;
	free(x->text);
	x->text = text_copy(result->text);
	json_free(x->structured);
	x->structured = NULL;
	assert_int_equal(result->is_error, result->structured == NULL);
	if (result->is_error)
		return;
	x->structured = json_copy(result->structured);
	if (!schema_check(schema, &x->structured, &e))
		fail_msg("%s: %s", c->tool->name, e.text);
	if (!json_equal(x->structured, result->structured))
		fail_msg("%s: the answer had to be mended", c->tool->name);
}

static inline void
stage_on_progress(
	struct call *c, double progress, const char *message, void *argument)
{
	struct stage *x = argument;

	(void)c;
	assert_true(progress > x->progress);
	x->progresses++;
	x->progress = progress;
	free(x->progress_text);
	x->progress_text = text_copy(message);
}

/* Starts a call, whose texts are read at once; NULL when it is answered then.
 */
static inline struct call *
call_tool(struct stage *x, const char *tool, const char *json)
{
	const struct call_sink sink = {
		.done = stage_on_done,
		.progress = stage_on_progress,
		.argument = x,
	};
	struct json_object *arguments = NULL;
	struct call *c;
	struct err e;

	if (!json_parse(json, strlen(json), &arguments, &e))
		fail_msg("%s: %s", json, e.text);
	c = call_start(&x->server, tool_find(tool), arguments, &sink);
	play_readings();
	for (struct call *d = x->server.open.first; d != NULL; d = d->next)
		if (d == c)
			return c;
	return NULL;
}

/* Lets the calls go on that waited for their turn. */
static inline void
turn(struct stage *x)
{
	(void)loop_turn(x->server.loop, 0);
	play_readings();
}

/* --- what was answered ------------------------------------------------ */

static inline void
assert_answered(const struct stage *x)
{
	if (x->is_error)
		fail_msg("refused: %s", x->text);
	assert_non_null(x->structured);
}

static inline void
assert_pieces(const struct stage *x, const char *const *pieces)
{
	for (; *pieces != NULL; pieces++) {
		if (strstr(x->text, *pieces) == NULL)
			fail_msg("no \"%s\" in: %s", *pieces, x->text);
	}
}

static inline void
assert_is_refused(const struct stage *x)
{
	if (x->answers == 0)
		fail_msg("nothing was answered");
	if (!x->is_error)
		fail_msg("accepted: %s", x->text);
}

/* Each of the pieces is in the text. */
#define PIECES(x, ...) \
	assert_pieces(x, (const char *const[]){__VA_ARGS__, NULL})
#define assert_refused_with(x, ...) \
	(assert_is_refused(x), PIECES(x, __VA_ARGS__))
#define assert_says(x, ...) (assert_answered(x), PIECES(x, __VA_ARGS__))

static inline int64_t
number(const struct stage *x, const char *key)
{
	assert_answered(x);
	return json_get_int(x->structured, key, -1);
}

/* The member as JSON text; borrowed until the next call. "" if absent. */
static inline const char *
member(const struct stage *x, const char *key)
{
	static char shown[4096];
	struct json_object *value;
	DROP(text) char *text = NULL;

	assert_answered(x);
	shown[0] = '\0';
	if (!json_find(x->structured, key, &value))
		return shown;
	text = json_text(value);
	(void)snprintf(shown, sizeof(shown), "%s", text);
	return shown;
}

/* Adds an item that the pool accepts. */
static inline void
add_item(struct stage *x, const char *session, const char *content)
{
	DROP(text)
	char *json = text_format(
		"{\"session\": \"%s\", \"content\": \"%s\"}", session, content);

	(void)call_tool(x, "add_item", json);
	answer_accept();
	assert_answered(x);
}

static inline void
open_session(struct stage *x, const char *name)
{
	DROP(text) char *json = text_format("{\"session\": \"%s\"}", name);

	(void)call_tool(x, "open_session", json);
	assert_answered(x);
}

/* Opens session a with these items. */
#define OPEN_WITH(x, ...) open_with(x, (const char *const[]){__VA_ARGS__, NULL})

static inline void
open_with(struct stage *x, const char *const *contents)
{
	open_session(x, "a");
	for (; *contents != NULL; contents++)
		add_item(x, "a", *contents);
}

/* Starts a call in session a; the other arguments with ' in place of ". */
static inline void
call_in(struct stage *x, const char *tool, const char *arguments)
{
	DROP(text)
	char *json = text_format("{'session': 'a'%s%s}",
		arguments[0] != '\0' ? ", " : "", arguments);

	for (char *at = json; *at != '\0'; at++)
		*at = *at == '\'' ? '"' : *at;
	(void)call_tool(x, tool, json);
}

/* Starts to add an item to session a, which the pool has to check. */
static inline void
propose_with(struct stage *x, const char *content, const char *arguments)
{
	DROP(text)
	char *all = text_format("'content': '%s'%s%s", content,
		arguments[0] != '\0' ? ", " : "", arguments);

	call_in(x, "add_item", all);
}

static inline void
propose(struct stage *x, const char *content)
{
	propose_with(x, content, "");
}

#endif
