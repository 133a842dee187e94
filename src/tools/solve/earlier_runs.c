#include "tools/solve/earlier_runs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "model/items/model.h"
#include "store/runs/runs.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "tools/call/values.h"
#include "tools/solve/run_log.h"
#include "tools/solve/solve_request.h"
#include "tools/solve/solver_call.h"
#include "json/json.h"

enum { RUNS_MAX = 8 }; /* that are looked at, from the last on */

/* --- what a run has found ------------------------------------------------ */

static struct json_object *
parse(const char *text)
{
	struct json_object *value = NULL;
	struct err ignored;

	return text != NULL && json_parse(text, strlen(text), &value, &ignored)
		       ? value
		       : NULL;
}

/* The closest counts. */
static void
take_bound(struct solve_request *q, const struct run *run)
{
	DROP(json) struct json_object *objectives = parse(run->objectives);
	const char *kind;
	double now;
	double before;

	if (run->bound == NULL || json_kind(objectives) != JSON_ARRAY ||
		!values_read_decimal(run->bound, &now))
		return;
	kind = json_get_string(json_at(objectives, 0), "kind");
	if (q->bound != NULL && values_read_decimal(q->bound, &before) &&
		(kind != NULL && strcmp(kind, "maximize") == 0 ? now >= before
							       : now <= before))
		return;
	free(q->bound);
	q->bound = text_copy(run->bound);
}

/* --- going on ------------------------------------------------------------ */

/* The value is at least as good as that of `best`, and the solution at hand. */
static bool
is_better_start(const struct run *run, const struct run *best)
{
	DROP(json) struct json_object *ours = NULL;
	DROP(json) struct json_object *theirs = NULL;
	int order;

	if (best == NULL)
		return true;
	ours = parse(run->objectives);
	theirs = parse(best->objectives);
	order = objectives_compare(ours, theirs);
	return order > 0 || (order == 0 && best->solution == NULL);
}

struct search {
	struct call *call;
	struct solve_request *q;
	struct run *known; /* the best of just this problem, or NULL */
};

/* What is asked is the same, to the byte. */
static void
look_at_run(struct search *s, struct run *run)
{
	if (run->text_hash == NULL ||
		strcmp(run->text_hash, s->q->text.hash) != 0)
		return;
	take_bound(s->q, run);
	if (is_better_start(run, s->known))
		s->known = run;
}

/*
 * The solution of the best run, else the last one of the session: the worker
 * takes it if it is one of this problem too. What declares elements of sorts
 * has other ones in the next solve.
 */
static void
choose_start(struct search *s)
{
	DROP(run) struct run *last = NULL;
	struct err ignored;
	char *solution = s->known != NULL ? TAKE(s->known->solution) : NULL;

	if (solution == NULL) {
		last = runs_last_solution(
			s->call->server->store, s->q->session.id, &ignored);
		solution = last != NULL ? TAKE(last->solution) : NULL;
	}
	if (solution != NULL && strstr(solution, "(declare-") != NULL)
		free(TAKE(solution));
	s->q->start = solution;
}

bool
earlier_runs_use(struct call *c, struct solve_request *q, struct err *e)
{
	struct search s = {.call = c, .q = q};
	DROP(run_list) struct run_list runs = {0};
	struct err ignored;

	if (!solve_request_has_objective(q) ||
		!runs_optimized(c->server->store, q->session.id, RUNS_MAX,
			&runs, &ignored))
		return true;
	for (size_t i = 0; i < runs.count; i++)
		look_at_run(&s, &runs.runs[i]);
	choose_start(&s);
	if (s.known != NULL) {
		q->known = mem_new(sizeof(*q->known));
		*q->known = *s.known;
		*s.known = (struct run){0};
	}
	return (q->start == NULL && q->bound == NULL) ||
	       solve_request_write(q, e);
}

/* --- what is known already ----------------------------------------------- */

static bool
is_worse(const struct solve_request *q, const struct answer *answer,
	const struct solve_verdict *verdict)
{
	DROP(json) struct json_object *ours = NULL;
	DROP(json) struct json_object *theirs = parse(q->known->objectives);

	if (verdict->status != STATUS_SAT)
		return verdict->status == STATUS_UNKNOWN;
	ours = objectives_list(answer_last(answer));
	return strcmp(q->text.order, "lex") == 0 &&
	       objectives_compare(ours, theirs) < 0;
}

static void
put_known(const struct solve_request *q, const struct call *c, struct reply *r)
{
	struct json_object *answer = r->structured;
	struct values values = {
		.values = json_get_object(answer, "values"),
		.sorts = json_get_object(answer, "sorts"),
	};
	DROP(text)
	char *message = text_format(
		"In %lld ms this solve found nothing as good as run %" PRId64
		" had: this is the answer of that run. Raise timeout_ms to "
		"look further.",
		(long long)c->work.limit_ms, q->known->id);

	json_put_string(answer, "message", message);
	json_put_int(answer, "revision", (int64_t)q->model->revision);
	buf_add_format(&r->text, "sat: %s\n", message);
	reply_add_state(r, q->session.name, q->model);
	if (json_get_array(answer, "objectives") != NULL)
		objectives_add_lines(
			json_get_array(answer, "objectives"), "", &r->text);
	if (values.values != NULL && values.sorts != NULL)
		values_add_lines(&values, &r->text);
}

bool
earlier_runs_answer(struct call *c, const struct solve_request *q,
	const struct answer *answer, const struct solve_verdict *verdict)
{
	struct json_object *known;
	struct reply r;

	if (q->known == NULL || !is_worse(q, answer, verdict))
		return false;
	known = parse(q->known->answer);
	if (json_kind(known) != JSON_OBJECT) {
		json_free(known);
		return false;
	}
	reply_init(&r, c);
	json_free(r.structured);
	r.structured = known;
	put_known(q, c, &r);
	solver_call_put_run(answer, known);
	run_log_run(c, q, answer, verdict, false, known);
	reply_drop_details(&r, c);
	reply_send(&r, c);
	return true;
}
