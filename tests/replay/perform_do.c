/*
 * The % steps: what happens to the programs from outside.
 *
 *	% server FLAG...	flags of the servers started from now on
 *	% bare			the next servers get no handshake, so that the
 *				talk can do it by hand
 *	% env NAME=VALUE	for the programs started from now on
 *	% worker real|none	the worker program beside the next server
 *	% worker fake NAME	tests/fake/worker.c with the manners of the name
 *	% restart		ends the server; the next step starts another
 *	% stop eof|term|int	ends the server so; no step may need it after
 *	% kill server		SIGKILL; the next step starts another
 *	% kill worker		SIGKILL to the worker that works, waiting for
 *				one that does; `fork-server`: to the fork server
 *	% cancel		cancels the last &
 *	% pending N		so many & have not been answered
 *	% within MS		the next answer comes in that time
 *	% patient		the next call is made anew, with three times
 *				its time limits, until it is answered as is
 *				expected: for what a busy machine may not
 *				come to in its time
 *	% log PATTERN		the server's log holds this, now or soon
 */

#include "replay/perform.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "replay/match.h"
#include "replay/notation.h"
#include "replay/process.h"
#include "json/json.h"

enum { EVENT_MS = 60000, LOOK_MS = 5, LOG_BYTES = 1 << 20 };

typedef bool do_word(struct stage *s, const char *text, struct err *e);

static bool
unknown(const char *text, const char *known, struct err *e)
{
	return err_set(e, ERR_TEXT, "\"%s\" is none of: %s", text, known);
}

static bool
do_server(struct stage *s, const char *text, struct err *e)
{
	(void)e;
	free(s->flags);
	s->flags = text_copy(text);
	return true;
}

static bool
do_bare(struct stage *s, const char *text, struct err *e)
{
	(void)text, (void)e;
	s->is_bare = true;
	return true;
}

static bool
do_env(struct stage *s, const char *text, struct err *e)
{
	(void)e;
	place_set(&s->place, text);
	return true;
}

static bool
do_worker(struct stage *s, const char *text, struct err *e)
{
	static const char *const names[] = {
		[WORKER_REAL] = "real",
		[WORKER_FAKE] = "fake",
		[WORKER_NONE] = "none",
	};

	size_t size = strcspn(text, " ");
	const char *manners = text[size] != '\0' ? text + size + 1 : "good";

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strlen(names[i]) == size &&
			strncmp(text, names[i], size) == 0)
			return place_choose_worker(
				&s->place, (enum worker_kind)i, manners, e);
	}
	return unknown(text, "real fake none", e);
}

static bool
end_server(struct stage *s, enum client_end how, struct err *e)
{
	return client_is_running(&s->client)
		       ? client_end(&s->client, how, e)
		       : err_set(e, ERR_TEXT, "there is no server to end");
}

static bool
do_restart(struct stage *s, const char *text, struct err *e)
{
	(void)text;
	report_command(s->report, '%', "the server is restarted");
	return end_server(s, END_BY_EOF, e);
}

static bool
do_stop(struct stage *s, const char *text, struct err *e)
{
	static const char *const names[] = {
		[END_BY_EOF] = "eof",
		[END_BY_SIGTERM] = "term",
		[END_BY_SIGINT] = "int",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(text, names[i]) == 0)
			return end_server(s, (enum client_end)i, e);
	}
	return unknown(text, "eof term int", e);
}

typedef pid_t find_worker(pid_t server);

/* Reads meanwhile, so that the server goes on. */
static bool
kill_worker(struct stage *s, find_worker *find, struct err *e)
{
	int64_t deadline = clock_now_ms() + EVENT_MS;
	struct err ignored;
	pid_t pid;

	if (!client_is_running(&s->client))
		return err_set(e, ERR_TEXT, "there is no server");
	while ((pid = find(s->client.server.pid)) == 0) {
		if (clock_now_ms() > deadline)
			return err_set(e, ERR_CONFLICT,
				"there is no such worker to kill");
		(void)client_turn(
			&s->client, clock_now_ms() + LOOK_MS, &ignored);
	}
	if (!process_slay(pid))
		return err_set(e, ERR_CONFLICT, "it was gone before");
	return true;
}

static bool
do_kill(struct stage *s, const char *text, struct err *e)
{
	report_command(s->report, '%', "kill -9:");
	report_answer(s->report, false, text);
	if (strcmp(text, "server") == 0)
		return client_kill(&s->client, e);
	if (strcmp(text, "worker") == 0)
		return kill_worker(s, process_find_busy, e);
	if (strcmp(text, "fork-server") == 0)
		return kill_worker(s, process_find_fork_server, e);
	return unknown(text, "server worker fork-server", e);
}

static bool
do_cancel(struct stage *s, const char *text, struct err *e)
{
	struct exchange *last = NULL;
	struct json_object *params;

	(void)text;
	for (size_t i = 0; i < s->client.count; i++) {
		if (s->client.exchanges[i].is_open)
			last = &s->client.exchanges[i];
	}
	if (last == NULL || last->reply != NULL)
		return err_set(e, ERR_CONFLICT,
			"there is no & that waits for its answer");
	last->is_cancelled = true;
	last->is_open = false;
	params = json_new_object();
	json_put_int(params, "requestId", last->id);
	return client_notify(&s->client, "notifications/cancelled", params, e);
}

static bool
do_pending(struct stage *s, const char *text, struct err *e)
{
	unsigned long wanted = strtoul(text, NULL, 10);
	unsigned long waiting = 0;

	for (size_t i = 0; i < s->client.count; i++)
		waiting += s->client.exchanges[i].is_open &&
			   s->client.exchanges[i].reply == NULL;
	return waiting == wanted ||
	       err_set(e, ERR_CONFLICT, "%lu are not answered, not %lu",
		       waiting, wanted);
}

static bool
do_within(struct stage *s, const char *text, struct err *e)
{
	s->within_ms = strtoll(text, NULL, 10);
	return s->within_ms > 0 ||
	       err_set(e, ERR_TEXT, "%% within MILLISECONDS");
}

static bool
do_patient(struct stage *s, const char *text, struct err *e)
{
	enum { TRIES = 3 };

	(void)text, (void)e;
	s->more_tries = TRIES;
	return true;
}

static bool
log_matches(struct stage *s, const struct json_object *pattern, struct err *e)
{
	DROP(text) char *log = place_read(&s->place, "server.log", LOG_BYTES);
	struct json_object *text = json_new_string(log);
	bool same = match(pattern, text, s->names, e);

	json_free(text);
	return same;
}

static bool
do_log(struct stage *s, const char *text, struct err *e)
{
	int64_t deadline = clock_now_ms() + EVENT_MS;
	struct json_object *pattern;
	bool same;

	if (!notation_parse(text, NOTATION_PATTERN, s->names, &pattern, e))
		return false;
	while (!(same = log_matches(s, pattern, e)) &&
		clock_now_ms() < deadline)
		(void)poll(NULL, 0, LOOK_MS);
	json_free(pattern);
	return same;
}

static const struct {
	const char *name;
	do_word *perform;
} words[] = {
	{"server", do_server},
	{"bare", do_bare},
	{"env", do_env},
	{"worker", do_worker},
	{"restart", do_restart},
	{"stop", do_stop},
	{"kill", do_kill},
	{"cancel", do_cancel},
	{"pending", do_pending},
	{"within", do_within},
	{"patient", do_patient},
	{"log", do_log},
};

bool
perform_do(struct stage *s, const struct step *step, struct err *e)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(step->word, words[i].name) == 0)
			return words[i].perform(s, step->text, e);
	}
	return err_set(e, ERR_TEXT, "%% %s is not known", step->word);
}
