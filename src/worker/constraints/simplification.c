#include "worker/constraints/simplification.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/interval.h"

enum {
	/* A sum of at most so many summands becomes part of the sum that has
	 * it. A long one stays, so that a chain of totals has linear size. */
	INNER_SUMMANDS_MAX = 8,
	INNER_JUNCTION_MAX = 64,
};

/* --- drafts --------------------------------------------------------------- */

/* An expression that is being made. */
struct draft {
	enum operation operation;
	bool is_same;	 /* the expression is its only argument */
	bool has_failed; /* some number is too large */
	int64_t number;
	uint32_t *arguments;
	int64_t *factors; /* all 1 unless it is a sum */
	size_t count, capacity, factor_capacity;
};

static void
draft_add(struct draft *d, uint32_t argument, int64_t factor)
{
	d->arguments = mem_room(
		d->arguments, d->count, &d->capacity, sizeof(*d->arguments));
	d->factors = mem_room(
		d->factors, d->count, &d->factor_capacity, sizeof(*d->factors));
	d->arguments[d->count] = argument;
	d->factors[d->count++] = factor;
}

static void
draft_drop(struct draft *d)
{
	free(d->arguments);
	free(d->factors);
	*d = (struct draft){0};
}

static const struct expression *
argument(const struct expressions *e, const struct draft *d, size_t i)
{
	return &e->at[d->arguments[i]];
}

static bool
is_number(const struct expressions *e, const struct draft *d, size_t i,
	int64_t number)
{
	const struct expression *x = argument(e, d, i);

	return x->operation == OPERATION_NUMBER && x->number == number;
}

/* The expression is the number. */
static bool
become_number(struct draft *d, int64_t number)
{
	d->operation = OPERATION_NUMBER;
	d->number = number;
	d->count = 0;
	return true;
}

/* The expression is `same`. */
static bool
become(struct draft *d, uint32_t same)
{
	if (same == EXPRESSION_NONE) {
		d->has_failed = true;
		return true;
	}
	d->is_same = true;
	d->number = 0;
	d->count = 0;
	draft_add(d, same, 1);
	return true;
}

/* The expression is (not inner). */
static bool
become_not(struct draft *d, uint32_t inner)
{
	if (inner == EXPRESSION_NONE) {
		d->has_failed = true;
		return true;
	}
	d->operation = OPERATION_SUM;
	d->number = 1;
	d->count = 0;
	draft_add(d, inner, -1);
	return true;
}

static bool
replace_argument(struct draft *d, size_t i, uint32_t by)
{
	d->has_failed |= by == EXPRESSION_NONE;
	d->arguments[i] = by;
	return true;
}

/* Adds factor * value to *sum. A sum that is too large fails the draft. */
static void
add_product(struct draft *d, int64_t *sum, int64_t factor, int64_t value)
{
	int64_t product;

	if (__builtin_mul_overflow(factor, value, &product) ||
		__builtin_add_overflow(*sum, product, sum) ||
		*sum <= -INTERVAL_END || *sum >= INTERVAL_END) {
		d->has_failed = true;
		*sum = 0;
	}
}

struct argument {
	uint32_t at;
	int64_t factor;
};

static int
compare_arguments(const void *left, const void *right)
{
	const struct argument *a = left;
	const struct argument *b = right;

	return (a->at > b->at) - (a->at < b->at);
}

/* Sorts the arguments by their numbers. Returns whether that changed them. */
static bool
sort_arguments(struct draft *d)
{
	struct argument *all;
	bool is_sorted = true;

	for (size_t i = 1; i < d->count; i++)
		is_sorted &= d->arguments[i - 1] <= d->arguments[i];
	if (is_sorted)
		return false;
	all = mem_grow(NULL, d->count, sizeof(*all));
	for (size_t i = 0; i < d->count; i++)
		all[i] = (struct argument){d->arguments[i], d->factors[i]};
	qsort(all, d->count, sizeof(*all), compare_arguments);
	for (size_t i = 0; i < d->count; i++) {
		d->arguments[i] = all[i].at;
		d->factors[i] = all[i].factor;
	}
	free(all);
	return true;
}

static bool
order_arguments(struct expressions *e, struct draft *d)
{
	(void)e;
	return sort_arguments(d);
}

/* --- sums ----------------------------------------------------------------- */

static bool
add_numbers(struct expressions *e, struct draft *d)
{
	size_t kept = 0;
	size_t count = d->count;

	for (size_t i = 0; i < count; i++) {
		const struct expression *x = argument(e, d, i);

		if (x->operation == OPERATION_NUMBER) {
			add_product(d, &d->number, d->factors[i], x->number);
			continue;
		}
		d->arguments[kept] = d->arguments[i];
		d->factors[kept++] = d->factors[i];
	}
	d->count = kept;
	return kept < count;
}

static bool
flatten_sum(struct expressions *e, struct draft *d)
{
	size_t count = d->count;
	bool changes = false;

	for (size_t i = 0; i < count; i++) {
		const struct expression *x = argument(e, d, i);
		int64_t factor = d->factors[i];

		if (x->operation != OPERATION_SUM ||
			x->count > INNER_SUMMANDS_MAX)
			continue;
		changes = true;
		add_product(d, &d->number, factor, x->number);
		d->factors[i] = 0;
		for (uint32_t k = 0; k < x->count; k++) {
			int64_t product = 0;

			add_product(d, &product, factor,
				expression_factors(e, x)[k]);
			draft_add(d, expression_arguments(e, x)[k], product);
		}
	}
	if (!changes)
		return false;
	count = d->count;
	d->count = 0;
	for (size_t i = 0; i < count; i++)
		if (d->factors[i] != 0)
			draft_add(d, d->arguments[i], d->factors[i]);
	return true;
}

static bool
merge_summands(struct expressions *e, struct draft *d)
{
	size_t count = d->count;
	size_t kept = 0;
	bool changes = sort_arguments(d);

	(void)e;
	for (size_t i = 0; i < count; i++) {
		if (kept > 0 && d->arguments[kept - 1] == d->arguments[i]) {
			add_product(d, &d->factors[kept - 1], 1, d->factors[i]);
			continue;
		}
		/* The summands before it may add up to the factor 0. */
		kept -= kept > 0 && d->factors[kept - 1] == 0;
		d->arguments[kept] = d->arguments[i];
		d->factors[kept++] = d->factors[i];
	}
	kept -= kept > 0 && d->factors[kept - 1] == 0;
	d->count = kept;
	return changes || kept < count;
}

static bool
single_summand(struct expressions *e, struct draft *d)
{
	(void)e;
	if (d->count == 0)
		return become_number(d, d->number);
	if (d->count == 1 && d->number == 0 && d->factors[0] == 1)
		return become(d, d->arguments[0]);
	return false;
}

static bool
multiply_by_number(struct expressions *e, struct draft *d)
{
	for (size_t i = 0; i < 2; i++) {
		const struct expression *x = argument(e, d, i);

		if (x->operation != OPERATION_NUMBER)
			continue;
		d->operation = OPERATION_SUM;
		d->arguments[0] = d->arguments[1 - i];
		d->factors[0] = x->number;
		d->count = x->number != 0;
		return true;
	}
	return false;
}

/* --- comparisons ---------------------------------------------------------- */

static bool
compare_number(struct expressions *e, struct draft *d)
{
	const struct expression *x = argument(e, d, 0);

	if (x->operation == OPERATION_NUMBER)
		return become_number(d, x->number >= d->number);
	if (!x->is_boolean)
		return false;
	if (d->number == 1)
		return become(d, d->arguments[0]);
	return become_number(d, d->number < 1);
}

/* Returns the sum with another number, and its factors divided or negated. */
static uint32_t
remake_sum(struct expressions *e, uint32_t sum, int64_t number, int64_t divisor)
{
	struct expression x = e->at[sum];
	DROP(draft) struct draft d = {.operation = OPERATION_SUM};

	for (uint32_t i = 0; i < x.count; i++)
		draft_add(&d, expression_arguments(e, &x)[i],
			expression_factors(e, &x)[i] / divisor);
	return expression_make(
		e, OPERATION_SUM, number, d.arguments, d.factors, d.count);
}

static bool
shift_comparison(struct expressions *e, struct draft *d)
{
	const struct expression *x = argument(e, d, 0);

	if (x->operation != OPERATION_SUM || x->number == 0)
		return false;
	add_product(d, &d->number, -1, x->number);
	return replace_argument(d, 0, remake_sum(e, d->arguments[0], 0, 1));
}

/* Returns the greatest number that divides all factors. */
static int64_t
common_divisor(const struct expressions *e, const struct expression *x)
{
	int64_t divisor = 0;

	for (uint32_t i = 0; i < x->count; i++) {
		int64_t rest = llabs(expression_factors(e, x)[i]);

		while (rest != 0) {
			int64_t next = divisor % rest;

			divisor = rest;
			rest = next;
		}
	}
	return divisor;
}

/* Returns whether it is a sum of whole numbers without a number of its own. */
static bool
is_pure_sum(const struct expression *x)
{
	return x->operation == OPERATION_SUM && x->number == 0 && !x->is_real &&
	       x->count > 0;
}

static bool
divide_comparison(struct expressions *e, struct draft *d)
{
	const struct expression *x = argument(e, d, 0);
	int64_t divisor = is_pure_sum(x) ? common_divisor(e, x) : 1;

	if (divisor < 2)
		return false;
	d->number = interval_divide(
		(struct interval){d->number, INTERVAL_END}, divisor)
			    .low;
	return replace_argument(
		d, 0, remake_sum(e, d->arguments[0], 0, divisor));
}

static bool
orient_comparison(struct expressions *e, struct draft *d)
{
	const struct expression *x = argument(e, d, 0);
	uint32_t opposite;

	if (!is_pure_sum(x) || *expression_factors(e, x) >= 0)
		return false;
	opposite = remake_sum(e, d->arguments[0], 0, -1);
	return become_not(d, expression_make(e, OPERATION_AT_LEAST,
				     1 - d->number, &opposite, NULL, 1));
}

/* --- equations ------------------------------------------------------------ */

static bool
equate_same(struct expressions *e, struct draft *d)
{
	if (d->arguments[0] == d->arguments[1])
		return become_number(d, 1);
	if (argument(e, d, 0)->operation != OPERATION_NUMBER ||
		argument(e, d, 1)->operation != OPERATION_NUMBER)
		return false;
	return become_number(
		d, argument(e, d, 0)->number == argument(e, d, 1)->number);
}

static bool
equate_boolean(struct expressions *e, struct draft *d)
{
	for (size_t i = 0; i < 2; i++) {
		uint32_t boolean = d->arguments[1 - i];

		if (argument(e, d, i)->operation != OPERATION_NUMBER ||
			!e->at[boolean].is_boolean)
			continue;
		if (is_number(e, d, i, 1))
			return become(d, boolean);
		if (is_number(e, d, i, 0))
			return become_not(d, boolean);
		return become_number(d, 0);
	}
	return false;
}

static bool
equate_negations(struct expressions *e, struct draft *d)
{
	for (size_t i = 0; i < 2; i++) {
		uint32_t inner = expression_negated(e, d->arguments[i]);
		uint32_t other = d->arguments[1 - i];

		if (inner == EXPRESSION_NONE || !e->at[other].is_boolean)
			continue;
		return become_not(
			d, expression_make(e, OPERATION_EQUAL, 0,
				   (uint32_t[]){inner, other}, NULL, 2));
	}
	return false;
}

/* The number and the sum of an equation of whole numbers; false if it has
 * other sides. */
static bool
find_sum_and_number(struct expressions *e, const struct draft *d, uint32_t *sum,
	int64_t *number)
{
	for (size_t i = 0; i < 2; i++) {
		const struct expression *x = argument(e, d, i);

		if (x->operation != OPERATION_NUMBER)
			continue;
		*number = x->number;
		*sum = d->arguments[1 - i];
		x = &e->at[*sum];
		return x->operation == OPERATION_SUM && !x->is_real;
	}
	return false;
}

static bool
solve_equation(struct expressions *e, struct draft *d)
{
	uint32_t sum;
	int64_t number;
	int64_t divisor;

	if (!find_sum_and_number(e, d, &sum, &number))
		return false;
	divisor = common_divisor(e, &e->at[sum]);
	if (divisor == 0)
		return false;
	if (*expression_factors(e, &e->at[sum]) < 0)
		divisor = -divisor;
	if (divisor == 1 && e->at[sum].number == 0)
		return false;
	add_product(d, &number, -1, e->at[sum].number);
	if (number % divisor != 0)
		return become_number(d, 0);
	(void)replace_argument(d, 0, remake_sum(e, sum, 0, divisor));
	return replace_argument(d, 1, expression_number(e, number / divisor));
}

static bool
equate_difference(struct expressions *e, struct draft *d)
{
	uint32_t sum;
	int64_t number;
	struct expression x;
	uint32_t arguments[2];
	int64_t factors[2];

	if (!find_sum_and_number(e, d, &sum, &number))
		return false;
	x = e->at[sum];
	if (x.count != 2)
		return false;
	for (uint32_t i = 0; i < 2; i++) {
		arguments[i] = expression_arguments(e, &x)[i];
		factors[i] = expression_factors(e, &x)[i];
		if (llabs(factors[i]) != 1)
			return false;
	}
	/* f a + g b + n = k: a is f k - f n - f g b. */
	add_product(d, &number, -1, x.number);
	factors[1] *= -factors[0];
	(void)replace_argument(d, 1,
		expression_make(e, OPERATION_SUM, factors[0] * number,
			&arguments[1], &factors[1], 1));
	return replace_argument(d, 0, arguments[0]);
}

/* --- and, or -------------------------------------------------------------- */

static bool
flatten_junction(struct expressions *e, struct draft *d)
{
	size_t count = d->count;
	size_t kept = 0;
	bool changes = false;

	for (size_t i = 0; i < count; i++) {
		const struct expression *x = argument(e, d, i);

		changes |= x->operation == d->operation &&
			   x->count <= INNER_JUNCTION_MAX;
	}
	if (!changes)
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct expression *x = argument(e, d, i);
		bool is_flattened = x->operation == d->operation &&
				    x->count <= INNER_JUNCTION_MAX;

		for (uint32_t k = 0; k < x->count && is_flattened; k++)
			draft_add(d, expression_arguments(e, x)[k], 1);
		if (!is_flattened)
			d->arguments[kept++] = d->arguments[i];
	}
	for (size_t i = count; i < d->count; i++)
		d->arguments[kept++] = d->arguments[i];
	d->count = kept;
	return true;
}

static int
compare_numbers(const void *left, const void *right)
{
	uint32_t a = *(const uint32_t *)left;
	uint32_t b = *(const uint32_t *)right;

	return (a > b) - (a < b);
}

/* The arguments are sorted. */
static bool
has_argument(const struct draft *d, uint32_t x)
{
	return x != EXPRESSION_NONE && d->count > 0 &&
	       bsearch(&x, d->arguments, d->count, sizeof(x),
		       compare_numbers) != NULL;
}

static bool
merge_junction(struct expressions *e, struct draft *d)
{
	int64_t decisive = d->operation == OPERATION_OR;
	size_t count = d->count;
	size_t kept = 0;
	bool changes = sort_arguments(d);

	for (size_t i = 0; i < count; i++) {
		if (is_number(e, d, i, decisive))
			return become_number(d, decisive);
		if (!is_number(e, d, i, !decisive) &&
			(kept == 0 ||
				d->arguments[kept - 1] != d->arguments[i]))
			d->arguments[kept++] = d->arguments[i];
	}
	d->count = kept;
	for (size_t i = 0; i < kept; i++)
		if (has_argument(d, expression_negated(e, d->arguments[i])))
			return become_number(d, decisive);
	if (kept == 0)
		return become_number(d, !decisive);
	return kept == 1 ? become(d, d->arguments[0]) : changes || kept < count;
}

/* --- ite ------------------------------------------------------------------ */

static bool
decide_ite(struct expressions *e, struct draft *d)
{
	if (d->arguments[1] == d->arguments[2] || is_number(e, d, 0, 1))
		return become(d, d->arguments[1]);
	return is_number(e, d, 0, 0) && become(d, d->arguments[2]);
}

static bool
orient_ite(struct expressions *e, struct draft *d)
{
	uint32_t inner = expression_negated(e, d->arguments[0]);
	uint32_t then = d->arguments[1];

	if (inner == EXPRESSION_NONE)
		return false;
	d->arguments[0] = inner;
	d->arguments[1] = d->arguments[2];
	d->arguments[2] = then;
	return true;
}

static bool
ite_of_numbers(struct expressions *e, struct draft *d)
{
	const struct expression *then = argument(e, d, 1);
	const struct expression *otherwise = argument(e, d, 2);

	if (then->operation != OPERATION_NUMBER ||
		otherwise->operation != OPERATION_NUMBER)
		return false;
	d->operation = OPERATION_SUM;
	d->number = otherwise->number;
	d->factors[0] = then->number - otherwise->number;
	d->count = d->factors[0] != 0;
	return true;
}

static bool
ite_of_booleans(struct expressions *e, struct draft *d)
{
	for (size_t i = 1; i <= 2; i++) {
		uint32_t condition = d->arguments[0];
		uint32_t other = d->arguments[3 - i];
		bool is_true = is_number(e, d, i, 1);

		if (!e->at[other].is_boolean ||
			(!is_true && !is_number(e, d, i, 0)))
			continue;
		/* c or other; (not c) or other; (not c) and other; c and other
		 */
		if ((i == 1) != is_true)
			condition = expression_not(e, condition);
		d->operation = is_true ? OPERATION_OR : OPERATION_AND;
		d->count = 2;
		d->arguments[1] = other;
		return replace_argument(d, 0, condition);
	}
	return false;
}

/* --- all different -------------------------------------------------------- */

static bool
merge_different(struct expressions *e, struct draft *d)
{
	bool changes = sort_arguments(d);

	(void)e;
	for (size_t i = 1; i < d->count; i++)
		if (d->arguments[i - 1] == d->arguments[i])
			return become_number(d, 0);
	return d->count < 2 ? become_number(d, 1) : changes;
}

static bool
different_pair(struct expressions *e, struct draft *d)
{
	return d->count == 2 &&
	       become_not(d, expression_make(e, OPERATION_EQUAL, 0,
				     d->arguments, NULL, 2));
}

/* --- all of them ---------------------------------------------------------- */

static const struct {
	enum operation operation;
	bool (*apply)(struct expressions *e, struct draft *d);
} rules[] = {
#define RULE(id, operation, function) {operation, function},
#include "worker/constraints/rules.def"
#undef RULE
};

static bool
apply_one(struct expressions *e, struct draft *d)
{
	for (size_t i = 0; i < RULE_COUNT; i++) {
		if (rules[i].operation != d->operation ||
			(e->rules_off >> i & 1) != 0 || !rules[i].apply(e, d))
			continue;
		e->rules_used |= UINT64_C(1) << i;
		return true;
	}
	return false;
}

uint32_t
expression_make(struct expressions *e, enum operation operation, int64_t number,
	const uint32_t *arguments, const int64_t *factors, size_t count)
{
	DROP(draft) struct draft d = {.operation = operation, .number = number};

	for (size_t i = 0; i < count; i++) {
		if (arguments[i] == EXPRESSION_NONE)
			return EXPRESSION_NONE;
		draft_add(&d, arguments[i], factors != NULL ? factors[i] : 1);
	}
	while (!d.has_failed && !d.is_same && apply_one(e, &d))
		;
	if (d.has_failed || d.number <= -INTERVAL_END ||
		d.number >= INTERVAL_END)
		return EXPRESSION_NONE;
	return d.is_same ? d.arguments[0]
			 : expression_add(e, d.operation, d.number, d.arguments,
				   d.factors, d.count);
}

uint32_t
expression_number(struct expressions *e, int64_t value)
{
	return expression_make(e, OPERATION_NUMBER, value, NULL, NULL, 0);
}

uint32_t
expression_not(struct expressions *e, uint32_t boolean)
{
	return expression_make(
		e, OPERATION_SUM, 1, &boolean, (const int64_t[]){-1}, 1);
}
