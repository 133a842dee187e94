#include "tools/call/call.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "model/items/model.h"
#include "tools/call/values.h"
#include "tools/solve/run_log.h"
#include "tools/solve/solve_reply.h"
#include "json/json.h"

/*
 * The model entails a property if it has no solution in which the property is
 * false. A model that has no solution at all entails anything, so of a proof a
 * second check is made: the model by itself.
 */

enum vacuous { VACUOUS_NO, VACUOUS_YES, VACUOUS_UNKNOWN };

/* The part of the time limit that the question may take whether the model has
 * a solution. */
enum { VACUITY_SHARE = 5 };

/* The state of a call. */
struct proving {
	struct solving solving; /* of the first check */
	uint32_t property;	/* its field in the first ask */
	int64_t limit_ms;	/* of the call */
};

static void
proving_free(void *state)
{
	struct proving *p = state;

	solving_release(&p->solving);
	free(p);
}

/* --- the reply ----------------------------------------------------------- */

static const char *
proof_status(const struct solve_verdict *verdict)
{
	static const char *const verdicts[] = {
		[STATUS_NONE] = "unknown",
		[STATUS_SAT] = "refuted",
		[STATUS_UNSAT] = "proved",
		[STATUS_UNKNOWN] = "unknown",
	};

	return verdicts[verdict->status];
}

static const char *
reason_of(const struct solving *p)
{
	const struct answer_check *check = answer_last(p->answer);

	if (!check->core.is_known || check->core.assertions.count > 0)
		return "follows from the items of the core";
	if (solve_request_count(&p->q, FIELD_ASSUME) > 0)
		return "follows without any item's assertion";
	return "holds for all values: no item's assertion is needed";
}

static char *
describe(const struct solving *p, enum vacuous vacuous)
{
	bool assumes = solve_request_count(&p->q, FIELD_ASSUME) > 0;
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	if (p->verdict.status == STATUS_SAT)
		buf_add_text(&out,
			"The property does not follow: the values are a "
			"counterexample, which satisfies the model and not the "
			"property.");
	else if (p->verdict.status == STATUS_UNSAT && vacuous == VACUOUS_YES)
		buf_add_format(&out,
			"The property follows, but so does its contrary: the "
			"model%s has no solution at all, so this says nothing. "
			"solve_model%s shows which items contradict each "
			"other.",
			assumes ? " under these assumptions" : "",
			assumes ? " with the same `assume`" : "");
	else if (p->verdict.status == STATUS_UNSAT)
		buf_add_format(&out, "The property %s.", reason_of(p));
	if (p->verdict.status == STATUS_UNSAT && vacuous == VACUOUS_UNKNOWN)
		buf_add_text(&out,
			" Whether the model has a solution at all could not be "
			"decided in a fifth of the time; if it has none, "
			"anything follows. solve_model may take longer.");
	if (p->verdict.message != NULL)
		buf_add_format(&out, "%s%s", out.size > 0 ? " " : "",
			p->verdict.message);
	if (solve_request_is_what_if(&p->q)) {
		buf_add_text(&out, " This holds ");
		solve_request_describe(&p->q, &out);
		buf_add_char(&out, '.');
	}
	return buf_take(&out);
}

static void
put_head(const struct solving *p, enum vacuous vacuous, struct solve_reply *w)
{
	DROP(text) char *message = describe(p, vacuous);
	bool is_known = p->verdict.status != STATUS_UNKNOWN;

	json_put_string(w->r.structured, "status", proof_status(&p->verdict));
	json_put(w->r.structured, "proved",
		is_known ? json_new_bool(p->verdict.status == STATUS_UNSAT)
			 : NULL);
	if (p->verdict.status == STATUS_UNSAT && vacuous != VACUOUS_UNKNOWN)
		json_put_bool(
			w->r.structured, "vacuous", vacuous == VACUOUS_YES);
	json_put_string(w->r.structured, "message", message);
	solve_reply_put_state(w, proof_status(&p->verdict), message);
}

static void
reply(struct call *c, enum vacuous vacuous)
{
	struct proving *p = c->state;
	struct solving *s = &p->solving;
	struct solve_reply w;

	solve_reply_init(&w, c, s);
	w.hidden = p->property;
	put_head(s, vacuous, &w);
	solve_request_warn(&s->q, w.r.warnings);
	solve_reply_put(&w);
	solve_reply_finish(&w);
	solve_reply_put_second(&w);
	run_log_run(c, s, false, w.r.structured);
	solve_reply_send(&w, c);
}

/* --- the checks ---------------------------------------------------------- */

static void
on_model(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	DROP(solve_verdict) struct solve_verdict verdict = {0};
	const struct proving *p = c->state;

	solve_verdict_of(c, owned, 1, "the model", &verdict);
	json_put_int(c->arguments, "timeout_ms", p->limit_ms);
	c->work.limit_ms = p->limit_ms;
	if (owned->fault.kind != DIAGNOSTIC_NONE ||
		owned->outcome == OUTCOME_NO_WORKER)
		solve_verdict_set(&verdict, STATUS_UNKNOWN, NULL, NULL);
	solve_verdict_distrust(&p->solving.q, owned, &verdict);
	if (verdict.status == STATUS_SAT)
		reply(c, VACUOUS_NO);
	else if (verdict.status == STATUS_UNSAT)
		reply(c, VACUOUS_YES);
	else
		reply(c, VACUOUS_UNKNOWN);
}

/* The core says that the model alone, or with what is assumed, is unsat. */
static bool
core_is_without_property(const struct proving *p)
{
	const struct answer_check *check = answer_last(p->solving.answer);

	for (size_t i = 0; i < check->core.assumptions.count; i++) {
		if (check->core.assumptions.list[i].field == p->property)
			return false;
	}
	return check->core.is_known;
}

static void
check_model(struct call *c)
{
	struct proving *p = c->state;
	struct solve_request *q = &p->solving.q;
	int64_t elapsed_ms = clock_now_ms() - c->started_ms;
	int64_t limit_ms;
	struct ask asked;
	struct err e;

	if (core_is_without_property(p)) {
		reply(c, VACUOUS_YES);
		return;
	}
	if (elapsed_ms >= c->work.limit_ms) {
		reply(c, VACUOUS_UNKNOWN);
		return;
	}
	/* The proof stands and must not wait for long. */
	p->limit_ms = c->work.limit_ms;
	limit_ms = elapsed_ms + p->limit_ms / VACUITY_SHARE;
	json_put_int(c->arguments, "timeout_ms",
		limit_ms < p->limit_ms ? limit_ms : p->limit_ms);
	q->without_property = true;
	if (solve_request_write(q, &e)) {
		asked = solve_request_ask(q);
		if (solver_call_ask(c, &asked, &q->setup, on_model, &e))
			return;
	}
	reply(c, VACUOUS_UNKNOWN);
}

static void
go_on(struct call *c)
{
	const struct proving *p = c->state;

	if (p->solving.verdict.status == STATUS_UNSAT)
		check_model(c);
	else
		reply(c, VACUOUS_NO);
}

static bool
ask(struct call *c, struct proving *p, struct err *e)
{
	struct solving *s = &p->solving;
	struct solve_request *q = &s->q;
	struct ask asked;

	q->without_objectives = true;
	if (!solve_request_read(c, q, e) || !solve_request_write(q, e))
		return false;
	for (size_t i = 0; i < q->terms.count; i++) {
		if (q->terms.at[i].as == FIELD_REFUTE)
			p->property = q->terms.at[i].field;
	}
	s->what = "the property";
	s->checks = 1;
	s->then = go_on;
	asked = solve_request_ask(q);
	return solving_ask(c, s, &asked, e);
}

void
tool_prove(struct call *c)
{
	struct proving *p = mem_new(sizeof(*p));
	struct err e;

	c->state = p;
	c->state_free = proving_free;
	if (!ask(c, p, &e))
		call_fail(c, &e);
}
