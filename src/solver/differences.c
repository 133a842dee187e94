#include "solver/differences.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "solver/model.h"

static void
add(struct differences *d, Z3_ast one)
{
	d->at = mem_room(d->at, d->count, &d->capacity, sizeof(*d->at));
	d->at[d->count++] = one;
}

/* Equal and no longer, or not equal and now. */
static void
add_pair(const struct task *t, Z3_ast term, Z3_ast other, struct differences *d)
{
	Z3_context c = t->c;
	Z3_ast equal;
	Z3_ast value;

	if (Z3_is_eq_ast(c, term, other) ||
		!Z3_is_eq_sort(c, Z3_get_sort(c, term), Z3_get_sort(c, other)))
		return;
	equal = Z3_mk_eq(c, term, other);
	value = model_value(t, equal);
	if (value == NULL)
		return;
	add(d, Z3_get_bool_value(c, value) == Z3_L_TRUE ? Z3_mk_not(c, equal)
							: equal);
}

void
differences_add(const struct task *t, Z3_ast term, Z3_ast value,
	const Z3_ast *others, size_t count, struct differences *d)
{
	const struct problem_part *part = NULL;

	if (Z3_get_sort_kind(t->c, Z3_get_sort(t->c, term)) !=
		Z3_UNINTERPRETED_SORT) {
		add(d, Z3_mk_not(t->c, Z3_mk_eq(t->c, term, value)));
		return;
	}
	for (size_t i = 0; i < count; i++)
		add_pair(t, term, others[i], d);
	while ((part = task_part(t, PART_CONSTANT, part)) != NULL)
		add_pair(t, term, task_term(t, part), d);
}

void
differences_release(struct differences *d)
{
	free(d->at);
	*d = (struct differences){0};
}
