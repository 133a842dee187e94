/*
 * A bound by the linear relaxation: Ints become Reals and what holds a number
 * from 0 to 1, with of each assertion what is linear in them, and libz3's
 * simplex finds the best. Of knapsacks, loads and assignments that is close to
 * the best there is.
 */
#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/interruptible.h"
#include "worker/base/termset.h"
#include "worker/base/watchdog.h"
#include "worker/engines/probes.h"
#include "worker/expand/families.h"
#include "worker/expand/weighted_sum.h"
#include "worker/optimize/optimizer.h"
#include "worker/optimize/way.h"

enum {
	TERMS_MAX = 20000,
	DEPTH_MAX = 200,
	VALUES_MAX = 64, /* of an Int that has a number for each */
	TURNS_MAX = 4,	 /* each begins anew */
	/* With choices among so many rows, libz3's simplex did not listen for
	 * 0.6 to 3.8 s (3,000 to 3,514 rows of a courier's travels; of 1,773 it
	 * did), so the other ways have so much time first. */
	ROWS_LARGE = 2500,
	LARGE_LATER_US = 300000,
};

struct relaxation {
	Z3_context c;
	struct constraints *constraints;
	struct termset rows;   /* what holds of the Reals */
	struct term_map reals; /* by their terms */
	bool has_choices;
};

static Z3_ast value_of(struct relaxation *r, Z3_ast term, unsigned depth);
static Z3_ast literal_of(struct relaxation *r, Z3_ast term, unsigned depth);

/* --- sums of Reals -------------------------------------------------------- */

static Z3_ast
number(Z3_context c, int64_t value)
{
	return Z3_mk_int64(c, value, Z3_mk_real_sort(c));
}

static Z3_ast
sum_of(Z3_context c, Z3_ast *terms, unsigned count)
{
	return count == 0 ? number(c, 0) : Z3_mk_add(c, count, terms);
}

static Z3_ast
times(Z3_context c, int64_t factor, Z3_ast real)
{
	return Z3_mk_mul(c, 2, (Z3_ast[]){number(c, factor), real});
}

static Z3_ast
complement(Z3_context c, Z3_ast real)
{
	return Z3_mk_sub(c, 2, (Z3_ast[]){number(c, 1), real});
}

static void
add_row(struct relaxation *r, Z3_ast row)
{
	(void)termset_add(&r->rows, r->c, row);
}

/* One between bounds, as far as there are any. */
static Z3_ast
fresh(struct relaxation *r, struct interval i)
{
	Z3_context c = r->c;
	Z3_ast real = Z3_mk_fresh_const(c, "satchel!real", Z3_mk_real_sort(c));

	if (i.low > -INTERVAL_END)
		add_row(r, Z3_mk_ge(c, real, number(c, i.low)));
	if (i.high < INTERVAL_END)
		add_row(r, Z3_mk_le(c, real, number(c, i.high)));
	return real;
}

static Z3_ast
real_of(const struct relaxation *r, Z3_ast term)
{
	size_t place = termset_find(&r->reals.keys, r->c, term);

	if (place == TERMSET_NONE)
		return NULL;
	assert(r->reals.values != NULL);
	return r->reals.values[place];
}

static Z3_ast
map_term(struct relaxation *r, Z3_ast term, Z3_ast real)
{
	if (!termset_has(&r->reals.keys, r->c, term))
		term_map_add(&r->reals, r->c, term, real);
	return real;
}

/* --- what holds ----------------------------------------------------------- */

/* One of them, or all: then not one of their complements. */
static Z3_ast
join(struct relaxation *r, Z3_ast term, bool is_any, unsigned depth)
{
	Z3_context c = r->c;
	unsigned count = term_arity(c, term);
	Z3_ast *all = mem_grow(NULL, count + 1, sizeof(*all));
	Z3_ast any = fresh(r, (struct interval){0, 1});

	for (unsigned i = 0; i < count; i++) {
		all[i] = literal_of(r, term_argument(c, term, i), depth + 1);
		if (!is_any)
			all[i] = complement(c, all[i]);
		add_row(r, Z3_mk_ge(c, any, all[i]));
	}
	add_row(r, Z3_mk_le(c, any, sum_of(c, all, count)));
	free(all);
	return is_any ? any : complement(c, any);
}

static Z3_ast
equals(Z3_context c, Z3_ast term, int64_t value)
{
	return Z3_mk_eq(c, term, Z3_mk_int64(c, value, Z3_mk_int_sort(c)));
}

/* Of the Int constant: what holds for each of its values, which are few. */
static void
make_values(struct relaxation *r, Z3_ast constant, struct interval i)
{
	Z3_context c = r->c;
	Z3_ast holds[VALUES_MAX];
	Z3_ast parts[VALUES_MAX];
	unsigned count = 0;

	for (int64_t v = i.low; v <= i.high; v++) {
		holds[count] = map_term(r, equals(c, constant, v),
			fresh(r, (struct interval){0, 1}));
		parts[count] = times(c, v, holds[count]);
		count++;
	}
	add_row(r, Z3_mk_eq(c, sum_of(c, holds, count), number(c, 1)));
	add_row(r,
		Z3_mk_eq(c, sum_of(c, parts, count), value_of(r, constant, 0)));
}

/* What holds of one value, or of those up to it, or from it on: the number of a
 * simplified comparison stands on the right. */
static Z3_ast
literal_of_values(struct relaxation *r, Z3_ast term)
{
	Z3_context c = r->c;
	Z3_decl_kind kind = term_kind(c, term);
	Z3_ast parts[VALUES_MAX];
	unsigned count = 0;
	Z3_ast constant = term_argument(c, term, 0);
	struct interval i;
	int64_t value;

	if (!term_is_constant(c, constant) ||
		term_sort_kind(c, constant) != Z3_INT_SORT ||
		!weighted_sum_number(c, term_argument(c, term, 1), &value))
		return NULL;
	i = constraints_interval(r->constraints, constant);
	/* A number for each of them is worth it. */
	if (i.low == -INTERVAL_END || i.high == INTERVAL_END ||
		i.low == i.high || i.high - i.low >= VALUES_MAX)
		return NULL;
	for (int64_t v = i.low; v <= i.high; v++) {
		Z3_ast equation = equals(c, constant, v);

		if (v == i.low && real_of(r, equation) == NULL)
			make_values(r, constant, i);
		if (kind == Z3_OP_EQ	   ? v == value
			: kind == Z3_OP_LE ? v <= value
					   : v >= value)
			parts[count++] = real_of(r, equation);
	}
	return sum_of(c, parts, count);
}

static Z3_ast
make_literal(struct relaxation *r, Z3_ast term, unsigned depth)
{
	Z3_context c = r->c;
	Z3_ast values = NULL;

	switch ((int)term_kind(c, term)) {
	case Z3_OP_TRUE:
		return number(c, 1);
	case Z3_OP_FALSE:
		return number(c, 0);
	case Z3_OP_NOT:
		return complement(
			c, literal_of(r, term_argument(c, term, 0), depth + 1));
	case Z3_OP_AND:
	case Z3_OP_OR:
		if (depth < DEPTH_MAX)
			return join(
				r, term, term_kind(c, term) == Z3_OP_OR, depth);
		break;
	case Z3_OP_EQ:
	case Z3_OP_LE:
	case Z3_OP_GE:
		values = literal_of_values(r, term);
		break;
	default:
		break;
	}
	return values != NULL ? values : fresh(r, (struct interval){0, 1});
}

/* --- terms ---------------------------------------------------------------- */

static Z3_ast
literal_of(struct relaxation *r, Z3_ast term, unsigned depth)
{
	Z3_ast known = real_of(r, term);

	r->has_choices = true;
	return known != NULL ? known
			     : map_term(r, term, make_literal(r, term, depth));
}

static Z3_ast
choice_of(struct relaxation *r, Z3_ast term, unsigned depth)
{
	Z3_context c = r->c;
	DROP(weighted_sum) struct weighted_sum w = {0};
	Z3_ast *parts;
	Z3_ast sum;

	if (!weighted_sum_read(&w, c, r->constraints, term, 1) ||
		w.variable != NULL)
		return fresh(r, constraints_interval(r->constraints, term));
	parts = mem_grow(NULL, w.count + 1, sizeof(*parts));
	for (unsigned i = 0; i < w.count; i++)
		parts[i] = times(c, w.weights[i],
			literal_of(r, w.literals[i], depth + 1));
	parts[w.count] = number(c, w.fixed);
	sum = sum_of(c, parts, w.count + 1);
	free(parts);
	return sum;
}

static Z3_ast
total_of(struct relaxation *r, Z3_ast term, unsigned depth)
{
	Z3_context c = r->c;
	unsigned count = term_arity(c, term);
	Z3_ast *parts = mem_grow(NULL, count + 1, sizeof(*parts));
	Z3_ast total;

	for (unsigned i = 0; i < count; i++)
		parts[i] = value_of(r, term_argument(c, term, i), depth + 1);
	total = sum_of(c, parts, count);
	free(parts);
	return total;
}

/* Of a term of Int or Real. */
static Z3_ast
make_value(struct relaxation *r, Z3_ast term, unsigned depth)
{
	Z3_context c = r->c;

	if (Z3_get_ast_kind(c, term) == Z3_NUMERAL_AST)
		return Z3_mk_numeral(
			c, Z3_get_numeral_string(c, term), Z3_mk_real_sort(c));
	switch (depth > DEPTH_MAX ? 0 : (int)term_kind(c, term)) {
	case Z3_OP_ADD:
		return total_of(r, term, depth);
	case Z3_OP_MUL:
		if (term_arity(c, term) != 2 ||
			Z3_get_ast_kind(c, term_argument(c, term, 0)) !=
				Z3_NUMERAL_AST)
			break;
		return Z3_mk_mul(c, 2,
			(Z3_ast[]){
				value_of(r, term_argument(c, term, 0), depth),
				value_of(r, term_argument(c, term, 1),
					depth + 1)});
	case Z3_OP_ITE:
		return choice_of(r, term, depth);
	default:
		break;
	}
	return fresh(r, constraints_interval(r->constraints, term));
}

static Z3_ast
value_of(struct relaxation *r, Z3_ast term, unsigned depth)
{
	Z3_ast known = real_of(r, term);

	return known != NULL ? known
			     : map_term(r, term, make_value(r, term, depth));
}

/* --- assertions ----------------------------------------------------------- */

static bool
is_number(Z3_context c, Z3_ast term)
{
	Z3_sort_kind kind = term_sort_kind(c, term);

	return kind == Z3_INT_SORT || kind == Z3_REAL_SORT;
}

static void
add_comparison(struct relaxation *r, Z3_ast term, bool is_negated)
{
	Z3_context c = r->c;
	Z3_ast left = term_argument(c, term, 0);
	bool is_less = (term_kind(c, term) == Z3_OP_LE) != is_negated;
	Z3_ast sides[2] = {value_of(r, left, 0),
		value_of(r, term_argument(c, term, 1), 0)};
	Z3_ast *less = &sides[is_less ? 0 : 1];

	/* Whole numbers differ by 1. */
	if (is_negated && term_sort_kind(c, left) == Z3_INT_SORT)
		*less = Z3_mk_add(c, 2, (Z3_ast[]){*less, number(c, 1)});
	add_row(r, term_kind(c, term) == Z3_OP_EQ
			   ? Z3_mk_eq(c, sides[0], sides[1])
		   : is_less ? Z3_mk_le(c, sides[0], sides[1])
			     : Z3_mk_ge(c, sides[0], sides[1]));
}

/* at-most, at-least, and the same with weights; the parameters are ints, as
 * LIMIT_INDEX is below 2^31. */
static void
add_count(struct relaxation *r, Z3_ast term)
{
	Z3_context c = r->c;
	Z3_func_decl decl = term_decl(c, term);
	Z3_decl_kind kind = Z3_get_decl_kind(c, decl);
	bool is_weighted =
		kind != Z3_OP_PB_AT_MOST && kind != Z3_OP_PB_AT_LEAST;
	unsigned count = term_arity(c, term);
	Z3_ast *parts = mem_grow(NULL, count + 1, sizeof(*parts));
	Z3_ast limit = number(c, Z3_get_decl_int_parameter(c, decl, 0));
	Z3_ast sum;

	for (unsigned i = 0; i < count; i++) {
		parts[i] = literal_of(r, term_argument(c, term, i), 0);
		if (is_weighted)
			parts[i] = times(c,
				Z3_get_decl_int_parameter(c, decl, i + 1),
				parts[i]);
	}
	sum = sum_of(c, parts, count);
	free(parts);
	add_row(r, kind == Z3_OP_PB_EQ ? Z3_mk_eq(c, sum, limit)
		   : kind == Z3_OP_PB_LE || kind == Z3_OP_PB_AT_MOST
			   ? Z3_mk_le(c, sum, limit)
			   : Z3_mk_ge(c, sum, limit));
}

/* Each value is had by one at most. */
static void
add_distinct(struct relaxation *r, Z3_ast term)
{
	Z3_context c = r->c;
	unsigned count = term_arity(c, term);
	Z3_ast *parts = mem_grow(NULL, count + 1, sizeof(*parts));
	struct interval all =
		constraints_interval(r->constraints, term_argument(c, term, 0));

	for (int64_t v = all.low;
		all.high - all.low < VALUES_MAX && v <= all.high; v++) {
		for (unsigned i = 0; i < count; i++)
			parts[i] = literal_of(
				r, equals(c, term_argument(c, term, i), v), 0);
		add_row(r, Z3_mk_le(c, sum_of(c, parts, count), number(c, 1)));
	}
	free(parts);
}

static void
add_assertion(struct relaxation *r, Z3_ast term)
{
	Z3_context c = r->c;
	Z3_decl_kind kind = term_kind(c, term);
	Z3_ast inner = kind == Z3_OP_NOT ? term_argument(c, term, 0) : term;
	Z3_decl_kind of = term_kind(c, inner);

	if ((of == Z3_OP_LE || of == Z3_OP_GE ||
		    (kind == Z3_OP_EQ && term_arity(c, term) == 2)) &&
		is_number(c, term_argument(c, inner, 0)))
		add_comparison(r, inner, kind == Z3_OP_NOT);
	else if (kind == Z3_OP_PB_AT_MOST || kind == Z3_OP_PB_AT_LEAST ||
		 kind == Z3_OP_PB_LE || kind == Z3_OP_PB_GE ||
		 kind == Z3_OP_PB_EQ)
		add_count(r, term);
	else if (kind == Z3_OP_DISTINCT &&
		 term_sort_kind(c, term_argument(c, term, 0)) == Z3_INT_SORT)
		add_distinct(r, term);
	else
		add_row(r, Z3_mk_eq(c, literal_of(r, term, 0), number(c, 1)));
}

/* --- the way -------------------------------------------------------------- */

static void
relaxation_drop(struct relaxation *r)
{
	termset_release(&r->rows);
	term_map_release(&r->reals);
}

/* Of what no row mentions libz3's optimizer takes any value for the best, also
 * where a row says that the goal is a sum with it. */
static bool
is_in_rows(const struct relaxation *r, Z3_ast goal)
{
	DROP(termset) struct termset known = {0};
	DROP(termset) struct termset parts = {0};

	for (size_t i = 0; i < r->rows.count; i++)
		termset_add_parts(&known, r->c, r->rows.at[i], false);
	termset_add_parts(&parts, r->c, goal, false);
	for (size_t i = 0; i < parts.count; i++) {
		Z3_ast part = parts.at[i];

		if (term_kind(r->c, part) == Z3_OP_UNINTERPRETED &&
			!termset_has(&known, r->c, part))
			return false;
	}
	return true;
}

/* The goal as a Real; NULL: the text is beyond it. */
static Z3_ast
relax(const struct search *s, struct relaxation *r)
{
	DROP(termset) struct termset replaced = {0};
	Z3_ast goal = search_replaced(s, &replaced);

	if (goal == NULL || replaced.count > TERMS_MAX)
		return NULL;
	r->c = s->t->c;
	r->constraints = &s->t->families->constraints;
	for (size_t i = 0;
		i < replaced.count && r->reals.keys.count < TERMS_MAX; i++)
		add_assertion(r, replaced.at[i]);
	goal = value_of(r, goal, 0);
	return is_in_rows(r, goal) ? goal : NULL;
}

/* The next whole number towards the solutions, where the goal has only such. */
static Z3_ast
round_bound(const struct search *s, Z3_ast bound)
{
	Z3_context c = s->t->c;
	Z3_sort sort = Z3_get_sort(c, s->sought->term);
	bool is_int = Z3_get_sort_kind(c, sort) == Z3_INT_SORT;
	Z3_ast whole;

	if (!is_int && !search_is_weighted(s))
		return bound;
	whole = s->sought->maximize
			? Z3_mk_real2int(c, bound)
			: Z3_mk_unary_minus(
				  c, Z3_mk_real2int(
					     c, Z3_mk_unary_minus(c, bound)));
	return interruptible_simplify(
		c, is_int ? whole : Z3_mk_int2real(c, whole));
}

static bool
fits(const struct search *s, const struct way *w)
{
	(void)w;
	return search_has_end(s) && is_number(s->t->c, s->sought->term);
}

static void
run_turn(struct search *s, struct way *w)
{
	DROP(relaxation) struct relaxation r = {0};
	/* Of clauses alone it says next to nothing. */
	Z3_ast goal = probes_is_propositional(s->t) ? NULL : relax(s, &r);
	/* Its best value among the Reals. */
	struct objective o = {.maximize = s->sought->maximize, .term = goal};
	bool is_found;

	s->is_linear = goal != NULL && !r.has_choices;
	if (goal != NULL && r.has_choices && r.rows.count > ROWS_LARGE &&
		w->turns == 1) {
		w->spent_us += LARGE_LATER_US;
		return;
	}
	if (goal != NULL) {
		watchdog_spend(clock_spent_us() + w->turn_us);
		optimizer_bound(r.c, r.rows.at, r.rows.count, &o);
		watchdog_spend(0);
	}
	is_found = o.claimed != NULL && !o.is_infinite;
	if (is_found)
		search_bound(s, round_bound(s, o.claimed));
	w->has_ended = goal == NULL || is_found || w->turns >= TURNS_MAX;
}

const struct way_kind way_relaxation = {.fits = fits, .turn = run_turn};
