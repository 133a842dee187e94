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

static int64_t
elapsed_ms(const struct job_row *job)
{
	int64_t end = job->ended_ms != 0 ? job->ended_ms : clock_wall_ms();

	return end > job->started_ms ? end - job->started_ms : 0;
}

static char *
describe(const struct job_row *job)
{
	static const char *const texts[] = {
		[JOB_RUNNING] = "It is running; call job again with wait_ms to "
				"wait for it.",
		[JOB_DONE] = "It is done; the result is that of solve_model.",
		[JOB_CANCELLED] = "It was cancelled.",
		[JOB_LOST] = "It is lost: its server ended before it was done. "
			     "Start it again with solve_model.",
	};

	if (job->state == JOB_FAILED)
		return text_format("It was refused: %s",
			job->message != NULL ? job->message : "");
	if (job->state == JOB_RUNNING && job->cancel)
		return text_copy("It is being cancelled.");
	if (job->state == JOB_CANCELLED && job->answer != NULL)
		return text_copy("It was cancelled; the result is what had "
				 "been found by then.");
	return text_copy(texts[job->state]);
}

static void
reply(struct call *c, const struct job_row *job)
{
	const struct race *race = background_job_find(c->server, job->id);
	struct json_object *result = json_read(job->answer);
	DROP(text) char *message = describe(job);
	struct reply r;

	reply_init(&r, c);
	buf_add_format(&r.text,
		"Job %" PRId64 ", %s: session %s, revision %" PRIu64
		", %.1f s. %s\n",
		job->id, job_state_name(job->state), job->name, job->revision,
		(double)elapsed_ms(job) / 1000, message);
	json_put_int(r.structured, "job", job->id);
	json_put_string(r.structured, "status", job_state_name(job->state));
	json_put_string(r.structured, "message", message);
	json_put_string(r.structured, "session", job->name);
	json_put_int(r.structured, "revision", (int64_t)job->revision);
	json_put(r.structured, "elapsed",
		json_new_decimal((double)elapsed_ms(job) / 1000, 3));
	if (job->state == JOB_RUNNING && race != NULL) {
		DROP(text)
		char *progress =
			progress_text(race, elapsed_ms(job), job->limit_ms);

		progress_put(race, r.structured);
		buf_add_format(&r.text, "%s\n", progress);
	}
	if (result != NULL)
		json_put(r.structured, "result", result);
	if (job->answer != NULL && job->message != NULL)
		buf_add_text(&r.text, job->message);
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
	DROP(job_row) struct job_row *job = NULL;
	struct err e;

	if (now_ms < w->until_ms &&
		background_job_find(c->server, w->id) != NULL) {
		schedule_poll(c, w, now_ms);
		return;
	}
	job = jobs_find(c->server->store, w->id, &e);
	if (job == NULL)
		call_fail(c, &e);
	else if (job->state != JOB_RUNNING || now_ms >= w->until_ms)
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
	DROP(job_row) struct job_row *job = NULL;

	if (background_job_cancel(c->server, w->id))
		return true;
	job = jobs_find(c->server->store, w->id, e);
	if (job == NULL)
		return false;
	if (job->state != JOB_RUNNING)
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
