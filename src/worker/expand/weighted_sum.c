#include "worker/expand/weighted_sum.h"

#include <limits.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/interruptible.h"
#include "worker/expand/terms.h"

enum {
	LITERALS_MAX = 10000, /* of a sum */
	NODES_MAX = 100000,
	DEPTH_MAX = 200,    /* of a sum or a table */
	CONDITIONS_MAX = 8, /* conditions of a value in a table */
	RUN_MAX = 32,	    /* literals of an Int */
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

/* The least factor times a value of a table. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
read_least(Z3_context c, Z3_ast table, int64_t factor, unsigned *values,
	int64_t *least)
{
	int64_t value;

	for (; term_kind(c, table) == Z3_OP_ITE;
		table = term_argument(c, table, 2)) {
		if (!read_least(c, term_argument(c, table, 1), factor, values,
			    least))
			return false;
	}
	if (!weighted_sum_number(c, table, &value) || ++*values > LITERALS_MAX)
		return false;
	*least = factor * value < *least ? factor * value : *least;
	return true;
}

/* x of (= x 3) and (= 3 x), and the value; NULL: something else. */
static Z3_ast
subject_of(Z3_context c, Z3_ast condition, Z3_ast *value)
{
	if (term_kind(c, condition) != Z3_OP_EQ)
		return NULL;
	for (unsigned i = 0; i < 2; i++) {
		*value = term_argument(c, condition, 1 - i);
		if (term_is_value(c, *value))
			return term_argument(c, condition, i);
	}
	return NULL;
}

/*
 * Adds what the factor times the table exceeds the least of it by, where the
 * path holds (NULL: everywhere). Conditions on one subject exclude each other,
 * so a value takes only its own, and the last one that no other holds.
 */
static bool // NOLINTNEXTLINE(misc-no-recursion)
read_table(struct weighted_sum *s, Z3_ast table, Z3_ast path, unsigned depth,
	int64_t least)
{
	Z3_context c = s->c;
	DROP(termset) struct termset conditions = {0};
	DROP(termset) struct termset values = {0};
	Z3_ast subject = NULL;
	Z3_ast rest;
	int64_t number;

	if (weighted_sum_number(c, table, &number)) {
		number = s->table_factor * number - least;
		if (path != NULL)
			return add_literal(s, path, number);
		s->fixed += number;
		return is_small(number);
	}
	if (depth == CONDITIONS_MAX)
		return false;
	for (; term_kind(c, table) == Z3_OP_ITE;
		table = term_argument(c, table, 2)) {
		Z3_ast condition = term_argument(c, table, 0);
		Z3_ast value;
		Z3_ast next = subject_of(c, condition, &value);

		if ((conditions.count > 0 &&
			    (next == NULL || next != subject)) ||
			(next != NULL && !termset_add(&values, c, value)))
			break;
		subject = next;
		(void)termset_add(&conditions, c, condition);
		if (!read_table(s, term_argument(c, table, 1),
			    term_and(c, path, condition), depth + 1, least))
			return false;
	}
	rest = conditions.count == 1
		       ? conditions.at[0]
		       : Z3_mk_or(c, (unsigned)conditions.count, conditions.at);
	return read_table(s, table, term_and(c, path, Z3_mk_not(c, rest)),
		depth + 1, least);
}

static bool
add_table(struct weighted_sum *s, Z3_ast table, int64_t factor)
{
	unsigned values = 0;
	int64_t least = INT64_MAX;

	if (!read_least(s->c, table, factor, &values, &least))
		return false;
	s->fixed += least;
	s->table_factor = factor;
	return is_small(s->fixed) && read_table(s, table, NULL, 0, least);
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

static bool read_sum(
	struct weighted_sum *s, Z3_ast term, int64_t factor, unsigned depth);

/* The arguments of a sum but the first, which is to be read on with: sums of
 * soft assertions are deep there. NULL: it is not a sum. */
static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
read_summands(
	struct weighted_sum *s, Z3_ast term, int64_t *factor, unsigned depth)
{
	Z3_context c = s->c;
	Z3_decl_kind kind = term_kind(c, term);
	int64_t rest = kind == Z3_OP_SUB ? -*factor : *factor;
	int64_t value;

	if (kind == Z3_OP_MUL) {
		if (term_arity(c, term) != 2 ||
			!weighted_sum_number(
				c, term_argument(c, term, 0), &value))
			return NULL;
		*factor *= value;
		return term_argument(c, term, 1);
	}
	if (kind == Z3_OP_UMINUS)
		*factor = -*factor;
	else if (kind != Z3_OP_ADD && kind != Z3_OP_SUB &&
		 kind != Z3_OP_TO_REAL)
		return NULL;
	for (unsigned i = 1; i < term_arity(c, term); i++) {
		if (!read_sum(s, term_argument(c, term, i), rest, depth + 1))
			return NULL;
	}
	return term_argument(c, term, 0);
}

/* False for what is not such a sum. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
read_sum(struct weighted_sum *s, Z3_ast term, int64_t factor, unsigned depth)
{
	Z3_context c = s->c;
	int64_t value;

	if (depth > DEPTH_MAX)
		return false;
	for (; term != NULL && is_small(factor) && s->nodes++ < NODES_MAX;
		term = read_summands(s, term, &factor, depth)) {
		if (weighted_sum_number(c, term, &value)) {
			s->fixed += factor * value;
			return is_small(factor * value) && is_small(s->fixed);
		}
		if (term_kind(c, term) == Z3_OP_ITE)
			return add_table(s, term, factor);
		if (term_kind(c, term) == Z3_OP_UNINTERPRETED)
			return term_arity(c, term) == 0 &&
			       add_variable(s, term, factor);
	}
	return false;
}

bool
weighted_sum_read(struct weighted_sum *s, Z3_context c,
	struct constraints *constraints, Z3_ast term, int64_t factor)
{
	*s = (struct weighted_sum){.c = c, .constraints = constraints};
	return read_sum(s, term, factor, 0);
}

bool
weighted_sum_read_runs(struct weighted_sum *s, Z3_context c,
	struct constraints *constraints, Z3_ast term, int64_t factor)
{
	*s = (struct weighted_sum){
		.c = c, .constraints = constraints, .has_runs = true};
	return read_sum(s, term, factor, 0);
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

/* Of Ints; the number on the right has been taken to the left. */
static bool
read_comparison(struct weighted_sum *s, Z3_context c,
	struct constraints *constraints, Z3_ast comparison)
{
	Z3_ast left;
	int64_t number;

	if (term_arity(c, comparison) != 2)
		return false;
	left = term_argument(c, comparison, 0);
	if (term_sort_kind(c, left) != Z3_INT_SORT ||
		!weighted_sum_number(
			c, term_argument(c, comparison, 1), &number) ||
		!weighted_sum_read(s, c, constraints, left, 1))
		return false;
	s->fixed -= number;
	return true;
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

/* Whether the assertion says that a constant is a sum; the sum is read. */
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
