#include "worker/solution/ground_instances.h"

#include <stdlib.h>

#include "base/alloc.h"

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

/* What has no part in the grid stands for a constant all the time. */
static void
stand(struct ground_instances *i, unsigned variable, Z3_sort sort)
{
	Z3_context c = i->grid.c;

	i->variables[variable] = cartesian_product_value(&i->grid, variable);
	if (i->variables[variable] != NULL) {
		i->has_elements |=
			Z3_get_sort_kind(c, sort) == Z3_UNINTERPRETED_SORT;
		return;
	}
	i->variables[variable] = Z3_mk_fresh_const(c, "w", sort);
	i->has_constants = true;
	i->has_strangers |= !is_interpreted(c, sort);
}

void
ground_instances_begin(
	struct ground_instances *i, const struct task *t, Z3_ast quantifier)
{
	unsigned count = Z3_get_quantifier_num_bound(t->c, quantifier);
	Z3_sort *sorts = mem_grow(NULL, count, sizeof(*sorts));

	*i = (struct ground_instances){
		.variables = mem_grow(NULL, count, sizeof(*i->variables))};
	for (unsigned k = 0; k < count; k++)
		sorts[count - 1 - k] =
			Z3_get_quantifier_bound_sort(t->c, quantifier, k);
	(void)cartesian_product_begin(
		&i->grid, t->c, t->model, count, sorts, INSTANCES_MAX);
	for (unsigned k = 0; k < count; k++)
		stand(i, k, sorts[k]);
	free(sorts);
}

bool
ground_instances_next(struct ground_instances *i)
{
	if (!cartesian_product_next(&i->grid))
		return false;
	for (unsigned k = 0; k < i->grid.count; k++) {
		Z3_ast value = cartesian_product_value(&i->grid, k);

		if (value != NULL)
			i->variables[k] = value;
	}
	return true;
}

void
ground_instances_release(struct ground_instances *i)
{
	cartesian_product_release(&i->grid);
	free(i->variables);
	*i = (struct ground_instances){0};
}
