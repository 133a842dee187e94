#include "tools/call/call.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/loop.h"
#include "store/runs/runs.h"
#include "tools/call/progress.h"
#include "tools/call/reply.h"
#include "tools/solve/background_job.h"
#include "json/json.h"

enum {
	/* A job of this server is looked at in memory, another one's in the
	 * database. */
	POLL_MS = 20,
	POLL_FAR_MS = 250,
	/* What another server may take to hear that its job is to end. */
	CANCEL_MS = 3000,
	NOTIFY_MS = 1000,
};

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
	const struct race *race = background_job_find(c->server, id);
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
	if (is_running(job) && race != NULL) {
		DROP(text)
		char *progress = progress_text(
			race, elapsed_ms, json_get_int(job, "limit_ms", 0));

		progress_put(race, r.structured);
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
	const struct race *race = background_job_find(c->server, w->id);
	int64_t next_ms = now_ms + (race != NULL ? POLL_MS : POLL_FAR_MS);
	DROP(text) char *message = NULL;

	w->timer = loop_at(c->server->loop,
		next_ms < w->until_ms ? next_ms : w->until_ms, on_poll_time, c);
	if (now_ms - w->notified_ms < NOTIFY_MS)
		return;
	w->notified_ms = now_ms;
	message = race != NULL ? progress_text(race, now_ms - c->started_ms,
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
		background_job_find(c->server, w->id) != NULL) {
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
	DROP(json) struct json_object *job = NULL;

	if (background_job_cancel(c->server, w->id))
		return true;
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
