#include "solver/instances.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "solver/domain.h"

enum {
	/* Of one quantifier; each takes microseconds to evaluate. */
	INSTANCES_MAX = 4096,
};

static bool
is_interpreted(Z3_context c, Z3_sort sort)
{
	switch ((int)Z3_get_sort_kind(c, sort)) {
	case Z3_BOOL_SORT:
	case Z3_INT_SORT:
	case Z3_REAL_SORT:
	case Z3_BV_SORT:
	case Z3_FLOATING_POINT_SORT:
	case Z3_ROUNDING_MODE_SORT:
		return true;
	default:
		return Z3_is_string_sort(c, sort);
	}
}

static void
let_go(struct instances *i, unsigned variable)
{
	if (i->universes[variable] != NULL)
		Z3_ast_vector_dec_ref(i->c, i->universes[variable]);
	i->universes[variable] = NULL;
}

static void
stand_for_element(struct instances *i, unsigned variable)
{
	i->variables[variable] = Z3_ast_vector_get(
		i->c, i->universes[variable], i->at[variable]);
}

static void
stand_for_constant(struct instances *i, unsigned variable, Z3_sort sort)
{
	i->variables[variable] = Z3_mk_fresh_const(i->c, "w", sort);
	i->has_constants = true;
	i->has_strangers |= !is_interpreted(i->c, sort);
}

void
instances_begin(struct instances *i, const struct task *t, Z3_ast quantifier)
{
	unsigned count = Z3_get_quantifier_num_bound(t->c, quantifier);
	size_t instances = 1;

	*i = (struct instances){
		.c = t->c,
		.count = count,
		.variables = mem_grow(NULL, count, sizeof(*i->variables)),
		.universes = mem_new(count * sizeof(Z3_ast_vector)),
		.at = mem_new(count * sizeof(*i->at)),
	};
	for (unsigned k = 0; k < count; k++) {
		unsigned variable = count - 1 - k;
		Z3_sort sort =
			Z3_get_quantifier_bound_sort(t->c, quantifier, k);

		i->universes[variable] = domain_values(t->c, t->model, sort);
		instances *= domain_size(i->c, i->universes[variable]);
		if (instances > INSTANCES_MAX) {
			instances /= domain_size(i->c, i->universes[variable]);
			let_go(i, variable);
		}
		if (i->universes[variable] == NULL) {
			stand_for_constant(i, variable, sort);
		} else {
			stand_for_element(i, variable);
			i->has_elements |= Z3_get_sort_kind(t->c, sort) ==
					   Z3_UNINTERPRETED_SORT;
		}
	}
}

bool
instances_next(struct instances *i)
{
	for (unsigned variable = 0; variable < i->count; variable++) {
		if (i->universes[variable] == NULL)
			continue;
		i->at[variable]++;
		if (i->at[variable] <
			domain_size(i->c, i->universes[variable])) {
			stand_for_element(i, variable);
			return true;
		}
		i->at[variable] = 0;
		stand_for_element(i, variable);
	}
	return false;
}

void
instances_release(struct instances *i)
{
	for (unsigned variable = 0; variable < i->count; variable++)
		let_go(i, variable);
	free(i->variables);
	free(i->universes);
	free(i->at);
	*i = (struct instances){0};
}
