#include "worker/engines/probes.h"

#include <stdlib.h>

#include "worker/base/interruptible.h"
#include "worker/base/termset.h"

enum { FACTORS_MAX = 16 }; /* of a product that are compared */

static bool
have(Z3_context c, const Z3_ast *terms, size_t count, const char *name)
{
	Z3_goal goal = Z3_mk_goal(c, false, false, false);
	bool have;

	Z3_goal_inc_ref(c, goal);
	for (size_t i = 0; i < count; i++)
		Z3_goal_assert(c, goal, terms[i]);
	have = probes_goal_is(c, goal, name);
	Z3_goal_dec_ref(c, goal);
	return have;
}

static bool
task_has(const struct task *t, const char *name)
{
	size_t count;
	Z3_ast *terms = task_asserted(t, &count);
	bool has = have(t->c, terms, count, name);

	free(terms);
	return has;
}

bool
probes_goal_is(Z3_context c, Z3_goal goal, const char *name)
{
	Z3_probe probe = Z3_mk_probe(c, name);

	/* Never released: libz3 4.8.12 dies of it. */
	Z3_probe_inc_ref(c, probe);
	return Z3_probe_apply(c, probe, goal) > 0;
}

Z3_goal
probes_apply_tactic(Z3_context c, Z3_tactic tactic, Z3_goal goal)
{
	Z3_apply_result result = interruptible_apply(c, tactic, goal);
	Z3_goal made = NULL;

	if (result != NULL) {
		Z3_apply_result_inc_ref(c, result);
		if (Z3_apply_result_get_num_subgoals(c, result) == 1)
			made = Z3_apply_result_get_subgoal(c, result, 0);
		if (made != NULL)
			Z3_goal_inc_ref(c, made);
		Z3_apply_result_dec_ref(c, result);
	}
	Z3_goal_dec_ref(c, goal);
	return made;
}

bool
probes_is_polynomial(const struct task *t)
{
	return task_has(t, "is-qfnra") && !task_has(t, "is-qflra");
}

bool
probes_is_propositional(const struct task *t)
{
	return task_has(t, "is-qfbv");
}

bool
probes_has_quantifiers(const struct task *t)
{
	return task_has(t, "has-quantifiers");
}

static bool
has_equal_arguments(Z3_context c, Z3_ast term)
{
	unsigned count = term_arity(c, term);

	for (unsigned i = 1; i < count && i < FACTORS_MAX; i++) {
		for (unsigned k = 0; k < i; k++) {
			if (term_argument(c, term, i) ==
				term_argument(c, term, k))
				return true;
		}
	}
	return count > FACTORS_MAX;
}

static bool
is_power(Z3_context c, Z3_ast term)
{
	Z3_decl_kind kind = term_kind(c, term);

	return kind == Z3_OP_POWER ||
	       (kind == Z3_OP_MUL && has_equal_arguments(c, term));
}

bool
probes_may_be_irrational(const struct task *t)
{
	size_t count;
	Z3_ast *terms = task_asserted(t, &count);
	bool has_power = false;

	for (size_t i = 0; i < count; i++)
		has_power |= term_any(t->c, terms[i], is_power);
	free(terms);
	return has_power && task_has(t, "has-quantifiers") &&
	       task_has(t, "is-nra");
}
