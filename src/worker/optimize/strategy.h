#ifndef WORKER_OPTIMIZE_STRATEGY_H
#define WORKER_OPTIMIZE_STRATEGY_H

/*
 * An optimisation strategy looks for better solutions or closer bounds. The
 * strategies of strategies.def have turns. They share the best solution and the
 * bounds, and each keeps what it has learned from one turn to the next. The
 * best solution of all counts, and a proof by any of them ends the search.
 */

#include <stdbool.h>
#include <stdint.h>

#include "wire/ask.h"
#include "worker/base/task.h"
#include "worker/engines/engine.h"
#include "worker/expand/weighted_sum.h"
#include "worker/optimize/objective.h"

/* --- what the strategies share ---------------------------------------------
 */

struct optimization {
	struct task *t;
	struct objectives *all; /* the objectives that are reported */
	/* A box reports the solution that is best for its first objective while
	 * others are sought; NULL: t->model. */
	Z3_model reported_model;
	struct objectives *objectives; /* these count one after another */
	struct objective *current;     /* the first of these that is open */
	bool is_linear;	    /* sums compared with sums, and no choices */
	Z3_ast fixed_goals; /* what those before it have reached, or NULL */
	int64_t report_us;  /* when a better solution is reported at once */
	bool is_unreported;
	int64_t begun_us; /* of the processor */
	int64_t until_us; /* of the clock: then what is known is reported */
};

/* Returns whether the time is up, so that the strategy must end its turn. */
bool optimization_is_over(const struct optimization *s);

/* Reports the solution at hand and what is known of the objectives. A report
 * that an interrupt made incomplete is sent only if it is the first. */
void optimization_report(struct optimization *s);

/* Reports t->model, a better solution, now or with the next one. */
void optimization_improved(struct optimization *s);

/* Takes a bound that is proved, if it is closer than the one before. */
void optimization_bound(struct optimization *s, Z3_ast bound);

/* Returns whether the current objective is a weighted sum as it stands. */
bool optimization_is_weighted(const struct optimization *s);

/* Returns whether the current objective has a value, and no values beyond all
 * use are known: steps without an end lead to numbers of thousands of digits,
 * and to texts that fill the memory. */
bool optimization_has_end(const struct optimization *s);

/* Makes the model the solution. Returns false if an assertion is false under
 * it: libz3 may give a recursive function values that it does not have. */
bool optimization_set_model(struct optimization *s, Z3_model model);

/* Like optimization_set_model; releases the caller's reference to the model,
 * which may be NULL: then there is no solution. */
bool optimization_take_model(struct optimization *s, Z3_model model);

/* Replaces the assertions by ones without applications of functions, whose
 * constants *f has, and returns the current objective in these constants.
 * Returns NULL if some application cannot be replaced. */
Z3_ast optimization_replaced(const struct optimization *s, struct families *f,
	struct termset *replaced);

/* --- a strategy
 * ---------------------------------------------------------------- */

/* The state of a strategy. */
struct strategy {
	enum engine engine;
	bool has_ended;	   /* another turn would find nothing */
	bool has_improved; /* its last turn improved the solution or bound */
	int64_t spent_us;  /* CPU time of all its turns, in microseconds */
	int64_t turn_us;   /* CPU time of the next turn */
	unsigned turns;	   /* for the current objective */
	void *state;	   /* its own, for that objective; NULL at first */
};

struct strategy_kind {
	/* Returns whether it may find or prove anything; NULL: always. */
	bool (*fits)(const struct optimization *s, const struct strategy *w);
	size_t state_size;
	/* Prepares a zeroed state before the first turn; may be NULL. Returns
	 * false if the strategy cannot work on the problem. */
	bool (*begin)(const struct optimization *s, const struct strategy *w);
	/* Works for about turn_us. */
	void (*turn)(struct optimization *s, struct strategy *w);
	/* Releases what is in the state; NULL if nothing is. */
	void (*release)(void *state);
};

#define STRATEGY(kind, engine, first, weight, linear) \
	extern const struct strategy_kind kind;
#include "worker/optimize/strategies.def"
#undef STRATEGY

/* For the `fits` of a strategy that asks its engine: returns whether the search
 * has an end, the engine fits the problem, and no other one does the same. */
bool strategy_engine_fits(
	const struct optimization *s, const struct strategy *w);

/* --- a decider with the goal in it ---------------------------------------- */

struct goal_decider {
	struct decider decider;
	struct objective goal; /* the objective, in the decider's constants */
	Z3_ast never;	       /* a Bool that is denied, or NULL */
	bool is_weighted;      /* the goal is the weighted sum */
	struct weighted_sum sum;
};

/* Makes one of the engine, with the assertions and the fixed goals. Returns
 * false if the engine cannot read them. */
bool goal_decider_init(struct goal_decider *g, const struct optimization *s,
	enum engine engine);
void goal_decider_release(struct goal_decider *g);

/* Decides whether there is a solution under the assumptions, until so much CPU
 * time was spent, in microseconds. */
Z3_lbool goal_decider_check(struct goal_decider *g, const Z3_ast *assumed,
	unsigned count, int64_t until_us);

#endif
