#include "worker/expand/float_instances.h"

#include <string.h>

#include "base/alloc.h"
#include "worker/base/termset.h"
#include "worker/expand/terms.h"

enum { VARIABLES_MAX = 2, VALUES = 7 };

static void
special_values(Z3_context c, Z3_sort sort, Z3_ast values[VALUES])
{
	values[0] = Z3_mk_fpa_nan(c, sort);
	for (int i = 0; i < 2; i++) {
		values[1 + i] = Z3_mk_fpa_inf(c, sort, i == 1);
		values[3 + i] = Z3_mk_fpa_zero(c, sort, i == 1);
		values[5 + i] = Z3_mk_fpa_numeral_int(c, 1 - 2 * i, sort);
	}
}

/* The rule of a rewriting. */
static Z3_ast
with_instances(void *context, Z3_ast part)
{
	Z3_context c = context;
	bool is_forall =
		term_is_quantifier(c, part) && Z3_is_quantifier_forall(c, part);
	unsigned variables = is_forall || (term_is_quantifier(c, part) &&
						  !Z3_is_lambda(c, part))
				     ? Z3_get_quantifier_num_bound(c, part)
				     : 0;
	Z3_ast values[VARIABLES_MAX][VALUES] = {{0}};
	Z3_ast terms[1 + VALUES * VALUES] = {part};
	unsigned count = 1;

	if (variables == 0 || variables > VARIABLES_MAX)
		return part;
	for (unsigned i = 0; i < variables; i++) {
		Z3_sort sort = Z3_get_quantifier_bound_sort(c, part, i);

		if (Z3_get_sort_kind(c, sort) != Z3_FLOATING_POINT_SORT)
			return part;
		special_values(c, sort, values[i]);
	}
	for (int i = 0; i < VALUES; i++) {
		for (int k = 0; k < (variables == 2 ? VALUES : 1); k++) {
			Z3_ast at[] = {values[0][i], values[1][k]};

			terms[count++] = term_instance(c, part, at);
		}
	}
	return is_forall ? Z3_mk_and(c, count, terms)
			 : Z3_mk_or(c, count, terms);
}

/* Returns whether a term of these has changed. */
static bool
add_instances(const struct parsed *p, Z3_ast *terms)
{
	struct rewriting r = {
		.c = p->c, .rule = with_instances, .context = p->c};
	bool changes = false;

	for (size_t i = 0; i < p->problem.count; i++) {
		const struct problem_part *part = &p->problem.parts[i];
		Z3_ast before;

		if (part->kind != PART_ASSERTION)
			continue;
		before = terms[part->term];
		terms[part->term] = rewriting_apply(&r, before);
		changes |= terms[part->term] != before;
	}
	rewriting_release(&r);
	return changes;
}

static Z3_ast *
copied(const struct parsed *p)
{
	size_t size = (p->problem.terms + 1) * sizeof(Z3_ast);
	Z3_ast *terms = mem_new(size);

	memcpy(terms, p->terms, size - sizeof(Z3_ast));
	return terms;
}

bool
float_instances_expand(const struct parsed *p, struct expanded *out)
{
	bool changes;

	if (out->terms == NULL) {
		out->terms = copied(p);
		out->alone = copied(p);
	}
	changes = add_instances(p, out->terms);
	return add_instances(p, out->alone) || changes;
}
