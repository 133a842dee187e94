/*
 * Every assertion that compares a sum with a number bounds each of its summands
 * by what the others can be. That is done over and over, until nothing changes:
 * a chain of comparisons carries a bound from its one end to the other.
 */
#include "solver/bounds.h"

#include <stdlib.h>

#include "base/alloc.h"

enum {
	/* x < y and y < x would go on for ever. */
	ROUNDS_MAX = 100,
	DEPTH_MAX = 100,
	/* Of parts that are shared, each use is looked at. */
	STEPS_MAX = 1000000,
	/* Terms behind it, of a huge text, are not bounded. */
	IDS_MAX = 1000000,
};

/* --- what is known of terms ---------------------------------------------- */

struct range
bounds_of(const struct bounds *b, Z3_ast constant)
{
	size_t id = Z3_get_ast_id(b->c, constant);

	return id < b->count ? b->at[id] : range_all();
}

/* Cuts what is known of a constant; true if that is less than before. */
static bool
cut(struct bounds *b, Z3_ast constant, struct range r)
{
	size_t id = Z3_get_ast_id(b->c, constant);
	struct range before = bounds_of(b, constant);
	struct range *known;

	if ((r.low <= before.low && r.high >= before.high) || id > IDS_MAX)
		return false;
	while (b->count <= id) {
		size_t more = 2 * id + 64;

		b->at = mem_grow(b->at, more, sizeof(*b->at));
		for (size_t i = b->count; i < more; i++)
			b->at[i] = range_all();
		b->count = more;
	}
	known = &b->at[id];
	if (r.low > known->low)
		known->low = r.low;
	if (r.high < known->high)
		known->high = r.high;
	if (known->low > known->high)
		b->contradict = true;
	return true;
}

static bool
is_constant(Z3_context c, Z3_ast term)
{
	Z3_app app;

	if (Z3_get_ast_kind(c, term) != Z3_APP_AST)
		return false;
	app = Z3_to_app(c, term);
	return Z3_get_app_num_args(c, app) == 0 &&
	       Z3_get_decl_kind(c, Z3_get_app_decl(c, app)) ==
		       Z3_OP_UNINTERPRETED;
}

static struct range
range_of(struct bounds *b, Z3_ast term, unsigned depth)
{
	Z3_context c = b->c;
	int64_t value;
	Z3_app app;
	struct range r;
	unsigned count;
	Z3_decl_kind kind;

	if (range_of_numeral(c, term, &value))
		return (struct range){value, value};
	if (is_constant(c, term))
		return bounds_of(b, term);
	if (depth > DEPTH_MAX || b->steps++ > STEPS_MAX ||
		Z3_get_ast_kind(c, term) != Z3_APP_AST)
		return range_all();
	app = Z3_to_app(c, term);
	count = Z3_get_app_num_args(c, app);
	kind = Z3_get_decl_kind(c, Z3_get_app_decl(c, app));
	if (kind == Z3_OP_ITE)
		return range_join(
			range_of(b, Z3_get_app_arg(c, app, 1), depth + 1),
			range_of(b, Z3_get_app_arg(c, app, 2), depth + 1));
	if (kind != Z3_OP_ADD && kind != Z3_OP_MUL)
		return range_all();
	r = range_of(b, Z3_get_app_arg(c, app, 0), depth + 1);
	for (unsigned i = 1; i < count; i++) {
		struct range next =
			range_of(b, Z3_get_app_arg(c, app, i), depth + 1);

		r = kind == Z3_OP_ADD ? range_add(r, next)
				      : range_multiply(r, next);
	}
	return r;
}

/* --- one comparison ------------------------------------------------------ */

/* low <= the sum <= high */
struct comparison {
	Z3_ast sum;
	struct range range;
};

struct comparisons {
	struct comparison *list;
	size_t count, capacity;
};

/* factor * x, or x; false for what is no such. */
static bool
take_apart(Z3_context c, Z3_ast term, Z3_ast *constant, int64_t *factor)
{
	Z3_app app;

	*factor = 1;
	*constant = term;
	if (is_constant(c, term))
		return true;
	if (Z3_get_ast_kind(c, term) != Z3_APP_AST)
		return false;
	app = Z3_to_app(c, term);
	if (Z3_get_decl_kind(c, Z3_get_app_decl(c, app)) != Z3_OP_MUL ||
		Z3_get_app_num_args(c, app) != 2 ||
		!range_of_numeral(c, Z3_get_app_arg(c, app, 0), factor) ||
		*factor == 0)
		return false;
	*constant = Z3_get_app_arg(c, app, 1);
	return is_constant(c, *constant);
}

/*
 * The summands but one, as the sum of those before it and of those behind it:
 * what is unbounded could not be taken away from a sum of all.
 */
static bool
cut_summands(struct bounds *b, const struct comparison *x, Z3_app sum)
{
	unsigned count = Z3_get_app_num_args(b->c, sum);
	struct range *behind = mem_grow(NULL, count + 1, sizeof(*behind));
	struct range before = {0, 0};
	bool changed = false;

	behind[count] = before;
	for (unsigned i = count; i-- > 0;)
		behind[i] = range_add(behind[i + 1],
			range_of(b, Z3_get_app_arg(b->c, sum, i), 0));
	for (unsigned i = 0; i < count; i++) {
		Z3_ast summand = Z3_get_app_arg(b->c, sum, i);
		struct range others = range_add(before, behind[i + 1]);
		Z3_ast constant;
		int64_t factor;

		if (take_apart(b->c, summand, &constant, &factor))
			changed |= cut(b, constant,
				range_divide(range_add(x->range,
						     range_negate(others)),
					factor));
		before = range_add(before, range_of(b, summand, 0));
	}
	free(behind);
	return changed;
}

static bool
cut_by(struct bounds *b, const struct comparison *x)
{
	Z3_ast constant;
	int64_t factor;
	Z3_app app;

	if (take_apart(b->c, x->sum, &constant, &factor))
		return cut(b, constant, range_divide(x->range, factor));
	if (Z3_get_ast_kind(b->c, x->sum) != Z3_APP_AST)
		return false;
	app = Z3_to_app(b->c, x->sum);
	if (Z3_get_decl_kind(b->c, Z3_get_app_decl(b->c, app)) != Z3_OP_ADD)
		return false;
	return cut_summands(b, x, app);
}

/* --- all of them --------------------------------------------------------- */

static void
add(struct comparisons *all, Z3_ast sum, struct range r)
{
	all->list = mem_room(
		all->list, all->count, &all->capacity, sizeof(*all->list));
	all->list[all->count++] = (struct comparison){sum, r};
}

static void
collect(Z3_context c, Z3_ast term, bool is_negated, struct comparisons *all)
{
	struct range r = range_all();
	Z3_decl_kind kind;
	int64_t value;
	Z3_app app;
	unsigned count;

	if (Z3_get_ast_kind(c, term) != Z3_APP_AST)
		return;
	app = Z3_to_app(c, term);
	count = Z3_get_app_num_args(c, app);
	kind = Z3_get_decl_kind(c, Z3_get_app_decl(c, app));
	if (kind == Z3_OP_NOT) {
		collect(c, Z3_get_app_arg(c, app, 0), !is_negated, all);
		return;
	}
	if (kind == (is_negated ? Z3_OP_OR : Z3_OP_AND)) {
		for (unsigned i = 0; i < count; i++)
			collect(c, Z3_get_app_arg(c, app, i), is_negated, all);
		return;
	}
	if (count != 2 ||
		!range_of_numeral(c, Z3_get_app_arg(c, app, 1), &value))
		return;
	if (kind == Z3_OP_LE || (kind == Z3_OP_EQ && !is_negated))
		r.high = value;
	if (kind == Z3_OP_GE || (kind == Z3_OP_EQ && !is_negated))
		r.low = value;
	if (is_negated && kind == Z3_OP_LE)
		r = (struct range){value + 1, RANGE_END};
	if (is_negated && kind == Z3_OP_GE)
		r = (struct range){-RANGE_END, value - 1};
	add(all, Z3_get_app_arg(c, app, 0), r);
}

void
bounds_read(struct bounds *b, Z3_context c, const Z3_ast *terms, size_t count)
{
	struct comparisons all = {0};
	bool changes = true;

	*b = (struct bounds){.c = c};
	for (size_t i = 0; i < count; i++)
		collect(c, terms[i], false, &all);
	for (int i = 0; i < ROUNDS_MAX && changes && !b->contradict; i++) {
		changes = false;
		for (size_t j = 0; j < all.count; j++)
			changes |= cut_by(b, &all.list[j]);
	}
	free(all.list);
}

void
bounds_release(struct bounds *b)
{
	free(b->at);
	*b = (struct bounds){0};
}

Z3_params
bounds_parameters(Z3_context c)
{
	Z3_params parameters = Z3_mk_params(c);

	Z3_params_inc_ref(c, parameters);
	Z3_params_set_bool(
		c, parameters, Z3_mk_string_symbol(c, "arith_lhs"), true);
	return parameters;
}
