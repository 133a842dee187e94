#include "worker/constraints/domain.h"

#include "base/alloc.h"

enum { VALUES_MAX = 64 /* of which each is known to be left or not */ };

static bool
is_hole(const struct domain *d, int64_t value)
{
	return d->values != 0 && (d->values >> (value - d->base) & 1) == 0;
}

/* Returns the argument of a sum of one argument with the factor 1 or -1, or
 * else EXPRESSION_NONE: its values are those of the argument, shifted. */
static uint32_t
shifted_argument(const struct propagator *p, uint32_t x, int64_t *value)
{
	const struct expression *sum = domain_expression(p, x);
	int64_t factor;

	if (sum->operation != OPERATION_SUM || sum->count != 1)
		return EXPRESSION_NONE;
	factor = *expression_factors(p->e, sum);
	if (factor != 1 && factor != -1)
		return EXPRESSION_NONE;
	*value = factor * (*value - sum->number);
	return *expression_arguments(p->e, sum);
}

bool
propagator_has(const struct propagator *p, uint32_t x, int64_t value)
{
	const struct domain *d = &p->at[x];
	uint32_t inner;

	if (value < d->interval.low || d->interval.high < value ||
		is_hole(d, value))
		return false;
	inner = shifted_argument(p, x, &value);
	return inner == EXPRESSION_NONE || !is_hole(&p->at[inner], value);
}

int64_t
propagator_size(const struct propagator *p, uint32_t x)
{
	const struct domain *d = &p->at[x];
	int64_t width = d->interval.high - d->interval.low;

	if (d->values == 0)
		return width + 1;
	return __builtin_popcountll(d->values >> (d->interval.low - d->base) &
				    ((UINT64_C(2) << width) - 1));
}

void
domain_enqueue(struct propagator *p, uint32_t x)
{
	struct domain *d = &p->at[x];

	if (d->is_queued || !d->is_relevant ||
		domain_expression(p, x)->count == 0)
		return;
	d->is_queued = true;
	p->queue.at[(p->queue.first + p->queue.count++) % p->relevant.count] =
		x;
}

void
domain_set_values(struct domain *d)
{
	if (d->values != 0 || d->interval.high - d->interval.low >= VALUES_MAX)
		return;
	d->base = d->interval.low;
	d->values = UINT64_MAX;
}

static void
change(struct propagator *p, uint32_t x, struct interval r, uint64_t values)
{
	struct domain *d = &p->at[x];

	*ARRAY_ADD(p->changes.at, p->changes.count, p->changes.capacity) =
		(struct domain_change){x, d->interval, d->values, d->base};
	d->interval = r;
	d->values = values;
	if (domain_expression(p, x)->operation == OPERATION_VARIABLE)
		domain_set_values(d);
	if (p->users == NULL)
		return;
	domain_enqueue(p, x);
	for (uint32_t i = 0; i < d->user_count; i++)
		domain_enqueue(p, p->users[d->first_user + i]);
}

bool
propagator_restrict(struct propagator *p, uint32_t x, struct interval r)
{
	const struct domain *d = &p->at[x];
	struct interval next = d->interval;

	/* An end that stands for all beyond it is no value. */
	if (r.low > next.low)
		next.low = r.low < INTERVAL_END ? r.low : INTERVAL_END - 1;
	if (r.high < next.high)
		next.high = r.high > -INTERVAL_END ? r.high : 1 - INTERVAL_END;
	while (next.low <= next.high && is_hole(d, next.low))
		next.low++;
	while (next.low <= next.high && is_hole(d, next.high))
		next.high--;
	if (next.low > next.high)
		return false;
	/* The ends are rounded, which is right for whole numbers only. */
	if ((next.low != d->interval.low || next.high != d->interval.high) &&
		!d->is_real)
		change(p, x, next, d->values);
	return true;
}

static bool
remove_inside(struct propagator *p, uint32_t x, int64_t value)
{
	const struct domain *d = &p->at[x];

	if (value > d->interval.low && value < d->interval.high &&
		d->values != 0 && !is_hole(d, value))
		change(p, x, d->interval,
			d->values & ~(UINT64_C(1) << (value - d->base)));
	return true;
}

bool
propagator_remove(struct propagator *p, uint32_t x, int64_t value)
{
	struct interval r = p->at[x].interval;
	uint32_t inner;

	if (value < r.low || value > r.high)
		return true;
	if (value == r.low || value == r.high) {
		r.low += value == r.low;
		r.high -= value == r.high;
		return r.low <= r.high && propagator_restrict(p, x, r);
	}
	inner = shifted_argument(p, x, &value);
	return inner == EXPRESSION_NONE ? remove_inside(p, x, value)
					: propagator_remove(p, inner, value);
}

uint32_t
domain_dequeue(struct propagator *p)
{
	uint32_t x = p->queue.at[p->queue.first];

	p->queue.first = (p->queue.first + 1) % p->relevant.count;
	p->queue.count--;
	p->at[x].is_queued = false;
	return x;
}

void
domain_empty_queue(struct propagator *p)
{
	while (p->queue.count > 0)
		(void)domain_dequeue(p);
}

void
propagator_undo(struct propagator *p, size_t mark)
{
	domain_empty_queue(p);
	while (p->changes.count > mark) {
		const struct domain_change *one =
			&p->changes.at[--p->changes.count];
		struct domain *d = &p->at[one->expression];

		d->interval = one->interval;
		d->values = one->values;
		d->base = one->base;
	}
}
