#include "worker/optimize/optimize.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/optimize/objective.h"
#include "worker/optimize/optimizer.h"
#include "worker/optimize/strategy.h"

enum {
	/* CPU time of the first turn of a strategy; each later one is as
	 * long as all before it. */
	TURN_US = 30000,
	/* How much more time a strategy has whose last turn improved something.
	 */
	FAVOUR = 3,
	/* What is left of the time for the last report: evaluation fails while
	 * the watchdog interrupts. */
	LAST_PART = 20,
	LAST_MIN_US = 20000,
	LAST_MAX_US = 500000,
};

/* A row of strategies.def. */
struct strategy_row {
	const struct strategy_kind *kind;
	enum engine engine;
	int first, weight, linear;
};

static const struct strategy_row rows[] = {
#define STRATEGY(kind, engine, first, weight, linear) \
	{&(kind), engine, first, weight, linear},
#include "worker/optimize/strategies.def"
#undef STRATEGY
};

enum { STRATEGY_COUNT = sizeof(rows) / sizeof(rows[0]) };

struct turns {
	struct optimization optimization;
	struct strategy strategies[STRATEGY_COUNT];
};

bool
optimize_is_asked(const struct task *t)
{
	return task_part(t, PART_OBJECTIVE, NULL) != NULL ||
	       task_part(t, PART_SOFT, NULL) != NULL;
}

/* Returns the time at which the strategies end, so that the last report has
 * time. */
static int64_t
search_deadline(void)
{
	int64_t left_us = watchdog_left_us();
	int64_t last_us = left_us / LAST_PART;

	if (last_us < LAST_MIN_US)
		last_us = LAST_MIN_US;
	if (last_us > LAST_MAX_US)
		last_us = LAST_MAX_US;
	return clock_now_us() + left_us - last_us;
}

/* --- turns ---------------------------------------------------------------- */

static void
release(struct turns *all)
{
	for (size_t i = 0; i < STRATEGY_COUNT; i++) {
		struct strategy *w = &all->strategies[i];

		if (w->state != NULL && rows[i].kind->release != NULL)
			rows[i].kind->release(w->state);
		free(w->state);
		*w = (struct strategy){.engine = rows[i].engine,
			.spent_us = w->spent_us,
			.turn_us = w->turn_us};
	}
}

/* Goes to the first objective that is open, with those before it fixed at their
 * best values. Returns false if there is none, or if one before it has no best
 * value. */
static bool
seek_next(struct turns *all)
{
	struct optimization *s = &all->optimization;
	struct objectives *objectives = s->objectives;

	s->fixed_goals = NULL;
	objectives_reach(objectives);
	for (size_t i = 0; i < objectives->count; i++) {
		struct objective *o = &objectives->at[i];

		if (o->state == OBJECTIVE_OPEN) {
			if (s->current != o)
				release(all);
			s->current = o;
			if (!objective_is_at_bound(s->t, o))
				return true;
			o->state = OBJECTIVE_OPTIMAL;
		}
		if (!objective_is_best(o) || o->value == NULL)
			return false;
		s->fixed_goals = term_and(s->t->c, s->fixed_goals,
			Z3_mk_eq(s->t->c, o->term, o->value));
	}
	return false;
}

static const struct strategy_row *
row_of(const struct turns *all, const struct strategy *w)
{
	return &rows[w - all->strategies];
}

/* Returns how much more time the strategy has than others. */
static int
share_of(const struct turns *all, const struct strategy *w)
{
	return all->optimization.is_linear ? row_of(all, w)->linear : 1;
}

/* Returns the time that the strategy has had, as it counts: the strategy with
 * the least has the next turn. At first one with a larger share comes before
 * the others. */
static int64_t
counted_us(const struct turns *all, const struct strategy *w)
{
	int share = share_of(all, w);
	int64_t spent_us =
		w->spent_us * row_of(all, w)->weight / share - (share > 1);

	return w->has_improved ? spent_us / FAVOUR : spent_us;
}

/* Returns the strategy that has the next turn, or NULL if all have given up. */
static struct strategy *
next_strategy(struct turns *all)
{
	struct strategy *best = NULL;

	for (size_t i = 0; i < STRATEGY_COUNT; i++) {
		struct strategy *w = &all->strategies[i];

		if (w->has_ended)
			continue;
		if (rows[i].kind->fits != NULL &&
			!rows[i].kind->fits(&all->optimization, w))
			w->has_ended = true;
		else if (best == NULL ||
			 counted_us(all, w) < counted_us(all, best))
			best = w;
	}
	return best;
}

static void
run_turn(struct turns *all, struct strategy *w)
{
	struct optimization *s = &all->optimization;
	const struct strategy_row *row = row_of(all, w);
	const struct strategy_kind *kind = row->kind;
	int64_t begun_us = clock_spent_us();

	w->turn_us = w->spent_us > 0
			     ? w->spent_us
			     : (int64_t)TURN_US * row->first * share_of(all, w);
	w->has_improved = false;
	w->turns++;
	watchdog_budget(s->until_us);
	if (w->turns == 1) {
		w->state = mem_new(kind->state_size);
		w->has_ended = kind->begin != NULL && !kind->begin(s, w);
	}
	if (!w->has_ended)
		kind->turn(s, w);
	watchdog_budget(0);
	(void)checked_solver_clear_interrupt(s->t->c);
	w->spent_us += clock_spent_us() - begun_us + 1;
	if (s->is_unreported)
		optimization_report(s);
}

/* Returns the number as a value of the objective, or NULL if it is none. */
static Z3_ast
read_bound(Z3_context c, const struct objective *o, const char *text)
{
	Z3_sort sort = Z3_get_sort(c, o->term);
	DROP(text) char *decimal = NULL;
	const char *at = text;
	size_t digits;

	if (Z3_get_sort_kind(c, sort) == Z3_BV_SORT) {
		if (strlen(text) < 3 || text[0] != '#')
			return NULL;
		decimal = text_format("%llu",
			strtoull(text + 2, NULL, text[1] == 'x' ? 16 : 2));
		return Z3_get_bv_sort_size(c, sort) <= 64
			       ? Z3_mk_numeral(c, decimal, sort)
			       : NULL;
	}
	at += *at == '-';
	at += digits = strspn(at, "0123456789");
	if (digits > 0 && *at == '/' && at[1] > '0' &&
		Z3_get_sort_kind(c, sort) == Z3_REAL_SORT)
		at += 1 + strspn(at + 1, "0123456789");
	return digits > 0 && *at == '\0' ? Z3_mk_numeral(c, text, sort) : NULL;
}

/* Takes the bound that an earlier solve has proved of the first objective. */
static void
bound_as_given(struct optimization *s)
{
	const struct script *asked = s->t->script;
	const struct ask_field *f = ask_find(asked->ask, FIELD_BOUND);
	DROP(text) char *text = NULL;
	Z3_ast bound;

	if (f == NULL || s->objectives->count == 0 ||
		s->objectives->at != s->all->at)
		return;
	text = text_copy_n(asked->text + f->offset, f->size);
	bound = read_bound(s->t->c, &s->objectives->at[0], text);
	if (bound == NULL)
		return;
	s->current = &s->objectives->at[0];
	optimization_bound(s, bound);
	s->current = NULL;
}

/* Gives turns until a strategy has a proof, or all have given up. */
static void
run_turns(struct turns *all)
{
	struct optimization *s = &all->optimization;
	struct objectives *objectives = s->objectives;

	s->until_us = search_deadline();
	objectives_value(s->t, objectives);
	bound_as_given(s);
	while (seek_next(all) && !optimization_is_over(s)) {
		struct strategy *w = next_strategy(all);

		if (w == NULL)
			break;
		run_turn(all, w);
	}
	release(all);
}

static void
optimize(struct turns *all, struct objectives *objectives)
{
	all->optimization.objectives = objectives;
	all->optimization.current = NULL;
	if (!optimizer_prove_at_once(all->optimization.t, objectives))
		run_turns(all);
}

/* Optimises each objective by itself, in a share of the time. The solution that
 * is best for the first one stays. */
static void
optimize_box(struct turns *all, struct objectives *box)
{
	struct task *t = all->optimization.t;
	Z3_model before = t->model;
	int64_t end_us = clock_now_us() + watchdog_left_us();

	for (size_t i = 0; i < box->count; i++) {
		struct objective *o = &box->at[i];
		struct objectives one = {.at = o, .count = 1};
		int64_t now_us = clock_now_us();

		t->model = before;
		watchdog_share(
			now_us + (end_us - now_us) / (int64_t)(box->count - i));
		optimize(all, &one);
		(void)checked_solver_clear_interrupt(t->c);
		o->best = o->value;
		if (i == 0)
			all->optimization.reported_model = t->model;
	}
	watchdog_share(end_us);
	t->model = all->optimization.reported_model;
}

void
optimize_task(struct task *t)
{
	struct turns *all = mem_new(sizeof(*all));
	struct objectives objectives;

	objectives_read(t, &objectives);
	all->optimization = (struct optimization){
		.t = t, .all = &objectives, .begun_us = clock_spent_us()};
	optimization_report(&all->optimization);
	if (objectives.priority == PRIORITY_BOX)
		optimize_box(all, &objectives);
	else
		optimize(all, &objectives);
	/* Those of a box are best each by itself, and not in one solution. */
	t->found.optimum_is_proved = objectives.priority != PRIORITY_BOX;
	for (size_t i = 0; i < objectives.count; i++)
		t->found.optimum_is_proved &=
			objective_is_best(&objectives.at[i]);
	optimization_report(&all->optimization);
	objectives_release(&objectives);
	free(all);
}
