/*
 * texts FILE...
 *
 * Sends what would hurt to a real server: each text as a whole, as an item of
 * a model that is then solved, and in the place of every other argument. A
 * .talk has steps `> text STRING` and `> call TOOL ARGUMENTS`, in the notation
 * of replay/notation.h; any other file is one text. Every call must be
 * answered in its time, and at the end the server must be as it was: alive,
 * not larger, with no file written and no process left.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "hostile/siege.h"
#include "replay/notation.h"
#include "replay/report.h"
#include "replay/talk.h"
#include "json/json.h"

enum {
	TEXT_MS = 300,
	/* Edits of one session wait for each other; two of them are checked. */
	TURNS_MS = 2 * CHECK_TIMEOUT_MS + 2 * SIEGE_LATE_MS,
	GROWTH_KIB = 3 * KIB, /* the same however often all are sent */
	SHRINK_MS = SIEGE_LATE_MS,
};

#define FLAGS "--workers 2 --memory-mb 1024"

static struct json_object *
arguments_with(
	const char *tail, const char *key, const struct json_object *text)
{
	struct json_object *arguments = siege_json(tail);

	json_put(arguments, key, json_copy(text));
	return arguments;
}

/* Where a text can stand among the arguments. */
static const struct {
	const char *tool;
	const char *others;
	const char *key;
} places[] = {
	{"add_item", "{\"content\": \"(assert true)\"}", "session"},
	{"add_item",
		"{\"session\": \"a\", \"content\": \"(assert "
		"true)\", \"dry_run\": true}",
		"name"},
	{"add_item",
		"{\"session\": \"a\", \"content\": \"(assert "
		"true)\", \"dry_run\": true}",
		"note"},
	{"add_item",
		"{\"session\": \"a\", \"content\": \"(assert "
		"true)\", \"dry_run\": true}",
		"index"},
	{"open_session", "{}", "session"},
	{"open_session", "{\"session\": \"a\"}", "description"},
	{"open_session", "{\"session\": \"b\"}", "copy_of"},
	{"list_sessions", "{}", "match"},
	{"list_sessions", "{}", "cursor"},
	{"get_model", "{\"session\": \"a\"}", "view"},
	{"export_model", "{\"session\": \"a\"}", "format"},
	{"solve_smtlib", "{\"smtlib\": \"(check-sat)\"}", "timeout_ms"},
	{"delete_session", "{}", "session"},
	{"import_model", "{\"session\": \"a\", \"dry_run\": true}", "smtlib"},
	{"import_model", "{\"session\": \"a\", \"dry_run\": true}", "export"},
	{"get_history", "{\"session\": \"a\"}", "from_revision"},
	{"restore_model", "{\"session\": \"a\"}", "revision"},
	{"edit_model", "{\"session\": \"a\"}", "edits"},
	{"replace_item", "{\"session\": \"a\", \"index\": 0}", "note"},
	{"export_model", "{\"session\": \"a\"}", "path"},
	{"solve_model", "{\"session\": \"a\", \"timeout_ms\": 300}", "assume"},
	{"prove", "{\"session\": \"a\", \"timeout_ms\": 300}", "property"},
	{"configure", "{\"session\": \"a\"}", "options"},
	{"job", "{}", "job"},
};

enum { PLACES = sizeof(places) / sizeof(places[0]) };

/* Sent at once, so that they disturb each other; answered one by one. */
static bool
try_as_arguments(struct siege *s, const struct json_object *text, struct err *e)
{
	size_t numbers[PLACES];

	for (size_t i = 0; i < PLACES; i++) {
		if (!client_call(&s->client, places[i].tool,
			    arguments_with(
				    places[i].others, places[i].key, text),
			    &numbers[i], e))
			return false;
	}
	for (size_t i = 0; i < PLACES; i++) {
		if (siege_await(s, numbers[i], TURNS_MS, e) == NULL)
			return err_add(e, " (%s of %s)", places[i].key,
				places[i].tool);
	}
	return true;
}

static bool
is_kept(const struct json_object *reply)
{
	const struct json_object *result = json_get_object(reply, "result");

	return result != NULL && !json_get_bool(result, "isError", false);
}

/* A session of its own; what was kept is solved, asked for, and deleted. */
static bool
try_as_item(struct siege *s, const struct json_object *text, struct err *e)
{
	static const char session[] = "{\"session\": \"item\"}";
	const struct json_object *reply;

	if (siege_call(s, "open_session", siege_json(session), SIEGE_LATE_MS,
		    e) == NULL ||
		(reply = siege_call(s, "add_item",
			 arguments_with(session, "content", text),
			 CHECK_TIMEOUT_MS + SIEGE_LATE_MS, e)) == NULL)
		return false;
	if (is_kept(reply) &&
		(siege_call(s, "solve_model",
			 siege_json("{\"session\": \"item\", "
				    "\"timeout_ms\": 300}"),
			 TEXT_MS + SIEGE_LATE_MS, e) == NULL ||
			siege_call(s, "get_model", siege_json(session),
				SIEGE_LATE_MS, e) == NULL))
		return false;
	return siege_call(s, "delete_session", siege_json(session),
		       SIEGE_LATE_MS, e) != NULL;
}

static bool
try_text(struct siege *s, const struct json_object *text, struct err *e)
{
	size_t whole;

	if (json_kind(text) != JSON_STRING)
		return err_set(e, ERR_TEXT, "it is no string");
	/* It is solved while the item is checked. */
	if (!client_call(&s->client, "solve_smtlib",
		    arguments_with("{\"timeout_ms\": 300}", "smtlib", text),
		    &whole, e))
		return false;
	if (!try_as_item(s, text, e))
		return err_add(e, " (as an item)");
	if (siege_await(s, whole, TEXT_MS + SIEGE_LATE_MS, e) == NULL)
		return err_add(e, " (as a whole)");
	return try_as_arguments(s, text, e);
}

static bool
try_call(struct siege *s, const char *text, struct err *e)
{
	DROP(json) struct json_object *names = json_new_object();
	size_t word = strcspn(text, " ");
	DROP(text) char *tool = text_copy_n(text, word);
	struct json_object *arguments;

	if (!notation_parse(text + word, NOTATION_VALUE, names, &arguments, e))
		return false;
	return siege_call(s, tool, arguments, CHECK_TIMEOUT_MS + SIEGE_LATE_MS,
		       e) != NULL;
}

static bool
try_step(struct siege *s, const struct step *step, struct err *e)
{
	DROP(json) struct json_object *names = json_new_object();
	DROP(json) struct json_object *text = NULL;

	if (strcmp(step->word, "call") == 0)
		return try_call(s, step->text, e);
	if (strcmp(step->word, "text") != 0)
		return err_set(e, ERR_TEXT,
			"the word is neither text nor "
			"call");
	return notation_parse(step->text, NOTATION_VALUE, names, &text, e) &&
	       try_text(s, text, e);
}

static void
try_talk(struct siege *s, struct report *r, const char *file)
{
	struct talk talk;
	struct err e;

	if (!talk_read(&talk, file, &e)) {
		report_whole(r, "can be read", e.text);
		return;
	}
	for (size_t i = 0; i < talk.count; i++) {
		if (talk.steps[i].kind == STEP_CALL)
			report_test(r, &talk.steps[i],
				try_step(s, &talk.steps[i], &e) ? NULL
								: e.text);
	}
	talk_release(&talk);
}

static void
try_file(struct siege *s, struct report *r, const char *file)
{
	DROP(json) struct json_object *text = NULL;
	DROP(buf) struct buf bytes;
	char piece[64 * KIB];
	size_t size;
	FILE *in = fopen(file, "re");
	struct err e;

	buf_init(&bytes, LIMIT_MESSAGE - KIB);
	if (in == NULL) {
		report_whole(r, file, "it cannot be opened");
		return;
	}
	while ((size = fread(piece, 1, sizeof(piece), in)) > 0)
		(void)buf_add(&bytes, piece, size);
	(void)fclose(in); /* it was only read */
	text = json_new_string_n(bytes.data, bytes.size);
	report_whole(r, file, try_text(s, text, &e) ? NULL : e.text);
}

/* What a server needs for the first time it needs but once. */
static bool
warm_up(struct siege *s, struct err *e)
{
	DROP(json)
	struct json_object *text = json_new_string("(declare-const x Int)");

	if (!try_text(s, text, e))
		return false;
	siege_warm(s);
	return true;
}

static void
look_around(struct siege *s, struct report *r)
{
	DROP(text) char *grown = NULL;
	int64_t grown_kib;
	struct err e;

	/* What was kept of all that is a model in memory, and no growth. */
	report_whole(r, "what was kept can be deleted",
		siege_call(s, "delete_session",
			siege_json("{\"session\": \"a\"}"), TURNS_MS,
			&e) != NULL
			? NULL
			: e.text);
	report_whole(r, "the workers are back at rest",
		siege_await_children(s, SIEGE_AT_REST, SIEGE_LATE_MS)
			? NULL
			: "too many processes");
	(void)siege_await_rest(s, GROWTH_KIB, SHRINK_MS);
	grown_kib = siege_grown_kib(s);
	grown = text_format("it grew by %d KiB", (int)grown_kib);
	printf("# %s\n", grown);
	report_whole(r, "the server has not grown",
		grown_kib <= GROWTH_KIB ? NULL : grown);
	report_whole(r, "it ends well, and nothing is left of it",
		siege_end(s, &e) ? NULL : e.text);
}

int
main(int argc, char **argv)
{
	static char own[] = "tests/hostile/texts.talk";
	char *alone[] = {own, NULL};
	DROP(text) char *build = siege_build();
	struct report report;
	struct siege siege;
	struct err e;

	report_init(&report, "texts", false);
	if (!siege_begin(&siege, build, FLAGS, &e) || !warm_up(&siege, &e)) {
		report_whole(&report, "the server starts", e.text);
		siege_release(&siege);
		return report_end(&report);
	}
	for (char **file = argc > 1 ? argv + 1 : alone; *file != NULL; file++) {
		report.file = *file;
		if (strstr(*file, ".talk") != NULL)
			try_talk(&siege, &report, *file);
		else
			try_file(&siege, &report, *file);
	}
	look_around(&siege, &report);
	siege_release(&siege);
	return report_end(&report);
}
