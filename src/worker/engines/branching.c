#include "worker/engines/branching.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/constraints/linear_sum.h"
#include "worker/constraints/term_reader.h"

enum {
	/* Of more constants than these it never sees all. */
	VARIABLES_MAX = 400,
	EXPRESSIONS_MAX = 200000,
	/* The same of Booleans alone without a wide row: cores learn more. */
	BOOLEANS_MAX = 40,
	/* Of a constant with so many values each is tried, before one of them
	 * is chosen; else its ends are. */
	TRIED_MAX = 16,
	ROWS_MAX = 16,
	ITEMS_MAX = 400,     /* of a row */
	STEPS_OF_ROW = 2000, /* until it is read */
	/* How many comparisons are looked at: each takes about 25 us beside a
	 * goal of 300 units. */
	LOOKS_MAX = 500,
};

/* The node has the value in a branch, and another one in the next branch. */
struct decision {
	uint32_t node;
	int64_t value;
	double other;  /* share of its other values in all that is to be seen */
	size_t before; /* the mark */
};

/* A unit of the node adds `gain` to the goal, and takes `weight` of the room of
 * a row. */
struct row_item {
	uint32_t node;
	int64_t gain, weight;
};

/* A sum that may not exceed a number. The items that gain by taking room come
 * first, of these the one that gains least by it. */
struct row {
	struct row_item *items;
	size_t count, capacity;
	size_t giving;	      /* the number of these */
	int64_t gained, room; /* where each item is 0 */
	/* Of which the last bound has a part of a unit, or EXPRESSION_NONE. */
	uint32_t critical;
	unsigned steps; /* that it took to read it */
};

struct branching {
	struct expressions expressions;
	struct propagator propagator;
	uint32_t goal;
	bool maximize;
	bool has_best; /* nothing but what is better than `best` is sought */
	int64_t best;
	enum branching_state state;
	struct decision *decisions;
	size_t count, capacity;
	/* By variable: the goal is a sum with it, and it has more than two
	 * values, as the ends of an actor's stay, or a time of arrival. Others
	 * decide what it is. */
	bool *is_summand;
	double left; /* share of the branch at hand */
	double seen;
	struct row rows[ROWS_MAX];
	size_t row_count;
};

static bool
fix(struct branching *b, uint32_t node, int64_t value)
{
	return propagator_restrict(
		&b->propagator, node, (struct interval){value, value});
}

/* The better end of what the goal may be. The larger the number, the better. */
static int64_t
goal_limit(const struct branching *b)
{
	struct interval r = b->propagator.at[b->goal].interval;

	return b->maximize ? r.high : -r.low;
}

/* Nothing but what is better than the best solution is of interest. */
static bool
restrict_goal(struct branching *b)
{
	struct interval better = interval_all();

	if (!b->has_best)
		return true;
	if (b->maximize)
		better.low = b->best + 1;
	else
		better.high = b->best - 1;
	return propagator_restrict(&b->propagator, b->goal, better);
}

/* --- rows ----------------------------------------------------------------- */

/* Of gains and weights: with a node's values below 2^56, no sum of one row's,
 * multiplied by another one, has more than 127 bits. */
#define ITEM_MAX (INT64_C(1) << 26)

__extension__ typedef __int128 wide;

static bool
multiply(int64_t a, int64_t b, int64_t *product)
{
	return !__builtin_mul_overflow(a, b, product) &&
	       -ITEM_MAX <= *product && *product <= ITEM_MAX;
}

static bool
add_item(struct row *row, uint32_t node, int64_t gain, int64_t weight)
{
	size_t i = 0;

	while (i < row->count && row->items[i].node != node)
		i++;
	if (i == ITEMS_MAX)
		return false;
	if (i == row->count)
		*ARRAY_ADD(row->items, row->count, row->capacity) =
			(struct row_item){.node = node};
	row->items[i].gain += gain;
	row->items[i].weight += weight;
	return llabs(row->items[i].gain) <= ITEM_MAX &&
	       llabs(row->items[i].weight) <= ITEM_MAX;
}

/* Reads (node = value) or (node >= value). */
static bool
read_comparison(const struct branching *b, const struct expression *x,
	uint32_t *node, int64_t *value)
{
	const struct expressions *e = &b->expressions;

	if (x->operation == OPERATION_AT_LEAST) {
		*node = *expression_arguments(e, x);
		*value = x->number;
	} else {
		*node = equation_subject(e, (uint32_t)(x - e->at), value);
	}
	return *node != EXPRESSION_NONE;
}

/*
 * Returns the node whose two values, one apart, a comparison tells apart, or
 * EXPRESSION_NONE. The comparison is then *factor * node + *number. The sums of
 * libz3's pseudo-Boolean form have (= x 1) where the goal has x.
 */
static uint32_t
indicated_node(const struct branching *b, const struct expression *x,
	int64_t *factor, int64_t *number)
{
	uint32_t node;
	int64_t value;
	struct interval r;

	if (!read_comparison(b, x, &node, &value) ||
		b->expressions.at[node].is_real)
		return EXPRESSION_NONE;
	r = b->propagator.at[node].interval;
	if (r.high != r.low + 1)
		return EXPRESSION_NONE;
	if (value == r.high) {
		*factor = 1;
		*number = -r.low;
		return node;
	}
	*factor = -1;
	*number = r.high;
	return value == r.low && x->operation == OPERATION_EQUAL
		       ? node
		       : EXPRESSION_NONE;
}

/* The parts of a node, each as an item with its share of gain and weight.
 * False: they are too many, or too large. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
add_items(const struct branching *b, struct row *row, uint32_t node,
	int64_t gain, int64_t weight)
{
	const struct expressions *e = &b->expressions;
	const struct expression *x = &e->at[node];
	int64_t share[2];
	int64_t factor, number;
	uint32_t indicated = indicated_node(b, x, &factor, &number);

	if (indicated != EXPRESSION_NONE) {
		if (!multiply(gain, number, &share[0]) ||
			!multiply(weight, number, &share[1]))
			return false;
		row->gained += share[0];
		row->room -= share[1];
		return add_item(row, indicated, gain * factor, weight * factor);
	}
	if (x->operation != OPERATION_SUM && x->operation != OPERATION_NUMBER)
		return add_item(row, node, gain, weight);
	if (row->steps++ == STEPS_OF_ROW ||
		!multiply(gain, x->number, &share[0]) ||
		!multiply(weight, x->number, &share[1]))
		return false;
	row->gained += share[0];
	row->room -= share[1];
	for (uint32_t i = x->first; i < x->first + x->count; i++) {
		if (!multiply(gain, e->arguments.factors[i], &share[0]) ||
			!multiply(weight, e->arguments.factors[i], &share[1]) ||
			!add_items(
				b, row, e->arguments.at[i], share[0], share[1]))
			return false;
	}
	return true;
}

/* Whether what it gains and what it weighs grow together. */
static bool
gives(const struct row_item *x)
{
	return (x->gain > 0 && x->weight > 0) || (x->gain < 0 && x->weight < 0);
}

static int
compare_items(const void *left, const void *right)
{
	const struct row_item *x = left;
	const struct row_item *y = right;
	int64_t a = llabs(x->gain) * llabs(y->weight);
	int64_t b = llabs(y->gain) * llabs(x->weight);

	if (gives(x) != gives(y))
		return gives(x) ? -1 : 1;
	return (a > b) - (a < b);
}

/* sign * sum, as a row; false: no two items of the goal share its room. */
static bool
read_row(const struct branching *b, struct row *row, uint32_t sum, int sign)
{
	if (!add_items(b, row, sum, 0, sign) ||
		!add_items(b, row, b->goal, b->maximize ? 1 : -1, 0) ||
		row->items == NULL)
		return false;
	qsort(row->items, row->count, sizeof(*row->items), compare_items);
	while (row->giving < row->count && gives(&row->items[row->giving]))
		row->giving++;
	return row->giving > 1;
}

/* Comparisons that have to hold, or must not, are rows. */
static void
read_rows(struct branching *b)
{
	const struct expression_list *all = &b->propagator.relevant;
	unsigned looks = 0;

	for (size_t i = 0;
		i < all->count && b->row_count < ROWS_MAX && looks < LOOKS_MAX;
		i++) {
		const struct expression *x = &b->expressions.at[all->at[i]];
		struct interval r = b->propagator.at[all->at[i]].interval;
		bool holds = r.low == 1;
		struct row *row = &b->rows[b->row_count];

		if (x->operation != OPERATION_AT_LEAST || r.low < r.high)
			continue;
		looks++;
		*row = (struct row){.room = holds ? -x->number : x->number - 1};
		if (read_row(b, row, *expression_arguments(&b->expressions, x),
			    holds ? -1 : 1))
			b->row_count++;
		else
			free(row->items);
	}
}

/* What the goal may be at best in the room, if parts of units are allowed (the
 * bound of Dantzig); the larger the number, the better. */
static int64_t
row_bound(const struct branching *b, struct row *row)
{
	wide value = row->gained;
	wide excess = -row->room;

	row->critical = EXPRESSION_NONE;

	for (size_t i = 0; i < row->count; i++) {
		const struct row_item *x = &row->items[i];
		struct interval r = b->propagator.at[x->node].interval;
		bool is_most = x->gain != 0 ? x->gain > 0 : x->weight < 0;
		wide best = is_most ? r.high : r.low;

		value += x->gain * best;
		excess += x->weight * best;
	}
	for (size_t i = 0; i < row->giving && excess > 0; i++) {
		wide gain = llabs(row->items[i].gain);
		wide weight = llabs(row->items[i].weight);
		struct interval r =
			b->propagator.at[row->items[i].node].interval;
		wide units = r.high - r.low;

		value -= weight * units <= excess
				 ? gain * units
				 : (gain * excess + weight - 1) / weight;
		if (weight * units > excess)
			row->critical = row->items[i].node;
		excess -= weight * units;
	}
	if (value > INTERVAL_END)
		return INTERVAL_END;
	return value < -INTERVAL_END ? -INTERVAL_END : (int64_t)value;
}

/* Carries on what was restricted, and what the rows leave of the goal. */
static bool
propagate(struct branching *b)
{
	if (!propagator_propagate(&b->propagator))
		return false;
	for (size_t i = 0; i < b->row_count; i++) {
		int64_t bound = row_bound(b, &b->rows[i]);

		if (!propagator_restrict(&b->propagator, b->goal,
			    b->maximize
				    ? (struct interval){-INTERVAL_END, bound}
				    : (struct interval){-bound, INTERVAL_END}))
			return false;
	}
	return propagator_propagate(&b->propagator);
}

/* --- choosing ------------------------------------------------------------- */

/* What the goal may be at best if the node has the value; false: it cannot. */
static bool
try_value(struct branching *b, uint32_t node, int64_t value, int64_t *limit)
{
	size_t before = b->propagator.changes.count;
	bool is_possible = fix(b, node, value) && propagate(b);

	*limit = goal_limit(b);
	propagator_undo(&b->propagator, before);
	return is_possible;
}

/* The value that promises most. What fails is taken away; false: all fail. */
static bool
choose_value(struct branching *b, uint32_t node, int64_t *chosen)
{
	struct interval r = b->propagator.at[node].interval;
	int64_t step = propagator_size(&b->propagator, node) <= TRIED_MAX
			       ? 1
			       : r.high - r.low;
	int64_t best = INT64_MIN;

	*chosen = r.low;
	for (int64_t value = r.low; value <= r.high; value += step) {
		int64_t limit;

		if (!propagator_has(&b->propagator, node, value))
			continue;
		if (!try_value(b, node, value, &limit)) {
			if (!propagator_remove(&b->propagator, node, value) ||
				!propagate(b))
				return false;
		} else if (limit > best) {
			best = limit;
			*chosen = value;
		}
	}
	if (best == INT64_MIN || !propagator_has(&b->propagator, node, *chosen))
		*chosen = b->propagator.at[node].interval.low;
	return true;
}

static void
read_summands(struct branching *b)
{
	const struct expression_list *variables = &b->propagator.variables;
	struct row goal = {0};

	if (!add_items(b, &goal, b->goal, 1, 0))
		goal.count = 0; /* too many to be told apart */
	for (size_t i = 0; i < variables->count; i++) {
		uint32_t node = variables->at[i];

		for (size_t k = 0; k < goal.count; k++)
			b->is_summand[i] |=
				goal.items[k].node == node &&
				propagator_size(&b->propagator, node) > 2;
	}
	free(goal.items);
}

static bool
is_open(const struct branching *b, uint32_t node)
{
	struct interval r = b->propagator.at[node].interval;

	return r.low < r.high;
}

/* One of two disjuncts that are left, where that is all; else EXPRESSION_NONE.
 */
static uint32_t
last_disjunct(const struct branching *b, uint32_t node)
{
	const struct expression *x = &b->expressions.at[node];
	uint32_t last = EXPRESSION_NONE;
	uint32_t open = 0;

	for (uint32_t i = x->first; i < x->first + x->count && open <= 2; i++) {
		struct interval r =
			b->propagator.at[b->expressions.arguments.at[i]]
				.interval;

		if (r.low == 1)
			return EXPRESSION_NONE;
		if (r.high == 1) {
			open++;
			last = b->expressions.arguments.at[i];
		}
	}
	return open == 2 ? last : EXPRESSION_NONE;
}

/* Of a disjunction that has to hold, with two disjuncts left: the one with the
 * most contradictions so far. */
static uint32_t
open_disjunct(struct branching *b)
{
	const struct expression_list *all = &b->propagator.disjunctions;
	uint32_t chosen = EXPRESSION_NONE;
	double most = 0;

	for (size_t i = 0; i < all->count; i++) {
		uint32_t last = EXPRESSION_NONE;
		double activity = 0;

		if (b->propagator.at[all->at[i]].interval.low == 1)
			last = last_disjunct(b, all->at[i]);
		if (last != EXPRESSION_NONE)
			activity =
				propagator_activity(&b->propagator, all->at[i]);
		if (activity > most) {
			most = activity;
			chosen = last;
		}
	}
	return chosen;
}

/* Where the bound of a row has a part of a unit: any value moves that bound.
 * EXPRESSION_NONE: no bound has. */
static uint32_t
critical_node(const struct branching *b)
{
	for (size_t i = 0; i < b->row_count; i++) {
		uint32_t node = b->rows[i].critical;

		if (node != EXPRESSION_NONE && is_open(b, node))
			return node;
	}
	return EXPRESSION_NONE;
}

/* What has few values and has led to contradictions comes first, so that the
 * next ones come soon. EXPRESSION_NONE: all are fixed. */
static uint32_t
choose_node(struct branching *b)
{
	const struct expression_list *variables = &b->propagator.variables;
	uint32_t best = EXPRESSION_NONE;
	bool is_summand = false;
	double least = 0;
	uint32_t disjunct = EXPRESSION_NONE;
	uint32_t critical = critical_node(b);

	if (critical != EXPRESSION_NONE)
		return critical;
	for (size_t i = 0; i < variables->count; i++) {
		uint32_t node = variables->at[i];
		double size; /* number of its values, in proportion to its
				activity */

		if (!is_open(b, node) || (b->is_summand[i] && !is_summand &&
						 best != EXPRESSION_NONE))
			continue;
		size = (double)propagator_size(&b->propagator, node) /
		       propagator_activity(&b->propagator, node);
		if (best != EXPRESSION_NONE && b->is_summand[i] == is_summand &&
			size >= least)
			continue;
		best = node;
		is_summand = b->is_summand[i];
		least = size;
	}
	if (best != EXPRESSION_NONE &&
		propagator_size(&b->propagator, best) > 2)
		disjunct = open_disjunct(b);
	return disjunct != EXPRESSION_NONE ? disjunct : best;
}

/* --- the search ----------------------------------------------------------- */

/* To the last decision whose other values may be better. False: there is none.
 */
static bool
go_back(struct branching *b)
{
	b->seen += b->left;
	while (b->count > 0) {
		struct decision d = b->decisions[--b->count];

		propagator_undo(&b->propagator, d.before);
		b->left = d.other;
		if (restrict_goal(b) &&
			propagator_remove(&b->propagator, d.node, d.value) &&
			propagate(b))
			return true;
		b->seen += b->left;
	}
	return false;
}

/* One node of the tree. */
static enum branching_state
run_step(struct branching *b)
{
	uint32_t node = choose_node(b);
	int64_t value = 0;

	if (node == EXPRESSION_NONE)
		return BRANCHING_FOUND;
	if (choose_value(b, node, &value)) {
		double share =
			b->left / (double)propagator_size(&b->propagator, node);

		if (!is_open(b, node))
			return BRANCHING_OPEN;
		*ARRAY_ADD(b->decisions, b->count, b->capacity) =
			(struct decision){node, value, b->left - share,
				b->propagator.changes.count};
		b->left = share;
		if (fix(b, node, value) && propagate(b))
			return BRANCHING_OPEN;
	}
	return go_back(b) ? BRANCHING_OPEN : BRANCHING_ENDED;
}

enum branching_state
branching_run(struct branching *b, unsigned steps)
{
	if (b->state == BRANCHING_FOUND)
		b->state = go_back(b) ? BRANCHING_OPEN : BRANCHING_ENDED;
	for (unsigned i = 0; i < steps && b->state == BRANCHING_OPEN; i++)
		b->state = run_step(b);
	if (b->propagator.no_fixpoint)
		b->state = BRANCHING_GIVEN_UP;
	return b->state;
}

void
branching_set_best(struct branching *b, int64_t value)
{
	b->has_best = true;
	b->best = value;
	if (b->state == BRANCHING_OPEN && !restrict_goal(b) && !go_back(b))
		b->state = BRANCHING_ENDED;
}

int64_t
branching_bound(const struct branching *b)
{
	return b->maximize ? goal_limit(b) : -goal_limit(b);
}

double
branching_seen(const struct branching *b)
{
	return b->seen;
}

Z3_model
branching_model(const struct branching *b)
{
	Z3_context c = b->expressions.c;
	Z3_model model = Z3_mk_model(c);
	const struct expression_list *variables = &b->propagator.variables;

	Z3_model_inc_ref(c, model);
	for (size_t i = 0; i < variables->count; i++) {
		Z3_ast constant = b->expressions.at[variables->at[i]].term;
		int64_t value = b->propagator.at[variables->at[i]].interval.low;
		Z3_sort sort = Z3_get_sort(c, constant);
		bool is_bool = Z3_get_sort_kind(c, sort) == Z3_BOOL_SORT;

		Z3_add_const_interp(c, model,
			Z3_get_app_decl(c, Z3_to_app(c, constant)),
			!is_bool     ? Z3_mk_int64(c, value, sort)
			: value != 0 ? Z3_mk_true(c)
				     : Z3_mk_false(c));
	}
	return model;
}

/* --- reading -------------------------------------------------------------- */

static bool
has_few_variables(const struct branching *b)
{
	const struct expression_list *all = &b->propagator.variables;
	bool is_boolean = true;

	for (size_t i = 0; i < all->count; i++)
		is_boolean &= propagator_size(&b->propagator, all->at[i]) <= 2;
	/* Most share the room of one row, as in a knapsack. */
	for (size_t i = 0; i < b->row_count; i++)
		is_boolean &= 2 * b->rows[i].giving <= all->count;
	return all->count <= (is_boolean ? BOOLEANS_MAX : VARIABLES_MAX);
}

/* Returns whether every part has a value that the search can choose. */
static bool
has_known_parts(const struct branching *b)
{
	const struct expression_list *all = &b->propagator.relevant;

	for (size_t i = 0; i < all->count; i++)
		if (b->expressions.at[all->at[i]].operation == OPERATION_OPAQUE)
			return false;
	return all->count <= EXPRESSIONS_MAX;
}

/* What replaces the assertions may be without the bounds of a constant. */
static bool
restrict_variables(struct branching *b, struct constraints *known)
{
	for (uint32_t i = 0; i < b->propagator.count; i++) {
		const struct expression *x = &b->expressions.at[i];

		if (x->operation == OPERATION_VARIABLE && !x->is_boolean &&
			!propagator_restrict(&b->propagator, i,
				constraints_interval(known, x->term)))
			return false;
	}
	return true;
}

/*
 * Where nothing is asked for, the search goes by the widest sum that has to
 * reach a number: rows are bounds of it, and a branch fails as soon as they no
 * longer let it reach that.
 */
static void
choose_goal(struct branching *b)
{
	const struct expression_list *all = &b->propagator.relevant;
	uint32_t widest = 1;

	for (size_t i = 0; i < all->count; i++) {
		const struct expression *x = &b->expressions.at[all->at[i]];
		uint32_t sum;

		if (x->operation != OPERATION_AT_LEAST ||
			b->propagator.at[all->at[i]].interval.low != 1)
			continue;
		sum = *expression_arguments(&b->expressions, x);
		if (b->expressions.at[sum].count > widest) {
			widest = b->expressions.at[sum].count;
			b->goal = sum;
		}
	}
}

/* Reads the goal and the assertions. Returns false if the search cannot decide
 * them; the state says whether they contradict each other. */
static bool
read_problem(struct branching *b, const struct termset *assertions,
	struct constraints *known, Z3_ast goal)
{
	bool holds = true;

	if (goal == NULL)
		b->goal = expression_add(
			&b->expressions, OPERATION_NUMBER, 0, NULL, NULL, 0);
	else
		b->goal = expression_read(&b->expressions, goal);
	if (b->goal == EXPRESSION_NONE)
		return false;
	propagator_add(&b->propagator, b->goal);
	for (size_t i = 0; i < assertions->count; i++) {
		uint32_t x =
			expression_read(&b->expressions, assertions->at[i]);

		if (x == EXPRESSION_NONE)
			return false;
		propagator_add(&b->propagator, x);
		holds = holds && fix(b, x, 1);
	}
	holds = holds && restrict_variables(b, known);
	propagator_close(&b->propagator);
	if (!has_known_parts(b))
		return false;
	if (!holds || !propagate(b))
		b->state = BRANCHING_ENDED;
	return !b->propagator.no_fixpoint;
}

static bool
begin(struct branching *b, const struct termset *assertions,
	struct constraints *known, Z3_ast goal)
{
	unsigned interrupts = checked_solver_clear_interrupt(b->expressions.c);

	if (!read_problem(b, assertions, known, goal) ||
		watchdog_interrupts() != interrupts)
		return false;
	if (b->state == BRANCHING_ENDED)
		return true;
	if (goal == NULL)
		choose_goal(b);
	if (!propagator_is_exact(&b->propagator))
		return false;
	read_rows(b);
	if (!has_few_variables(b))
		return false;
	if (!propagate(b))
		b->state = BRANCHING_ENDED;
	b->is_summand = mem_new(VARIABLES_MAX);
	if (goal != NULL)
		read_summands(b);
	return true;
}

struct branching *
branching_new(Z3_context c, const struct termset *assertions,
	struct constraints *known, Z3_ast goal, bool maximize)
{
	struct branching *b = mem_new(sizeof(*b));

	b->expressions.c = c;
	b->propagator.e = &b->expressions;
	b->left = 1;
	b->maximize = maximize || goal == NULL;
	if (begin(b, assertions, known, goal))
		return b;
	branching_free(b);
	return NULL;
}

void
branching_free(struct branching *b)
{
	if (b == NULL)
		return;
	propagator_release(&b->propagator);
	expressions_release(&b->expressions);
	free(b->decisions);
	free(b->is_summand);
	for (size_t i = 0; i < b->row_count; i++)
		free(b->rows[i].items);
	free(b);
}
