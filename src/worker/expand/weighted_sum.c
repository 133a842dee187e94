#include "worker/expand/weighted_sum.h"

#include <limits.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/interruptible.h"
#include "worker/constraints/linear_sum.h"
#include "worker/constraints/term_reader.h"
#include "worker/constraints/term_writer.h"
#include "worker/expand/terms.h"

enum {
	LITERALS_MAX = 10000, /* of a sum */
	RUN_MAX = 32,	      /* literals of an Int */
	/* Of weights, as libz3 takes an int. */
	WEIGHTS_MAX = INT_MAX / 4,
};

static bool
is_small(int64_t weight)
{
	return -WEIGHTS_MAX <= weight && weight <= WEIGHTS_MAX;
}

static bool
add_literal(struct weighted_sum *s, Z3_ast literal, int64_t weight)
{
	if (weight == 0)
		return true;
	if (s->count == LITERALS_MAX || !is_small(weight))
		return false;
	s->literals = mem_room(
		s->literals, s->count, &s->capacity, sizeof(*s->literals));
	s->weights = mem_room(
		s->weights, s->count, &s->weight_capacity, sizeof(*s->weights));
	/* libz3 takes positive ones: -3 a is 3 (not a) - 3. */
	s->fixed += weight < 0 ? weight : 0;
	s->literals[s->count] = weight < 0 ? Z3_mk_not(s->c, literal) : literal;
	s->weights[s->count] = (int)(weight < 0 ? -weight : weight);
	s->total += s->weights[s->count++];
	return s->total <= WEIGHTS_MAX;
}

bool
weighted_sum_number(Z3_context c, Z3_ast term, int64_t *value)
{
	return Z3_get_ast_kind(c, term) == Z3_NUMERAL_AST &&
	       Z3_get_numeral_int64(c, term, value) && is_small(*value);
}

static bool
add_run(struct weighted_sum *s, Z3_ast term, int64_t factor, struct interval r)
{
	Z3_sort sort = Z3_mk_int_sort(s->c);

	s->fixed += factor * r.low;
	for (int64_t v = r.low + 1; v <= r.high; v++) {
		Z3_ast value = Z3_mk_int64(s->c, v, sort);

		if (!add_literal(s, Z3_mk_ge(s->c, term, value), factor))
			return false;
	}
	return is_small(s->fixed);
}

static bool
add_variable(struct weighted_sum *s, Z3_ast term, int64_t factor)
{
	struct interval i;

	if (s->constraints == NULL)
		return false;
	i = constraints_interval(s->constraints, term);
	if (i.low == 0 && i.high == 1)
		return add_literal(s,
			Z3_mk_eq(s->c, term,
				Z3_mk_int64(s->c, 1, Z3_mk_int_sort(s->c))),
			factor);
	if (s->has_runs && i.high - i.low <= RUN_MAX && is_small(i.low))
		return add_run(s, term, factor, i);
	if (s->variable != NULL)
		return false;
	s->variable = term;
	s->factor = factor;
	return true;
}

/* Adds the items of a linear sum. */
static bool
add_items(struct weighted_sum *s, struct expressions *e,
	const struct linear_sum *sum)
{
	s->fixed += sum->number;
	for (size_t i = 0; i < sum->count; i++) {
		struct linear_item item = sum->items[i];
		const struct expression *x = &e->at[item.x];

		if (x->is_boolean ? !add_literal(s, expression_write(e, item.x),
					    item.factor)
				  : x->operation != OPERATION_VARIABLE ||
					    !add_variable(
						    s, x->term, item.factor))
			return false;
	}
	return is_small(s->fixed);
}

/* Adds factor * term. */
static bool
add_sum(struct weighted_sum *s, Z3_ast term, int64_t factor)
{
	DROP(linear_sum) struct linear_sum sum = {0};
	DROP(expressions) struct expressions own = {.c = s->c};
	struct expressions *e =
		s->constraints != NULL ? &s->constraints->expressions : &own;

	return linear_sum_add(&sum, e, expression_read(e, term), factor) &&
	       is_small(sum.number) && add_items(s, e, &sum);
}

bool
weighted_sum_read(struct weighted_sum *s, Z3_context c,
	struct constraints *constraints, Z3_ast term, int64_t factor)
{
	*s = (struct weighted_sum){.c = c, .constraints = constraints};
	return add_sum(s, term, factor);
}

bool
weighted_sum_read_runs(struct weighted_sum *s, Z3_context c,
	struct constraints *constraints, Z3_ast term, int64_t factor)
{
	*s = (struct weighted_sum){
		.c = c, .constraints = constraints, .has_runs = true};
	return add_sum(s, term, factor);
}

void
weighted_sum_drop(struct weighted_sum *s)
{
	free(s->literals);
	free(s->weights);
	*s = (struct weighted_sum){0};
}

/* --- comparing ------------------------------------------------------------ */

Z3_ast
weighted_sum_at_least(const struct weighted_sum *s, int64_t least)
{
	least -= s->fixed;
	if (least <= 0)
		return Z3_mk_true(s->c);
	if (least > s->total)
		return Z3_mk_false(s->c);
	return Z3_mk_pbge(s->c, s->count, s->literals, s->weights, (int)least);
}

Z3_ast
weighted_sum_at_most(const struct weighted_sum *s, int64_t most)
{
	most -= s->fixed;
	if (most < 0)
		return Z3_mk_false(s->c);
	if (most >= s->total)
		return Z3_mk_true(s->c);
	return Z3_mk_pble(s->c, s->count, s->literals, s->weights, (int)most);
}

/* --- pseudo-Boolean constraints --------------------------------------------
 */

enum { ROUNDS_MAX = 4 /* totals of totals */ };

/* Reads the difference of the sides of a comparison of Ints. */
static bool
read_comparison(struct weighted_sum *s, Z3_context c,
	struct constraints *constraints, Z3_ast comparison)
{
	Z3_ast left;

	*s = (struct weighted_sum){.c = c, .constraints = constraints};
	if (term_arity(c, comparison) != 2)
		return false;
	left = term_argument(c, comparison, 0);
	return term_sort_kind(c, left) == Z3_INT_SORT && add_sum(s, left, 1) &&
	       add_sum(s, term_argument(c, comparison, 1), -1);
}

struct replacement {
	Z3_context c;
	struct constraints *constraints;
};

static Z3_ast
replace_comparison(void *context, Z3_ast part)
{
	const struct replacement *k = context;
	DROP(weighted_sum) struct weighted_sum s = {0};
	Z3_decl_kind kind = term_kind(k->c, part);

	if ((kind != Z3_OP_LE && kind != Z3_OP_GE && kind != Z3_OP_EQ) ||
		!read_comparison(&s, k->c, k->constraints, part) ||
		s.variable != NULL || s.count < 2)
		return part;
	if (kind == Z3_OP_LE)
		return weighted_sum_at_most(&s, 0);
	if (kind == Z3_OP_GE)
		return weighted_sum_at_least(&s, 0);
	if (s.fixed > 0 || -s.fixed > s.total)
		return Z3_mk_false(k->c);
	return Z3_mk_pbeq(k->c, s.count, s.literals, s.weights, (int)-s.fixed);
}

/* --- constants that are sums ---------------------------------------------- */

/* The constants from the first one on, by their sums. */
static Z3_ast
substitute(const struct term_map *d, Z3_context c, size_t first, Z3_ast term)
{
	return Z3_substitute(c, term, (unsigned)(d->keys.count - first),
		d->keys.at + first, d->values + first);
}

/* Returns whether the assertion says that a constant is a sum. */
static bool
defines(const struct term_map *d, Z3_context c, struct constraints *constraints,
	Z3_ast assertion, Z3_ast *constant, Z3_ast *definition)
{
	DROP(weighted_sum) struct weighted_sum s = {0};
	Z3_ast both[2];

	if (term_kind(c, assertion) != Z3_OP_EQ ||
		!read_comparison(&s, c, constraints, assertion) ||
		s.variable == NULL || (s.factor != 1 && s.factor != -1) ||
		s.count < 2 || termset_has(&d->keys, c, s.variable))
		return false;
	/* x + sum = number: x = x - (x + sum - number); for - x alike. */
	both[0] = s.variable;
	both[1] = Z3_mk_sub(c, 2,
		(Z3_ast[]){term_argument(c, assertion, 0),
			term_argument(c, assertion, 1)});
	*definition = interruptible_simplify(c,
		s.factor == 1 ? Z3_mk_sub(c, 2, both) : Z3_mk_add(c, 2, both));
	*constant = s.variable;
	return true;
}

/*
 * No sum has a constant that is replaced by another one of the same round: they
 * could be defined by each other.
 */
struct definition_round {
	struct term_map *d;
	size_t first;
	struct termset used; /* the parts of its sums */
};

static bool
add_definition(
	struct definition_round *r, Z3_context c, Z3_ast constant, Z3_ast sum)
{
	struct term_map *d = r->d;
	size_t place = d->keys.count;
	DROP(termset) struct termset parts = {0};

	termset_add_parts(&parts, c, sum, false);
	if (termset_has(&parts, c, constant) ||
		termset_has(&r->used, c, constant))
		return false;
	for (size_t i = r->first; i < place; i++) {
		if (termset_has(&parts, c, d->keys.at[i]))
			return false;
	}
	for (size_t i = 0; i < parts.count; i++)
		(void)termset_add(&r->used, c, parts.at[i]);
	term_map_add(d, c, constant, sum);
	return true;
}

/* Replaces the constants that are defined by an assertion, and takes these
 * away. False if there are none. */
static bool
replace_constants(struct term_map *d, Z3_context c,
	struct constraints *constraints, struct termset *assertions)
{
	struct definition_round r = {.d = d, .first = d->keys.count};
	DROP(termset) struct termset rest = {0};
	Z3_ast constant;
	Z3_ast sum;

	for (size_t i = 0; i < assertions->count; i++) {
		if (!defines(d, c, constraints, assertions->at[i], &constant,
			    &sum) ||
			!add_definition(&r, c, constant, sum))
			(void)termset_add(&rest, c, assertions->at[i]);
	}
	termset_release(&r.used);
	if (d->keys.count == r.first)
		return false;
	termset_release(assertions);
	for (size_t i = 0; i < rest.count; i++) {
		Z3_ast one = substitute(d, c, r.first, rest.at[i]);

		if (one != rest.at[i])
			term_simplify_linear(c, &one, 1, &one);
		(void)termset_add(assertions, c, one);
	}
	return true;
}

void
pseudo_booleans_replace(struct term_map *d, Z3_context c,
	struct constraints *constraints, struct termset *assertions)
{
	struct replacement k = {c, constraints};
	struct rewriting w = {
		.c = c, .rule = replace_comparison, .context = &k};
	DROP(termset) struct termset all = {0};
	int rounds = 0;

	while (rounds < ROUNDS_MAX &&
		replace_constants(d, c, constraints, assertions))
		rounds++;
	all = *assertions;
	*assertions = (struct termset){0};
	for (size_t i = 0; i < all.count; i++)
		(void)termset_add(
			assertions, c, rewriting_apply(&w, all.at[i]));
	rewriting_release(&w);
}

Z3_ast
pseudo_booleans_replace_further(const struct term_map *d, Z3_context c,
	struct constraints *constraints, Z3_ast term)
{
	struct replacement k = {c, constraints};
	struct rewriting w = {
		.c = c, .rule = replace_comparison, .context = &k};

	/* The conditions of a sum may have constants of later rounds. */
	for (int i = 0; i < ROUNDS_MAX; i++)
		term = substitute(d, c, 0, term);
	term_simplify_linear(c, &term, 1, &term);
	term = rewriting_apply(&w, term);
	rewriting_release(&w);
	return term;
}
