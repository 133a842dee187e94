#include "solver/run.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "smt/script.h"
#include "solver/context.h"
#include "solver/exact.h"
#include "solver/optimize.h"
#include "solver/parse.h"
#include "solver/query.h"
#include "solver/remark.h"
#include "solver/report.h"
#include "solver/solve.h"
#include "solver/watchdog.h"

struct run {
	const struct ask *ask;
	Z3_context c;	    /* for the next problem; NULL: make one */
	Z3_context used;    /* of the last one; to be let go of, or NULL */
	bool shares;	    /* problems may have a context together */
	unsigned sharers;   /* that have had it so far */
	unsigned strikes;   /* before the first of them */
	struct stack stack; /* of those that share, and the solver, too */
	size_t remarked;    /* of the text, see remark_all */
	struct script script;
	struct fault fault;
};

/*
 * A text may have hundreds of checks, and a context is 17 MB. What was made in
 * it and holds references is lost, which is little beside it. The last one goes
 * with the process: letting go of it would keep the answer waiting.
 */
static Z3_context
take_context(struct run *r)
{
	Z3_context c = r->c;

	if (r->used != NULL)
		Z3_del_context(r->used);
	r->used = NULL;
	r->c = NULL;
	if (c == NULL)
		c = context_new();
	watchdog_watch(c);
	return c;
}

enum {
	/* What they leave behind in it grows, and slows nothing down so far. */
	SHARERS_MAX = 256,
	/* Of a child that stays while its model's datatypes change: each
	 * takes 17 MB and 7.5 ms, which is more than a fork. */
	CONTEXTS_MAX = 4,
};

/* COMMAND_COUNT ends the list. */
static bool
has_any(const struct forms *forms, const enum command *commands)
{
	for (; *commands != COMMAND_COUNT; commands++) {
		for (size_t i = 0; i < forms->count; i++) {
			if (forms->at[i].command == *commands)
				return true;
		}
	}
	return false;
}

/*
 * Making one and letting go of it costs more than a small check. Names and
 * sorts are the same whoever declares them; but libz3 4.8.12 may take an
 * earlier datatype (solver/datatypes.h) or recursive function for a later one.
 */
static bool
may_share(const struct forms *forms)
{
	static const enum command kept[] = {COMMAND_DECLARE_DATATYPE,
		COMMAND_DECLARE_DATATYPES, COMMAND_DEFINE_FUN_REC,
		COMMAND_DEFINE_FUNS_REC, COMMAND_COUNT};

	return !has_any(forms, kept);
}

/* One that was interrupted is not used again. */
static void
leave_context(struct run *r, Z3_context c)
{
	watchdog_watch(NULL);
	r->sharers++;
	if (r->shares && r->sharers < SHARERS_MAX &&
		watchdog_strikes() == r->strikes) {
		r->c = c;
		return;
	}
	stack_forget(&r->stack);
	r->used = c;
	r->sharers = 0;
	r->strikes = watchdog_strikes();
}

static void
put_further(const struct faults *further)
{
	for (size_t i = 0; i < further->count; i++)
		answer_put_further(report_frames(), &further->at[i]);
}

static bool
has_command(const struct run *r, const struct script_problem *sp,
	enum command command)
{
	for (size_t i = sp->follow_first; i < sp->follow_end; i++) {
		if (r->script.forms->at[i].command == command)
			return true;
	}
	return false;
}

static bool
has_goal(const struct run *r, const struct script_problem *sp)
{
	for (size_t i = 0; i < sp->active_count; i++) {
		switch ((int)r->script.forms->at[r->script.active[i]].command) {
		case COMMAND_MINIMIZE:
		case COMMAND_MAXIMIZE:
		case COMMAND_ASSERT_SOFT:
			return true;
		default:
			break;
		}
	}
	return false;
}

/* Whether the values of all constants are of use. */
static bool
shows_solution(const struct run *r, const struct script_problem *sp)
{
	return sp->has_check && (sp->is_last || has_goal(r, sp) ||
					has_command(r, sp, COMMAND_GET_MODEL));
}

/*
 * Constants are asked for in the plain way first. Where two constants share a
 * name that is ambiguous, and then each is named with its sort; where even
 * that fails they are left out, and only the solver's own text has them.
 */
static bool
parse(struct run *r, const struct script_problem *sp, struct parsed *parsed)
{
	enum problem_constants constants = CONSTANTS_PLAIN;

	if (r->ask->kind == ASK_CHECK || !shows_solution(r, sp))
		constants = CONSTANTS_NONE;
	for (;; constants++) {
		bool in_constant;

		if (parse_problem(take_context(r), &r->script, sp, constants,
			    parsed, &r->fault))
			return true;
		in_constant = parsed->in_constant;
		if (!in_constant)
			put_further(&parsed->further);
		parsed_release(parsed);
		if (!in_constant || constants == CONSTANTS_NONE)
			return false;
	}
}

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
		return fault_at(&r->fault, FAULT_USAGE, &part->source,
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
static void __attribute__((noreturn)) await_kill(void)
{
	enum { PATIENCE_MS = 1000 };

	report_send();
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

static bool
solve(struct run *r, const struct script_problem *sp,
	const struct parsed *parsed)
{
	struct sorts sorts = {0};
	struct task task = {
		.c = parsed->c,
		.ask = r->ask,
		.script = &r->script,
		.sp = sp,
		.parsed = parsed,
		.sorts = &sorts,
		.stack = r->shares && r->script.checks > 1 ? &r->stack : NULL,
	};
	bool answered;

	exact_begin(&task);
	if (sp->has_check)
		solve_task(&task);
	answered = query_all(&task, &r->fault);
	if (is_cut(&task))
		await_kill();
	free(task.reason);
	free(task.objectives);
	free(task.unsat_assumptions);
	assertions_release(&task.core);
	free(task.statistics);
	free(task.counters);
	sorts_release(&sorts);
	return answered;
}

static bool
run_problem(struct run *r, const struct script_problem *sp)
{
	struct parsed parsed;
	bool fine;

	if (!parse(r, sp, &parsed))
		return false;
	fine = goals_fit(r, &parsed);
	if (fine && r->ask->kind == ASK_SOLVE)
		fine = solve(r, sp, &parsed);
	/* The items of a model were looked at when they were added. */
	if (fine && r->ask->group_count == 0 && !watchdog_is_over())
		remark_all(&parsed, &r->remarked);
	leave_context(r, parsed.c);
	parsed_release(&parsed);
	return fine;
}

/* A check that the time did not reach is unknown, and so is the script. */
static void
give_up(const struct script_problem *sp)
{
	char reason[] = "timeout";
	struct answer_check unreached = {
		.line = sp->check != NULL ? sp->check->list.line : 0,
		.status = STATUS_UNKNOWN,
		.reason = reason,
	};

	if (sp->has_check)
		answer_put_check(report_frames(), &unreached);
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
			give_up(&sp);
			return sp.has_check; /* else some is unread */
		}
		if (!run_problem(r, &sp))
			return false;
		/* The next problem may be this process's end. */
		if (!sp.is_last)
			report_phase(PHASE_PARSING);
	}
}

/* Whether nothing of the text stays that another text could see; it may be
 * read in this ground. */
static bool
is_lasting(struct ground *g, const char *text, const struct forms *forms)
{
	/* libz3 takes options for the whole process. */
	static const enum command kept[] = {COMMAND_SET_OPTION,
		COMMAND_DEFINE_FUN_REC, COMMAND_DEFINE_FUNS_REC, COMMAND_COUNT};
	enum datatypes_news news = datatypes_read(&g->known, text, forms);

	if (news == DATATYPES_CLASH) {
		datatypes_release(&g->known);
		g->c = context_new(); /* the other one is lost */
		g->contexts++;
		news = datatypes_read(&g->known, text, forms);
	}
	return news == DATATYPES_FIT && g->contexts < CONTEXTS_MAX &&
	       !has_any(forms, kept);
}

bool
run_ask(struct ground *g, const struct ask *ask)
{
	DROP(text) char *text = text_copy_n(ask->text, ask->size);
	DROP(forms) struct forms forms = {0};
	struct run r = {.ask = ask};
	bool lasts;

	if (!forms_cut(text, ask->size, &forms, &r.fault)) {
		report_fault(&r.fault);
		return false;
	}
	lasts = ask->kind == ASK_CHECK && is_lasting(g, text, &forms);
	r.c = g->c;
	r.shares = lasts || may_share(&forms);
	r.strikes = watchdog_strikes();
	script_init(&r.script, text, &forms);
	if (!run_script(&r)) {
		if (watchdog_is_over())
			await_kill();
		report_fault(&r.fault);
		lasts = false;
	}
	script_release(&r.script);
	stack_release(&r.stack);
	return lasts && r.c == g->c;
}
