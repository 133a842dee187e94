#include "tools/call/call.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "model/items/model.h"
#include "tools/call/values.h"
#include "tools/solve/core_items.h"
#include "tools/solve/job.h"
#include "tools/solve/run_log.h"
#include "tools/solve/solve_reply.h"
#include "json/json.h"

/* --- the sentence -------------------------------------------------------- */

static void
describe_unsat(const struct solve_reply *w, struct buf *out)
{
	const struct answer_core *core = &w->check->core;
	DROP(json)
	struct json_object *items = core_items_list(w->s, &core->assertions);
	size_t parts = json_count(items) + (core->assumptions.count > 0);

	if (parts == 0) {
		buf_add_text(out, "There is no solution.");
		return;
	}
	core_items_add_conflict(
		w->s->model, items, core->assumptions.count > 0, out);
	if (!core->minimal)
		buf_add_text(
			out, ", but not all of this may be needed for that");
	else if (parts > 1)
		buf_add_text(out, "; without any one of them they do not");
	buf_add_char(out, '.');
}

/* The first objective without a best value: in lexicographic order those
 * after it are open for that reason. */
static void
describe_open(const struct solve_reply *w, struct buf *out)
{
	const struct answer_objectives *list = &w->check->objectives;
	bool is_lex = strcmp(w->s->text.order, "lex") == 0;
	size_t i = 0;

	while (i < list->count && objective_why_not(&list->at[i]) == NULL)
		i++;
	if (i == list->count)
		return;
	buf_add_char(out, ' ');
	objective_explain(&list->at[i], out);
	if (is_lex && i + 1 < list->count)
		buf_add_text(out,
			" The objectives after it were not decided: they only "
			"choose among solutions that are best in those before. "
			"priority: box decides each by itself.");
}

static void
describe_count(const struct solve_reply *w, struct buf *out)
{
	const struct answer_solutions *found = &w->check->solutions;
	size_t count = found->counted > 0 ? found->counted : found->list.count;

	if (count < 2 && found->counted == 0)
		return;
	buf_add_format(out, " There %s %s%zu %ssolution%s%s.",
		count == 1 ? "is" : "are", found->complete ? "" : "at least ",
		count,
		w->check->objectives.count > 0 &&
				strcmp(w->s->text.order, "pareto") != 0
			? "equally good "
			: "",
		count == 1 ? "" : "s",
		solve_count(w->s, FIELD_DISTINCT) > 0
			? " that differ on distinct_on"
			: "");
}

static void
describe_sat(const struct solve_reply *w, struct buf *out)
{
	const struct answer_objectives *list = &w->check->objectives;
	bool are_optimal = list->count > 0;

	for (size_t i = 0; i < list->count; i++)
		are_optimal &= objective_is_optimal(&list->at[i]);
	/* All objectives are on the front, or none. */
	if (are_optimal && !list->at[0].pareto)
		buf_add_text(out, "An optimal solution.");
	if (list->count > 0 && objective_is_optimal(&list->at[0]) &&
		list->at[0].pareto)
		buf_add_text(out,
			" It is on the Pareto front: no solution is better in "
			"one objective and no worse in the others. `solutions` "
			"lists more of the front.");
	if (w->s->verdict.code == NULL)
		describe_open(w, out);
	if (strcmp(w->s->text.order, "box") == 0 && list->count > 1)
		buf_add_text(out,
			" Each objective has a best value of its own; the "
			"values below need not reach all of them.");
	describe_count(w, out);
	if (w->s->model->count == 0)
		buf_add_text(out,
			" The model has no items, so anything satisfies it.");
}

static char *
describe(const struct solve_reply *w)
{
	const struct solve_verdict *verdict = &w->s->verdict;
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	if (verdict->status == STATUS_UNSAT)
		describe_unsat(w, &out);
	else if (verdict->status == STATUS_SAT)
		describe_sat(w, &out);
	if (verdict->message != NULL)
		buf_add_format(&out, " %s", verdict->message);
	if (verdict->status == STATUS_SAT && verdict->code != NULL &&
		strcmp(w->s->text.order, "pareto") == 0)
		buf_add_text(&out,
			" With an objective that has no bound, or of Reals, "
			"pareto may never end: priority: box tells which are "
			"unbounded.");
	if (solve_is_what_if(w->s)) {
		buf_add_text(&out, " This is the answer ");
		solve_describe(w->s, &out);
		buf_add_text(&out, "; the model is unchanged.");
	}
	if (out.data[0] == ' ')
		buf_consume(&out, 1);
	return buf_detach(&out);
}

static void
reply(struct call *c, struct solve *s)
{
	DROP(text) char *message = NULL;
	bool is_sat = s->verdict.status == STATUS_SAT;
	bool is_known = s->verdict.status != STATUS_UNKNOWN;
	struct json_object *known = run_log_known(s);
	struct solve_reply w;

	solve_reply_init(&w, c, s);
	if (known != NULL) {
		solve_reply_known(&w, c, known);
		return;
	}
	message = describe(&w);
	solve_reply_put_head(&w, solve_verdict_word(&s->verdict), message);
	json_put(w.r.structured, "satisfiable",
		is_known ? json_new_bool(is_sat) : NULL);
	json_put_bool(w.r.structured, "success", is_known);
	solve_warn(s, w.r.warnings);
	warnings_add_answer(w.r.warnings, &s->text.render, s->answer,
		is_sat && !solve_is_what_if(s));
	solve_reply_end(&w, c, true);
}

/* --- the call ------------------------------------------------------------ */

/* What the schema cannot say. */
static bool
check_arguments(const struct call *c, const struct solve *s, struct err *e)
{
	static const char *const others[] = {
		"solutions", "forced", "relax", "distinct_on", "confirm"};
	bool has_sets = solve_count(s, FIELD_SET) > 0;

	for (size_t i = 0; has_sets && i < sizeof(others) / sizeof(others[0]);
		i++) {
		if (json_get(c->arguments, others[i]) != NULL)
			return err_set(e, ERR_ARGUMENT,
				"what_if and %s do not go together. Leave %s "
				"out, or pass one set in `assume` instead of "
				"what_if.",
				others[i], others[i]);
	}
	if (solve_count(s, FIELD_DISTINCT) > 0 && s->request.solutions == 1)
		return err_advise(e, ERR_ARGUMENT,
			"distinct_on says what several solutions are to differ "
			"on, but solutions is 1; pass solutions as well, 2 to "
			"1000; or use terms to evaluate terms");
	return true;
}

/* It may be one of the solution to start with: the sort of a constant may have
 * changed since that was stored. */
static void
refuse(struct call *c, struct solve *s)
{
	bool has_start = s->known.start != NULL;
	struct err e;

	free(TAKE(s->known.start));
	if (has_start && solve_ask(c, s, &e))
		return;
	if (!has_start)
		(void)solve_refuse(s, &s->answer->fault, &e);
	call_fail(c, &e);
}

static void
prepare(struct solve *s)
{
	int64_t solutions = s->request.solutions;
	size_t sets = solve_count(s, FIELD_SET);

	s->steps = (struct solve_steps){
		.what = "the model",
		.may_confirm = sets == 0, /* they have many answers */
		.refuse = refuse,
		.reply = sets > 0 ? solve_reply_what_if : reply,
	};
	s->ask.count = solutions == 0;
	s->ask.solutions = solutions == 0 ? LIMIT_COUNTED : (uint32_t)solutions;
}

static bool
ask(struct call *c, struct solve *s, struct err *e)
{
	bool in_background;

	if (!solve_read(c, s, e) || !check_arguments(c, s, e) ||
		(solve_has_objective(s) && !run_log_use(c, s, e)))
		return false;
	prepare(s);
	in_background = s->request.background;
	c->work.yields = in_background && background_job_is_busy(c->server);
	return solve_ask(c, s, e) &&
	       (!in_background || background_job_begin(c, s, e));
}

void
tool_solve_model(struct call *c)
{
	struct err e;

	if (!ask(c, solve_new(c), &e))
		call_fail(c, &e);
}
