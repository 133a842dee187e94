#include "worker/expand/pseudo_booleans.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/expand/terms.h"
#include "worker/expand/weighted_sum.h"

enum { ROUNDS_MAX = 4 /* totals of totals */ };

/* Of Ints; the number on the right has been taken to the left. */
static bool
read_comparison(struct weighted_sum *s, Z3_context c,
	const struct bound_propagation *bounds, Z3_ast comparison)
{
	Z3_ast left;
	int64_t number;

	if (term_arity(c, comparison) != 2)
		return false;
	left = term_argument(c, comparison, 0);
	if (Z3_get_sort_kind(c, Z3_get_sort(c, left)) != Z3_INT_SORT ||
		!weighted_sum_number(
			c, term_argument(c, comparison, 1), &number) ||
		!weighted_sum_read(s, c, bounds, left, 1))
		return false;
	s->fixed -= number;
	return true;
}

/* --- constraints ---------------------------------------------------------- */

static Z3_ast
constraint(const struct weighted_sum *s, Z3_decl_kind kind)
{
	switch ((int)kind) {
	case Z3_OP_LE:
		return weighted_sum_at_most(s, 0);
	case Z3_OP_GE:
		return weighted_sum_at_least(s, 0);
	default:
		return weighted_sum_equals(s, 0);
	}
}

struct constraints {
	Z3_context c;
	const struct bound_propagation *bounds;
};

static Z3_ast
replace_comparison(void *context, Z3_ast part)
{
	const struct constraints *k = context;
	DROP(weighted_sum) struct weighted_sum s = {0};
	Z3_decl_kind kind = term_kind(k->c, part);

	if ((kind != Z3_OP_LE && kind != Z3_OP_GE && kind != Z3_OP_EQ) ||
		!read_comparison(&s, k->c, k->bounds, part) ||
		s.variable != NULL || s.count < 2)
		return part;
	return constraint(&s, kind);
}

/* --- constants that are sums ---------------------------------------------- */

/* The constants from the first one on, by their sums. */
static Z3_ast
substitute(const struct definitions *d, Z3_context c, size_t first, Z3_ast term)
{
	return Z3_substitute(c, term, (unsigned)(d->constants.count - first),
		d->constants.at + first, d->values + first);
}

/* Whether the assertion says that a constant is a sum; the sum is read. */
static bool
defines(const struct definitions *d, Z3_context c,
	const struct bound_propagation *bounds, Z3_ast assertion,
	Z3_ast *constant, Z3_ast *definition)
{
	DROP(weighted_sum) struct weighted_sum s = {0};
	Z3_ast terms[3];

	if (term_kind(c, assertion) != Z3_OP_EQ ||
		!read_comparison(&s, c, bounds, assertion) ||
		s.variable == NULL || (s.factor != 1 && s.factor != -1) ||
		s.count < 2 || termset_has(&d->constants, c, s.variable))
		return false;
	/* x + sum = number: x = number - sum; for - x alike. */
	terms[0] = term_argument(c, assertion, 1);
	terms[1] = term_argument(c, assertion, 0);
	if (s.factor == 1) {
		terms[2] = Z3_mk_sub(c, 2, (Z3_ast[]){terms[1], s.variable});
		*definition = Z3_mk_sub(c, 2, (Z3_ast[]){terms[0], terms[2]});
	} else {
		terms[2] = Z3_mk_add(c, 2, (Z3_ast[]){terms[1], s.variable});
		*definition = Z3_mk_sub(c, 2, (Z3_ast[]){terms[2], terms[0]});
	}
	*definition = Z3_simplify(c, *definition);
	*constant = s.variable;
	return true;
}

/*
 * No sum has a constant that is replaced by another one of the same round: they
 * could be defined by each other.
 */
struct definition_round {
	struct definitions *d;
	size_t first;
	struct termset used; /* the parts of its sums */
};

static bool
add_definition(
	struct definition_round *r, Z3_context c, Z3_ast constant, Z3_ast sum)
{
	struct definitions *d = r->d;
	size_t place = d->constants.count;
	DROP(termset) struct termset parts = {0};

	termset_add_parts(&parts, c, sum, false);
	if (termset_has(&parts, c, constant) ||
		termset_has(&r->used, c, constant))
		return false;
	for (size_t i = r->first; i < place; i++) {
		if (termset_has(&parts, c, d->constants.at[i]))
			return false;
	}
	for (size_t i = 0; i < parts.count; i++)
		(void)termset_add(&r->used, c, parts.at[i]);
	definitions_add(d, c, constant, sum);
	return true;
}

/* Replaces the constants that are defined by an assertion, and takes these
 * away. False if there are none. */
static bool
replace_constants(struct definitions *d, Z3_context c,
	const struct bound_propagation *bounds, struct termset *assertions)
{
	struct definition_round r = {.d = d, .first = d->constants.count};
	DROP(termset) struct termset rest = {0};
	Z3_ast constant;
	Z3_ast sum;

	for (size_t i = 0; i < assertions->count; i++) {
		if (!defines(
			    d, c, bounds, assertions->at[i], &constant, &sum) ||
			!add_definition(&r, c, constant, sum))
			(void)termset_add(&rest, c, assertions->at[i]);
	}
	termset_release(&r.used);
	if (d->constants.count == r.first)
		return false;
	termset_release(assertions);
	for (size_t i = 0; i < rest.count; i++) {
		Z3_ast one = substitute(d, c, r.first, rest.at[i]);

		if (one != rest.at[i])
			bound_propagation_simplify(c, &one, 1, &one);
		(void)termset_add(assertions, c, one);
	}
	return true;
}

void
pseudo_booleans_replace(struct definitions *d, Z3_context c,
	const struct bound_propagation *bounds, struct termset *assertions)
{
	struct constraints k = {c, bounds};
	struct rewriting w = {
		.c = c, .rule = replace_comparison, .context = &k};
	DROP(termset) struct termset all = {0};
	int rounds = 0;

	while (rounds < ROUNDS_MAX &&
		replace_constants(d, c, bounds, assertions))
		rounds++;
	all = *assertions;
	*assertions = (struct termset){0};
	for (size_t i = 0; i < all.count; i++)
		(void)termset_add(
			assertions, c, rewriting_apply(&w, all.at[i]));
	rewriting_release(&w);
}

Z3_ast
pseudo_booleans_replace_further(const struct definitions *d, Z3_context c,
	const struct bound_propagation *bounds, Z3_ast term)
{
	struct constraints k = {c, bounds};
	struct rewriting w = {
		.c = c, .rule = replace_comparison, .context = &k};

	/* The conditions of a sum may have constants of later rounds. */
	for (int i = 0; i < ROUNDS_MAX; i++)
		term = substitute(d, c, 0, term);
	bound_propagation_simplify(c, &term, 1, &term);
	term = rewriting_apply(&w, term);
	rewriting_release(&w);
	return term;
}
