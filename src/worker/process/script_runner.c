#include "worker/process/script_runner.h"
#include "worker/print/printer.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "worker/base/answer_stream.h"
#include "worker/base/checked_solver.h"
#include "worker/base/context.h"
#include "worker/base/watchdog.h"
#include "worker/expand/families.h"
#include "worker/expand/quantifiers.h"
#include "worker/explain/cnf.h"
#include "worker/explain/optimize.h"
#include "worker/explain/query.h"
#include "worker/process/solve_check.h"
#include "worker/process/term_lint.h"
#include "worker/read/logic_fragment.h"
#include "worker/read/parser.h"
#include "worker/read/script.h"
#include "worker/solution/stored_solution.h"

struct run {
	struct answer_stream *out;
	const struct ask *ask;
	struct problem_loader intake;
	struct check_budget effort;
	struct quantifiers_given_up given_up;
	size_t remarked; /* of the text, see term_lint_all */
	struct script script;
	struct diagnostic fault;
};

enum {
	/* Of a child that stays while its model's datatypes change: each
	 * takes 17 MB and 7.5 ms, which is more than a fork. */
	CONTEXTS_MAX = 4,
};

/* libz3's optimizer would say "unsupported" in passing, and go on. */
static bool
goals_fit(struct run *r, const struct parsed *parsed)
{
	const struct problem *p = &parsed->problem;

	for (size_t i = 0; i < p->count; i++) {
		const struct problem_part *part = &p->parts[i];
		Z3_sort_kind kind;

		if (part->kind != PART_OBJECTIVE)
			continue;
		kind = Z3_get_sort_kind(parsed->c,
			Z3_get_sort(parsed->c, parsed_term(parsed, part)));
		if (kind == Z3_INT_SORT || kind == Z3_REAL_SORT ||
			kind == Z3_BV_SORT)
			continue;
		return diagnostic_at(&r->fault, DIAGNOSTIC_USAGE, &part->source,
			"an objective has to be of sort Int, Real or "
			"(_ BitVec n), but this term is of sort %s",
			Z3_sort_to_string(
				parsed->c, Z3_get_sort(parsed->c,
						   parsed_term(parsed, part))));
	}
	return true;
}

/*
 * What libz3 says of a text that it was interrupted in is no fault of the
 * text, and what it has not said by then does not come. Whoever asked is about
 * to end this process, and knows why.
 */
static void __attribute__((noreturn)) await_kill(struct answer_stream *out)
{
	enum { PATIENCE_MS = 1000 };

	answer_stream_send(out);
	(void)poll(NULL, 0, PATIENCE_MS); /* nothing wakes it */
	_exit(EXIT_FAILURE);
}

/* The time was up before the solution was written down and checked, or before
 * others were looked for. An optimum that is not proved says so itself. */
static bool
is_cut(const struct task *t)
{
	bool is_open = optimize_is_asked(t) && !t->optimum_is_proved;

	return t->sp->is_last && t->status == STATUS_SAT && !is_open &&
	       watchdog_is_over();
}

/* With a logic that leaves out what is asserted libz3 may say what is wrong. */
static const char *
strategy_logic(const struct run *r, const struct script_problem *sp,
	const struct parsed *parsed)
{
	const struct logic *logic = logic_fragment_logic(&r->script, sp);

	return logic != NULL && !logic->is_narrower &&
			       logic_fragment_is_of(parsed, logic)
		       ? logic->name
		       : NULL;
}

/* Each set of assumptions has the same share of what is left. */
static void
share_time(const struct run *r, const struct script_problem *sp)
{
	const struct script *s = &r->script;
	int64_t sets = (int64_t)(s->checks - s->checked) + 1;

	if (sp->has_check && !sp->is_last && sp->is_shown)
		watchdog_share(clock_now_us() + watchdog_left_us() / sets);
}

static void
solve(struct run *r, const struct script_problem *sp,
	const struct parsed *parsed)
{
	struct printer printer;
	DROP(families) struct families families = {0};
	struct task task = {
		.c = parsed->c,
		.ask = r->ask,
		.out = r->out,
		.script = &r->script,
		.sp = sp,
		.parsed = parsed,
		.logic = strategy_logic(r, sp, parsed),
		.families = &families,
		.printer = &printer,
		.stack = problem_loader_stack(&r->intake),
		.effort = &r->effort,
	};

	if (sp->has_check && !stored_solution_is_given(&task))
		task.ground = quantifiers_expand(parsed, &r->given_up);
	printer_init(&printer, &task);
	share_time(r, sp);
	if (sp->has_check)
		solve_check_task(&task);
	query_all(&task);
	watchdog_share(0);
	(void)checked_solver_settle(task.c);
	if (is_cut(&task))
		await_kill(r->out);
	free(task.ground);
	free(task.reason);
	free(task.objectives);
	core_release(&task.core);
	free(task.statistics);
	free(task.counters);
	printer_release(&printer);
}

static bool
write_dimacs(struct run *r, const struct parsed *parsed)
{
	DROP(buf) struct buf out;

	/* A half, so that its frame and what is around it fit. */
	buf_init(&out, LIMIT_ANSWER / 2);
	if (!cnf_write(parsed, &out, &r->fault))
		return false;
	if (out.overflowed) {
		r->fault = (struct diagnostic){.kind = DIAGNOSTIC_LIMIT};
		(void)snprintf(r->fault.what, sizeof(r->fault.what),
			"the CNF has more than %d bytes", LIMIT_ANSWER / 2);
		return false;
	}
	answer_put_output(&r->out->frames, out.data);
	return true;
}

static bool
run_problem(struct run *r, const struct script_problem *sp)
{
	struct parsed parsed;
	bool fine;

	if (!problem_loader_next(&r->intake, sp, &parsed, &r->fault))
		return false;
	fine = goals_fit(r, &parsed);
	if (fine && r->ask->kind == ASK_SOLVE)
		solve(r, sp, &parsed);
	else if (fine && r->ask->kind == ASK_DIMACS)
		fine = write_dimacs(r, &parsed);
	/* The items of a model were looked at when they were added. */
	if (fine && r->ask->group_count == 0 && !watchdog_is_over())
		term_lint_all(r->out, &parsed,
			logic_fragment_logic(&r->script, sp), &r->remarked);
	problem_loader_leave(&r->intake, &parsed);
	return fine;
}

/* A check that the time did not reach is unknown, and so is the script. */
static void
give_up(const struct run *r, const struct script_problem *sp)
{
	char reason[] = "timeout";
	struct answer_check unreached = {
		.line = sp->check != NULL ? sp->check->list.line : 0,
		.status = STATUS_UNKNOWN,
		.reason = reason,
	};

	if (sp->has_check)
		answer_put_check(&r->out->frames, &unreached);
}

static bool
run_script(struct run *r)
{
	struct script_problem sp;

	for (;;) {
		switch (script_next(&r->script, &sp, &r->fault)) {
		case SCRIPT_FAULT:
			return false;
		case SCRIPT_END:
			return true;
		case SCRIPT_PROBLEM:
			break;
		}
		if (watchdog_is_over()) {
			give_up(r, &sp);
			return sp.has_check; /* else some is unread */
		}
		if (!run_problem(r, &sp))
			return false;
		/* To read the next problem may be this process's end. */
		if (!sp.is_last)
			answer_stream_phase(r->out, PHASE_PARSING);
	}
}

/* Whether nothing of the text stays that another text could see; it may be
 * read in this ground. */
static bool
is_lasting(struct ground *g, const char *text, const struct commands *forms)
{
	/* libz3 takes options for the whole process. */
	static const enum command_kind kept[] = {COMMAND_SET_OPTION,
		COMMAND_DEFINE_FUN_REC, COMMAND_DEFINE_FUNS_REC,
		COMMAND_KIND_COUNT};
	enum datatypes_news news = datatypes_read(&g->known, text, forms);

	if (news == DATATYPES_CLASH) {
		datatypes_release(&g->known);
		g->c = context_new(); /* the other one is lost */
		g->contexts++;
		news = datatypes_read(&g->known, text, forms);
	}
	return news == DATATYPES_FIT && g->contexts < CONTEXTS_MAX &&
	       !commands_have(forms, kept);
}

bool
script_runner_ask(
	struct answer_stream *out, struct ground *g, const struct ask *ask)
{
	const char *text = ask->text;
	DROP(commands) struct commands forms = {0};
	struct run r = {.ask = ask, .out = out, .given_up.out = out};
	bool lasts;

	if (!commands_split(text, ask_script_size(ask), &forms, &r.fault) ||
		!script_add_fields(&forms, ask, &r.fault)) {
		answer_stream_fault(out, &r.fault);
		return false;
	}
	lasts = ask->kind == ASK_CHECK && is_lasting(g, text, &forms);
	script_init(&r.script, text, &forms);
	r.script.fields = ask->fields;
	r.script.field_count = ask->field_count;
	problem_loader_init(&r.intake, out, ask, &r.script, g->c, lasts);
	if (!run_script(&r)) {
		if (watchdog_is_over())
			await_kill(out);
		script_place(&r.script, &r.fault);
		answer_stream_fault(out, &r.fault);
		lasts = false;
	}
	lasts = lasts && r.intake.c == g->c;
	script_release(&r.script);
	problem_loader_release(&r.intake);
	return lasts;
}
