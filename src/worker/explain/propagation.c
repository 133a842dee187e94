#include "worker/explain/propagation.h"

#include <stdlib.h>

#include "base/alloc.h"

enum {
	NODES_MAX = 200000,
	VALUES_MAX = 64, /* of which each is known to be left or not */
	/* Of one propagation: 0.03 s, measured on x < y and y < x. */
	STEPS_MAX = 1000000,
	/* Nodes that are gone through for the variables under one. */
	PARTS_MAX = 400,
};

/* A contradiction counts more than the one before it; and where the numbers
 * begin anew. */
#define BLAME_GROWTH (1 / 0.99)
#define BLAME_MAX 1e100

/* What a sum of parts may be at most, so that none overflows. */
#define VALUE_MAX (INT64_C(1) << 56)

/* --- values --------------------------------------------------------------- */

static bool
is_fixed(const struct network_node *v)
{
	return v->interval.low == v->interval.high;
}

static bool
is_hole(const struct network_node *v, int64_t value)
{
	return v->left != 0 && (v->left >> (value - v->base) & 1) == 0;
}

bool
network_has(const struct network *n, uint32_t node, int64_t value)
{
	const struct network_node *v = &n->nodes[node];

	return v->interval.low <= value && value <= v->interval.high &&
	       !is_hole(v, value);
}

int64_t
network_size(const struct network *n, uint32_t node)
{
	const struct network_node *v = &n->nodes[node];
	int64_t width = v->interval.high - v->interval.low;

	if (v->left == 0)
		return width + 1;
	return __builtin_popcountll(v->left >> (v->interval.low - v->base) &
				    ((UINT64_C(2) << width) - 1));
}

static void
enqueue(struct network *n, uint32_t node)
{
	struct network_node *v = &n->nodes[node];

	if (v->is_queued || v->count == 0)
		return;
	v->is_queued = true;
	n->queue.at[(n->queue.first + n->queue.count++) % n->count] = node;
}

/* Variables with a narrow interval have a set of values. */
static void
read_values(struct network_node *v)
{
	if (v->operation != OPERATION_VARIABLE || v->left != 0 ||
		v->interval.high - v->interval.low >= VALUES_MAX)
		return;
	v->base = v->interval.low;
	v->left = UINT64_MAX;
}

static void
change(struct network *n, uint32_t node, struct interval r, uint64_t left)
{
	struct network_node *v = &n->nodes[node];

	*ARRAY_ADD(n->changes.at, n->changes.count, n->changes.capacity) =
		(struct change){node, v->interval, v->left, v->base};
	v->interval = r;
	v->left = left;
	read_values(v);
	if (n->users == NULL)
		return;
	enqueue(n, node);
	for (uint32_t i = 0; i < v->user_count; i++)
		enqueue(n, n->users[v->first_user + i]);
}

bool
network_restrict(struct network *n, uint32_t node, struct interval r)
{
	const struct network_node *v = &n->nodes[node];
	struct interval next = v->interval;

	if (r.low > next.low)
		next.low = r.low;
	if (r.high < next.high)
		next.high = r.high;
	while (next.low <= next.high && is_hole(v, next.low))
		next.low++;
	while (next.low <= next.high && is_hole(v, next.high))
		next.high--;
	if (next.low > next.high)
		return false;
	if (next.low != v->interval.low || next.high != v->interval.high)
		change(n, node, next, v->left);
	return true;
}

bool
network_remove(struct network *n, uint32_t node, int64_t value)
{
	const struct network_node *v = &n->nodes[node];
	struct interval r = v->interval;

	if (value < r.low || value > r.high)
		return true;
	if (value == r.low || value == r.high) {
		r.low += value == r.low;
		r.high -= value == r.high;
		return r.low <= r.high && network_restrict(n, node, r);
	}
	if (v->left != 0 && !is_hole(v, value))
		change(n, node, r,
			v->left & ~(UINT64_C(1) << (value - v->base)));
	return true;
}

static uint32_t
dequeue(struct network *n)
{
	uint32_t node = n->queue.at[n->queue.first];

	n->queue.first = (n->queue.first + 1) % n->count;
	n->queue.count--;
	n->nodes[node].is_queued = false;
	return node;
}

static void
empty_queue(struct network *n)
{
	while (n->queue.count > 0)
		(void)dequeue(n);
}

void
network_undo(struct network *n, size_t mark)
{
	empty_queue(n);
	while (n->changes.count > mark) {
		const struct change *x = &n->changes.at[--n->changes.count];
		struct network_node *v = &n->nodes[x->node];

		v->interval = x->interval;
		v->left = x->left;
		v->base = x->base;
	}
}

/* --- propagation ---------------------------------------------------------- */

static const uint32_t *
arguments_of(const struct network *n, const struct network_node *v)
{
	return n->arguments.at + v->first;
}

static bool
fix(struct network *n, uint32_t node, int64_t value)
{
	return network_restrict(n, node, (struct interval){value, value});
}

static struct interval
summand(const struct network *n, const struct network_node *v, uint32_t i)
{
	struct interval x = n->nodes[n->arguments.at[v->first + i]].interval;
	int64_t factor = n->arguments.factors[v->first + i];

	return factor < 0 ? (struct interval){factor * x.high, factor * x.low}
			  : (struct interval){factor * x.low, factor * x.high};
}

/* By what the others leave of what the whole may be. */
static bool
restrict_summands(
	struct network *n, const struct network_node *v, struct interval sum)
{
	struct interval whole = v->interval;

	for (uint32_t i = 0; i < v->count; i++) {
		struct interval x = summand(n, v, i);
		struct interval left = {whole.low - (sum.high - x.high),
			whole.high - (sum.low - x.low)};

		if ((left.low > x.low || left.high < x.high) &&
			!network_restrict(n, n->arguments.at[v->first + i],
				interval_divide(left,
					n->arguments.factors[v->first + i])))
			return false;
	}
	return true;
}

static bool
propagate_sum(struct network *n, uint32_t node)
{
	const struct network_node *v = &n->nodes[node];
	struct interval sum = {v->number, v->number};

	for (uint32_t i = 0; i < v->count; i++) {
		struct interval x = summand(n, v, i);

		sum.low += x.low;
		sum.high += x.high;
	}
	if (!network_restrict(n, node, sum))
		return false;
	return (v->interval.low <= sum.low && v->interval.high >= sum.high) ||
	       restrict_summands(n, v, sum);
}

static bool
propagate_factor(struct network *n, const struct network_node *v,
	uint32_t known, uint32_t other)
{
	const struct network_node *x = &n->nodes[known];

	return !is_fixed(x) || x->interval.low == 0 ||
	       network_restrict(
		       n, other, interval_divide(v->interval, x->interval.low));
}

static bool
propagate_product(struct network *n, uint32_t node)
{
	const struct network_node *v = &n->nodes[node];
	const uint32_t *x = arguments_of(n, v);

	return network_restrict(n, node,
		       interval_multiply(n->nodes[x[0]].interval,
			       n->nodes[x[1]].interval)) &&
	       propagate_factor(n, v, x[0], x[1]) &&
	       propagate_factor(n, v, x[1], x[0]);
}

static bool
propagate_at_least(struct network *n, uint32_t node)
{
	const struct network_node *v = &n->nodes[node];
	uint32_t x = *arguments_of(n, v);
	struct interval r = n->nodes[x].interval;

	if (r.low >= v->number)
		return fix(n, node, 1);
	if (r.high < v->number)
		return fix(n, node, 0);
	if (!is_fixed(v))
		return true;
	if (v->interval.low == 1)
		r.low = v->number;
	else
		r.high = v->number - 1;
	return network_restrict(n, x, r);
}

static bool
meets(const struct network *n, uint32_t a, uint32_t b)
{
	struct interval x = n->nodes[a].interval;
	struct interval y = n->nodes[b].interval;

	return x.low <= y.high && y.low <= x.high;
}

static bool
can_be_equal(const struct network *n, uint32_t a, uint32_t b)
{
	struct interval x = n->nodes[a].interval;
	struct interval y = n->nodes[b].interval;

	if (!meets(n, a, b))
		return false;
	if (x.low == x.high)
		return network_has(n, b, x.low);
	return y.low != y.high || network_has(n, a, y.low);
}

static bool
propagate_equal(struct network *n, uint32_t node)
{
	const struct network_node *v = &n->nodes[node];
	uint32_t a = arguments_of(n, v)[0];
	uint32_t b = arguments_of(n, v)[1];

	if (!can_be_equal(n, a, b))
		return fix(n, node, 0);
	if (is_fixed(&n->nodes[a]) && is_fixed(&n->nodes[b]))
		return fix(n, node, 1);
	if (!is_fixed(v))
		return true;
	/* That two differ says nothing until one of them is known. */
	if (v->interval.low == 0)
		return (!is_fixed(&n->nodes[a]) ||
			       network_remove(
				       n, b, n->nodes[a].interval.low)) &&
		       (!is_fixed(&n->nodes[b]) ||
			       network_remove(n, a, n->nodes[b].interval.low));
	return network_restrict(n, a, n->nodes[b].interval) &&
	       network_restrict(n, b, n->nodes[a].interval);
}

/* An `and` is decided by an argument that is 0, an `or` by one that is 1. */
static bool
propagate_junction(struct network *n, uint32_t node)
{
	const struct network_node *v = &n->nodes[node];
	const uint32_t *x = arguments_of(n, v);
	int64_t decides = v->operation == OPERATION_OR;
	uint32_t open = 0;
	uint32_t last = NODE_NONE;

	for (uint32_t i = 0; i < v->count; i++) {
		const struct network_node *argument = &n->nodes[x[i]];

		if (!is_fixed(argument)) {
			open++;
			last = x[i];
		} else if (argument->interval.low == decides) {
			return fix(n, node, decides);
		}
	}
	if (open == 0)
		return fix(n, node, !decides);
	if (!is_fixed(v))
		return true;
	if (v->interval.low == decides)
		return open > 1 || fix(n, last, decides);
	for (uint32_t i = 0; i < v->count; i++) {
		if (!fix(n, x[i], !decides))
			return false;
	}
	return true;
}

static bool
propagate_choice(struct network *n, uint32_t node)
{
	const uint32_t *x = arguments_of(n, &n->nodes[node]);
	struct interval a = n->nodes[x[1]].interval;
	struct interval b = n->nodes[x[2]].interval;

	if (!meets(n, node, x[1]) && !fix(n, x[0], 0))
		return false;
	if (!meets(n, node, x[2]) && !fix(n, x[0], 1))
		return false;
	if (is_fixed(&n->nodes[x[0]])) {
		uint32_t chosen =
			n->nodes[x[0]].interval.low == 1 ? x[1] : x[2];

		return network_restrict(n, node, n->nodes[chosen].interval) &&
		       network_restrict(n, chosen, n->nodes[node].interval);
	}
	return network_restrict(n, node,
		(struct interval){a.low < b.low ? a.low : b.low,
			a.high > b.high ? a.high : b.high});
}

/* Of what has arguments. */
static bool (*const propagators[])(struct network *n, uint32_t node) = {
	[OPERATION_SUM] = propagate_sum,
	[OPERATION_PRODUCT] = propagate_product,
	[OPERATION_AT_LEAST] = propagate_at_least,
	[OPERATION_EQUAL] = propagate_equal,
	[OPERATION_AND] = propagate_junction,
	[OPERATION_OR] = propagate_junction,
	[OPERATION_CHOICE] = propagate_choice,
};

/* `more` goes to each variable under the node, as far as `parts` nodes reach;
 * what they have then, in all. */
static double // NOLINTNEXTLINE(misc-no-recursion)
blame(struct network *n, uint32_t node, double more, unsigned *parts)
{
	struct network_node *v = &n->nodes[node];
	double sum = 0;

	if (*parts == 0)
		return 0;
	--*parts;
	if (v->operation == OPERATION_VARIABLE)
		return v->blame += more;
	for (uint32_t i = 0; i < v->count; i++)
		sum += blame(n, arguments_of(n, v)[i], more, parts);
	return sum;
}

double
network_blame(struct network *n, uint32_t node)
{
	unsigned parts = PARTS_MAX;

	return blame(n, node, 0, &parts);
}

static void
contradict(struct network *n, uint32_t node)
{
	unsigned parts = PARTS_MAX;

	empty_queue(n);
	n->blame *= BLAME_GROWTH;
	(void)blame(n, node, n->blame, &parts);
	if (n->blame < BLAME_MAX)
		return;
	for (size_t i = 0; i < n->variables.count; i++)
		n->nodes[n->variables.at[i]].blame /= BLAME_MAX;
	n->blame /= BLAME_MAX;
}

bool
network_propagate(struct network *n)
{
	unsigned steps = 0;

	while (n->queue.count > 0) {
		uint32_t node = dequeue(n);

		if (!propagators[n->nodes[node].operation](n, node)) {
			contradict(n, node);
			return false;
		}
		if (steps++ == STEPS_MAX) {
			n->is_stuck = true;
			empty_queue(n);
		}
	}
	return true;
}

/* --- nodes ---------------------------------------------------------------- */

struct network *
network_new(void)
{
	struct network *n = mem_new(sizeof(*n));

	n->blame = 1;
	return n;
}

void
network_free(struct network *n)
{
	if (n == NULL)
		return;
	free(n->nodes);
	free(n->arguments.at);
	free(n->arguments.factors);
	free(n->users);
	free(n->variables.at);
	free(n->disjunctions.at);
	free(n->queue.at);
	free(n->changes.at);
	free(n);
}

/* The largest number that is in it, without its sign. */
static int64_t
magnitude(struct interval r)
{
	int64_t low = r.low < 0 ? -r.low : r.low;
	int64_t high = r.high < 0 ? -r.high : r.high;

	return low > high ? low : high;
}

static uint32_t
add_node(struct network *n, enum operation operation, int64_t number,
	struct interval r)
{
	if (n->count == NODES_MAX)
		return NODE_NONE;
	*ARRAY_ADD(n->nodes, n->count, n->capacity) = (struct network_node){
		.operation = operation,
		.number = number,
		.interval = r,
		.first = (uint32_t)n->arguments.count,
	};
	return (uint32_t)(n->count - 1);
}

static void
add_argument(
	struct network *n, uint32_t node, uint32_t argument, int64_t factor)
{
	if (factor == 0)
		return;
	n->arguments.at = mem_room(n->arguments.at, n->arguments.count,
		&n->arguments.capacity, sizeof(*n->arguments.at));
	n->arguments.factors = mem_room(n->arguments.factors,
		n->arguments.count, &n->arguments.factor_capacity,
		sizeof(*n->arguments.factors));
	n->arguments.at[n->arguments.count] = argument;
	n->arguments.factors[n->arguments.count++] = factor;
	n->nodes[node].count++;
}

/* Whether no sum of its parts overflows. */
static bool
is_small(const struct network *n, const struct network_node *v)
{
	int64_t all = magnitude((struct interval){v->number, v->number});

	for (uint32_t i = 0; i < v->count; i++) {
		int64_t factor = n->arguments.factors[v->first + i];
		int64_t most;

		if (__builtin_mul_overflow(factor < 0 ? -factor : factor,
			    magnitude(n->nodes[n->arguments.at[v->first + i]]
					      .interval),
			    &most) ||
			most > VALUE_MAX || (all += most) > VALUE_MAX)
			return false;
	}
	return true;
}

uint32_t
network_operation(struct network *n, enum operation operation, int64_t number,
	const uint32_t *arguments, const int64_t *factors, unsigned count)
{
	bool is_number = operation == OPERATION_SUM ||
			 operation == OPERATION_PRODUCT ||
			 operation == OPERATION_CHOICE;
	uint32_t node = add_node(n, operation, number,
		is_number ? (struct interval){-VALUE_MAX, VALUE_MAX}
			  : (struct interval){0, 1});

	for (unsigned i = 0; i < count && node != NODE_NONE; i++) {
		if (arguments[i] == NODE_NONE)
			return NODE_NONE;
		add_argument(n, node, arguments[i],
			factors != NULL ? factors[i] : 1);
	}
	if (node == NODE_NONE || !is_small(n, &n->nodes[node]) ||
		!propagators[operation](n, node) ||
		magnitude(n->nodes[node].interval) >= VALUE_MAX)
		return NODE_NONE;
	if (operation == OPERATION_OR)
		*ARRAY_ADD(n->disjunctions.at, n->disjunctions.count,
			n->disjunctions.capacity) = node;
	return node;
}

uint32_t
network_number(struct network *n, int64_t value)
{
	struct interval r = {value, value};

	return magnitude(r) < VALUE_MAX
		       ? add_node(n, OPERATION_NUMBER, value, r)
		       : NODE_NONE;
}

uint32_t
network_add_variable(struct network *n, struct interval r)
{
	uint32_t node;

	if (r.low > r.high || magnitude(r) >= VALUE_MAX)
		return NODE_NONE;
	node = add_node(n, OPERATION_VARIABLE, 0, r);
	if (node == NODE_NONE)
		return node;
	read_values(&n->nodes[node]);
	n->nodes[node].blame = 1;
	*ARRAY_ADD(n->variables.at, n->variables.count, n->variables.capacity) =
		node;
	return node;
}

void
network_close(struct network *n)
{
	size_t at = 0;

	n->users = mem_grow(NULL, n->arguments.count + 1, sizeof(*n->users));
	n->queue.at = mem_grow(NULL, n->count + 1, sizeof(*n->queue.at));
	for (size_t i = 0; i < n->arguments.count; i++)
		n->nodes[n->arguments.at[i]].user_count++;
	for (size_t i = 0; i < n->count; i++) {
		n->nodes[i].first_user = (uint32_t)at;
		at += n->nodes[i].user_count;
		n->nodes[i].user_count = 0;
	}
	for (size_t i = 0; i < n->count; i++) {
		for (uint32_t j = 0; j < n->nodes[i].count; j++) {
			struct network_node *x =
				&n->nodes[n->arguments
						  .at[n->nodes[i].first + j]];

			n->users[x->first_user + x->user_count++] = (uint32_t)i;
		}
	}
	for (size_t i = 0; i < n->count; i++)
		enqueue(n, (uint32_t)i);
}
