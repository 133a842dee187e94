#include "worker/executor/script_runner.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "worker/base/answer_stream.h"
#include "worker/base/checked_solver.h"
#include "worker/base/context.h"
#include "worker/base/watchdog.h"
#include "worker/cnf/cnf.h"
#include "worker/core/unsat_core.h"
#include "worker/engines/engine.h"
#include "worker/engines/probes.h"
#include "worker/enumerate/solutions.h"
#include "worker/executor/query.h"
#include "worker/executor/term_lint.h"
#include "worker/expand/float_instances.h"
#include "worker/expand/quantifiers.h"
#include "worker/optimize/optimize.h"
#include "worker/print/printer.h"
#include "worker/read/script.h"
#include "worker/solution/solution.h"
#include "worker/solution/stored_solution.h"

struct script_run {
	struct answer_stream *out;
	const struct ask *ask;
	struct problem_loader loader;
	struct check_budget effort;
	struct quantifiers_given_up given_up;
	size_t linted; /* of the text, see term_lint_all */
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
goals_fit(struct script_run *r, const struct parsed *parsed)
{
	const struct problem *p = &parsed->problem;

	for (size_t i = 0; i < p->count; i++) {
		const struct problem_part *part = &p->parts[i];
		Z3_sort_kind kind;

		if (part->kind != PART_OBJECTIVE)
			continue;
		kind = term_sort_kind(parsed->c, parsed_term(parsed, part));
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
static void __attribute__((noreturn)) wait_for_kill(struct answer_stream *out)
{
	enum { KILL_WAIT_MS = 1000 };

	answer_stream_send(out);
	(void)poll(NULL, 0, KILL_WAIT_MS); /* nothing wakes it */
	_exit(EXIT_FAILURE);
}

/* With a logic that leaves out what is asserted libz3 may say what is wrong. */
static const char *
strategy_logic(const struct script_run *r, const struct script_problem *sp,
	const struct parsed *parsed)
{
	const struct logic *logic = logic_fragment_logic(&r->script, sp);

	return logic != NULL && !logic->is_narrower &&
			       logic_fragment_is_of(parsed, logic)
		       ? logic->name
		       : NULL;
}

enum {
	/*
	 * What each check that is still to come keeps of the time that is left,
	 * in percent, and how many of them do: a check that no time would be
	 * enough for is not to leave the others without any.
	 */
	RESERVED_PERCENT = 10,
	RESERVED_CHECKS_MAX = 5,
};

/* Sets of assumptions have the same share of what is left each. */
static void
share_time(const struct script_run *r, const struct script_problem *sp)
{
	const struct script *s = &r->script;
	int64_t coming = (int64_t)(s->checks - s->checked);
	int64_t left_us = watchdog_left_us();

	if (!sp->has_check || sp->is_last)
		return;
	if (sp->is_shown) {
		left_us /= coming + 1;
	} else {
		if (coming > RESERVED_CHECKS_MAX)
			coming = RESERVED_CHECKS_MAX;
		left_us = left_us / 100 * (100 - RESERVED_PERCENT * coming);
	}
	watchdog_share(clock_now_us() + left_us);
}

static void
solve(struct script_run *r, const struct script_problem *sp,
	const struct parsed *parsed)
{
	struct printer printer;
	struct task task = {
		.c = parsed->c,
		.ask = r->ask,
		.out = r->out,
		.script = &r->script,
		.sp = sp,
		.parsed = parsed,
		.settings = {.logic = strategy_logic(r, sp, parsed)},
		.printer = &printer,
		.shared = {problem_loader_stack(&r->loader), &r->effort},
	};

	if (sp->has_check && !stored_solution_is_given(&task))
		quantifiers_expand(parsed, &r->given_up, &task.expanded);
	printer_init(&printer, &task);
	share_time(r, sp);
	if (sp->has_check)
		solve_check_task(&task);
	query_all(&task);
	watchdog_share(0);
	(void)checked_solver_clear_interrupt(task.c);
	/* The time was up before the solution was written down and checked, or
	 * before others were looked for. An optimum that is not proved says so
	 * itself. */
	if (sp->is_last && task.found.status == STATUS_SAT &&
		watchdog_is_over() &&
		(task.found.optimum_is_proved || !optimize_is_asked(&task)))
		wait_for_kill(r->out);
	expanded_drop(&task.expanded);
	found_release(&task.found);
	printer_release(&printer);
}

static bool
write_dimacs(struct script_run *r, const struct parsed *parsed)
{
	DROP(buf) struct buf out;
	struct expanded expanded = {0};
	bool written;

	/* A half, so that its frame and what is around it fit. */
	buf_init(&out, LIMIT_ANSWER / 2);
	quantifiers_expand(parsed, &r->given_up, &expanded);
	written = cnf_write(
		parsed, &expanded, r->ask->kind == ASK_WCNF, &out, &r->fault);
	expanded_drop(&expanded);
	if (!written)
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
run_problem(struct script_run *r, const struct script_problem *sp)
{
	struct parsed parsed;
	bool fine;

	if (!problem_loader_next(&r->loader, sp, &parsed, &r->fault))
		return false;
	fine = goals_fit(r, &parsed);
	if (fine && r->ask->kind == ASK_SOLVE)
		solve(r, sp, &parsed);
	else if (fine &&
		 (r->ask->kind == ASK_DIMACS || r->ask->kind == ASK_WCNF))
		fine = write_dimacs(r, &parsed);
	/* The items of a model were looked at when they were added. */
	if (fine && r->ask->groups.count == 0 && !watchdog_is_over())
		term_lint_all(r->out, &parsed,
			logic_fragment_logic(&r->script, sp), &r->linted);
	problem_loader_return(&r->loader, &parsed);
	return fine;
}

/* The check is NULL where it was added. */
static void
put_check(struct answer_stream *out, const struct command *check,
	enum status status, char *reason, int64_t solve_us)
{
	answer_put_check(&out->frames,
		&(struct answer_check){
			.line = check != NULL ? check->list.line : 0,
			.status = status,
			.reason = reason,
			.solve_us = (uint64_t)solve_us,
		});
}

static bool
run_script(struct script_run *r)
{
	char late[] = "timeout";
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
		/* A check that the time did not reach is unknown, and so is
		 * the script. */
		if (watchdog_is_over()) {
			if (sp.has_check)
				put_check(r->out, sp.check, STATUS_UNKNOWN,
					late, 0);
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
 * read in this context. */
static bool
is_lasting(struct parse_context *context, const char *text,
	const struct commands *forms)
{
	/* libz3 takes options for the whole process. */
	enum datatypes_news news = datatypes_read(&context->known, text, forms);

	if (news == DATATYPES_CLASH) {
		datatypes_release(&context->known);
		context->c = context_new(); /* the other one is lost */
		context->contexts++;
		news = datatypes_read(&context->known, text, forms);
	}
	return news == DATATYPES_FIT && context->contexts < CONTEXTS_MAX &&
	       !commands_have(forms, COMMAND_SET_OPTION, COMMAND_DEFINE_FUN_REC,
		       COMMAND_DEFINE_FUNS_REC);
}

bool
script_runner_ask(struct answer_stream *out, struct parse_context *context,
	const struct ask *ask)
{
	const char *text = ask->text;
	DROP(commands) struct commands forms = {0};
	struct script_run r = {.ask = ask, .out = out, .given_up.out = out};
	bool lasts;

	if (!commands_split(text, ask_script_size(ask), &forms, &r.fault)) {
		answer_stream_fault(out, &r.fault);
		return false;
	}
	if (ask->kind == ASK_SOLVE)
		term_lint_open(out, ask, &forms);
	script_init(&r.script, text, &forms);
	if (!script_set_request(&r.script, ask, &r.fault)) {
		answer_stream_fault(out, &r.fault);
		script_release(&r.script);
		return false;
	}
	lasts = ask->kind == ASK_CHECK && is_lasting(context, text, &forms);
	problem_loader_init(&r.loader, out, ask, &r.script, context->c, lasts);
	if (!run_script(&r)) {
		if (watchdog_is_over())
			wait_for_kill(out);
		script_place(&r.script, &r.fault);
		answer_stream_fault(out, &r.fault);
		lasts = false;
	}
	lasts = lasts && r.loader.c == context->c;
	context->c = r.loader.c != NULL ? r.loader.c : r.loader.used;
	script_release(&r.script);
	problem_loader_release(&r.loader);
	return lasts;
}

/* --- solve check --------------------------------------------------------- */

/* A solution of no use to anybody but this executor. */
static bool
is_unasked(const struct task *t)
{
	return !t->sp->is_shown && t->sp->follow_first == t->sp->follow_end &&
	       !optimize_is_asked(t);
}

/* What nobody asked for may take as much time as the checks, and a little more.
 * Returns false if libz3 has no model of what it says is sat. */
static bool
load_model(struct task *t, const struct decider *d)
{
	enum { EVALUATING_US = 200000 };
	struct check_budget *effort = t->shared.effort;
	int64_t begun_us = clock_now_us();

	if (!is_unasked(t))
		return decider_read_solution(d, t);
	effort->spent_us -= begun_us - t->started_us;
	if (effort->spent_us <= EVALUATING_US) {
		bool is_read = decider_read_solution(d, t);

		effort->spent_us += clock_now_us() - begun_us;
		return is_read;
	}
	if (!effort->is_reported && t->sp->check != NULL)
		answer_put_warning(&t->out->frames,
			&(struct lint_warning){.kind = LINT_UNEVALUATED,
				.line = t->sp->check->list.line});
	effort->is_reported = true;
	return true;
}

static void
set_reason(struct task *t, const char *reason)
{
	free(t->found.reason);
	t->found.reason = text_copy(reason);
}

static void try_engine(struct task *t, enum engine engine);

/* Takes a solution back that nobody can prove. The engine is asked once more,
 * with instances. */
static void // NOLINTNEXTLINE(misc-no-recursion)
doubt(struct task *t, enum engine engine)
{
	bool has_instances = t->has_float_instances;

	t->found.status = STATUS_UNKNOWN;
	t->model = NULL;
	set_reason(t, "(incomplete quantifiers)");
	t->has_float_instances = true;
	if (!has_instances && float_instances_expand(t->parsed, &t->expanded))
		try_engine(t, engine);
}

/* Takes over what the engine says besides its answer. */
static void // NOLINTNEXTLINE(misc-no-recursion)
read_answer(struct task *t, const struct decider *d)
{
	/* What one says that does not fit every problem is of no use: it may
	 * be that it cannot read this one. */
	if (t->found.status == STATUS_UNKNOWN && d->solver != NULL &&
		engine_has(d->engine, ENGINE_GENERAL))
		set_reason(t, context_failed() ? context_error()
					       : Z3_solver_get_reason_unknown(
							 t->c, d->solver));
	if (t->found.status == STATUS_UNSAT && d->engine == ENGINE_STRATEGY &&
		probes_may_be_irrational(t)) {
		t->found.status = STATUS_UNKNOWN;
		set_reason(t, "(incomplete quantifiers)");
	}
	if (t->found.status == STATUS_SAT && !load_model(t, d))
		t->found.status = STATUS_UNKNOWN;
	if (t->found.status == STATUS_SAT && t->model != NULL &&
		solution_is_doubtful(t))
		doubt(t, d->engine);
	if (d->solver != NULL &&
		(t->sp->is_last || task_asks(t, COMMAND_GET_INFO)))
		engine_read_counters(t, d->solver);
	if (t->shared.stack != NULL && t->settings.seed == 0 &&
		t->found.status == STATUS_UNKNOWN)
		assertion_stack_forget(t->shared.stack);
	/* The solver is kept: the model belongs to it. */
}

static void // NOLINTNEXTLINE(misc-no-recursion)
try_engine(struct task *t, enum engine engine)
{
	static const enum status statuses[] = {
		STATUS_UNSAT, STATUS_UNKNOWN, STATUS_SAT};
	int64_t begun_us = clock_now_us();
	DROP(decider) struct decider d = {0};
	size_t count;
	Z3_ast *terms = task_asserted(t, &count);
	bool is_fit = decider_init(&d, engine, t, terms, count);
	Z3_lbool answer = is_fit ? decider_check(&d, 0, NULL) : Z3_L_UNDEF;

	free(terms);
	t->found.status = statuses[answer - Z3_L_FALSE];
	t->found.engine = engine;
	t->found.engine_us = clock_now_us() - begun_us;
	if (is_fit)
		read_answer(t, &d);
}

/* Each engine in its turns, until one decides or none is left. */
static void
try_engines(struct task *t, uint32_t engines)
{
	struct engine_schedule s = engine_schedule_begin(engines);
	bool was_cut;

	do {
		unsigned interrupts = watchdog_interrupts();

		watchdog_spend(
			s.spent_us == 0 ? 0 : clock_spent_us() + s.spent_us);
		try_engine(t, s.engine);
		was_cut = watchdog_interrupts() != interrupts;
		watchdog_spend(0);
		s.has_quantifiers = was_cut && probes_has_quantifiers(t);
	} while (t->found.status == STATUS_UNKNOWN && !watchdog_is_over() &&
		 engine_schedule_next(&s, was_cut));
}

/*
 * What libz3 gives up with much time left is most often a matter of luck: other
 * seeds decide it. Of a check before the last nobody waits for that.
 */
static void
try_seeds(struct task *t, uint32_t engines)
{
	enum { SEEDS = 3 };
	uint32_t seeded = engines & engines_with(ENGINE_SEEDED);
	unsigned interrupts = watchdog_interrupts();

	while (seeded != 0 && t->sp->is_last && t->settings.seed < SEEDS &&
		t->found.status == STATUS_UNKNOWN && !watchdog_is_over() &&
		watchdog_interrupts() == interrupts &&
		clock_now_us() - t->started_us <= watchdog_left_us()) {
		t->settings.seed++;
		try_engine(t, (enum engine)__builtin_ctz(seeded));
	}
	t->settings.seed = 0;
}

static void
decide(struct task *t)
{
	uint32_t asked = t->ask->engines != 0 ? t->ask->engines : ENGINES_ALL;
	uint32_t engines = engines_that_fit(t, asked);

	answer_put_engines(&t->out->frames, engines_that_fit(t, ENGINES_ALL));
	answer_stream_phase(t->out, PHASE_SOLVING);
	t->found.status = STATUS_UNKNOWN;
	if (optimize_is_asked(t) && stored_solution_start(t))
		t->found.status = STATUS_SAT;
	else if (engines != 0)
		try_engines(t, engines);
	if (engines != 0)
		try_seeds(t, engines);
	answer_put_decider(
		&t->out->frames, t->found.status == STATUS_UNKNOWN
					 ? 0
					 : ENGINE_BIT(t->found.engine));
	if (t->found.status != STATUS_UNKNOWN)
		set_reason(t, NULL);
	else if (t->found.reason == NULL)
		set_reason(t, "");
}

static void
report_status(const struct task *t)
{
	put_check(t->out, t->sp->check, t->found.status, t->found.reason,
		clock_now_us() - t->started_us);
	answer_put_output(&t->out->frames, status_name(t->found.status));
	answer_put_output(&t->out->frames, "\n");
}

/* Of a check before the last only what is asked for is of use. */
static void
explain_sat(struct task *t)
{
	int64_t begun_us = clock_now_us();

	if (optimize_is_asked(t))
		optimize_task(t);
	else if (t->sp->is_shown || task_asks(t, COMMAND_GET_MODEL))
		(void)solution_report(t);
	else if (t->model != NULL)
		solution_check(t);
	if (is_unasked(t))
		t->shared.effort->spent_us += clock_now_us() - begun_us;
	if (t->sp->is_shown)
		solution_put_open(t);
	if (t->sp->is_last && t->ask->solutions > 1)
		solutions_report(t);
	if (t->sp->is_last && ask_find(t->script->ask, FIELD_FORCED) != NULL)
		solutions_report_forced(t);
}

void
solve_check_task(struct task *t)
{
	t->started_us = clock_now_us();
	if (stored_solution_is_given(t)) {
		t->found.status =
			stored_solution_load(t) ? STATUS_SAT : STATUS_UNKNOWN;
		report_status(t);
		return;
	}
	decide(t);
	report_status(t);
	if (t->found.statistics != NULL)
		answer_put_statistics(&t->out->frames, t->found.statistics);
	if (t->sp->is_last)
		answer_stream_send(t->out);
	else
		answer_stream_send_late(t->out);
	if (t->found.status == STATUS_SAT)
		explain_sat(t);
	if (t->found.status != STATUS_UNSAT)
		return;
	if (t->sp->is_shown || task_asks(t, COMMAND_GET_UNSAT_CORE) ||
		task_asks(t, COMMAND_GET_UNSAT_ASSUMPTIONS))
		unsat_core_report(t);
	if (t->sp->is_last && t->ask->relax)
		unsat_core_correction_sets(t);
}
