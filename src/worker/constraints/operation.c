#include "worker/constraints/operation.h"

enum {
	/* How far a branch of an ite is looked into for its condition. */
	BRANCH_DEPTH_MAX = 3,
	BRANCH_WIDTH_MAX = 8,
	/* Each pair of so few arguments is compared before all are known. */
	DIFFERENT_PAIRS_MAX = 64,
	WORD = 64,
	TAKEN_WORDS = 16, /* of values that arguments have taken */
};

__extension__ typedef __int128 wide;

/* --- sums ----------------------------------------------------------------- */

static bool
fix(struct propagator *p, uint32_t x, int64_t value)
{
	return propagator_restrict(p, x, (struct interval){value, value});
}

static struct interval
exact_summand(
	const struct propagator *p, const struct expression *x, uint32_t i)
{
	struct interval r = p->at[p->e->arguments.at[x->first + i]].interval;
	int64_t factor = p->e->arguments.factors[x->first + i];

	return factor < 0 ? (struct interval){factor * r.high, factor * r.low}
			  : (struct interval){factor * r.low, factor * r.high};
}

/* Restricts each summand to what the others leave of the sum. */
static bool
restrict_summands(struct propagator *p, const struct expression *x,
	struct interval whole, struct interval sum)
{
	for (uint32_t i = 0; i < x->count; i++) {
		struct interval r = exact_summand(p, x, i);
		struct interval left = {whole.low - (sum.high - r.high),
			whole.high - (sum.low - r.low)};

		if ((left.low > r.low || left.high < r.high) &&
			!propagator_restrict(p,
				p->e->arguments.at[x->first + i],
				interval_divide(left,
					p->e->arguments.factors[x->first + i])))
			return false;
	}
	return true;
}

static bool
propagate_exact_sum(struct propagator *p, uint32_t node)
{
	const struct expression *x = domain_expression(p, node);
	const struct domain *d = &p->at[node];
	struct interval sum = {x->number, x->number};

	for (uint32_t i = 0; i < x->count; i++) {
		struct interval r = exact_summand(p, x, i);

		sum.low += r.low;
		sum.high += r.high;
	}
	if (!propagator_restrict(p, node, sum))
		return false;
	return (d->interval.low <= sum.low && d->interval.high >= sum.high) ||
	       restrict_summands(p, x, d->interval, sum);
}

/* The sum of the ends on one side: how many of them are no bounds, and the sum
 * of the others. */
struct end_sum {
	wide finite;
	uint32_t open;
};

static struct interval
summand(const struct propagator *p, const struct expression *x, uint32_t i)
{
	struct interval r = p->at[p->e->arguments.at[x->first + i]].interval;

	return interval_scale(r, p->e->arguments.factors[x->first + i]);
}

static void
add_ends(struct interval r, int sign, struct end_sum *low, struct end_sum *high)
{
	if (r.low == -INTERVAL_END)
		low->open += (uint32_t)sign;
	else
		low->finite += sign * (wide)r.low;
	if (r.high == INTERVAL_END)
		high->open += (uint32_t)sign;
	else
		high->finite += sign * (wide)r.high;
}

static int64_t
clamp(wide value)
{
	if (value > INTERVAL_END)
		return INTERVAL_END;
	return value < -INTERVAL_END ? -INTERVAL_END : (int64_t)value;
}

static struct interval
between_ends(const struct end_sum *low, const struct end_sum *high)
{
	return (struct interval){
		low->open > 0 ? -INTERVAL_END : clamp(low->finite),
		high->open > 0 ? INTERVAL_END : clamp(high->finite)};
}

static bool
propagate_sum(struct propagator *p, uint32_t node)
{
	const struct expression *x = domain_expression(p, node);
	struct end_sum low = {x->number, 0};
	struct end_sum high = {x->number, 0};

	if (p->at[node].is_exact)
		return propagate_exact_sum(p, node);
	for (uint32_t i = 0; i < x->count; i++)
		add_ends(summand(p, x, i), 1, &low, &high);
	if (!propagator_restrict(p, node, between_ends(&low, &high)))
		return false;
	for (uint32_t i = 0; i < x->count; i++) {
		struct end_sum other_low = low;
		struct end_sum other_high = high;
		struct interval left;

		add_ends(summand(p, x, i), -1, &other_low, &other_high);
		left = interval_add(p->at[node].interval,
			interval_negate(between_ends(&other_low, &other_high)));
		if (!propagator_restrict(p, p->e->arguments.at[x->first + i],
			    interval_divide(left,
				    p->e->arguments.factors[x->first + i])))
			return false;
	}
	return true;
}

/* --- products and comparisons --------------------------------------------- */

static bool
propagate_factor(
	struct propagator *p, uint32_t product, uint32_t known, uint32_t other)
{
	const struct domain *d = &p->at[known];

	return !domain_is_fixed(d) || d->interval.low == 0 ||
	       propagator_restrict(p, other,
		       interval_divide(
			       p->at[product].interval, d->interval.low));
}

static bool
propagate_product(struct propagator *p, uint32_t node)
{
	const uint32_t *x =
		expression_arguments(p->e, domain_expression(p, node));
	struct interval a = p->at[x[0]].interval;
	struct interval b = p->at[x[1]].interval;
	struct interval r = interval_multiply(a, b);

	if (x[0] == x[1] && r.low < 0)
		r.low = 0;
	return propagator_restrict(p, node, r) &&
	       propagate_factor(p, node, x[0], x[1]) &&
	       propagate_factor(p, node, x[1], x[0]);
}

static bool
propagate_at_least(struct propagator *p, uint32_t node)
{
	const struct expression *comparison = domain_expression(p, node);
	const struct domain *d = &p->at[node];
	uint32_t x = *expression_arguments(p->e, comparison);
	struct interval r = p->at[x].interval;

	if (r.low >= comparison->number)
		return fix(p, node, 1);
	if (r.high < comparison->number)
		return fix(p, node, 0);
	if (!domain_is_fixed(d))
		return true;
	if (d->interval.low == 1)
		r.low = comparison->number;
	else
		r.high = comparison->number - 1;
	return propagator_restrict(p, x, r);
}

static bool
meets(const struct propagator *p, uint32_t a, uint32_t b)
{
	struct interval x = p->at[a].interval;
	struct interval y = p->at[b].interval;

	return x.low <= y.high && y.low <= x.high;
}

static bool
can_be_equal(const struct propagator *p, uint32_t a, uint32_t b)
{
	struct interval x = p->at[a].interval;
	struct interval y = p->at[b].interval;

	if (!meets(p, a, b))
		return false;
	if (x.low == x.high)
		return propagator_has(p, b, x.low);
	return y.low != y.high || propagator_has(p, a, y.low);
}

/* Two that differ say nothing of each other until one of them is known. */
static bool
keep_different(struct propagator *p, uint32_t a, uint32_t b)
{
	return (!domain_is_fixed(&p->at[a]) ||
		       propagator_remove(p, b, p->at[a].interval.low)) &&
	       (!domain_is_fixed(&p->at[b]) ||
		       propagator_remove(p, a, p->at[b].interval.low));
}

static bool
propagate_equal(struct propagator *p, uint32_t node)
{
	const struct domain *d = &p->at[node];
	const uint32_t *x =
		expression_arguments(p->e, domain_expression(p, node));

	if (!can_be_equal(p, x[0], x[1]))
		return fix(p, node, 0);
	if (domain_is_fixed(&p->at[x[0]]) && domain_is_fixed(&p->at[x[1]]))
		return fix(p, node, 1);
	if (!domain_is_fixed(d))
		return true;
	if (d->interval.low == 0)
		return keep_different(p, x[0], x[1]);
	return propagator_restrict(p, x[0], p->at[x[1]].interval) &&
	       propagator_restrict(p, x[1], p->at[x[0]].interval);
}

/* --- and, or, ite --------------------------------------------------------- */

/* An `and` is decided by an argument that is 0, an `or` by one that is 1. */
static bool
propagate_junction(struct propagator *p, uint32_t node)
{
	const struct expression *junction = domain_expression(p, node);
	const struct domain *d = &p->at[node];
	const uint32_t *x = expression_arguments(p->e, junction);
	int64_t decisive = junction->operation == OPERATION_OR;
	uint32_t open = 0;
	uint32_t last = EXPRESSION_NONE;

	for (uint32_t i = 0; i < junction->count; i++) {
		const struct domain *argument = &p->at[x[i]];

		if (!domain_is_fixed(argument)) {
			open++;
			last = x[i];
		} else if (argument->interval.low == decisive) {
			return fix(p, node, decisive);
		}
	}
	if (open == 0)
		return fix(p, node, !decisive);
	if (!domain_is_fixed(d))
		return true;
	if (d->interval.low == decisive)
		return open > 1 || fix(p, last, decisive);
	for (uint32_t i = 0; i < junction->count; i++) {
		if (!fix(p, x[i], !decisive))
			return false;
	}
	return true;
}

/* A condition restricts expression x to the interval. */
struct cut {
	uint32_t x;
	struct interval interval;
};

/* Returns the interval of a branch where the expression of the cut is in its
 * interval, as far as sums and products show it. */
static struct interval // NOLINTNEXTLINE(misc-no-recursion)
interval_within(const struct propagator *p, uint32_t node,
	const struct cut *cut, int depth)
{
	const struct expression *x = domain_expression(p, node);
	const uint32_t *arguments = expression_arguments(p->e, x);
	struct interval known = p->at[node].interval;
	struct interval r = {x->number, x->number};

	if (node == cut->x)
		return interval_meet(known, cut->interval);
	if (depth == 0 || x->count > BRANCH_WIDTH_MAX)
		return known;
	if (x->operation == OPERATION_SUM) {
		for (uint32_t i = 0; i < x->count; i++)
			r = interval_add(r,
				interval_scale(interval_within(p, arguments[i],
						       cut, depth - 1),
					expression_factors(p->e, x)[i]));
	} else if (x->operation == OPERATION_PRODUCT) {
		r = interval_multiply(
			interval_within(p, arguments[0], cut, depth - 1),
			interval_within(p, arguments[1], cut, depth - 1));
	} else if (x->operation == OPERATION_ITE) {
		r = interval_join(
			interval_within(p, arguments[1], cut, depth - 1),
			interval_within(p, arguments[2], cut, depth - 1));
	} else {
		return known;
	}
	return interval_meet(known, r);
}

/*
 * Returns the interval of a branch of an ite where its condition has the value
 * `holds`: in (ite (> end 9) (- end 9) 0) the first branch is at least 1. The
 * condition must not have been found to be impossible.
 */
static struct interval
branch_interval(const struct propagator *p, uint32_t condition, uint32_t branch,
	bool holds)
{
	const struct expression *x = domain_expression(p, condition);
	struct interval known = p->at[branch].interval;
	struct interval r;
	struct cut cut;

	if (x->operation != OPERATION_AT_LEAST ||
		domain_is_fixed(&p->at[branch]) ||
		domain_is_fixed(&p->at[condition]))
		return known;
	cut = (struct cut){*expression_arguments(p->e, x), interval_all()};
	if (holds)
		cut.interval.low = x->number;
	else
		cut.interval.high = x->number - 1;
	if (domain_expression(p, cut.x)->is_real)
		return known;
	cut.interval = interval_meet(cut.interval, p->at[cut.x].interval);
	if (cut.interval.low > cut.interval.high)
		return known;
	r = interval_within(p, branch, &cut, BRANCH_DEPTH_MAX);
	return r.low <= r.high ? r : known;
}

static bool
propagate_ite(struct propagator *p, uint32_t node)
{
	const uint32_t *x =
		expression_arguments(p->e, domain_expression(p, node));

	if (!meets(p, node, x[1]) && !fix(p, x[0], 0))
		return false;
	if (!meets(p, node, x[2]) && !fix(p, x[0], 1))
		return false;
	if (domain_is_fixed(&p->at[x[0]])) {
		uint32_t chosen = p->at[x[0]].interval.low == 1 ? x[1] : x[2];

		return propagator_restrict(p, node, p->at[chosen].interval) &&
		       propagator_restrict(p, chosen, p->at[node].interval);
	}
	return propagator_restrict(p, node,
		interval_join(branch_interval(p, x[0], x[1], true),
			branch_interval(p, x[0], x[2], false)));
}

/* --- all different -------------------------------------------------------- */

/* Values that are taken by arguments, from `low` on. */
struct taken {
	int64_t low, high;
	uint64_t bits[TAKEN_WORDS + 1]; /* the last word stays 0 */
};

/* Returns the bits of 64 values from one on. */
static uint64_t
taken_from(const struct taken *t, int64_t first)
{
	int64_t at = first - t->low;
	uint64_t next;

	if (at <= -WORD || at >= WORD * TAKEN_WORDS)
		return 0;
	if (at < 0)
		return t->bits[0] << -at;
	next = t->bits[at / WORD + 1];
	return t->bits[at / WORD] >> at % WORD |
	       (at % WORD == 0 ? 0 : next << (WORD - at % WORD));
}

/* Collects the values of the arguments that are known. Returns false if two
 * have one value; *is_whole is false if the values are too far apart. */
static bool
collect_taken(const struct propagator *p, const struct expression *x,
	struct taken *t, bool *is_whole)
{
	const uint32_t *arguments = expression_arguments(p->e, x);

	*t = (struct taken){INTERVAL_END, -INTERVAL_END, {0}};
	for (uint32_t i = 0; i < x->count; i++) {
		struct interval r = p->at[arguments[i]].interval;

		if (r.low < r.high)
			continue;
		t->low = r.low < t->low ? r.low : t->low;
		t->high = r.low > t->high ? r.low : t->high;
	}
	*is_whole = t->high - t->low < WORD * TAKEN_WORDS;
	for (uint32_t i = 0; i < x->count && *is_whole; i++) {
		struct interval r = p->at[arguments[i]].interval;
		uint64_t bit = UINT64_C(1) << (uint64_t)(r.low - t->low) % WORD;
		uint64_t *word;

		if (r.low < r.high)
			continue;
		word = &t->bits[(r.low - t->low) / WORD];
		if ((*word & bit) != 0)
			return false;
		*word |= bit;
	}
	return true;
}

/* Takes the values from an argument that is not known. */
static bool
remove_taken(struct propagator *p, uint32_t x, const struct taken *t)
{
	const struct domain *d = &p->at[x];
	bool is_variable =
		domain_expression(p, x)->operation == OPERATION_VARIABLE;

	if (d->values != 0) {
		uint64_t all = taken_from(t, d->base) & d->values;
		int64_t base = d->base;

		for (; all != 0; all &= all - 1)
			if (!propagator_remove(
				    p, x, base + __builtin_ctzll(all)))
				return false;
		return true;
	}
	/* Only the ends of a wide variable can be removed. */
	while (is_variable && (taken_from(t, d->interval.low) & 1) != 0)
		if (!propagator_remove(p, x, d->interval.low))
			return false;
	while (is_variable && (taken_from(t, d->interval.high) & 1) != 0)
		if (!propagator_remove(p, x, d->interval.high))
			return false;
	for (int64_t v = t->low; v <= t->high && !is_variable; v++)
		if ((taken_from(t, v) & 1) != 0 && !propagator_remove(p, x, v))
			return false;
	return true;
}

static bool
remove_pairwise(struct propagator *p, const struct expression *x)
{
	const uint32_t *arguments = expression_arguments(p->e, x);

	for (uint32_t i = 0; i < x->count; i++) {
		int64_t value = p->at[arguments[i]].interval.low;

		if (!domain_is_fixed(&p->at[arguments[i]]))
			continue;
		for (uint32_t k = 0; k < x->count; k++) {
			if (k != i &&
				!propagator_remove(p, arguments[k], value))
				return false;
		}
	}
	return true;
}

/* Takes the value of each known argument from the others. */
static bool
remove_values(struct propagator *p, const struct expression *x)
{
	struct taken t;
	bool is_whole;

	if (!collect_taken(p, x, &t, &is_whole))
		return false;
	if (!is_whole)
		return remove_pairwise(p, x);
	for (uint32_t i = 0; i < x->count; i++) {
		uint32_t argument = expression_arguments(p->e, x)[i];

		if (!domain_is_fixed(&p->at[argument]) &&
			!remove_taken(p, argument, &t))
			return false;
	}
	return true;
}

/* Returns whether no two arguments can be equal, or sets *are_equal if two of
 * them have one value. */
static bool
all_differ(
	const struct propagator *p, const struct expression *x, bool *are_equal)
{
	const uint32_t *arguments = expression_arguments(p->e, x);
	bool differ = true;

	*are_equal = false;
	for (uint32_t i = 0; i < x->count; i++) {
		for (uint32_t k = 0; k < i; k++) {
			if (!can_be_equal(p, arguments[i], arguments[k]))
				continue;
			differ = false;
			*are_equal |= domain_is_fixed(&p->at[arguments[i]]) &&
				      domain_is_fixed(&p->at[arguments[k]]);
		}
	}
	return differ;
}

static bool
are_fixed(const struct propagator *p, const struct expression *x)
{
	for (uint32_t i = 0; i < x->count; i++)
		if (!domain_is_fixed(&p->at[expression_arguments(p->e, x)[i]]))
			return false;
	return true;
}

static bool
propagate_all_different(struct propagator *p, uint32_t node)
{
	const struct expression *x = domain_expression(p, node);
	const struct domain *d = &p->at[node];
	bool are_equal;

	if (d->interval.low == 1)
		return remove_values(p, x);
	if (x->count > DIFFERENT_PAIRS_MAX && !are_fixed(p, x))
		return true;
	if (all_differ(p, x, &are_equal))
		return fix(p, node, 1);
	return !are_equal || fix(p, node, 0);
}

/* By operation, for those that have arguments. */
static bool (*const propagators[])(struct propagator *p, uint32_t node) = {
	[OPERATION_SUM] = propagate_sum,
	[OPERATION_PRODUCT] = propagate_product,
	[OPERATION_AT_LEAST] = propagate_at_least,
	[OPERATION_EQUAL] = propagate_equal,
	[OPERATION_AND] = propagate_junction,
	[OPERATION_OR] = propagate_junction,
	[OPERATION_ITE] = propagate_ite,
	[OPERATION_ALL_DIFFERENT] = propagate_all_different,
};

bool
operation_propagate(struct propagator *p, uint32_t x)
{
	return propagators[domain_expression(p, x)->operation](p, x);
}
