#include "worker/core/unsat_core.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "worker/base/answer_stream.h"
#include "worker/base/checked_solver.h"
#include "worker/base/interruptible.h"
#include "worker/base/termset.h"
#include "worker/base/watchdog.h"
#include "worker/engines/engine.h"
#include "worker/engines/probes.h"

enum {
	/* A core is worth as much again as the answer, and a little more. */
	BUDGET_MIN_US = 500000,
	BUDGET_FACTOR = 2,
	/* One that nobody asked for. */
	SOON_US = 500000,
	UNASKED_SOON_US = 100000,
	UNASKED_PART = 20,
};

/* --- members ------------------------------------------------------------- */

/*
 * The assertions of a problem in the groups that stand or fall together
 * (struct ask): the items of a model, or each assertion by itself.
 * Assumptions are groups of one.
 */
struct member {
	Z3_ast literal; /* that it hangs on; NULL: the part is not asserted */
	size_t group;
	bool is_used; /* the last core has it */
};

struct assertion_group {
	size_t number; /* of struct ask; GROUP_NONE for an assumption */
	size_t size;
	const struct problem_part *first;
	bool is_in;	 /* the core so far */
	bool is_premise; /* the expansion of another one relied on it */
	bool has_used;	 /* a member that the last core has */
};

#define GROUP_NONE SIZE_MAX

struct tracked {
	const struct task *t;
	Z3_solver solver;
	struct member *members; /* by the number of the part */
	struct assertion_group *groups;
	size_t count; /* of the groups */
	bool minimal;
	bool by_group; /* the members of a group have one literal */
};

static struct member *
member_of(const struct tracked *tr, const struct problem_part *part)
{
	return &tr->members[part - tr->t->parsed->problem.parts];
}

/* To the last group, if it has that number. */
static void
add_member(struct tracked *tr, const struct problem_part *part, size_t number)
{
	struct member *m = member_of(tr, part);

	if (tr->count == 0 || number == GROUP_NONE ||
		tr->groups[tr->count - 1].number != number)
		tr->groups[tr->count++] = (struct assertion_group){
			.number = number, .first = part, .is_in = true};
	m->group = tr->count - 1;
	m->literal =
		tr->groups[m->group].size++ > 0 && tr->by_group
			? member_of(tr, tr->groups[m->group].first)->literal
			: Z3_mk_fresh_const(tr->t->c, "satchel!member",
				  Z3_mk_bool_sort(tr->t->c));
}

static void
tracked_init(struct tracked *tr, const struct task *t, bool by_group)
{
	const struct expanded *e = &t->expanded;
	size_t most = t->parsed->problem.count + 1;
	const struct problem_part *part = NULL;
	size_t groups = t->ask->groups.count;
	size_t number = 0;

	*tr = (struct tracked){.t = t,
		.by_group = by_group,
		.members = mem_new(most * sizeof(*tr->members)),
		.groups = mem_new(most * sizeof(*tr->groups))};
	while ((part = task_part(t, PART_ASSERTION, part)) != NULL) {
		/* Of the last group that begins at its line or before it. */
		while (number + 1 < groups &&
			t->ask->groups.at[number + 1] <= part->source.line)
			number++;
		add_member(tr, part, groups > 0 ? number : number++);
	}
	while ((part = task_part(t, PART_ASSUMPTION, part)) != NULL)
		add_member(tr, part, GROUP_NONE);
	for (size_t i = 0; i < e->reliance_count; i++) {
		const struct member *m = member_of(tr, e->reliances[i].premise);

		if (m->literal != NULL)
			tr->groups[m->group].is_premise = true;
	}
}

/* The next part of the core but those of one group; NULL: the first or none. */
static const struct problem_part *
next_member(const struct tracked *tr, size_t left_out,
	const struct problem_part *part)
{
	const struct problem *p = &tr->t->parsed->problem;

	for (part = part == NULL ? p->parts : part + 1;
		part < p->parts + p->count; part++) {
		const struct member *m = member_of(tr, part);

		if (m->literal != NULL && m->group != left_out &&
			tr->groups[m->group].is_in)
			return part;
	}
	return NULL;
}

/* That those hold which the expansion of the part relied on. */
static Z3_ast
premises_of(const struct tracked *tr, const struct problem_part *part)
{
	const struct expanded *e = &tr->t->expanded;
	DROP(termset) struct termset literals = {0};

	for (size_t i = 0; i < e->reliance_count; i++) {
		const struct member *m = member_of(tr, e->reliances[i].premise);

		if (e->reliances[i].part == part && m->literal != NULL)
			(void)termset_add(&literals, tr->t->c, m->literal);
	}
	return Z3_mk_and(tr->t->c, (unsigned)literals.count, literals.at);
}

/* --- solvers -------------------------------------------------------------- */

/* What the literal of each implies; weaker where a premise is left out. */
static void
read_implications(const struct tracked *tr, struct termset *implications)
{
	Z3_context c = tr->t->c;
	const struct problem_part *part = NULL;

	while ((part = next_member(tr, GROUP_NONE, part)) != NULL) {
		Z3_ast term = task_term(tr->t, part);

		if (tr->t->expanded.reliance_count > 0)
			term = Z3_mk_implies(c, premises_of(tr, part), term);
		(void)termset_add(implications, c,
			Z3_mk_implies(c, member_of(tr, part)->literal, term));
	}
}

/* Floating point as bit-vectors; the literals stay. NULL: the terms are of
 * something else, or there is no time. */
static Z3_goal
blast(Z3_context c, const struct termset *terms)
{
	unsigned interrupts = checked_solver_clear_interrupt(c);
	Z3_goal goal = Z3_mk_goal(c, false, false, false);
	Z3_tactic tactic;

	/* At once: the next object that is made takes what has no reference. */
	Z3_goal_inc_ref(c, goal);
	tactic = Z3_mk_tactic(c, "fpa2bv");
	Z3_tactic_inc_ref(c, tactic);
	for (size_t i = 0; i < terms->count; i++)
		Z3_goal_assert(c, goal, terms->at[i]);
	goal = probes_apply_tactic(c, tactic, goal);
	Z3_tactic_dec_ref(c, tactic);
	if (goal == NULL || (watchdog_interrupts() == interrupts &&
				    probes_goal_is(c, goal, "is-qfbv")))
		return goal;
	Z3_goal_dec_ref(c, goal);
	return NULL;
}

/*
 * A solver in which each assertion holds if its literal does: libz3's SAT
 * solver where they are of Booleans, bit-vectors and floating-point numbers, or
 * else the incremental core, which is slow with those.
 */
static Z3_solver
new_solver(const struct tracked *tr)
{
	Z3_context c = tr->t->c;
	DROP(termset) struct termset terms = {0};
	Z3_goal goal;
	Z3_solver solver;

	read_implications(tr, &terms);
	goal = blast(c, &terms);
	if (goal == NULL)
		return task_solver_of(tr->t, true, terms.at, terms.count);
	solver = checked_solver_new_finite(c);
	for (unsigned i = 0; i < Z3_goal_size(c, goal); i++)
		checked_solver_assert(c, solver, Z3_goal_formula(c, goal, i));
	Z3_goal_dec_ref(c, goal);
	return solver;
}

/* --- the core ------------------------------------------------------------- */

int64_t
unsat_core_budget_us(int64_t took_us, bool is_asked)
{
	int64_t least = is_asked ? BUDGET_MIN_US : 0;
	int64_t part =
		is_asked ? BUDGET_FACTOR * took_us : took_us / UNASKED_PART;

	if (!is_asked && took_us < SOON_US)
		least = UNASKED_SOON_US;
	return part > least ? part : least;
}

/* The items of a model are groups; a script has none, and says so anywhere:
 * the check that it leaves out comes after all. */
static bool
is_asked(const struct task *t)
{
	return t->ask->groups.count > 0 ||
	       commands_have(t->script->forms, COMMAND_GET_UNSAT_CORE,
		       COMMAND_GET_UNSAT_ASSUMPTIONS);
}

/* Checks the core without a group (GROUP_NONE: all of it). */
static Z3_lbool
check_without(struct tracked *tr, size_t left_out)
{
	DROP(termset) struct termset literals = {0};
	const struct problem_part *part = NULL;

	while ((part = next_member(tr, left_out, part)) != NULL)
		(void)termset_add(
			&literals, tr->t->c, member_of(tr, part)->literal);
	return checked_solver_check_assuming(
		tr->t->c, tr->solver, (unsigned)literals.count, literals.at);
}

/* Marks what libz3 says that the last check needed. Returns false, and marks
 * nothing, if it does not say. */
static bool
mark_used(struct tracked *tr)
{
	Z3_context c = tr->t->c;
	DROP(termset) struct termset used = {0};

	if (!checked_solver_core(c, tr->solver, &used))
		return false;
	for (size_t i = 0; i < tr->count; i++)
		tr->groups[i].has_used = false;
	for (size_t i = 0; i < tr->t->parsed->problem.count; i++) {
		struct member *m = &tr->members[i];

		m->is_used =
			m->literal != NULL && termset_has(&used, c, m->literal);
		if (m->is_used)
			tr->groups[m->group].has_used = true;
	}
	return true;
}

/* To the groups that the last check needed. */
static void
shrink(struct tracked *tr)
{
	if (!mark_used(tr))
		return;
	for (size_t i = 0; i < tr->count; i++)
		tr->groups[i].is_in = tr->groups[i].has_used;
}

/* As it was expanded, if all that this relied on is there. */
static Z3_ast
term_without(const struct tracked *tr, size_t left_out,
	const struct problem_part *part)
{
	const struct expanded *e = &tr->t->expanded;

	for (size_t i = 0; i < e->reliance_count; i++) {
		const struct member *m = member_of(tr, e->reliances[i].premise);

		if (e->reliances[i].part == part &&
			(m->literal == NULL || m->group == left_out ||
				!tr->groups[m->group].is_in))
			return task_term_alone(tr->t, part);
	}
	return task_term(tr->t, part);
}

/*
 * The core without a group, by what has found it unsat. A bound that was
 * derived is derived anew from the members that are left; without one the
 * finite-domain solver does not know, and then there is most often a solution.
 */
static Z3_lbool
decide_without(const struct tracked *tr, size_t left_out)
{
	const struct task *t = tr->t;
	Z3_lbool answer = Z3_L_UNDEF;
	DROP(termset) struct termset terms = {0};
	const struct problem_part *part = NULL;
	struct decider d;
	Z3_solver solver;

	while ((part = next_member(tr, left_out, part)) != NULL)
		(void)termset_add(
			&terms, t->c, term_without(tr, left_out, part));
	/* One that tracks may share its solver with other checks, which would
	 * lose what it has learned. */
	if (!engine_has(t->found.engine, ENGINE_TRACKS) &&
		decider_init(&d, t->found.engine, t, terms.at, terms.count)) {
		answer = decider_check(&d, 0, NULL);
		decider_release(&d);
	}
	if (answer == Z3_L_UNDEF) {
		solver = task_solver_of(t, true, terms.at, terms.count);
		answer = checked_solver_check(t->c, solver);
		Z3_solver_dec_ref(t->c, solver);
	}
	return answer;
}

/* Tries each of the premises, or of the others, once. False: the time is up. */
static bool
remove_each(struct tracked *tr, bool by_engine, bool premises, int64_t until_us,
	bool *sure)
{
	for (size_t i = 0; i < tr->count; i++) {
		struct assertion_group *g = &tr->groups[i];
		Z3_lbool answer;

		if (!g->is_in || g->is_premise != premises)
			continue;
		if (clock_spent_us() >= until_us)
			return false;
		answer = by_engine ? decide_without(tr, i)
				   : check_without(tr, i);
		if (answer == Z3_L_FALSE && by_engine)
			g->is_in = false;
		else if (answer == Z3_L_FALSE)
			shrink(tr);
		*sure = *sure && answer != Z3_L_UNDEF;
	}
	return true;
}

/* Premises last: without one quantifiers are back, which may take what time
 * there is. */
static void
minimize(struct tracked *tr, bool by_engine, int64_t until_us)
{
	bool sure = true;
	bool is_large = false;

	tr->minimal = remove_each(tr, by_engine, false, until_us, &sure) &&
		      remove_each(tr, by_engine, true, until_us, &sure) && sure;
	if (!by_engine)
		return;
	/* Of a group of several not all may take part. */
	for (size_t i = 0; i < tr->count; i++) {
		is_large |= tr->groups[i].is_in && tr->groups[i].size > 1;
		tr->groups[i].has_used = false;
	}
	if (is_large && check_without(tr, GROUP_NONE) == Z3_L_FALSE)
		(void)mark_used(tr);
}

/*
 * What another engine has decided, the incremental core that tracks is not
 * likely to; with few groups it may be asked again for each.
 */
static bool
suits_engine(const struct tracked *tr, int64_t budget_us)
{
	enum { FEW = 16 };
	const struct task *t = tr->t;
	int64_t count = (int64_t)tr->count;

	if (count == 1)
		return true; /* that the rest is sat is soon seen */
	/* libz3's strategies with quantifiers notice an interrupt late. */
	return !engine_has(t->found.engine, ENGINE_TRACKS) &&
	       (count <= FEW ||
		       count <= budget_us / (t->found.engine_us + 1)) &&
	       (is_asked(t) || !probes_has_quantifiers(t));
}

/* The members that take part; of a group of which libz3 needed nothing, all. */
static void
send(const struct tracked *tr, struct task *t)
{
	struct answer_core core = {.minimal = tr->minimal};
	const struct problem_part *part = NULL;

	while ((part = next_member(tr, GROUP_NONE, part)) != NULL) {
		const struct member *m = member_of(tr, part);

		if (m->is_used || !tr->groups[m->group].has_used)
			task_describe(t, part,
				part->kind == PART_ASSUMPTION
					? &core.assumptions
					: &core.assertions);
	}
	answer_put_core(&t->out->frames, &core);
	answer_stream_send_late(t->out);
	core_release(&t->found.core);
	t->found.core = core;
}

void
unsat_core_report(struct task *t)
{
	struct tracked tr;
	int64_t took_us = clock_now_us() - t->started_us;
	int64_t budget_us = unsat_core_budget_us(took_us, is_asked(t));
	int64_t until_us = clock_spent_us() + budget_us;

	tracked_init(&tr, t, false);
	send(&tr, t); /* all, should this end here */
	answer_stream_phase(t->out, PHASE_CORE);
	watchdog_spend(until_us);
	tr.solver = new_solver(&tr);
	if (t->ask->minimize_core && suits_engine(&tr, budget_us)) {
		minimize(&tr, true, until_us);
	} else if (check_without(&tr, GROUP_NONE) == Z3_L_FALSE) {
		shrink(&tr);
		tr.minimal = next_member(&tr, GROUP_NONE, NULL) == NULL;
		send(&tr, t);
		/* With a premise left out its literals say less. */
		if (t->ask->minimize_core && !tr.minimal)
			minimize(&tr, t->expanded.reliance_count > 0, until_us);
	}
	send(&tr, t);
	watchdog_spend(0);
	free(tr.members);
	free(tr.groups);
}

/* --- correction sets ------------------------------------------------------ */

/* Whether a field says that the group stays. */
static bool
is_kept(const struct task *t, const struct assertion_group *g)
{
	const struct ask *asked = t->ask;

	for (size_t i = 0; i < asked->field_count; i++) {
		const struct ask_field *f = &asked->fields[i];

		if (f->kind == FIELD_KEEP &&
			strtoul(asked->text + f->offset, NULL, 10) == g->number)
			return true;
	}
	return false;
}

/* Every group may be given up at the same price, unless it is kept. */
static Z3_optimize
new_optimizer(const struct tracked *tr)
{
	Z3_context c = tr->t->c;
	Z3_optimize optimizer = Z3_mk_optimize(c);
	Z3_symbol id = Z3_mk_string_symbol(c, "satchel!relax");
	const struct problem_part *part = NULL;

	Z3_optimize_inc_ref(c, optimizer);
	while ((part = next_member(tr, GROUP_NONE, part)) != NULL) {
		Z3_ast term = task_term(tr->t, part);
		Z3_ast alone = task_term_alone(tr->t, part);

		/* Equivalent to it whatever else is given up. */
		if (alone != term)
			term = Z3_mk_ite(c, premises_of(tr, part), term, alone);
		checked_solver_optimize_assert(c, optimizer,
			Z3_mk_implies(c, member_of(tr, part)->literal, term));
	}
	for (size_t i = 0; i < tr->count; i++) {
		Z3_ast literal = member_of(tr, tr->groups[i].first)->literal;

		if (is_kept(tr->t, &tr->groups[i]))
			checked_solver_optimize_assert(c, optimizer, literal);
		else
			(void)Z3_optimize_assert_soft(
				c, optimizer, literal, "1", id);
	}
	return optimizer;
}

/*
 * Reports the groups that the optimizer gave up, and forbids to give up all of
 * them again. False when it gave up none.
 */
static bool
report_one(const struct tracked *tr, Z3_optimize optimizer)
{
	const struct task *t = tr->t;
	Z3_model model = checked_solver_optimize_model(t->c, optimizer);
	DROP(termset) struct termset kept = {0};
	struct answer_assertions given_up = {0};

	if (model == NULL)
		return false;
	Z3_model_inc_ref(t->c, model);
	for (size_t i = 0; i < tr->count; i++) {
		Z3_ast literal = member_of(tr, tr->groups[i].first)->literal;
		Z3_ast value = interruptible_value(t->c, model, literal, true);

		if (value == NULL) {
			kept.count = 0;
			break;
		}
		if (Z3_get_bool_value(t->c, value) == Z3_L_TRUE)
			continue;
		task_describe(t, tr->groups[i].first, &given_up);
		(void)termset_add(&kept, t->c, literal);
	}
	Z3_model_dec_ref(t->c, model);
	if (kept.count == 0) {
		assertions_release(&given_up);
		return false;
	}
	answer_put_relaxation(&t->out->frames, given_up);
	assertions_release(&given_up);
	answer_stream_send(t->out);
	checked_solver_optimize_assert(
		t->c, optimizer, Z3_mk_or(t->c, (unsigned)kept.count, kept.at));
	return true;
}

void
unsat_core_correction_sets(const struct task *t)
{
	struct tracked tr;
	Z3_optimize optimizer;
	Z3_lbool found = Z3_L_TRUE;

	tracked_init(&tr, t, true);
	optimizer = new_optimizer(&tr);
	for (int i = 0; i < LIMIT_RELAXATIONS && found == Z3_L_TRUE; i++) {
		found = checked_solver_optimize(t->c, optimizer);
		if (found == Z3_L_TRUE && !report_one(&tr, optimizer))
			found = Z3_L_UNDEF;
	}
	answer_put_relaxations_end(&t->out->frames, found == Z3_L_FALSE);
	answer_stream_send(t->out);
	free(tr.members);
	free(tr.groups);
}
