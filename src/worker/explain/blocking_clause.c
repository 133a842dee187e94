#include "worker/explain/blocking_clause.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/explain/element_terms.h"
#include "worker/print/printer.h"
#include "worker/solution/solution.h"

static void
add(struct blocking_clause *d, Z3_ast one)
{
	d->at = mem_room(d->at, d->count, &d->capacity, sizeof(*d->at));
	d->at[d->count++] = one;
}

/* Equal and no longer, or not equal and now. */
static void
add_pair(const struct task *t, const struct leaf *a, const struct leaf *b,
	struct blocking_clause *d)
{
	Z3_context c = t->c;
	Z3_ast equal;

	if (Z3_get_sort(c, a->term) != Z3_get_sort(c, b->term))
		return;
	equal = Z3_mk_eq(c, a->term, b->term);
	add(d, a->element == b->element ? Z3_mk_not(c, equal) : equal);
}

static bool
is_uninterpreted(const struct task *t, Z3_ast term)
{
	return Z3_get_sort_kind(t->c, Z3_get_sort(t->c, term)) ==
	       Z3_UNINTERPRETED_SORT;
}

/* Values that do not say what the term is equal to: of a function by its name,
 * and elements that no term denotes. Without leaves nothing has elements. */
static void
add_term(const struct task *t, Z3_ast term, Z3_ast value,
	const struct element_terms *l, bool *is_left_out,
	struct blocking_clause *d)
{
	Z3_ast spelled = NULL;

	if (value != NULL && is_uninterpreted(t, value)) {
		*is_left_out =
			!printer_is_element(t->c, value); /* or else a leaf */
		return;
	}
	if (value != NULL && !Z3_is_as_array(t->c, value))
		spelled = l != NULL ? element_terms_spell(t, value, l) : value;
	*is_left_out = spelled == NULL;
	if (spelled != NULL)
		add(d, Z3_mk_not(t->c, Z3_mk_eq(t->c, term, spelled)));
}

/* Terms first; constants are what these may be equal to. */
static size_t
read_leaves(const struct task *t, const Z3_ast *terms, const Z3_ast *values,
	size_t count, struct element_terms *l)
{
	const struct problem_part *part = NULL;
	size_t own;

	for (size_t i = 0; i < count; i++) {
		if (values[i] != NULL)
			element_terms_add(t, terms[i], values[i], l);
	}
	own = l->count;
	while ((part = task_part(t, PART_CONSTANT, part)) != NULL) {
		Z3_ast term = task_term(t, part);
		Z3_ast value = NULL;

		if (is_uninterpreted(t, term))
			value = solution_value(t, term);
		if (value != NULL)
			element_terms_add(t, term, value, l);
	}
	return own;
}

static bool
has_sorts(const struct task *t)
{
	const struct problem_part *part = NULL;

	while ((part = task_part(t, PART_COMMAND, part)) != NULL) {
		if (part->form->command == COMMAND_DECLARE_SORT)
			return true;
	}
	return false;
}

void
blocking_clause_read(const struct task *t, const Z3_ast *terms, size_t count,
	struct blocking_clause *d)
{
	Z3_ast *values = mem_grow(NULL, count + 1, sizeof(*values));
	struct element_terms leaves = {0};
	bool has_elements = has_sorts(t);
	size_t own = 0;

	*d = (struct blocking_clause){.is_left_out = mem_new(count + 1)};
	for (size_t i = 0; i < count; i++)
		values[i] = solution_value(t, terms[i]);
	if (has_elements)
		own = read_leaves(t, terms, values, count, &leaves);
	for (size_t i = 0; i < own; i++) {
		for (size_t k = i + 1; k < leaves.count; k++)
			add_pair(t, &leaves.at[i], &leaves.at[k], d);
	}
	for (size_t i = 0; i < count; i++)
		add_term(t, terms[i], values[i], has_elements ? &leaves : NULL,
			&d->is_left_out[i], d);
	element_terms_release(&leaves);
	free(values);
}

void
blocking_clause_release(struct blocking_clause *d)
{
	free(d->at);
	free(d->is_left_out);
	*d = (struct blocking_clause){0};
}
