#include "tools/solve/job.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/loop.h"
#include "model/items/model.h"
#include "pool/portfolio.h"
#include "store/db/db.h"
#include "store/runs/runs.h"
#include "tools/call/call.h"
#include "tools/call/progress.h"
#include "tools/call/reply.h"
#include "tools/solve/solve_request.h"
#include "json/json.h"

enum {
	/* Until it is tried again to keep the end of a job. */
	AGAIN_MS = 1000,
	/* A job of this server is looked at in memory, another one's in the
	 * database. */
	POLL_MS = 20,
	POLL_FAR_MS = 250,
	/* What another server may take to hear that its job is to end. */
	CANCEL_MS = 3000,
	NOTIFY_MS = 1000,
};

/* The end of a job, until the database has it: a job that has ended must not
 * look as if it ran on. */
struct unsaved_end {
	struct unsaved_end *next;
	struct server *server;
	int64_t job;
	const char *status;
	char *message;
	struct json_object *answer;
	struct timer *again;
};

/* Returns the call that works on a job of this server, or NULL. */
static struct call *
find(const struct server *server, int64_t job)
{
	struct call *c = server->open.first;

	while (c != NULL && (c->job == 0 || c->job != job))
		c = c->next;
	return c;
}

/* --- its end ------------------------------------------------------------- */

static void
release(struct unsaved_end *end)
{
	struct unsaved_end **at = &end->server->unsaved_ends;

	while (*at != end)
		at = &(*at)->next;
	*at = end->next;
	timer_free(end->again);
	free(end->message);
	json_free(end->answer);
	free(end);
}

static void
save(void *argument)
{
	struct unsaved_end *end = argument;
	struct server *server = end->server;
	struct err e;

	end->again = NULL;
	if (jobs_end(server->store, end->job, end->status, end->message,
		    end->answer, &e)) {
		release(end);
		return;
	}
	log_error("job %" PRId64 ": its end is not kept yet: %s (%s)", end->job,
		e.text, store_detail(server->store));
	end->again =
		loop_at(server->loop, clock_now_ms() + AGAIN_MS, save, end);
}

/* Lets the oldest of the jobs that give way give way no longer. */
static void
promote_next(const struct server *server)
{
	struct call *c = server->open.first;

	while (c != NULL &&
		(c->job == 0 || !c->work.yields || c->work.portfolio == NULL))
		c = c->next;
	if (c == NULL)
		return;
	c->work.yields = false;
	portfolio_set_background(c->work.portfolio, false);
}

static void
on_done(struct call *c, const struct call_result *result, void *argument)
{
	struct server *server = c->server;
	struct unsaved_end *end = mem_new(sizeof(*end));

	(void)argument;
	*end = (struct unsaved_end){
		.next = server->unsaved_ends,
		.server = server,
		.job = c->job,
		.status = c->is_stopped	     ? JOB_CANCELLED
			  : result->is_error ? JOB_FAILED
					     : JOB_DONE,
		.message = text_copy(result->text),
		.answer = result->is_error ? NULL
					   : json_share(result->structured),
	};
	server->unsaved_ends = end;
	if (!c->work.yields)
		promote_next(server);
	save(end);
}

/* Ends the job; what had been found is kept. */
static void
stop(struct call *c)
{
	c->is_stopped = true;
	call_stop(c);
}

/* About once a second: does another server want it to end? */
static void
on_progress(
	struct call *c, double progress, const char *message, void *argument)
{
	bool is_wanted = true;
	struct err e;

	(void)progress, (void)message, (void)argument;
	if (!jobs_is_wanted(c->server->store, c->job, &is_wanted, &e))
		log_warn("job %" PRId64 ": %s (%s)", c->job, e.text,
			store_detail(c->server->store));
	if (!is_wanted)
		stop(c);
}

/* --- its beginning ------------------------------------------------------- */

bool
background_job_begin(struct call *c, const struct solve *s, struct err *e)
{
	static const struct call_sink sink = {on_done, on_progress, NULL};
	uint64_t revision = s->model->revision;
	DROP(text) char *message = NULL;
	DROP(text) char *text = NULL;
	struct json_object *answer;
	int64_t job;

	if (!jobs_begin(c->server->store, s->session.id, revision,
		    c->work.limit_ms, &job, e))
		return false;
	message = text_format(
		"Job %" PRId64 " solves revision %" PRIu64 " of session %s in "
		"the background, for at most %g s. Call job with "
		"job: %" PRId64 " and wait_ms to get the result; the session "
		"may be edited meanwhile.%s",
		job, revision, s->session.name, (double)c->work.limit_ms / 1000,
		job,
		c->work.yields
			? " Another job runs already, so this one gets a "
			  "worker only while no other call needs it."
			: "");
	text = text_format("running: %s\n", message);
	answer = json_new_object_of("status", json_new_string("running"),
		"success", json_new_bool(false), "message",
		json_new_string(message), "job", json_new_int(job), "session",
		json_new_string(s->session.name), "revision",
		json_new_int((int64_t)revision), NULL);
	json_put(answer, "satisfiable", NULL);
	call_detach(c, job, text, answer, &sink);
	return true;
}

bool
background_job_is_busy(const struct server *server)
{
	const struct call *c = server->open.first;

	while (c != NULL && (c->job == 0 || c->work.yields))
		c = c->next;
	return c != NULL;
}

void
background_job_stop(struct server *server)
{
	struct call *next;

	for (struct call *c = server->open.first; c != NULL; c = next) {
		next = c->next;
		if (c->job != 0)
			call_cancel(c);
	}
	while (server->unsaved_ends != NULL)
		release(server->unsaved_ends);
}

/* --- the tool ------------------------------------------------------------ */

/* Returns what a job of this server works on, or NULL. */
static const struct portfolio *
running_portfolio(const struct server *server, int64_t job)
{
	const struct call *c = find(server, job);

	return c != NULL ? c->work.portfolio : NULL;
}

/* The state of a call that waits. */
struct waiting {
	int64_t id;
	int64_t until_ms;
	int64_t notified_ms;
	struct timer *timer;
};

static void on_poll_time(void *argument);

static void
waiting_free(void *state)
{
	struct waiting *w = state;

	timer_free(w->timer);
	free(w);
}

static bool
is_running(const struct json_object *job)
{
	return strcmp(json_get_string(job, "status"), "running") == 0;
}

static char *
describe(const struct json_object *job)
{
	const char *status = json_get_string(job, "status");
	const char *message = json_get_string(job, "message");

	if (strcmp(status, JOB_FAILED) == 0)
		return text_format(
			"It was refused: %s", message != NULL ? message : "");
	if (is_running(job))
		return text_copy(json_get_bool(job, "cancel", false)
					 ? "It is being cancelled."
					 : "It is running; call job again with "
					   "wait_ms to wait for it.");
	if (strcmp(status, JOB_DONE) == 0)
		return text_copy(
			"It is done; the result is that of solve_model.");
	if (strcmp(status, JOB_CANCELLED) != 0)
		return text_copy("It is lost: its server ended before it was "
				 "done. Start it again with solve_model.");
	return text_copy(json_get(job, "answer") != NULL
				 ? "It was cancelled; the result is what had "
				   "been found by then."
				 : "It was cancelled.");
}

static void
reply(struct call *c, const struct json_object *job)
{
	static const char *const members[] = {
		"job", "status", "session", "revision"};
	int64_t id = json_get_int(job, "job", 0);
	int64_t elapsed_ms = json_get_int(job, "ended_ms", clock_wall_ms()) -
			     json_get_int(job, "started_ms", 0);
	const struct portfolio *portfolio = running_portfolio(c->server, id);
	const struct json_object *result = json_get(job, "answer");
	const char *said = json_get_string(job, "message");
	DROP(text) char *message = describe(job);
	struct reply r;

	/* The wall clock may have been set back. */
	elapsed_ms = elapsed_ms > 0 ? elapsed_ms : 0;
	reply_init(&r, c);
	buf_add_format(&r.text,
		"Job %" PRId64 ", %s: session %s, revision %" PRId64
		", %.1f s. %s\n",
		id, json_get_string(job, "status"),
		json_get_string(job, "session"),
		json_get_int(job, "revision", 0), (double)elapsed_ms / 1000,
		message);
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
		json_put(r.structured, members[i],
			json_copy(json_get(job, members[i])));
	json_put_string(r.structured, "message", message);
	json_put(r.structured, "elapsed",
		json_new_decimal((double)elapsed_ms / 1000, 3));
	if (is_running(job) && portfolio != NULL) {
		DROP(text)
		char *progress = progress_text(portfolio, elapsed_ms,
			json_get_int(job, "limit_ms", 0));

		progress_put(portfolio, r.structured);
		buf_add_format(&r.text, "%s\n", progress);
	}
	if (result != NULL)
		json_put(r.structured, "result", json_copy(result));
	if (result != NULL && said != NULL)
		buf_add_text(&r.text, said);
	reply_send(&r, c);
}

/* --- waiting ------------------------------------------------------------- */

static void
schedule_poll(struct call *c, struct waiting *w, int64_t now_ms)
{
	const struct portfolio *portfolio = running_portfolio(c->server, w->id);
	int64_t next_ms = now_ms + (portfolio != NULL ? POLL_MS : POLL_FAR_MS);
	DROP(text) char *message = NULL;

	w->timer = loop_at(c->server->loop,
		next_ms < w->until_ms ? next_ms : w->until_ms, on_poll_time, c);
	if (now_ms - w->notified_ms < NOTIFY_MS)
		return;
	w->notified_ms = now_ms;
	message = portfolio != NULL
			  ? progress_text(portfolio, now_ms - c->started_ms,
				    w->until_ms - c->started_ms)
			  : text_copy("waiting for the job");
	call_report_progress(c, message);
}

/* Replies when the job has ended, or the time for waiting has. */
static void
consider(struct call *c)
{
	struct waiting *w = c->state;
	int64_t now_ms = clock_now_ms();
	DROP(json) struct json_object *job = NULL;
	struct err e;

	if (now_ms < w->until_ms &&
		running_portfolio(c->server, w->id) != NULL) {
		schedule_poll(c, w, now_ms);
		return;
	}
	job = jobs_find(c->server->store, w->id, &e);
	if (job == NULL)
		call_fail(c, &e);
	else if (!is_running(job) || now_ms >= w->until_ms)
		reply(c, job);
	else
		schedule_poll(c, w, now_ms);
}

static void
on_poll_time(void *argument)
{
	struct call *c = argument;
	struct waiting *w = c->state;

	w->timer = NULL;
	call_resume(c, consider);
}

/* One of another server is asked to end, and then waited for. */
static bool
cancel(struct call *c, struct waiting *w, struct err *e)
{
	struct call *solving = find(c->server, w->id);
	DROP(json) struct json_object *job = NULL;

	if (solving != NULL) {
		stop(solving);
		return true;
	}
	job = jobs_find(c->server->store, w->id, e);
	if (job == NULL)
		return false;
	if (!is_running(job))
		return true;
	w->until_ms = c->started_ms + CANCEL_MS;
	return jobs_cancel(c->server->store, w->id, e);
}

void
tool_job(struct call *c)
{
	struct waiting *w = mem_new(sizeof(*w));
	const char *action = json_get_string(c->arguments, "action");
	struct err e;

	c->state = w;
	c->state_free = waiting_free;
	w->id = json_get_int(c->arguments, "job", 0);
	w->until_ms = c->started_ms + json_get_int(c->arguments, "wait_ms", 0);
	w->notified_ms = c->started_ms;
	if (action != NULL && strcmp(action, "cancel") == 0 &&
		!cancel(c, w, &e))
		call_fail(c, &e);
	else
		consider(c);
}
