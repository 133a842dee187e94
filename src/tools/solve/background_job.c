#include "tools/solve/background_job.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/loop.h"
#include "model/items/model.h"
#include "pool/portfolio.h"
#include "store/db/db.h"
#include "store/runs/runs.h"
#include "tools/call/call.h"
#include "tools/solve/solve_request.h"
#include "json/json.h"

enum { AGAIN_MS = 1000 };

struct background {
	struct background *next;
	struct server *server;
	int64_t id;
	struct call *call; /* NULL when it has been answered */
	bool is_stopped;   /* somebody has cancelled it */
	/* How it ended, as long as the database does not know. */
	const char *status;
	char *message;
	struct json_object *answer;
	struct timer *again;
};

/* --- the list ------------------------------------------------------------ */

static struct background *
find(const struct server *server, int64_t id)
{
	struct background *b = server->backgrounds;

	while (b != NULL && b->id != id)
		b = b->next;
	return b;
}

static void
release(struct background *b)
{
	struct background **at = &b->server->backgrounds;

	while (*at != b)
		at = &(*at)->next;
	*at = b->next;
	timer_free(b->again);
	free(b->message);
	json_free(b->answer);
	free(b);
}

/* --- its end ------------------------------------------------------------- */

/* Until the database has it: a job that has ended must not look as if it ran
 * on. */
static void
save_end(void *argument)
{
	struct background *b = argument;
	struct err e;

	b->again = NULL;
	if (jobs_end(b->server->store, b->id, b->status, b->message, b->answer,
		    &e)) {
		release(b);
		return;
	}
	log_error("job %" PRId64 ": its end is not kept yet: %s (%s)", b->id,
		e.text, store_detail(b->server->store));
	b->again = loop_at(
		b->server->loop, clock_now_ms() + AGAIN_MS, save_end, b);
}

/* The oldest of the spare jobs is an ordinary one from now on. */
static void
promote_next(struct server *server)
{
	struct background *found = NULL;

	for (struct background *b = server->backgrounds; b != NULL; b = b->next)
		if (b->call != NULL && b->call->work.is_spare &&
			b->call->work.race != NULL)
			found = b;
	if (found == NULL)
		return;
	found->call->work.is_spare = false;
	portfolio_set_spare(found->call->work.race, false);
}

static void
on_done(struct call *c, const struct call_result *result, void *argument)
{
	struct background *b = argument;

	b->call = NULL;
	b->status = b->is_stopped      ? JOB_CANCELLED
		    : result->is_error ? JOB_FAILED
				       : JOB_DONE;
	b->message = text_copy(result->text);
	if (!result->is_error)
		b->answer = json_share(result->structured);
	if (!c->work.is_spare)
		promote_next(b->server);
	save_end(b);
}

/* What had been found is kept. */
static void
stop(struct background *b)
{
	b->is_stopped = true;
	call_stop(b->call);
}

/* About once a second: does another server want it to end? */
static void
on_progress(
	struct call *c, double progress, const char *message, void *argument)
{
	struct background *b = argument;
	bool is_wanted = true;
	struct err e;

	(void)c;
	(void)progress;
	(void)message;
	if (!jobs_is_wanted(b->server->store, b->id, &is_wanted, &e))
		log_warn("job %" PRId64 ": %s (%s)", b->id, e.text,
			store_detail(b->server->store));
	if (!is_wanted)
		stop(b);
}

/* --- its beginning ------------------------------------------------------- */

static void
answer_client(struct background *b, const struct solve_request *q)
{
	const struct call_sink sink = {on_done, on_progress, b};
	DROP(text)
	char *message = text_format(
		"Job %" PRId64 " solves revision %" PRIu64 " of session %s in "
		"the background, for at most %g s. Call job with "
		"job: %" PRId64 " and wait_ms to get the result; the session "
		"may be edited meanwhile.%s",
		b->id, q->model->revision, q->session.name,
		(double)b->call->work.limit_ms / 1000, b->id,
		b->call->work.is_spare
			? " Another job runs already, so this one gets a "
			  "worker only while no other call needs it."
			: "");
	DROP(text) char *text = text_format("running: %s\n", message);
	struct json_object *answer = json_new_object_of("status",
		json_new_string("running"), "success", json_new_bool(false),
		"message", json_new_string(message), "job", json_new_int(b->id),
		"session", json_new_string(q->session.name), "revision",
		json_new_int((int64_t)q->model->revision), NULL);

	json_put(answer, "satisfiable", NULL);
	call_detach(b->call, text, answer, &sink);
}

bool
background_job_begin(
	struct call *c, const struct solve_request *q, struct err *e)
{
	struct server *server = c->server;
	struct background *b;
	int64_t id;

	if (!jobs_begin(server->store, q->session.id, q->model->revision,
		    c->work.limit_ms, &id, e))
		return false;
	b = mem_new(sizeof(*b));
	b->server = server;
	b->id = id;
	b->call = c;
	b->next = server->backgrounds;
	server->backgrounds = b;
	answer_client(b, q);
	return true;
}

bool
background_job_is_busy(const struct server *server)
{
	const struct background *b = server->backgrounds;

	while (b != NULL && (b->call == NULL || b->call->work.is_spare))
		b = b->next;
	return b != NULL;
}

const struct race *
background_job_find(const struct server *server, int64_t id)
{
	const struct background *b = find(server, id);

	return b != NULL && b->call != NULL ? b->call->work.race : NULL;
}

bool
background_job_cancel(struct server *server, int64_t id)
{
	struct background *b = find(server, id);

	if (b == NULL || b->call == NULL)
		return false;
	stop(b);
	return true;
}

void
background_job_stop(struct server *server)
{
	while (server->backgrounds != NULL) {
		struct background *b = server->backgrounds;
		struct call *c = b->call;

		if (c != NULL)
			call_cancel(c);
		release(b);
	}
}
