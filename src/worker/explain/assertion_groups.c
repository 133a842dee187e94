#include "worker/explain/assertion_groups.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/checked_solver.h"
#include "worker/base/context.h"
#include "worker/base/watchdog.h"
#include "worker/decide/probes.h"

/* Which group a line belongs to: the last one that begins at or before it. */
static size_t
group_of(const struct ask *ask, uint32_t line)
{
	size_t low = 0;
	size_t high = ask->group_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (ask->groups[middle] <= line)
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
	return groups->count > 0 && number != (size_t)ASSERTION_GROUP_NONE &&
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

void
tool_groups_read(const struct task *t, struct assertion_groups *groups)
{
	const struct problem_part *part = NULL;
	size_t most = t->parsed->problem.count;
	size_t parts = 0;

	*groups = (struct assertion_groups){
		.parts = mem_grow(NULL, most, sizeof(struct problem_part *)),
		.at = mem_grow(NULL, most, sizeof(struct assertion_group)),
	};
	while ((part = task_part(t, PART_ASSERTION, part)) != NULL)
		add(t, groups, &parts, part,
			t->ask->group_count > 0
				? group_of(t->ask, part->source.line)
				: parts);
	while ((part = task_part(t, PART_ASSUMPTION, part)) != NULL)
		add(t, groups, &parts, part, (size_t)ASSERTION_GROUP_NONE);
}

void
assertion_groups_release(struct assertion_groups *groups)
{
	free(groups->parts);
	free(groups->at);
	*groups = (struct assertion_groups){0};
}

Z3_ast
assertion_group_term(const struct task *t,
	const struct assertion_groups *groups, const struct assertion_group *g)
{
	Z3_ast *terms;
	Z3_ast all;

	if (g->count == 1)
		return task_term(t, groups->parts[g->first]);
	terms = mem_grow(NULL, g->count, sizeof(*terms));
	for (size_t i = 0; i < g->count; i++)
		terms[i] = task_term(t, groups->parts[g->first + i]);
	all = Z3_mk_and(t->c, (unsigned)g->count, terms);
	free(terms);
	return all;
}

static Z3_ast
implication(
	const struct task *t, const struct assertion_groups *groups, size_t i)
{
	return Z3_mk_implies(t->c, groups->at[i].literal,
		assertion_group_term(t, groups, &groups->at[i]));
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
		!probes_is_propositional_goal(c, goal)) {
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

Z3_solver
assertion_groups_solver(
	const struct task *t, const struct assertion_groups *groups)
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
