#include "worker/base/interval.h"

#include <stddef.h>

#include "worker/base/termset.h"

struct interval
interval_all(void)
{
	return (struct interval){-INTERVAL_END, INTERVAL_END};
}

bool
interval_is_finite(struct interval r)
{
	return r.low > -INTERVAL_END && r.high < INTERVAL_END;
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
interval_meet(struct interval a, struct interval b)
{
	return (struct interval){a.low > b.low ? a.low : b.low,
		a.high < b.high ? a.high : b.high};
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

struct interval
interval_scale(struct interval r, int64_t factor)
{
	struct interval scaled = {
		multiply(factor, r.low), multiply(factor, r.high)};

	return factor < 0 ? (struct interval){scaled.high, scaled.low} : scaled;
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
