#include "worker/decide/probes.h"

static bool
has(Z3_context c, Z3_goal goal, const char *name)
{
	Z3_probe probe = Z3_mk_probe(c, name);

	/* Never released: libz3 4.8.12 dies of it. */
	Z3_probe_inc_ref(c, probe);
	return Z3_probe_apply(c, probe, goal) > 0;
}

static Z3_goal
goal_of(const struct task *t)
{
	Z3_goal goal = Z3_mk_goal(t->c, false, false, false);
	const struct problem_part *part = NULL;

	Z3_goal_inc_ref(t->c, goal);
	while ((part = task_part(t, PART_ASSERTION, part)) != NULL)
		Z3_goal_assert(t->c, goal, task_term(t, part));
	return goal;
}

bool
probes_is_polynomial(const struct task *t)
{
	Z3_goal goal = goal_of(t);
	bool is_polynomial =
		has(t->c, goal, "is-qfnra") && !has(t->c, goal, "is-qflra");

	Z3_goal_dec_ref(t->c, goal);
	return is_polynomial;
}

bool
probes_is_linear(Z3_context c, Z3_ast formula)
{
	static const char *const probes[] = {
		"is-qflira", "is-qflia", "is-qflra"};
	Z3_goal goal = Z3_mk_goal(c, false, false, false);
	bool is_linear = false;

	Z3_goal_inc_ref(c, goal);
	Z3_goal_assert(c, goal, formula);
	for (size_t i = 0; i < sizeof(probes) / sizeof(probes[0]); i++)
		is_linear = is_linear || has(c, goal, probes[i]);
	Z3_goal_dec_ref(c, goal);
	return is_linear;
}

bool
probes_is_propositional(const struct task *t)
{
	Z3_goal goal = goal_of(t);
	bool is_propositional = has(t->c, goal, "is-qfbv");

	Z3_goal_dec_ref(t->c, goal);
	return is_propositional;
}

bool
probes_is_propositional_goal(Z3_context c, Z3_goal goal)
{
	return has(c, goal, "is-qfbv");
}

bool
probes_has_quantifiers(const struct task *t)
{
	Z3_goal goal = goal_of(t);
	bool has_quantifiers = has(t->c, goal, "has-quantifiers");

	Z3_goal_dec_ref(t->c, goal);
	return has_quantifiers;
}
