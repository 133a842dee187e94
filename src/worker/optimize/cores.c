/*
 * A weighted sum from below (OLL, as of RC2): all of it is assumed to be free
 * of cost, heavy literals first. Each core of assumptions says what the sum
 * costs at least; in its place the solver may then have one of its literals,
 * and counts how many it has. When all that is left can be assumed, that is the
 * best.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/checked_solver.h"
#include "worker/base/interruptible.h"
#include "worker/base/watchdog.h"
#include "worker/optimize/strategy.h"

enum {
	/* As long as it comes on, its turn is longer, by so much at most. */
	TURN_FACTOR = 20,
};

/* Literals that say "at least so many of these hold", made as far as they are
 * asked for: a totalizer. A leaf has one literal. */
struct counter {
	struct counter *left, *right;
	unsigned size;
	Z3_ast *outputs; /* from "at least one" on */
	unsigned made;
};

/* What is assumed to be false, and what it costs else. */
struct cost {
	Z3_ast literal;
	int64_t weight;
	struct counter *counter; /* one of its outputs, or NULL */
	unsigned output;
};

struct cores {
	struct goal_decider asked;
	struct cost *costs;
	size_t count, capacity;
	struct counter **counters; /* owned */
	size_t counter_count, counter_capacity;
	int64_t stratum; /* the least weight that is assumed */
	int64_t lower;	 /* of the sum without what is fixed */
};

static Z3_ast
negate(Z3_context c, Z3_ast literal)
{
	Z3_app app = Z3_to_app(c, literal);

	return Z3_get_decl_kind(c, Z3_get_app_decl(c, app)) == Z3_OP_NOT
		       ? Z3_get_app_arg(c, app, 0)
		       : Z3_mk_not(c, literal);
}

/* --- counters ------------------------------------------------------------- */

static struct counter *
new_counter(const Z3_ast *literals, unsigned count)
{
	struct counter *n = mem_new(sizeof(*n));

	n->size = count;
	n->outputs = mem_new(count * sizeof(*n->outputs));
	if (count == 1) {
		n->outputs[0] = literals[0];
		n->made = 1;
		return n;
	}
	n->left = new_counter(literals, count / 2);
	n->right = new_counter(literals + count / 2, count - count / 2);
	return n;
}

static void
counter_free(struct counter *n)
{
	if (n == NULL)
		return;
	counter_free(n->left);
	counter_free(n->right);
	free(n->outputs);
	free(n);
}

/* Makes its outputs up to "at least so many". */
static void // NOLINTNEXTLINE(misc-no-recursion)
count_to(struct decider *d, struct counter *n, unsigned many)
{
	Z3_context c = d->t->c;
	unsigned before = n->made;

	if (many > n->size)
		many = n->size;
	if (many <= before)
		return;
	count_to(d, n->left, many);
	count_to(d, n->right, many);
	for (; n->made < many; n->made++)
		n->outputs[n->made] = Z3_mk_fresh_const(
			c, "satchel!count", Z3_mk_bool_sort(c));
	/* i of the left and j of the right ones are i + j of all. */
	for (unsigned i = 0; i <= n->left->size && i <= many; i++) {
		for (unsigned j = i > before ? 0 : before - i + 1;
			j <= n->right->size && i + j <= many; j++) {
			Z3_ast clause[3] = {n->outputs[i + j - 1]};
			unsigned count = 1;

			if (i > 0)
				clause[count++] =
					negate(c, n->left->outputs[i - 1]);
			if (j > 0)
				clause[count++] =
					negate(c, n->right->outputs[j - 1]);
			decider_assert_restated(d, Z3_mk_or(c, count, clause));
		}
	}
}

static void
add_cost(struct cores *k, struct cost cost)
{
	for (size_t i = 0; i < k->count; i++) {
		if (k->costs[i].literal == cost.literal) {
			k->costs[i].weight += cost.weight;
			return;
		}
	}
	*ARRAY_ADD(k->costs, k->count, k->capacity) = cost;
}

/* False: the goal is not a weighted sum. */
static bool
begin(const struct optimization *s, const struct strategy *w)
{
	struct cores *k = w->state;
	const struct weighted_sum *sum = &k->asked.sum;
	Z3_context c = s->t->c;

	/* Cores of runs are long and say little. */
	if (!goal_decider_init(&k->asked, s, w->engine) ||
		!k->asked.is_weighted || sum->has_runs)
		return false;
	for (unsigned i = 0; i < sum->count; i++) {
		Z3_ast literal = sum->literals[i];

		add_cost(k,
			(struct cost){.literal = s->current->maximize
							 ? Z3_mk_not(c, literal)
							 : literal,
				.weight = sum->weights[i]});
		if (sum->weights[i] > k->stratum)
			k->stratum = sum->weights[i];
	}
	return true;
}

static void
release(void *state)
{
	struct cores *k = state;

	goal_decider_release(&k->asked);
	for (size_t i = 0; i < k->counter_count; i++)
		counter_free(k->counters[i]);
	free(k->counters);
	free(k->costs);
}

/* What the sum costs at a value of the objective. */
static int64_t
cost_of(const struct cores *k, int64_t value)
{
	return k->asked.goal.maximize
		       ? k->asked.sum.fixed + k->asked.sum.total - value
		       : value - k->asked.sum.fixed;
}

/* The cost of the best solution so far; false: it has no such number. */
static bool
best_cost(const struct optimization *s, const struct cores *k, int64_t *cost)
{
	int64_t value;
	bool is_number =
		weighted_sum_number(s->t->c, s->current->value, &value);

	if (is_number)
		*cost = cost_of(k, value);
	return is_number;
}

static bool
is_met(const struct optimization *s, const struct cores *k)
{
	int64_t best;

	return best_cost(s, k, &best) && k->lower >= best;
}

/* The next heaviest and what is at least half as heavy. False: all has been
 * assumed. */
static bool
next_stratum(struct cores *k)
{
	int64_t next = 0;

	for (size_t i = 0; i < k->count; i++) {
		if (k->costs[i].weight < k->stratum &&
			k->costs[i].weight > next)
			next = k->costs[i].weight;
	}
	if (next == 0)
		return false;
	k->stratum = next - next / 2;
	return true;
}

/* --- steps ---------------------------------------------------------------- */

/* Of the cost that was assumed away; k->count: it is none of them. */
static size_t
place_of(const struct optimization *s, const struct cores *k, Z3_ast assumed)
{
	size_t i = 0;

	while (i < k->count && negate(s->t->c, k->costs[i].literal) != assumed)
		i++;
	return i;
}

/* Of those of the core; 0: it has others. */
static int64_t
least_weight(const struct optimization *s, const struct cores *k,
	const struct termset *core)
{
	int64_t least = INT64_MAX;

	for (size_t i = 0; i < core->count; i++) {
		size_t place = place_of(s, k, core->at[i]);

		if (place == k->count)
			return 0;
		if (k->costs[place].weight < least)
			least = k->costs[place].weight;
	}
	return least;
}

/* "One more than that" costs as much. */
static void
add_next(struct cores *k, struct cost of, int64_t weight)
{
	if (of.counter == NULL || of.output + 1 >= of.counter->size)
		return;
	count_to(&k->asked.decider, of.counter, of.output + 2);
	of.output++;
	of.literal = of.counter->outputs[of.output];
	of.weight = weight;
	add_cost(k, of);
}

/* False: the core is none of what was assumed. */
static bool
relax(const struct optimization *s, struct cores *k, const struct termset *core)
{
	Z3_context c = s->t->c;
	int64_t least = least_weight(s, k, core);
	DROP(termset) struct termset literals = {0};
	unsigned count;
	struct counter *counter;

	if (least == 0)
		return false;
	k->lower += least;
	for (size_t i = 0; i < core->count; i++) {
		struct cost *cost = &k->costs[place_of(s, k, core->at[i])];

		cost->weight -= least;
		(void)termset_add(&literals, c, cost->literal);
		add_next(k, *cost, least);
	}
	count = (unsigned)literals.count;
	decider_assert_restated(
		&k->asked.decider, Z3_mk_or(c, count, literals.at));
	if (count == 1)
		return true;
	counter = new_counter(literals.at, count);
	*ARRAY_ADD(k->counters, k->counter_count, k->counter_capacity) =
		counter;
	add_next(k, (struct cost){.counter = counter, .output = 0}, least);
	return true;
}

/* False: a literal has no value. */
static bool
cost_of_model(const struct optimization *s, const struct cores *k,
	Z3_model model, int64_t *cost)
{
	Z3_context c = s->t->c;
	int64_t value = k->asked.sum.fixed;

	for (unsigned i = 0; i < k->asked.sum.count; i++) {
		Z3_ast holds = interruptible_value(
			c, model, k->asked.sum.literals[i], true);

		if (holds == NULL)
			return false;
		if (Z3_get_bool_value(c, holds) == Z3_L_TRUE)
			value += k->asked.sum.weights[i];
	}
	*cost = cost_of(k, value);
	return true;
}

/* A solution in which all of the stratum is free of cost. False: it is none. */
static bool
on_solution(struct optimization *s, struct strategy *w, struct cores *k)
{
	Z3_model model = decider_model(&k->asked.decider);
	int64_t best;
	int64_t cost;
	bool is_better;

	if (model == NULL)
		return false;
	if (!best_cost(s, k, &best) || !cost_of_model(s, k, model, &cost)) {
		Z3_model_dec_ref(s->t->c, model);
		return false;
	}
	is_better = cost < best;
	if (is_better && !optimization_take_model(s, model))
		return false;
	if (is_better)
		optimization_improved(s);
	else
		Z3_model_dec_ref(s->t->c, model);
	w->has_improved |= is_better;
	return next_stratum(k);
}

static bool
on_core(struct optimization *s, struct strategy *w, struct cores *k)
{
	const struct weighted_sum *sum = &k->asked.sum;
	Z3_sort sort = Z3_get_sort(s->t->c, s->current->term);
	DROP(termset) struct termset core = {0};

	if (!checked_solver_core(s->t->c, k->asked.decider.solver, &core))
		return false;
	if (core.count == 0) {
		s->current->state = OBJECTIVE_OPTIMAL;
		return true;
	}
	if (!relax(s, k, &core))
		return false;
	/* Beyond the best it is none. */
	if (!is_met(s, k))
		optimization_bound(
			s, Z3_mk_int64(s->t->c,
				   s->current->maximize
					   ? sum->fixed + sum->total - k->lower
					   : sum->fixed + k->lower,
				   sort));
	w->has_improved = true;
	return true;
}

/* False: another one is of no use. */
static bool
run_step(struct optimization *s, struct strategy *w, struct cores *k,
	int64_t until_us)
{
	unsigned interrupts = checked_solver_clear_interrupt(s->t->c);
	Z3_ast *assumed = mem_grow(NULL, k->count + 1, sizeof(*assumed));
	unsigned count = 0;
	bool goes_on = false;

	for (size_t i = 0; i < k->count; i++) {
		if (k->costs[i].weight >= k->stratum)
			assumed[count++] = negate(s->t->c, k->costs[i].literal);
	}
	switch (goal_decider_check(&k->asked, assumed, count, until_us)) {
	case Z3_L_TRUE:
		goes_on = on_solution(s, w, k);
		break;
	case Z3_L_FALSE:
		goes_on = on_core(s, w, k);
		break;
	case Z3_L_UNDEF:
		goes_on = watchdog_interrupts() != interrupts;
		break;
	}
	free(assumed);
	return goes_on;
}

static void
run_turn(struct optimization *s, struct strategy *w)
{
	int64_t now_us = clock_spent_us();
	int64_t last_us = now_us + TURN_FACTOR * w->turn_us;
	int64_t until_us = now_us + w->turn_us;
	struct cores *k = w->state;

	while (!w->has_ended && s->current->state == OBJECTIVE_OPEN &&
		now_us < until_us && !optimization_is_over(s)) {
		int64_t lower = k->lower;
		int64_t stratum = k->stratum;

		w->has_ended = !run_step(s, w, k, until_us);
		if (is_met(s, k))
			s->current->state = OBJECTIVE_OPTIMAL;
		now_us = clock_spent_us();
		if (k->lower > lower || k->stratum < stratum)
			until_us = now_us + w->turn_us < last_us
					   ? now_us + w->turn_us
					   : last_us;
	}
}

const struct strategy_kind strategy_cores = {.fits = strategy_engine_fits,
	.state_size = sizeof(struct cores),
	.begin = begin,
	.turn = run_turn,
	.release = release};
