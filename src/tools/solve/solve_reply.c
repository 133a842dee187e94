#include "tools/solve/solve_reply.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "model/items/model.h"
#include "tools/call/objectives.h"
#include "tools/call/values.h"
#include "tools/call/warnings.h"
#include "tools/solve/reply.h"
#include "tools/solve/sat_reply.h"
#include "tools/solve/solve_verdict.h"
#include "tools/solve/solver_call.h"
#include "tools/solve/term_warnings.h"
#include "tools/solve/unsat_reply.h"
#include "json/json.h"

void
solve_reply_distrust(const struct solve_request *q, const struct answer *answer,
	struct solve_verdict *ruling)
{
	const struct answer_check *check = answer_last(answer);
	DROP(buf) struct buf items = {0};

	if (ruling->status != STATUS_SAT || sat_reply_count_false(check) == 0)
		return;
	buf_init(&items, LIMIT_REPLY);
	sat_reply_name_failed(q, check, true, &items);
	solve_verdict_set(ruling, STATUS_UNKNOWN, "incomplete",
		text_format(
			"Z3 answered sat, but under its values these are "
			"false: %s. That is a fault of Z3, so neither the "
			"answer nor the values can be relied on. Write these "
			"items in another way (simpler terms, other operators, "
			"explicit bounds) and solve again.",
			items.data));
}

const char *
solve_reply_status(const struct solve_verdict *ruling)
{
	if (ruling->status != STATUS_UNKNOWN || ruling->code == NULL)
		return status_name(ruling->status);
	if (strcmp(ruling->code, "timeout") == 0)
		return "timeout";
	if (strcmp(ruling->code, "memory") == 0 ||
		strcmp(ruling->code, "crash") == 0)
		return "error";
	return "unknown";
}

/* --- the sentence -------------------------------------------------------- */

/* The assertions of a core stand in the order of the items. */
static bool
is_of_one_item(
	const struct solve_request *q, const struct answer_assertions *core)
{
	size_t first;
	size_t last;
	unsigned ignored;

	return core->count > 0 &&
	       render_locate(
		       &q->render, core->list[0].line, &first, &ignored) &&
	       render_locate(&q->render, core->list[core->count - 1].line,
		       &last, &ignored) &&
	       first == last;
}

static void
describe_unsat(const struct reply *w, struct buf *out)
{
	bool is_minimal = w->check->has_core && w->check->core.minimal;
	bool has_assumptions = w->check->core.assumptions != NULL &&
			       w->check->core.assumptions[0] != '\0';

	if (w->check->has_core && w->check->core.assertions.count == 0 &&
		has_assumptions)
		buf_add_text(out,
			"There is no solution: the assumptions alone leave "
			"none, whatever the items assert.");
	else if (w->check->has_core && !has_assumptions &&
		 is_of_one_item(w->q, &w->check->core.assertions))
		buf_add_text(out, "There is no solution: the item of the core "
				  "contradicts itself.");
	else
		buf_add_format(out,
			"There is no solution: the items of the core%s "
			"contradict each other%s.",
			has_assumptions ? " and the assumptions with them" : "",
			is_minimal ? ", and without any one of them they do not"
				   : ", but not all of them may be needed for "
				     "that");
}

/* The first objective without a best value: in lexicographic order those
 * behind it are open for that reason. */
static void
describe_open(const struct reply *w, struct buf *out)
{
	const struct answer_check *check = w->check;
	bool is_lex = strcmp(w->q->order, "lex") == 0;

	for (size_t i = 0; i < check->objectives.count; i++) {
		if (objective_why_not(&check->objectives.at[i]) == NULL)
			continue;
		buf_add_char(out, ' ');
		objective_explain(&check->objectives.at[i], out);
		if (is_lex && i + 1 < check->objectives.count)
			buf_add_text(out,
				" The objectives behind it were not decided: "
				"they only choose among solutions that are "
				"best in those before. priority: box decides "
				"each by itself.");
		return;
	}
}

static void
describe_sat(const struct reply *w, struct buf *out)
{
	buf_add_text(out, sat_reply_is_optimal(w->check)
				  ? "An optimal solution was found."
				  : "A solution was found.");
	if (w->ruling->code == NULL)
		describe_open(w, out);
	if (strcmp(w->q->order, "box") == 0 && w->check->objectives.count > 1)
		buf_add_text(out,
			" Each objective has a best value of its own; the "
			"values below need not reach all of them.");
	if (w->check->solutions.list.count > 1)
		buf_add_format(out, " In all there are %s%zu.",
			w->check->solutions.complete ? "" : "at least ",
			w->check->solutions.list.count);
	if (w->q->model->count == 0)
		buf_add_text(out,
			" The model has no items, so anything satisfies it.");
}

static char *
describe(const struct reply *w)
{
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	if (w->ruling->status == STATUS_UNSAT)
		describe_unsat(w, &out);
	else if (w->ruling->status == STATUS_SAT)
		describe_sat(w, &out);
	if (w->ruling->message != NULL)
		buf_add_format(&out, "%s%s", out.size > 0 ? " " : "",
			w->ruling->message);
	if (w->ruling->status == STATUS_SAT && w->ruling->code != NULL &&
		strcmp(w->q->order, "pareto") == 0)
		buf_add_text(&out,
			" With an objective that has no bound, or of Reals, "
			"pareto may never end: priority: box tells which are "
			"unbounded.");
	if (solve_request_is_what_if(w->q)) {
		buf_add_text(&out, " This is the answer ");
		solve_request_describe(w->q, &out);
		buf_add_text(&out, "; the model itself was not changed.");
	}
	return buf_take(&out);
}

static void
put_head(struct reply *w)
{
	const char *status = solve_reply_status(w->ruling);
	DROP(text) char *message = describe(w);
	bool is_known = w->ruling->status != STATUS_UNKNOWN;

	json_put_string(w->structured, "status", status);
	json_put(w->structured, "satisfiable",
		is_known ? json_new_bool(w->ruling->status == STATUS_SAT)
			 : NULL);
	json_put_bool(w->structured, "success", is_known);
	json_put_string(w->structured, "message", message);
	json_put_string(w->structured, "session", w->q->session.name);
	json_put_int(w->structured, "revision", (int64_t)w->q->model->revision);
	buf_add_format(w->text, "%s: %s\n", status, message);
	warnings_add_state(w->q->session.name, w->q->model, w->text);
}

struct json_object *
solve_reply_compose(const struct solve_request *q, const struct answer *answer,
	const struct solve_verdict *ruling, struct values *values, size_t room,
	struct buf *text)
{
	struct reply w = {
		.q = q,
		.answer = answer,
		.check = answer_last(answer),
		.ruling = ruling,
		.structured = json_new_object(),
		.notes = json_new_array(),
		.text = text,
		.room = room,
	};

	put_head(&w);
	term_warnings_add(q, w.notes);
	if (ruling->status == STATUS_SAT) {
		sat_reply_put(&w, values);
	} else if (ruling->status == STATUS_UNSAT) {
		unsat_reply_put(&w);
		unsat_reply_advise(&w);
	} else if (w.check != NULL && w.check->evaluation.failed.count > 0) {
		sat_reply_put_checked(&w);
	}
	if (ruling->code != NULL)
		json_put(w.structured, "reason", solve_verdict_reason(ruling));
	solver_call_put_statistics(answer, w.structured);
	solver_call_put_run(answer, w.structured);
	warnings_finish(w.notes, w.structured, "", text);
	solver_call_add_run(answer, text);
	return w.structured;
}
