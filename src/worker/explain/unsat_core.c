#include "worker/explain/unsat_core.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/limits.h"
#include "worker/base/answer_stream.h"
#include "worker/base/checked_solver.h"
#include "worker/base/context.h"
#include "worker/base/termset.h"
#include "worker/base/watchdog.h"
#include "worker/decide/engine.h"
#include "worker/decide/probes.h"

enum {
	/* A core is worth as much again as the answer, and a little more. */
	BUDGET_MIN_US = 500000,
	BUDGET_FACTOR = 2,
	/* One that nobody asked for. */
	SOON_US = 500000,
	UNASKED_SOON_US = 100000,
	UNASKED_PART = 20,
};

/* --- groups -------------------------------------------------------------- */

/*
 * The assertions of a problem in the groups that stand or fall together
 * (struct ask): the items of a model, or each assertion by itself.
 * Assumptions are groups of one.
 */
struct assertion_group {
	/* Of struct ask; GROUP_NONE for an assumption. */
	size_t number;
	size_t first; /* into parts */
	size_t count;
	Z3_ast literal;
};

#define GROUP_NONE SIZE_MAX

struct assertion_groups {
	const struct problem_part **parts; /* in the order of the text */
	struct assertion_group *at;
	size_t count;
};

/* Which group a line belongs to: the last one that begins at or before it. */
static size_t
group_of(const struct ask *ask, uint32_t line)
{
	size_t low = 0;
	size_t high = ask->groups.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (ask->groups.at[middle] <= line)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? low - 1 : 0;
}

/* Whether the last group is the one of that number. */
static bool
is_open(const struct assertion_groups *groups, size_t number)
{
	return groups->count > 0 && number != GROUP_NONE &&
	       groups->at[groups->count - 1].number == number;
}

static void
add(const struct task *t, struct assertion_groups *groups, size_t *parts,
	const struct problem_part *part, size_t number)
{
	groups->parts[*parts] = part;
	if (is_open(groups, number)) {
		groups->at[groups->count - 1].count++;
	} else {
		groups->at[groups->count] = (struct assertion_group){
			.number = number,
			.first = *parts,
			.count = 1,
			.literal = Z3_mk_fresh_const(
				t->c, "satchel!group", Z3_mk_bool_sort(t->c)),
		};
		groups->count++;
	}
	(*parts)++;
}

static struct assertion_groups
new_groups(size_t most)
{
	return (struct assertion_groups){
		.parts = mem_grow(NULL, most, sizeof(struct problem_part *)),
		.at = mem_grow(NULL, most, sizeof(struct assertion_group)),
	};
}

/* Groups with at least one assertion, each with a fresh literal. */
static struct assertion_groups
read_groups(const struct task *t)
{
	struct assertion_groups groups = new_groups(t->parsed->problem.count);
	const struct ask *asked = t->ask;
	const struct problem_part *part = NULL;
	size_t parts = 0;

	while ((part = task_part(t, PART_ASSERTION, part)) != NULL)
		add(t, &groups, &parts, part,
			asked->groups.count > 0
				? group_of(asked, part->source.line)
				: parts);
	while ((part = task_part(t, PART_ASSUMPTION, part)) != NULL)
		add(t, &groups, &parts, part, GROUP_NONE);
	return groups;
}

static void
release_groups(struct assertion_groups *groups)
{
	free(groups->parts);
	free(groups->at);
	*groups = (struct assertion_groups){0};
}

/* The group that a part is in; GROUP_NONE: in none of these. */
static size_t
find_group(
	const struct assertion_groups *groups, const struct problem_part *part)
{
	for (size_t i = 0; i < groups->count; i++) {
		const struct assertion_group *g = &groups->at[i];

		for (size_t j = 0; j < g->count; j++) {
			if (groups->parts[g->first + j] == part)
				return i;
		}
	}
	return GROUP_NONE;
}

/* The groups that are asserted; a bool for each, or NULL: all. */
static bool
is_present(const struct assertion_groups *groups, const bool *present,
	const struct problem_part *part)
{
	size_t group = find_group(groups, part);

	return group != GROUP_NONE && (present == NULL || present[group]);
}

/* As it was expanded, if all that this relied on is there. */
static Z3_ast
member_term(const struct task *t, const struct assertion_groups *groups,
	const bool *present, const struct problem_part *part)
{
	const struct expanded *e = &t->expanded;

	for (size_t i = 0; i < e->reliance_count; i++) {
		if (e->reliances[i].part == part &&
			!is_present(groups, present, e->reliances[i].premise))
			return task_term_alone(t, part);
	}
	return task_term(t, part);
}

/* The conjunction of its assertions. */
static Z3_ast
group_term(const struct task *t, const struct assertion_groups *groups,
	const struct assertion_group *g, const bool *present)
{
	Z3_ast *terms;
	Z3_ast all;

	if (g->count == 1)
		return member_term(t, groups, present, groups->parts[g->first]);
	terms = mem_grow(NULL, g->count, sizeof(*terms));
	for (size_t i = 0; i < g->count; i++)
		terms[i] = member_term(
			t, groups, present, groups->parts[g->first + i]);
	all = Z3_mk_and(t->c, (unsigned)g->count, terms);
	free(terms);
	return all;
}

/* That the groups hold which the expansion of this one relied on. */
static Z3_ast
premises_of(const struct task *t, const struct assertion_groups *groups,
	const struct assertion_group *g)
{
	const struct expanded *e = &t->expanded;
	DROP(termset) struct termset literals = {0};

	for (size_t i = 0; i < e->reliance_count; i++) {
		size_t group = find_group(groups, e->reliances[i].premise);

		if (group == GROUP_NONE || &groups->at[group] == g)
			continue;
		for (size_t j = 0; j < g->count; j++) {
			if (groups->parts[g->first + j] == e->reliances[i].part)
				(void)termset_add(&literals, t->c,
					groups->at[group].literal);
		}
	}
	return Z3_mk_and(t->c, (unsigned)literals.count, literals.at);
}

/* Weaker than the group where a premise is left out. */
static Z3_ast
implication(
	const struct task *t, const struct assertion_groups *groups, size_t i)
{
	const struct assertion_group *g = &groups->at[i];
	Z3_ast term = group_term(t, groups, g, NULL);

	if (t->expanded.reliance_count > 0)
		term = Z3_mk_implies(t->c, premises_of(t, groups, g), term);
	return Z3_mk_implies(t->c, g->literal, term);
}

/* Floating point as bit-vectors; the literals stay. NULL: no time. */
static Z3_goal
blast(const struct task *t, const struct assertion_groups *groups)
{
	Z3_context c = t->c;
	Z3_goal goal = Z3_mk_goal(c, false, false, false);
	Z3_tactic tactic;
	Z3_apply_result result;
	Z3_goal blasted = NULL;

	/* At once: the next object that is made takes what has no reference. */
	Z3_goal_inc_ref(c, goal);
	tactic = Z3_mk_tactic(c, "fpa2bv");
	Z3_tactic_inc_ref(c, tactic);
	for (size_t i = 0; i < groups->count; i++)
		Z3_goal_assert(c, goal, implication(t, groups, i));
	result = Z3_tactic_apply(c, tactic, goal);
	if (result != NULL && !context_failed()) {
		Z3_apply_result_inc_ref(c, result);
		if (Z3_apply_result_get_num_subgoals(c, result) == 1)
			blasted = Z3_apply_result_get_subgoal(c, result, 0);
		if (blasted != NULL)
			Z3_goal_inc_ref(c, blasted);
		Z3_apply_result_dec_ref(c, result);
	}
	Z3_tactic_dec_ref(c, tactic);
	Z3_goal_dec_ref(c, goal);
	return blasted;
}

/* NULL: the groups are of something else, or there is no time. */
static Z3_solver
sat_solver(const struct task *t, const struct assertion_groups *groups)
{
	Z3_context c = t->c;
	unsigned strikes = checked_solver_settle(c);
	Z3_goal goal = blast(t, groups);
	Z3_solver solver;

	if (goal == NULL)
		return NULL;
	if (watchdog_strikes() != strikes ||
		!probes_goal_is(c, goal, "is-qfbv")) {
		Z3_goal_dec_ref(c, goal);
		return NULL;
	}
	solver = Z3_mk_solver_for_logic(c, Z3_mk_string_symbol(c, "QF_FD"));
	Z3_solver_inc_ref(c, solver);
	for (unsigned i = 0; i < Z3_goal_size(c, goal); i++)
		checked_solver_assert(c, solver, Z3_goal_formula(c, goal, i));
	Z3_goal_dec_ref(c, goal);
	return solver;
}

/*
 * A solver in which each group holds if its literal does: libz3's SAT solver
 * where the groups are of Booleans, bit-vectors and floating-point numbers, or
 * else the incremental core, which is slow with those.
 */
static Z3_solver
make_solver(const struct task *t, const struct assertion_groups *groups)
{
	Z3_solver solver = sat_solver(t, groups);

	if (solver != NULL)
		return solver;
	solver = Z3_mk_simple_solver(t->c);
	Z3_solver_inc_ref(t->c, solver);
	for (size_t i = 0; i < groups->count; i++)
		checked_solver_assert(t->c, solver, implication(t, groups, i));
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
	const struct commands *forms = t->script->forms;
	bool is_asked = t->ask->groups.count > 0;

	for (size_t i = 0; i < forms->count && !is_asked; i++)
		is_asked =
			forms->at[i].command == COMMAND_GET_UNSAT_CORE ||
			forms->at[i].command == COMMAND_GET_UNSAT_ASSUMPTIONS;
	return is_asked;
}

/* The members of the core so far: numbers of groups. */
struct tracked {
	const struct task *task;
	Z3_solver solver;
	struct assertion_groups groups;
	size_t *core;
	size_t core_count;
	bool minimal;
};

static void
tracked_init(struct tracked *tr, const struct task *t,
	struct assertion_groups groups)
{
	*tr = (struct tracked){.task = t, .groups = groups};
	tr->solver = make_solver(t, &tr->groups);
	tr->core = mem_grow(NULL, tr->groups.count, sizeof(*tr->core));
	for (size_t i = 0; i < tr->groups.count; i++)
		tr->core[i] = i;
	tr->core_count = tr->groups.count;
}

static void
tracked_release(struct tracked *tr)
{
	release_groups(&tr->groups);
	free(tr->core);
}

/* Checks the core without the member at `left_out` (or all of it). */
static Z3_lbool
check_without(struct tracked *tr, size_t left_out)
{
	Z3_ast *literals = mem_grow(NULL, tr->core_count, sizeof(*literals));
	unsigned count = 0;
	Z3_lbool answer;

	for (size_t i = 0; i < tr->core_count; i++) {
		if (i != left_out)
			literals[count++] = tr->groups.at[tr->core[i]].literal;
	}
	answer = checked_solver_check_assuming(
		tr->task->c, tr->solver, count, literals);
	free(literals);
	return answer;
}

static int
compare_ids(const void *a, const void *b)
{
	unsigned left = *(const unsigned *)a;
	unsigned right = *(const unsigned *)b;

	return (left > right) - (left < right);
}

/* The literals that the last check needed, as sorted ids. */
static unsigned *
used_ids(struct tracked *tr, size_t *count)
{
	Z3_context c = tr->task->c;
	Z3_ast_vector used = Z3_solver_get_unsat_core(c, tr->solver);
	unsigned *ids;

	Z3_ast_vector_inc_ref(c, used);
	*count = Z3_ast_vector_size(c, used);
	ids = mem_grow(NULL, *count, sizeof(*ids));
	for (size_t i = 0; i < *count; i++)
		ids[i] = Z3_get_ast_id(
			c, Z3_ast_vector_get(c, used, (unsigned)i));
	Z3_ast_vector_dec_ref(c, used);
	qsort(ids, *count, sizeof(*ids), compare_ids);
	return ids;
}

/* Keeps of the core what libz3 says the last check needed; the order stays. */
static void
shrink(struct tracked *tr)
{
	size_t used_count;
	unsigned *used = used_ids(tr, &used_count);
	size_t kept = 0;

	for (size_t i = 0; i < tr->core_count; i++) {
		unsigned id = Z3_get_ast_id(
			tr->task->c, tr->groups.at[tr->core[i]].literal);

		if (bsearch(&id, used, used_count, sizeof(id), compare_ids) !=
			NULL)
			tr->core[kept++] = tr->core[i];
	}
	tr->core_count = kept;
	free(used);
}

static Z3_lbool
decide_by(enum engine engine, const struct task *t, const Z3_ast *terms,
	size_t count)
{
	Z3_solver solver;
	Z3_lbool answer = engine_decide(engine, t, terms, count, &solver);

	if (solver != NULL)
		Z3_solver_dec_ref(t->c, solver);
	return answer;
}

static Z3_lbool
decide_simply(const struct task *t, const Z3_ast *terms, size_t count)
{
	Z3_solver solver = task_solver_of(t, true, terms, count);
	Z3_lbool answer = checked_solver_check(t->c, solver);

	Z3_solver_dec_ref(t->c, solver);
	return answer;
}

/*
 * The core without one member, by what has found it unsat. A bound that was
 * derived is derived anew from the members that are left; without one the
 * finite-domain solver does not know, and then there is most often a solution.
 */
static Z3_lbool
decide_without(const struct tracked *tr, size_t left_out)
{
	const struct task *t = tr->task;
	Z3_lbool answer = Z3_L_UNDEF;
	Z3_ast *terms = mem_grow(NULL, tr->core_count + 1, sizeof(*terms));
	bool *present = mem_new(tr->groups.count + 1);
	size_t count = 0;

	for (size_t i = 0; i < tr->core_count; i++)
		present[tr->core[i]] = i != left_out;
	for (size_t i = 0; i < tr->core_count; i++) {
		if (i != left_out)
			terms[count++] = group_term(t, &tr->groups,
				&tr->groups.at[tr->core[i]], present);
	}
	free(present);
	/* Its solver may be the stack's. */
	if (!engine_has(t->found.engine, ENGINE_TRACKS))
		answer = decide_by(t->found.engine, t, terms, count);
	if (answer == Z3_L_UNDEF)
		answer = decide_simply(t, terms, count);
	free(terms);
	return answer;
}

static void
leave_out(struct tracked *tr, size_t member)
{
	tr->core_count--;
	memmove(tr->core + member, tr->core + member + 1,
		(tr->core_count - member) * sizeof(*tr->core));
}

/* Whether the expansion of another one relied on it. */
static bool
is_premise(const struct tracked *tr, const struct assertion_group *g)
{
	const struct expanded *e = &tr->task->expanded;

	for (size_t i = 0; i < e->reliance_count; i++) {
		for (size_t j = 0; j < g->count; j++) {
			if (e->reliances[i].premise ==
				tr->groups.parts[g->first + j])
				return true;
		}
	}
	return false;
}

/* Tries each of the premises, or of the others, once. False: the time is up. */
static bool
leave_out_each(struct tracked *tr, bool by_engine, bool premises,
	int64_t until_us, bool *sure)
{
	size_t at = 0;

	while (at < tr->core_count) {
		Z3_lbool answer;

		if (is_premise(tr, &tr->groups.at[tr->core[at]]) != premises) {
			at++;
			continue;
		}
		if (clock_spent_us() >= until_us)
			return false;
		answer = by_engine ? decide_without(tr, at)
				   : check_without(tr, at);
		if (answer != Z3_L_FALSE)
			at++;
		else if (by_engine)
			leave_out(tr, at);
		else
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

	tr->minimal = leave_out_each(tr, by_engine, false, until_us, &sure) &&
		      leave_out_each(tr, by_engine, true, until_us, &sure) &&
		      sure;
}

/*
 * What another engine has decided, the incremental core that tracks is not
 * likely to; with few groups it may be asked again for each.
 */
static bool
suits_engine(const struct tracked *tr, int64_t budget_us)
{
	enum { FEW = 16 };
	const struct task *t = tr->task;
	int64_t count = (int64_t)tr->groups.count;

	if (count == 1)
		return true; /* that the rest is sat is soon seen */
	/* libz3's strategies with quantifiers notice an interrupt late. */
	return !engine_has(t->found.engine, ENGINE_TRACKS) &&
	       (count <= FEW ||
		       count <= budget_us / (t->found.engine_us + 1)) &&
	       (is_asked(t) || !probes_has_quantifiers(t));
}

static void
add_member(const struct task *t, const struct problem_part *part,
	struct answer_core *core)
{
	struct answer_assertion one;

	task_describe(t, part, &one);
	assertions_add(part->kind == PART_ASSUMPTION ? &core->assumptions
						     : &core->assertions,
		&one);
	free(one.label);
}

static void
send(const struct tracked *tr, struct task *t, const bool *used)
{
	struct answer_core core = {.minimal = tr->minimal};
	size_t number = 0;

	for (size_t i = 0; i < tr->core_count; i++) {
		const struct assertion_group *g = &tr->groups.at[tr->core[i]];

		for (size_t j = 0; j < g->count; j++, number++)
			if (used == NULL || used[number])
				add_member(t, tr->groups.parts[g->first + j],
					&core);
	}
	answer_put_core(&t->out->frames, &core);
	answer_stream_send_late(t->out);
	core_release(&t->found.core);
	t->found.core = core;
}

/*
 * Which of the parts, unsat together, libz3 needs for that: of a group with
 * several not all take part. Sets used[i]; all of them when libz3 cannot say.
 */
static void
find_used(const struct task *t, const struct problem_part **parts, size_t count,
	bool *used)
{
	struct assertion_groups alone = new_groups(count);
	struct tracked each;
	size_t added = 0;

	while (added < count)
		add(t, &alone, &added, parts[added], GROUP_NONE);
	tracked_init(&each, t, alone);
	if (check_without(&each, count) == Z3_L_FALSE)
		shrink(&each);
	for (size_t i = 0; i < each.core_count; i++)
		used[each.core[i]] = true;
	tracked_release(&each);
}

/* A group of which libz3 used nothing is in the core all the same. */
static void
keep_groups(const struct tracked *tr, bool *used)
{
	for (size_t i = 0; i < tr->core_count; i++) {
		size_t count = tr->groups.at[tr->core[i]].count;

		if (memchr(used, 1, count) == NULL)
			memset(used, true, count);
		used += count;
	}
}

/* The core with those of its groups' assertions that take part. */
static void
send_members(const struct tracked *tr, struct task *t)
{
	size_t most = t->parsed->problem.count;
	const struct problem_part **parts =
		mem_grow(NULL, most, sizeof(struct problem_part *));
	bool *used = mem_new(most);
	size_t count = 0;

	for (size_t i = 0; i < tr->core_count; i++) {
		const struct assertion_group *g = &tr->groups.at[tr->core[i]];

		for (size_t j = 0; j < g->count; j++)
			parts[count++] = tr->groups.parts[g->first + j];
	}
	if (count > tr->core_count) {
		find_used(t, parts, count, used);
		keep_groups(tr, used);
	}
	send(tr, t, count > tr->core_count ? used : NULL);
	free(parts);
	free(used);
}

void
unsat_core_report(struct task *t)
{
	struct tracked tr;
	int64_t took_us = clock_now_us() - t->started_us;
	int64_t budget_us = unsat_core_budget_us(took_us, is_asked(t));
	int64_t until_us = clock_spent_us() + budget_us;

	answer_stream_phase(t->out, PHASE_CORE);
	watchdog_spend(until_us);
	tracked_init(&tr, t, read_groups(t));
	if (t->ask->minimize_core && suits_engine(&tr, budget_us)) {
		minimize(&tr, true, until_us);
		send_members(&tr, t);
	} else if (check_without(&tr, tr.core_count) == Z3_L_FALSE) {
		shrink(&tr);
		tr.minimal = tr.core_count == 0;
		send(&tr, t, NULL);
		/* With a premise left out its literals say less. */
		if (t->ask->minimize_core && !tr.minimal)
			minimize(&tr, t->expanded.reliance_count > 0, until_us);
		send_members(&tr, t);
	} else {
		send(&tr, t, NULL);
	}
	watchdog_spend(0);
	tracked_release(&tr);
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

/* As struct answer_check has it. */
static size_t
given_up_number(const struct task *t, const struct assertion_groups *groups,
	const struct assertion_group *g)
{
	if (g->number != GROUP_NONE)
		return g->number;
	return t->ask->groups.count +
	       ask_field_at(t->script->fields, t->script->field_count,
		       groups->parts[g->first]->source.offset);
}

/* Equivalent to the group whatever else is given up. */
static Z3_ast
whole_term(
	const struct task *t, const struct assertion_groups *groups, size_t i)
{
	const struct assertion_group *g = &groups->at[i];
	Z3_ast term = group_term(t, groups, g, NULL);
	bool *present;
	Z3_ast alone;

	if (t->expanded.reliance_count == 0)
		return term;
	present = mem_new(groups->count);
	present[i] = true;
	alone = group_term(t, groups, g, present);
	free(present);
	return alone == term ? term
			     : Z3_mk_ite(t->c, premises_of(t, groups, g), term,
				       alone);
}

/* Every group may be given up at the same price, unless it is kept. */
static Z3_optimize
make_optimizer(const struct task *t, const struct assertion_groups *groups)
{
	Z3_optimize optimizer = Z3_mk_optimize(t->c);
	Z3_symbol id = Z3_mk_string_symbol(t->c, "satchel!relax");

	Z3_optimize_inc_ref(t->c, optimizer);
	for (size_t i = 0; i < groups->count; i++) {
		const struct assertion_group *g = &groups->at[i];
		Z3_ast term = whole_term(t, groups, i);

		if (is_kept(t, g)) {
			checked_solver_optimize_assert(t->c, optimizer, term);
			continue;
		}
		checked_solver_optimize_assert(
			t->c, optimizer, Z3_mk_implies(t->c, g->literal, term));
		(void)Z3_optimize_assert_soft(
			t->c, optimizer, g->literal, "1", id);
	}
	return optimizer;
}

static bool
is_given_up(
	const struct task *t, Z3_model model, const struct assertion_group *g)
{
	Z3_ast value = NULL;

	return !is_kept(t, g) &&
	       Z3_model_eval(t->c, model, g->literal, true, &value) &&
	       Z3_get_bool_value(t->c, value) != Z3_L_TRUE;
}

/*
 * Reports the groups that the optimizer gave up, and forbids to give up all of
 * them again. False when it gave up none.
 */
static bool
report_one(const struct task *t, const struct assertion_groups *groups,
	Z3_optimize optimizer)
{
	Z3_model model = Z3_optimize_get_model(t->c, optimizer);
	Z3_ast *kept = mem_grow(NULL, groups->count, sizeof(*kept));
	DROP(buf) struct buf text;
	unsigned count = 0;

	Z3_model_inc_ref(t->c, model);
	buf_init(&text, SIZE_MAX / 2);
	for (size_t i = 0; i < groups->count; i++) {
		const struct assertion_group *g = &groups->at[i];

		if (!is_given_up(t, model, g))
			continue;
		buf_add_format(&text, "%s%zu", count > 0 ? " " : "",
			given_up_number(t, groups, g));
		kept[count++] = g->literal;
	}
	if (count > 0) {
		answer_put_relaxation(&t->out->frames, text.data);
		answer_stream_send(t->out);
		checked_solver_optimize_assert(
			t->c, optimizer, Z3_mk_or(t->c, count, kept));
	}
	free(kept);
	Z3_model_dec_ref(t->c, model);
	return count > 0;
}

void
unsat_core_correction_sets(const struct task *t)
{
	struct assertion_groups groups = read_groups(t);
	Z3_optimize optimizer = make_optimizer(t, &groups);
	Z3_lbool found = Z3_L_TRUE;

	for (int i = 0; i < LIMIT_RELAXATIONS && found == Z3_L_TRUE; i++) {
		found = checked_solver_optimize(t->c, optimizer);
		if (found == Z3_L_TRUE && !report_one(t, &groups, optimizer))
			found = Z3_L_UNDEF;
	}
	answer_put_relaxations_end(&t->out->frames, found == Z3_L_FALSE);
	answer_stream_send(t->out);
	release_groups(&groups);
}
