#include "converse/play.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "replay/match.h"
#include "replay/process.h"
#include "json/json.h"

/* Nothing that is said here takes long, but a machine may have much to do. */
enum { ANSWER_MS = 60000, END_MS = SIEGE_LATE_MS, TALK_BYTES = 64 * MIB };

bool
play_begin(struct play *p, const char *build)
{
	struct err e;

	buf_init(&p->talk, TALK_BYTES);
	p->world = world_new();
	if (!place_init(&p->place, build, &e)) {
		play_fail(p, "%s", e.text);
		return false;
	}
	for (size_t i = 0; i < SERVERS; i++)
		client_init(&p->clients[i], &p->place);
	return true;
}

void
play_end(struct play *p)
{
	unsigned left;

	for (p->server = 0; p->server < SERVERS; p->server++)
		play_stop(p, p->why == NULL ? END_SOFTLY : END_KILLED);
	left = process_sweep(clock_now_ms() + END_MS);
	if (left > 0)
		play_fail(p, "%u processes are left", left);
	for (size_t i = 0; i < SERVERS && p->place.directory != NULL; i++)
		client_release(&p->clients[i]);
	if (p->place.directory != NULL)
		place_release(&p->place);
	world_free(p->world);
	buf_release(&p->talk);
}

void
play_fail(struct play *p, const char *format, ...)
{
	char text[4096];
	va_list arguments;

	va_start(arguments, format);
	(void)vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	if (p->why == NULL)
		p->why = text_copy(text);
}

/* --- servers -------------------------------------------------------------- */

static bool
has_tool(const struct client *c, const char *name)
{
	for (size_t i = 0; i < json_count(c->tools); i++) {
		if (strcmp(json_get_string(json_at(c->tools, i), "name"),
			    name) == 0)
			return true;
	}
	return false;
}

static bool
need_server(struct play *p)
{
	struct client *c = &p->clients[p->server];
	struct err e;

	if (client_is_running(c))
		return true;
	json_free(p->world->used[p->server]);
	p->world->used[p->server] = NULL;
	if (!client_start(c, "--workers 1", true, &e)) {
		play_fail(p, "no server: %s", e.text);
		return false;
	}
	p->has_edit_model = has_tool(c, "edit_model");
	p->has_restore_model = has_tool(c, "restore_model");
	p->has_import_model = has_tool(c, "import_model");
	p->has_get_history = has_tool(c, "get_history");
	return true;
}

/* Not by client_end, which demands that no other server is left. */
static void
end_softly(struct play *p, struct process *server)
{
	int status;

	(void)close(server->in);
	server->in = -1;
	if (!process_wait(server, clock_now_ms() + END_MS, &status)) {
		process_kill(server);
		play_fail(p, "the server did not end");
	} else if (status != 0) {
		play_fail(p, "the server ended with status %#x", status);
	}
}

void
play_stop(struct play *p, enum play_end how)
{
	struct client *c = &p->clients[p->server];

	if (!client_is_running(c))
		return;
	buf_add_text(&p->talk,
		how == END_KILLED ? "% kill server\n" : "% restart\n");
	if (how == END_KILLED)
		process_kill(&c->server);
	else
		end_softly(p, &c->server);
}

void
play_slay_nursery(struct play *p)
{
	pid_t pid = process_find_nursery(p->clients[p->server].server.pid);

	if (pid == 0)
		return;
	buf_add_text(&p->talk, "% kill worker\n");
	(void)process_slay(pid); /* it may be gone */
}

/* --- calls ---------------------------------------------------------------- */

static bool
is_clean(struct play *p, struct client *c)
{
	DROP(text) char *text = NULL;

	if (json_count(c->breaches) == 0 && json_count(c->strays) == 0)
		return true;
	text = json_text(json_count(c->breaches) > 0 ? c->breaches : c->strays);
	play_fail(p, "%s", text);
	return false;
}

bool
play_say(struct play *p, const char *tool, struct json_object *arguments,
	struct said *said)
{
	DROP(text) char *text = json_text(arguments);
	struct err e;

	*said = (struct said){.play = p, .server = p->server, .tool = tool};
	if (!need_server(p)) {
		json_free(arguments);
		return false;
	}
	if (p->server > 0)
		buf_add_text(&p->talk, "# (to the second server)\n");
	buf_add_format(&p->talk, "> %s %s\n", tool, text);
	p->calls++;
	if (client_call(
		    &p->clients[p->server], tool, arguments, &said->number, &e))
		return true;
	play_fail(p, "%s", e.text);
	return false;
}

/* Of which sessions the server knows that its client works with them. */
static void
note_use(const struct said *said)
{
	static const char *const tools[] = {"open_session", "add_item",
		"replace_item", "delete_item", "edit_model", "clear_model",
		"restore_model", "import_model"};
	const char *name = said->reply != NULL
				   ? json_get_string(said->reply, "session")
				   : NULL;

	if (name == NULL || json_get_bool(said->reply, "dry_run", false))
		return;
	if (strcmp(said->tool, "delete_session") == 0)
		world_forget(said->play->world, said->server, name);
	for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++) {
		if (strcmp(said->tool, tools[i]) == 0)
			world_use(said->play->world, said->server, name);
	}
}

bool
play_hear(struct said *said)
{
	struct play *p = said->play;
	struct client *c = &p->clients[said->server];
	const struct json_object *result;
	struct exchange *x;
	struct err e;

	if (!client_await(c, said->number, clock_now_ms() + ANSWER_MS, &e)) {
		play_fail(p, "%s: %s", said->tool, e.text);
		return false;
	}
	x = &c->exchanges[said->number];
	result = json_get_object(x->reply, "result");
	if (result == NULL)
		play_fail(p, "%s is answered with an error", said->tool);
	said->reply = json_get_object(result, "structuredContent");
	said->text = json_get_string(
		json_at(json_get_array(result, "content"), 0), "text");
	note_use(said);
	return result != NULL && is_clean(p, c);
}

void
play_expect_refusal(struct said *said, bool is_refused)
{
	if (is_refused)
		buf_add_text(&said->play->talk, "<! ~\"\"\n");
	if (is_refused && said->reply != NULL)
		play_fail(said->play, "%s ought to be refused: %.1500s",
			said->tool, said->text);
	else if (!is_refused && said->reply == NULL)
		play_fail(said->play, "%s ought not to be refused: %.1500s",
			said->tool, said->text);
}

const struct json_object *
play_call(struct play *p, const char *tool, struct json_object *arguments,
	bool is_refused, struct said *said)
{
	if (!play_say(p, tool, arguments, said) || !play_hear(said))
		return NULL;
	play_expect_refusal(said, is_refused);
	return p->why == NULL ? said->reply : NULL;
}

void
play_expect(struct said *said, struct json_object *pattern)
{
	DROP(json) struct json_object *names = json_new_object();
	DROP(text) char *text = json_text(pattern);
	struct err e;

	buf_add_format(&said->play->talk, "< %s\n", text);
	if (said->reply != NULL && !match(pattern, said->reply, names, &e))
		play_fail(said->play, "%s: %s", said->tool, e.text);
	json_free(pattern);
}

size_t
play_count(const struct json_object *array)
{
	return array != NULL ? json_count(array) : 0;
}

struct session *
play_session(struct play *p, const char **name)
{
	struct world *w = p->world;
	struct session *s = p->only;

	*name = "nobody";
	if (w->count == 0 || dice_says(&p->dice, 2))
		return NULL;
	/* Mostly one of the first, so that it gets somewhere. */
	if (s == NULL)
		s = w->sessions[dice_says(&p->dice, 50)
					? 0
					: dice_below(&p->dice,
						  (unsigned)w->count)];
	*name = s->name;
	return s;
}
