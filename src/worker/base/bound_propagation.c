/*
 * Every assertion that compares a sum with a number bounds each of its summands
 * by what the others can be. That is done over and over, until nothing changes:
 * a chain of comparisons carries a bound from its one end to the other.
 */
#include "worker/base/bound_propagation.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "worker/base/checked_solver.h"
#include "worker/base/interruptible.h"
#include "worker/base/termset.h"

enum {
	/* x < y and y < x would go on for ever. */
	ROUNDS_MAX = 100,
	DEPTH_MAX = 100,
	/* Of parts that are shared, each use is looked at. */
	STEPS_MAX = 1000000,
	/* Terms after it, of a huge text, are not bounded. */
	IDS_MAX = 1000000,
};

/* --- intervals -------------------------------------------------------------
 */

struct interval
interval_all(void)
{
	return (struct interval){-INTERVAL_END, INTERVAL_END};
}

static int64_t
clamp(int64_t value)
{
	if (value > INTERVAL_END)
		return INTERVAL_END;
	return value < -INTERVAL_END ? -INTERVAL_END : value;
}

struct interval
interval_add(struct interval a, struct interval b)
{
	struct interval sum = {clamp(a.low + b.low), clamp(a.high + b.high)};

	if (a.low == -INTERVAL_END || b.low == -INTERVAL_END)
		sum.low = -INTERVAL_END;
	if (a.high == INTERVAL_END || b.high == INTERVAL_END)
		sum.high = INTERVAL_END;
	return sum;
}

static int64_t
multiply(int64_t a, int64_t b)
{
	int64_t product;

	if (__builtin_mul_overflow(a, b, &product))
		return (a < 0) == (b < 0) ? INTERVAL_END : -INTERVAL_END;
	return clamp(product);
}

struct interval
interval_join(struct interval a, struct interval b)
{
	return (struct interval){a.low < b.low ? a.low : b.low,
		a.high > b.high ? a.high : b.high};
}

struct interval
interval_multiply(struct interval a, struct interval b)
{
	int64_t corner = multiply(a.low, b.low);
	struct interval all = {corner, corner};
	int64_t others[] = {multiply(a.low, b.high), multiply(a.high, b.low),
		multiply(a.high, b.high)};

	for (size_t i = 0; i < 3; i++)
		all = interval_join(
			all, (struct interval){others[i], others[i]});
	return all;
}

bool
interval_of_numeral(Z3_context c, Z3_ast term, int64_t *value)
{
	if (term == NULL || Z3_get_ast_kind(c, term) != Z3_NUMERAL_AST ||
		term_sort_kind(c, term) != Z3_INT_SORT ||
		!Z3_get_numeral_int64(c, term, value))
		return false;
	return -INTERVAL_END < *value && *value < INTERVAL_END;
}

struct interval
interval_negate(struct interval r)
{
	return (struct interval){-r.high, -r.low};
}

static int64_t
divide_down(int64_t a, int64_t b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

struct interval
interval_divide(struct interval r, int64_t factor)
{
	struct interval quotient = interval_all();

	if (factor < 0) {
		r = interval_negate(r);
		factor = -factor;
	}
	if (r.low > -INTERVAL_END)
		quotient.low = -divide_down(-r.low, factor);
	if (r.high < INTERVAL_END)
		quotient.high = divide_down(r.high, factor);
	return quotient;
}

/* --- what is known of terms ---------------------------------------------- */

struct interval
bound_propagation_of(const struct bound_propagation *b, Z3_ast constant)
{
	size_t id = Z3_get_ast_id(b->c, constant);

	return id < b->count && b->at[id].constant != NULL ? b->at[id].interval
							   : interval_all();
}

/* Cuts what is known of a constant; true if that is less than before. */
static bool
cut(struct bound_propagation *b, Z3_ast constant, struct interval r)
{
	size_t id = Z3_get_ast_id(b->c, constant);
	struct interval known = bound_propagation_of(b, constant);

	if ((r.low <= known.low && r.high >= known.high) || id > IDS_MAX)
		return false;
	if (r.low > known.low)
		known.low = r.low;
	if (r.high < known.high)
		known.high = r.high;
	if (known.low > known.high)
		b->contradict = true;
	if (b->count <= id) {
		size_t more = 2 * id + 64;

		b->at = mem_grow(b->at, more, sizeof(*b->at));
		memset(b->at + b->count, 0, (more - b->count) * sizeof(*b->at));
		b->count = more;
	}
	b->at[id] = (struct bound){constant, known};
	return true;
}

void
bound_propagation_set(
	struct bound_propagation *b, Z3_ast constant, struct interval interval)
{
	(void)cut(b, constant, interval);
}

static struct interval branch_interval(struct bound_propagation *b,
	Z3_ast choice, bool is_first, unsigned depth);

static struct interval
interval_of(struct bound_propagation *b, Z3_ast term, unsigned depth)
{
	Z3_context c = b->c;
	int64_t value;
	struct interval r;
	Z3_decl_kind kind = term_kind(c, term);

	if (interval_of_numeral(c, term, &value))
		return (struct interval){value, value};
	if (term_is_constant(c, term))
		return bound_propagation_of(b, term);
	if (depth > DEPTH_MAX || b->steps++ > STEPS_MAX)
		return interval_all();
	if (kind == Z3_OP_ITE)
		return interval_join(branch_interval(b, term, true, depth + 1),
			branch_interval(b, term, false, depth + 1));
	if (kind != Z3_OP_ADD && kind != Z3_OP_MUL)
		return interval_all();
	r = interval_of(b, term_argument(c, term, 0), depth + 1);
	for (unsigned i = 1; i < term_arity(c, term); i++) {
		struct interval next =
			interval_of(b, term_argument(c, term, i), depth + 1);

		r = kind == Z3_OP_ADD ? interval_add(r, next)
				      : interval_multiply(r, next);
	}
	return r;
}

struct interval
bound_propagation_range(struct bound_propagation *b, Z3_ast term)
{
	return interval_of(b, term, 0);
}

void
bound_propagation_forget(struct bound_propagation *b, Z3_ast constant)
{
	size_t id = Z3_get_ast_id(b->c, constant);

	if (id < b->count)
		b->at[id].constant = NULL;
}

/* --- one comparison ------------------------------------------------------ */

/* low <= the sum <= high */
struct comparison {
	Z3_ast sum;
	struct interval interval;
};

struct comparisons {
	struct comparison *list;
	size_t count, capacity;
};

/* factor * x, or x; false for anything else. */
static bool
read_product(Z3_context c, Z3_ast term, Z3_ast *constant, int64_t *factor)
{
	*factor = 1;
	*constant = term;
	if (term_is_constant(c, term))
		return true;
	if (term_kind(c, term) != Z3_OP_MUL || term_arity(c, term) != 2 ||
		!interval_of_numeral(c, term_argument(c, term, 0), factor) ||
		*factor == 0)
		return false;
	*constant = term_argument(c, term, 1);
	return term_is_constant(c, *constant);
}

/*
 * The summands but one, as the sum of those before it and of those after it:
 * what is unbounded could not be taken away from a sum of all.
 */
static bool
cut_summands(struct bound_propagation *b, const struct comparison *x)
{
	unsigned count = term_arity(b->c, x->sum);
	struct interval *behind = mem_grow(NULL, count + 1, sizeof(*behind));
	struct interval before = {0, 0};
	bool changed = false;

	behind[count] = before;
	for (unsigned i = count; i-- > 0;)
		behind[i] = interval_add(behind[i + 1],
			interval_of(b, term_argument(b->c, x->sum, i), 0));
	for (unsigned i = 0; i < count; i++) {
		Z3_ast summand = term_argument(b->c, x->sum, i);
		struct interval others = interval_add(before, behind[i + 1]);
		Z3_ast constant;
		int64_t factor;

		if (read_product(b->c, summand, &constant, &factor))
			changed |= cut(b, constant,
				interval_divide(
					interval_add(x->interval,
						interval_negate(others)),
					factor));
		before = interval_add(before, interval_of(b, summand, 0));
	}
	free(behind);
	return changed;
}

/* --- all of them --------------------------------------------------------- */

static void
collect(Z3_context c, Z3_ast term, bool is_negated, struct comparisons *all)
{
	struct interval r = interval_all();
	Z3_decl_kind kind = term_kind(c, term);
	unsigned count = term_arity(c, term);
	int64_t value;

	if (kind == Z3_OP_NOT) {
		collect(c, term_argument(c, term, 0), !is_negated, all);
		return;
	}
	if (kind == (is_negated ? Z3_OP_OR : Z3_OP_AND)) {
		for (unsigned i = 0; i < count; i++)
			collect(c, term_argument(c, term, i), is_negated, all);
		return;
	}
	if (count != 2 ||
		!interval_of_numeral(c, term_argument(c, term, 1), &value))
		return;
	if (kind == Z3_OP_LE || (kind == Z3_OP_EQ && !is_negated))
		r.high = value;
	if (kind == Z3_OP_GE || (kind == Z3_OP_EQ && !is_negated))
		r.low = value;
	if (is_negated && kind == Z3_OP_LE)
		r = (struct interval){value + 1, INTERVAL_END};
	if (is_negated && kind == Z3_OP_GE)
		r = (struct interval){-INTERVAL_END, value - 1};
	*ARRAY_ADD(all->list, all->count, all->capacity) =
		(struct comparison){term_argument(c, term, 0), r};
}

/* The only comparison of a condition, if it is of one bounded constant. The
 * table does not grow: a choice around this one holds a place in it. */
static struct bound *
find_cut(struct bound_propagation *b, Z3_ast condition, bool is_negated,
	struct interval *r)
{
	struct comparisons all = {0};
	struct bound *known = NULL;
	Z3_ast constant;
	int64_t factor;

	collect(b->c, condition, is_negated, &all);
	if (all.count == 1 &&
		read_product(b->c, all.list[0].sum, &constant, &factor)) {
		size_t id = Z3_get_ast_id(b->c, constant);

		known = id < b->count ? &b->at[id] : NULL;
		*r = interval_divide(all.list[0].interval, factor);
	}
	free(all.list);
	return known != NULL && known->constant != NULL ? known : NULL;
}

/*
 * Of a value of an ite where its condition holds, or does not: what comes too
 * late by (ite (> end 9) (- end 9) 0) is not negative.
 */
static struct interval
branch_interval(struct bound_propagation *b, Z3_ast choice, bool is_first,
	unsigned depth)
{
	Z3_ast branch = term_argument(b->c, choice, is_first ? 1 : 2);
	struct bound *known = NULL;
	struct interval before;
	struct interval r;

	if (Z3_get_ast_kind(b->c, branch) != Z3_NUMERAL_AST)
		known = find_cut(
			b, term_argument(b->c, choice, 0), !is_first, &r);
	if (known == NULL)
		return interval_of(b, branch, depth);
	before = known->interval;
	if (r.low > before.low)
		known->interval.low = r.low;
	if (r.high < before.high)
		known->interval.high = r.high;
	/* What never holds has no values. */
	if (known->interval.low > known->interval.high)
		known->interval = before;
	r = interval_of(b, branch, depth);
	known->interval = before;
	return r;
}

void
bound_propagation_read(struct bound_propagation *b, Z3_context c,
	const Z3_ast *terms, size_t count)
{
	struct comparisons all = {0};
	bool changes = true;

	*b = (struct bound_propagation){.c = c};
	for (size_t i = 0; i < count; i++)
		collect(c, terms[i], false, &all);
	for (int i = 0; i < ROUNDS_MAX && changes && !b->contradict; i++) {
		changes = false;
		for (size_t j = 0; j < all.count; j++) {
			const struct comparison *x = &all.list[j];
			Z3_ast constant;
			int64_t factor;

			if (read_product(c, x->sum, &constant, &factor))
				changes |= cut(b, constant,
					interval_divide(x->interval, factor));
			else if (term_kind(c, x->sum) == Z3_OP_ADD)
				changes |= cut_summands(b, x);
		}
	}
	free(all.list);
}

void
bound_propagation_release(struct bound_propagation *b)
{
	free(b->at);
	*b = (struct bound_propagation){0};
}

void
bound_propagation_assert(const struct bound_propagation *b, Z3_solver solver)
{
	Z3_context c = b->c;
	Z3_sort sort = Z3_mk_int_sort(c);

	for (size_t i = 0; i < b->count; i++) {
		const struct bound *bound = &b->at[i];

		if (bound->constant == NULL)
			continue;
		if (bound->interval.low > -INTERVAL_END)
			checked_solver_assert(c, solver,
				Z3_mk_ge(c, bound->constant,
					Z3_mk_int64(
						c, bound->interval.low, sort)));
		if (bound->interval.high < INTERVAL_END)
			checked_solver_assert(c, solver,
				Z3_mk_le(c, bound->constant,
					Z3_mk_int64(c, bound->interval.high,
						sort)));
	}
}

void
bound_propagation_simplify(
	Z3_context c, const Z3_ast *terms, size_t count, Z3_ast *simple)
{
	Z3_params parameters = Z3_mk_params(c);

	Z3_params_inc_ref(c, parameters);
	Z3_params_set_bool(
		c, parameters, Z3_mk_string_symbol(c, "arith_lhs"), true);
	for (size_t i = 0; i < count; i++)
		simple[i] =
			interruptible_simplify_with(c, terms[i], parameters);
	Z3_params_dec_ref(c, parameters);
}
