#include "tools/call/call.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "tools/call/values.h"
#include "tools/solve/background_job.h"
#include "tools/solve/run_log.h"
#include "tools/solve/solve_reply.h"
#include "json/json.h"

static void
state_free(void *state)
{
	solving_release(state);
	free(state);
}

static void
reply(struct call *c)
{
	struct solving *s = c->state;
	const char *code = s->verdict.code;
	struct solve_reply w;

	if (s->q.known.run != NULL &&
		(code == NULL || strcmp(code, "contradiction") != 0) &&
		run_log_answer(c, s))
		return;
	solve_reply_init(&w, c, s);
	solve_reply_make(&w);
	solve_reply_put_second(&w);
	/* The log has all values, for get_solution. */
	run_log_run(c, s, true, w.r.structured);
	if (w.asked.values != NULL) {
		json_put(w.r.structured, "values", TAKE(w.asked.values));
		json_put(w.r.structured, "sorts", TAKE(w.asked.sorts));
	}
	solve_reply_send(&w, c);
}

/* --- the call ------------------------------------------------------------- */

static bool
check_sets(const struct call *c, struct err *e)
{
	static const char *const others[] = {
		"solutions", "forced", "relax", "distinct_on", "confirm"};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (json_get(c->arguments, others[i]) != NULL)
			return err_set(e, ERR_ARGUMENT,
				"what_if and %s do not go together. Leave %s "
				"out, or pass one set in `assume` instead of "
				"what_if.",
				others[i], others[i]);
	}
	return true;
}

/* What the schema cannot say. */
static bool
check_arguments(
	const struct call *c, const struct solve_request *q, struct err *e)
{
	int64_t solutions = json_get_int(c->arguments, "solutions", 1);

	if (solve_request_count(q, FIELD_SET) > 0)
		return check_sets(c, e);
	if (solve_request_count(q, FIELD_DISTINCT) > 0 && solutions == 1)
		return err_advise(e, ERR_ARGUMENT,
			"distinct_on says what several solutions are to differ "
			"on, but solutions is 1; pass solutions as well, 2 to "
			"1000; or use terms to evaluate terms");
	return true;
}

static bool
ask_worker(struct call *c, struct err *e)
{
	struct solving *s = c->state;
	struct solve_request *q = &s->q;
	struct ask asked = solve_request_ask(q);

	asked.solutions = (uint32_t)json_get_int(c->arguments, "solutions", 1);
	asked.count = asked.solutions == 0;
	if (asked.count)
		asked.solutions = LIMIT_COUNTED;
	asked.checks = s->checks;
	asked.relax = q->relax = json_get_bool(
		c->arguments, "relax", json_get(c->arguments, "keep") != NULL);
	return solving_ask(c, s, &asked, e);
}

/* The sort of a constant may have changed since it was stored. */
static bool
is_fault_of_start(const struct solve_request *q, const struct diagnostic *fault)
{
	return q->known.start != NULL && fault->field > 0 &&
	       fault->field <= q->text.fields.count &&
	       q->text.fields.at[fault->field - 1].kind == FIELD_START;
}

static void
refuse(struct call *c)
{
	struct solving *s = c->state;
	struct err e;

	if (!is_fault_of_start(&s->q, &s->answer->fault)) {
		(void)solve_request_refuse(&s->q, &s->answer->fault, &e);
		call_fail(c, &e);
		return;
	}
	free(TAKE(s->q.known.start));
	if (!solve_request_write(&s->q, &e) || !ask_worker(c, &e))
		call_fail(c, &e);
}

/* How its answer is read. */
static void
prepare(struct solving *s)
{
	size_t sets = solve_request_count(&s->q, FIELD_SET);

	s->what = "the model";
	s->checks = sets > 0 ? sets : 1;
	s->wanted = solve_request_count(&s->q, FIELD_VALUE) +
		    solve_request_count(&s->q, FIELD_DISTINCT) +
		    solve_request_count(&s->q, FIELD_FORCED);
	s->refuse = refuse;
	s->then = sets > 0 ? solve_reply_what_if : reply;
}

static bool
ask(struct call *c, bool in_background, struct err *e)
{
	struct solving *s = c->state;
	struct solve_request *q = &s->q;

	if (!solve_request_read(c, q, e) || !check_arguments(c, q, e) ||
		!solve_request_write(q, e))
		return false;
	if (solve_request_has_objective(q) && !run_log_use(c, q, e))
		return false;
	prepare(s);
	c->work.is_spare = in_background && background_job_is_busy(c->server);
	return ask_worker(c, e);
}

void
tool_solve_model(struct call *c)
{
	struct solving *s = mem_new(sizeof(*s));
	bool in_background = json_get_bool(c->arguments, "background", false);
	struct err e;

	c->state = s;
	c->state_free = state_free;
	if (!ask(c, in_background, &e) ||
		(in_background && !background_job_begin(c, &s->q, &e)))
		call_fail(c, &e);
}
