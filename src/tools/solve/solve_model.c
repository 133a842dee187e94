#include "tools/call/call.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "model/items/model.h"
#include "tools/call/session_argument.h"
#include "tools/call/values.h"
#include "tools/solve/background_job.h"
#include "tools/solve/earlier_runs.h"
#include "tools/solve/run_log.h"
#include "tools/solve/solve_reply.h"
#include "tools/solve/solve_request.h"
#include "tools/solve/solver_call.h"
#include "json/json.h"

static void
state_free(void *state)
{
	solve_request_release(state);
	free(state);
}

/* The log has all values, for get_solution. */
static void
select_values(const struct solve_request *q, struct json_object *answer)
{
	struct values all = {
		.values = json_get(answer, "values"),
		.sorts = json_get(answer, "sorts"),
	};
	DROP(values) struct values asked = {0};

	if (all.values == NULL || !solve_request_select_values(q, &all, &asked))
		return;
	json_put(answer, "values", TAKE(asked.values));
	json_put(answer, "sorts", TAKE(asked.sorts));
}

static void
reply(struct call *c, const struct answer *answer,
	const struct solve_verdict *verdict, struct values *values)
{
	const struct solve_request *q = c->state;
	struct solve_reply w;

	solve_reply_init(&w, c, answer, verdict);
	w.q = q;
	w.all = &q->text.all;
	solve_reply_make(&w, values);
	run_log_run(c, q, answer, verdict, true, w.r.structured);
	select_values(q, w.r.structured);
	reply_drop_details(&w.r, c);
	reply_send(&w.r, c);
}

/* What the schema cannot say. */
static bool
check_arguments(
	const struct call *c, const struct solve_request *q, struct err *e)
{
	int64_t solutions = json_get_int(c->arguments, "solutions", 1);

	if (solve_request_count(q, FIELD_DISTINCT) > 0 && solutions == 1)
		return err_set(e, ERR_ARGUMENT,
			"distinct_on says what several solutions are to "
			"differ on, but solutions is 1. Pass solutions as "
			"well, 2 to 1000, or use values to evaluate terms.");
	return true;
}

static void on_answer(struct call *c, struct answer *answer);

static bool
ask_worker(struct call *c, struct err *e)
{
	struct solve_request *q = c->state;
	struct ask asked;

	asked = solve_request_ask(q);
	asked.solutions = (uint32_t)json_get_int(c->arguments, "solutions", 1);
	asked.relax = q->relax = json_get_bool(c->arguments, "relax", false);
	return solver_call_ask(c, &asked, &q->setup, on_answer, e);
}

/* The sort of a constant may have changed since. */
static bool
is_fault_of_start(const struct solve_request *q, const struct diagnostic *fault)
{
	return q->start != NULL && fault->kind != DIAGNOSTIC_NONE &&
	       fault->field > 0 && fault->field <= q->text.fields.count &&
	       q->text.fields.at[fault->field - 1].kind == FIELD_START;
}

static void
ask_without_start(struct call *c)
{
	struct solve_request *q = c->state;
	struct err e;

	free(TAKE(q->start));
	if (!solve_request_write(q, &e) || !ask_worker(c, &e))
		call_fail(c, &e);
}

static void
on_answer(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	DROP(solve_verdict) struct solve_verdict verdict = {0};
	DROP(values) struct values values = {0};
	const struct solve_request *q = c->state;
	size_t asked = solve_request_count(q, FIELD_VALUE) +
		       solve_request_count(q, FIELD_DISTINCT);
	struct err e;

	if (is_fault_of_start(q, &owned->fault)) {
		ask_without_start(c);
	} else if (owned->fault.kind != DIAGNOSTIC_NONE) {
		(void)solve_request_refuse(q, &owned->fault, &e);
		call_fail(c, &e);
	} else if (!solver_call_read(c, owned, asked, &values, &e)) {
		call_fail(c, &e);
	} else {
		solve_verdict_of(c, owned, 1, "the model", &verdict);
		solve_reply_distrust(q, owned, &verdict);
		if (!earlier_runs_answer(c, q, owned, &verdict))
			reply(c, owned, &verdict, &values);
	}
}

static bool
ask(struct call *c, bool in_background, struct err *e)
{
	struct solve_request *q = c->state;

	if (!solve_request_read(c, q, e) || !check_arguments(c, q, e))
		return false;
	if (!solve_request_write(q, e) || !earlier_runs_use(c, q, e))
		return false;
	c->work.is_spare = in_background && background_job_is_busy(c->server);
	return ask_worker(c, e);
}

static void
begin(struct call *c)
{
	bool in_background = json_get_bool(c->arguments, "background", false);
	struct err e;

	if (!ask(c, in_background, &e) ||
		(in_background && !background_job_begin(c, c->state, &e)))
		call_fail(c, &e);
}

void
tool_solve_model(struct call *c)
{
	c->state = mem_new(sizeof(struct solve_request));
	c->state_free = state_free;
	call_lock_session(c, session_argument_name(c), false, begin);
}
