#include "solver/number.h"

/* Of two's complement. */
static unsigned
width_for(struct range r)
{
	unsigned width = 1;

	while (width < 64 && (r.low < -(INT64_C(1) << (width - 1)) ||
				     r.high >= INT64_C(1) << (width - 1)))
		width++;
	return width;
}

static bool
fits(struct range r)
{
	return range_is_bounded(r) && width_for(r) <= NUMBER_WIDTH_MAX;
}

static unsigned
widest(const struct number *x, const struct number *y)
{
	return x->width > y->width ? x->width : y->width;
}

static Z3_ast
numeral(Z3_context c, int64_t value, unsigned width)
{
	return Z3_mk_int64(c, value, Z3_mk_bv_sort(c, width));
}

bool
number_of(Z3_context c, int64_t value, struct number *x)
{
	struct range r = {value, value};

	if (!fits(r))
		return false;
	x->range = r;
	x->width = width_for(r);
	x->bits = numeral(c, value, x->width);
	return true;
}

static Z3_ast
new_bits(Z3_context c, unsigned width)
{
	return Z3_mk_fresh_const(c, "satchel!bits", Z3_mk_bv_sort(c, width));
}

bool
number_new(Z3_context c, struct range r, struct number *x, Z3_ast *demand)
{
	Z3_ast both[2];

	if (!fits(r))
		return false;
	x->range = r;
	x->width = width_for(r);
	if (r.low < 0)
		x->bits = new_bits(c, x->width);
	else if (x->width == 1) /* it is 0 */
		x->bits = numeral(c, 0, 1);
	else
		x->bits = Z3_mk_zero_ext(c, 1, new_bits(c, x->width - 1));
	both[0] = Z3_mk_bvsle(c, numeral(c, r.low, x->width), x->bits);
	both[1] = Z3_mk_bvsle(c, x->bits, numeral(c, r.high, x->width));
	*demand = Z3_mk_and(c, 2, both);
	return true;
}

Z3_ast
number_widen(Z3_context c, const struct number *x, unsigned width)
{
	unsigned more = width - x->width;

	if (more == 0)
		return x->bits;
	return x->range.low >= 0 ? Z3_mk_zero_ext(c, more, x->bits)
				 : Z3_mk_sign_ext(c, more, x->bits);
}

/* What does not overflow at the end may do so before. */
static bool
combine(Z3_context c, Z3_ast (*make)(Z3_context c, Z3_ast a, Z3_ast b),
	struct range r, struct number *x, const struct number *y)
{
	unsigned width = widest(x, y);

	if (!fits(r))
		return false;
	if (width_for(r) > width)
		width = width_for(r);
	x->bits = make(c, number_widen(c, x, width), number_widen(c, y, width));
	x->range = r;
	x->width = width;
	return true;
}

bool
number_add(Z3_context c, struct number *x, const struct number *y)
{
	return combine(c, Z3_mk_bvadd, range_add(x->range, y->range), x, y);
}

bool
number_multiply(Z3_context c, struct number *x, const struct number *y)
{
	return combine(
		c, Z3_mk_bvmul, range_multiply(x->range, y->range), x, y);
}

/* One bit more holds what is taken away before a division. */
static bool
can_divide(const struct number *x, const struct number *y)
{
	return y->range.low > 0 && widest(x, y) < NUMBER_WIDTH_MAX;
}

static Z3_ast
remainder_of(Z3_context c, const struct number *x, Z3_ast a, Z3_ast b)
{
	return x->range.low >= 0 ? Z3_mk_bvurem(c, a, b)
				 : Z3_mk_bvsmod(c, a, b);
}

bool
number_remainder(Z3_context c, struct number *x, const struct number *y)
{
	unsigned width = widest(x, y) + 1;

	if (!can_divide(x, y))
		return false;
	x->bits = remainder_of(
		c, x, number_widen(c, x, width), number_widen(c, y, width));
	x->range = (struct range){0, y->range.high - 1};
	x->width = width;
	return true;
}

/* It rounds down, where that of bit-vectors rounds towards 0. */
bool
number_divide(Z3_context c, struct number *x, const struct number *y)
{
	unsigned width = widest(x, y) + 1;
	Z3_ast a = number_widen(c, x, width);
	Z3_ast b = number_widen(c, y, width);

	if (!can_divide(x, y))
		return false;
	if (x->range.low >= 0)
		x->bits = Z3_mk_bvudiv(c, a, b);
	else
		x->bits = Z3_mk_bvsdiv(
			c, Z3_mk_bvsub(c, a, remainder_of(c, x, a, b)), b);
	x->range = range_join(x->range, (struct range){0, 0});
	x->width = width;
	return true;
}

void
number_choose(Z3_context c, Z3_ast condition, struct number *x,
	const struct number *y)
{
	unsigned width = widest(x, y);

	x->bits = Z3_mk_ite(c, condition, number_widen(c, x, width),
		number_widen(c, y, width));
	x->range = range_join(x->range, y->range);
	x->width = width;
}
