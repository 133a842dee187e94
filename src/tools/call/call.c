/*
 * The life of a call. The open ones are a list in the order of their arrival,
 * because that is the order in which edits of a session count: a client that
 * sends add_item twice and solve_model, and reads the answers later, gets what
 * it would have got one by one.
 */
#include "tools/call/call.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/loop.h"
#include "smt/text/lexer.h"
#include "store/db/db.h"
#include "store/sessions/sessions.h"
#include "tools/call/arguments.h"
#include "tools/call/progress.h"
#include "json/json.h"

enum { TICK_MS = 1000 };

/* --- the list --------------------------------------------------------- */

static void
remove_call(struct call *c)
{
	struct call **at = &c->server->open.first;

	while (*at != c)
		at = &(*at)->next;
	*at = c->next;
}

static void
release(struct call *c)
{
	if (c->state_free != NULL)
		c->state_free(c->state);
	json_free(c->arguments);
	free(c->turn.sessions[0]);
	free(c->turn.sessions[1]);
	free(c);
}

/* --- its parts -------------------------------------------------------- */

static void schedule_turns(struct server *server);
static void stop_work(struct call *c);
static void deliver(struct call *c, struct answer *answer);

/* It ends without an answer. */
static void
abandon(struct call *c)
{
	struct server *server = c->server;

	stop_work(c);
	remove_call(c);
	release(c);
	schedule_turns(server);
}

/* A part of the call has been run. Returns false if the call is gone: it was
 * answered, or cancelled meanwhile. */
static bool
goes_on(struct call *c)
{
	struct answer *early = TAKE(c->work.early);

	if (c->running > 0) {
		c->work.early = early;
		return true;
	}
	if (c->is_over || c->is_cancelled) {
		answer_free(early);
		if (c->is_over)
			release(c);
		else
			abandon(c);
		return false;
	}
	if (early != NULL)
		deliver(c, early);
	return true;
}

/* A part: a function of the tool, or what takes an answer. */
struct call_part {
	struct call *call;
	tool_run *run;
	call_on_answer *on_answer; /* or NULL */
	struct answer *answer;
};

static void
run_part(void *argument)
{
	/* The caller's is gone when this is resumed. */
	const struct call_part part = *(const struct call_part *)argument;
	struct call *c = part.call;

	if (part.on_answer != NULL)
		part.on_answer(c, part.answer);
	else
		part.run(c);
	coroutine_pause(); /* before its state is freed */
	c->running--;
	(void)goes_on(c);
}

static void
start_part(struct call *c, const struct call_part *part)
{
	struct call_part copy = *part;

	copy.call = c;
	c->running++;
	coroutine_start(c->server->loop, run_part, &copy);
}

static void
start_run(struct call *c, tool_run *run)
{
	start_part(c, &(struct call_part){.run = run});
}

/* --- turns ------------------------------------------------------------ */

static bool
shares_session(const struct call *a, const struct call *b)
{
	for (int i = 0; i < 4; i++) {
		const char *one = a->turn.sessions[i / 2];
		const char *other = b->turn.sessions[i % 2];

		if (one != NULL && other != NULL && strcmp(one, other) == 0)
			return true;
	}
	return false;
}

static bool
is_first(const struct call *c)
{
	const struct call *d = c->server->open.first;

	while (d != c && !(d->turn.edits && shares_session(d, c)))
		d = d->next;
	return d == c;
}

static struct call *
find_next(const struct server *server)
{
	for (struct call *c = server->open.first; c != NULL; c = c->next) {
		if (c->turn.waits_to != NULL && is_first(c))
			return c;
	}
	return NULL;
}

static void
on_turn(void *argument)
{
	struct server *server = argument;
	struct call *c;

	server->open.turn_timer = NULL;
	while ((c = find_next(server)) != NULL) {
		tool_run *waiting = c->turn.waits_to;

		c->turn.waits_to = NULL;
		start_run(c, waiting);
	}
}

/*
 * From the loop: whoever ends a call may be in the middle of a walk over his
 * calls, and is not to see others end meanwhile.
 */
static void
schedule_turns(struct server *server)
{
	if (server->open.turn_timer == NULL && find_next(server) != NULL)
		server->open.turn_timer =
			loop_at(server->loop, clock_now_ms(), on_turn, server);
}

void
call_lock_session(
	struct call *c, const char *session, bool edits, tool_run *run)
{
	assert(c->turn.sessions[0] == NULL);
	c->turn.sessions[0] = text_copy(session);
	c->turn.edits = edits;
	if (is_first(c))
		run(c);
	else
		c->turn.waits_to = run;
}

void
call_lock_branch(struct call *c, const char *session)
{
	assert(c->turn.sessions[0] == NULL && c->turn.sessions[1] == NULL);
	c->turn.sessions[1] = text_copy(session);
}

/* --- the sessions of this client ------------------------------------------ */

static size_t
count_used(const struct server *server)
{
	return server->sessions.used != NULL ? json_count(server->sessions.used)
					     : 0;
}

/* The one that was used last; NULL if there is none. */
static const char *
last_used(const struct server *server)
{
	struct json_member m = {0};

	return json_previous(server->sessions.used, &m) ? m.key : NULL;
}

void
session_argument_forget(struct server *server, const char *name)
{
	if (server->sessions.used != NULL)
		json_delete(server->sessions.used, name);
}

void
session_argument_use(struct server *server, const char *name)
{
	if (server->names_sessions)
		return;
	if (server->sessions.used == NULL)
		server->sessions.used = json_new_object();
	/* A member that is put anew is the last one. */
	json_delete(server->sessions.used, name);
	json_put_bool(server->sessions.used, name, true);
}

const char *
session_argument_name(const struct call *c)
{
	const char *given = json_get_string(c->arguments, "session");
	const char *last = last_used(c->server);

	if (given != NULL)
		return given;
	if (c->server->session != NULL)
		return c->server->session;
	/* Where it has its turn already: others may be opened meanwhile. */
	if (c->turn.sessions[0] != NULL)
		return c->turn.sessions[0];
	return last != NULL ? last : "";
}

/* --- the session of a call ------------------------------------------------ */

/* One that the call names must exist; the absence of one that nobody promised
 * is no failure. */
static bool
find_session(
	struct call *c, struct session_info *info, bool *exists, struct err *e)
{
	struct server *server = c->server;
	const char *name = session_argument_name(c);
	bool is_given = json_get_string(c->arguments, "session") != NULL;

	*info = (struct session_info){0};
	*exists = false;
	if (name[0] == '\0' && server->names_sessions)
		return err_advise(e, ERR_ARGUMENT,
			"This call names no session; pass it as `session` in "
			"every call; {open_session} makes one, with a fresh "
			"name "
			"if you give none; {list_sessions} shows those that "
			"exist");
	if (name[0] == '\0')
		return true;
	*exists = sessions_find(server->store, name, info, e);
	if (*exists)
		return true;
	if (is_given && e->code == ERR_NOT_FOUND && strchr(name, '/') == NULL)
		return err_step(e, "%s it with {open_session}.",
			e->steps > 0 ? "Or create" : "Create");
	if (is_given || e->code != ERR_NOT_FOUND)
		return false;
	*info = (struct session_info){0};
	if (server->session != NULL)
		(void)snprintf(info->name, sizeof(info->name), "%s", name);
	else /* It was deleted; an edit makes another one. */
		session_argument_forget(server, name);
	return true;
}

bool
session_argument_find(struct call *c, struct session_info *info, struct err *e)
{
	bool exists;

	if (!find_session(c, info, &exists, e))
		return false;
	if (exists)
		return true;
	if (info->name[0] != '\0')
		return err_advise(e, ERR_NOT_FOUND,
			"There is no session \"%s\" yet, the one this server "
			"was started with; {add_item} makes it; so does "
			"{open_session} with session: \"%s\"",
			info->name, info->name);
	return err_advise(e, ERR_NOT_FOUND,
		"This call names no session, and no edit has made one yet; "
		"call {open_session} and pass the name that it returns as "
		"`session` in every call; {list_sessions} shows the sessions "
		"that exist");
}

/* An edit must not fall into the wrong one of several. */
static bool
refuse_several(const struct server *server, struct err *e)
{
	enum { LISTED_MAX = 20 };
	struct json_member m = {0};

	err_set(e, ERR_ARGUMENT,
		"This call names no session, and several are in use: ");
	for (int i = 0;
		i < LISTED_MAX && json_previous(server->sessions.used, &m); i++)
		err_add(e, "%s%s", i == 0 ? "" : ", ", m.key);
	if (count_used(server) > LISTED_MAX)
		err_add(e, " and %zu more", count_used(server) - LISTED_MAX);
	err_add(e, ". Nothing was changed.");
	err_step(e, "Pass the one that is to be edited as `session`.");
	return err_step(e, "Or make a new one with {open_session}.");
}

bool
session_argument_for_edit(
	struct call *c, struct session_info *info, bool *exists, struct err *e)
{
	bool is_given = json_get_string(c->arguments, "session") != NULL;

	if (!is_given && c->server->session == NULL &&
		count_used(c->server) > 1)
		return refuse_several(c->server, e);
	return find_session(c, info, exists, e);
}

void
session_argument_made(struct call *c, const struct session_info *info)
{
	if (c->server->session != NULL)
		return;
	/* The session that was "" has this name now, for those who wait for
	 * it, too. */
	for (struct call *d = c->server->open.first; d != NULL; d = d->next) {
		char **session = &d->turn.sessions[0];

		if (*session == NULL || **session != '\0')
			continue;
		free(*session);
		*session = text_copy(info->name);
	}
}

/* --- progress --------------------------------------------------------- */

/* It rises with each message. */
void
call_report_progress(struct call *c, const char *message)
{
	int64_t elapsed_ms = clock_now_ms() - c->started_ms;

	if (c->sink.progress == NULL)
		return;
	c->work.reported_ms = elapsed_ms > c->work.reported_ms
				      ? elapsed_ms
				      : c->work.reported_ms + 1;
	/* Whoever hears it may cancel the call. */
	c->sink.progress(c, (double)c->work.reported_ms / 1000, message,
		c->sink.argument);
}

static void
on_tick(void *argument)
{
	struct call *c = argument;
	int64_t now_ms = clock_now_ms();
	bool is_timed =
		!c->work.is_check ||
		portfolio_answer(c->work.portfolio)->phase != PHASE_WAITING;
	int64_t from_ms = c->work.is_check
				  ? portfolio_started_ms(c->work.portfolio)
				  : c->started_ms;
	DROP(text)
	char *message = progress_text(c->work.portfolio, now_ms - from_ms,
		is_timed ? c->work.limit_ms : 0);

	c->work.tick = loop_at(c->server->loop, now_ms + TICK_MS, on_tick, c);
	call_report_progress(c, message);
}

/* While a worker works, about once a second. */
static void
schedule_tick(struct call *c)
{
	if (c->sink.progress != NULL && c->work.portfolio != NULL &&
		c->work.tick == NULL)
		c->work.tick = loop_at(
			c->server->loop, clock_now_ms() + TICK_MS, on_tick, c);
}

/* --- the end ---------------------------------------------------------- */

static void
stop_work(struct call *c)
{
	timer_free(c->work.tick);
	c->work.tick = NULL;
	if (c->work.portfolio != NULL)
		portfolio_cancel(c->work.portfolio);
	c->work.portfolio = NULL;
}

static void
count(const struct call *c, const struct call_result *result)
{
	struct tool_count *all = c->server->counts;
	struct tool_count *one = all != NULL ? &all[c->tool - tool_list] : NULL;

	if (one == NULL || result == NULL) /* it waits for its user */
		return;
	log_info("call of %s by %s: %s after %" PRId64 " ms", c->tool->name,
		store_account(c->server->store)->name,
		result->is_error ? "refused" : "answered",
		clock_now_ms() - c->started_ms);
	one->answered += !result->is_error;
	one->refused += result->is_error;
	one->ms += (uint64_t)(clock_now_ms() - c->started_ms);
}

static void
end(struct call *c, const struct call_result *result)
{
	struct server *server = c->server;

	assert(!c->is_over);
	c->is_over = true;
	count(c, result);
	stop_work(c);
	remove_call(c);
	c->sink.done(c, result, c->sink.argument);
	schedule_turns(server);
}

void
call_reply(struct call *c, const char *text, struct json_object *structured)
{
	DROP(json) struct json_object *owned = structured;
	const struct call_result result = {.text = text, .structured = owned};

	end(c, &result);
}

void
call_detach(struct call *c, int64_t job, const char *text,
	struct json_object *structured, const struct call_sink *sink)
{
	DROP(json) struct json_object *owned = structured;
	const struct call_result result = {.text = text, .structured = owned};
	const struct call_sink client = c->sink;

	assert(!c->is_over && c->job == 0);
	c->job = job;
	c->sink = *sink;
	client.done(c, &result, client.argument);
	schedule_tick(c);
}

void
call_fail(struct call *c, const struct err *e)
{
	struct err said = *e;
	const struct call_result result = {
		.is_error = true, .text = said.text, .error = &said};
	char *first = said.text;

	/* An error begins with a small letter, for it may follow a colon; a
	 * reply with a capital, unless the name of an argument is its first
	 * word. */
	if (slice_is_one_of((struct slice){first, strcspn(first, " ")},
		    "a no only the there this"))
		*first = (char)toupper((unsigned char)*first);
	if (e->code == ERR_STORE)
		log_error("%s: %s (%s)", c->tool->name, e->text,
			store_detail(c->server->store));
	else if (e->code == ERR_WORKER || e->code == ERR_SYSTEM)
		log_warn("%s: %.*s", c->tool->name, (int)strcspn(e->text, "\n"),
			e->text);
	end(c, &result);
}

enum consent
call_get_consent(struct call *c, const char *message)
{
	enum consent said =
		c->sink.consent != NULL
			? c->sink.consent(c, message, c->sink.argument)
			: CONSENT_YES;

	if (said == CONSENT_LATER)
		end(c, NULL);
	return said;
}

/* The portfolio is over. */
static void
deliver(struct call *c, struct answer *answer)
{
	if (c->running > 0) {
		c->work.early = answer;
		return;
	}
	stop_work(c);
	start_part(c, &(struct call_part){.on_answer = c->work.on_answer,
			      .answer = answer});
}

void
call_stop(struct call *c)
{
	if (c->work.portfolio == NULL) /* it is about to answer */
		return;
	deliver(c, portfolio_stop(TAKE(c->work.portfolio)));
}

static void
ignore_end(struct call *c, const struct call_result *result, void *argument)
{
	(void)c;
	(void)result;
	(void)argument;
}

/* Nobody is there to agree. */
static enum consent
end_instead(struct call *c, const char *message, void *argument)
{
	(void)c;
	(void)message;
	(void)argument;
	return CONSENT_LATER;
}

void
call_cancel(struct call *c)
{
	const struct answer_check *last =
		c->work.portfolio != NULL
			? answer_last(portfolio_answer(c->work.portfolio))
			: NULL;

	assert(!c->is_over);
	/* Nobody hears what was found, but its run is kept: the next solve goes
	 * on from it. */
	if (last != NULL && last->model != NULL && last->objectives.count > 0) {
		c->sink = (struct call_sink){.done = ignore_end};
		call_stop(c);
		return;
	}
	if (c->running > 0) { /* it is abandoned when it comes to an end */
		c->is_cancelled = true;
		c->sink = (struct call_sink){
			.done = ignore_end, .consent = end_instead};
		return;
	}
	abandon(c);
}

/* --- work ------------------------------------------------------------- */

static void
on_done(struct portfolio *portfolio, struct answer *answer, void *argument)
{
	struct call *c = argument;

	assert(portfolio == c->work.portfolio);
	(void)portfolio;
	c->work.portfolio = NULL;
	deliver(c, answer);
}

bool
call_ask(struct call *c, const struct ask *ask, enum pool_queue queue,
	call_on_answer *on_answer, struct err *e)
{
	const struct account *account =
		c->server->store != NULL ? store_account(c->server->store)
					 : NULL;
	struct ask own = *ask;

	assert(c->work.portfolio == NULL);
	if (account != NULL) {
		own.account = account->id;
		own.account_solves = (unsigned)account->limits.solves;
		own.account_waiting = (unsigned)account->limits.waiting;
		/* A text of one account is never read in a child that another
		 * one's checks of a shared session stay for. */
		if (own.owner != 0)
			own.owner |= (uint64_t)account->id << 40;
	}
	coroutine_pause(); /* the request is copied */
	c->work.on_answer = on_answer;
	c->work.limit_ms = ask->timeout_ms;
	c->work.is_check = queue == QUEUE_CHECK;
	c->work.portfolio =
		portfolio_ask(c->server->pool, &own, queue, on_done, c, e);
	schedule_tick(c);
	return c->work.portfolio != NULL;
}

void
call_resume(struct call *c, tool_run *run)
{
	start_run(c, run);
}

size_t
call_reply_text(const struct call *c)
{
	if (c->sink.reply_text != 0)
		return c->sink.reply_text;
	return c->server->reply_text != 0 ? c->server->reply_text
					  : LIMIT_REPLY_TEXT;
}

/* --- the beginning ---------------------------------------------------- */

/* The first part of every call. */
static void
begin(struct call *c)
{
	const struct tool *tool = c->tool;
	bool is_valid;
	struct err e;

	coroutine_pause_early();
	is_valid = arguments_check(tool, &c->arguments, &e);
	coroutine_pause();
	if (!is_valid)
		call_fail(c, &e);
	else if (tool->turn == TURN_NONE)
		tool->run(c);
	else
		call_lock_session(c, session_argument_name(c),
			tool->turn == TURN_EDITS, tool->run);
}

struct call *
call_start(struct server *server, const struct tool *tool,
	struct json_object *arguments, const struct call_sink *sink)
{
	struct call *c = mem_new(sizeof(*c));
	struct call **last = &server->open.first;

	c->server = server;
	c->tool = tool;
	c->arguments = arguments != NULL ? arguments : json_new_object();
	c->started_ms = clock_now_ms();
	c->sink = *sink;
	while (*last != NULL)
		last = &(*last)->next;
	*last = c;
	c->running = 1; /* so that it is not gone when it was answered */
	start_run(c, begin);
	c->running--;
	return (c->running > 0 ? !c->is_over : goes_on(c)) && c->job == 0
		       ? c
		       : NULL;
}
