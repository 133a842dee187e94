#include "solver/range.h"

#include <stddef.h>

struct range
range_all(void)
{
	return (struct range){-RANGE_END, RANGE_END};
}

bool
range_is_bounded(struct range r)
{
	return r.low > -RANGE_END && r.high < RANGE_END;
}

static int64_t
clamp(int64_t value)
{
	if (value > RANGE_END)
		return RANGE_END;
	return value < -RANGE_END ? -RANGE_END : value;
}

struct range
range_add(struct range a, struct range b)
{
	struct range sum = {clamp(a.low + b.low), clamp(a.high + b.high)};

	if (a.low == -RANGE_END || b.low == -RANGE_END)
		sum.low = -RANGE_END;
	if (a.high == RANGE_END || b.high == RANGE_END)
		sum.high = RANGE_END;
	return sum;
}

static int64_t
multiply(int64_t a, int64_t b)
{
	int64_t product;

	if (__builtin_mul_overflow(a, b, &product))
		return (a < 0) == (b < 0) ? RANGE_END : -RANGE_END;
	return clamp(product);
}

struct range
range_join(struct range a, struct range b)
{
	return (struct range){a.low < b.low ? a.low : b.low,
		a.high > b.high ? a.high : b.high};
}

struct range
range_multiply(struct range a, struct range b)
{
	int64_t corner = multiply(a.low, b.low);
	struct range all = {corner, corner};
	int64_t others[] = {multiply(a.low, b.high), multiply(a.high, b.low),
		multiply(a.high, b.high)};

	for (size_t i = 0; i < 3; i++)
		all = range_join(all, (struct range){others[i], others[i]});
	return all;
}

bool
range_of_numeral(Z3_context c, Z3_ast term, int64_t *value)
{
	if (Z3_get_ast_kind(c, term) != Z3_NUMERAL_AST ||
		!Z3_get_numeral_int64(c, term, value))
		return false;
	return -RANGE_END < *value && *value < RANGE_END;
}

struct range
range_negate(struct range r)
{
	return (struct range){-r.high, -r.low};
}

static int64_t
divide_down(int64_t a, int64_t b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

struct range
range_divide(struct range r, int64_t factor)
{
	struct range quotient = range_all();

	if (factor < 0) {
		r = (struct range){-r.high, -r.low};
		factor = -factor;
	}
	if (r.low > -RANGE_END)
		quotient.low = -divide_down(-r.low, factor);
	if (r.high < RANGE_END)
		quotient.high = divide_down(r.high, factor);
	return quotient;
}
