#include "worker/decide/probes.h"

#include <stdlib.h>

#include "worker/base/termset.h"

enum { FACTORS_MAX = 16 }; /* of a product that are compared */

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
	Z3_ast all = Z3_mk_and(t->c, (unsigned)count, terms);
	Z3_goal goal = Z3_mk_goal(t->c, false, false, false);
	bool may_be;

	free(terms);
	Z3_goal_inc_ref(t->c, goal);
	Z3_goal_assert(t->c, goal, all);
	may_be = has(t->c, goal, "has-quantifiers") &&
		 has(t->c, goal, "is-nra") && term_any(t->c, all, is_power);
	Z3_goal_dec_ref(t->c, goal);
	return may_be;
}
