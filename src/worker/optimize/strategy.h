#ifndef WORKER_OPTIMIZE_STRATEGY_H
#define WORKER_OPTIMIZE_STRATEGY_H

/*
 * A way to the best solution, and what all of strategies.def share. They have
 * turns, share the best solution and the bounds that they know, and each keeps
 * what it has learned from one turn to the next. The best of all counts, and a
 * proof of any ends the search.
 */

#include <stdbool.h>
#include <stdint.h>

#include "wire/ask.h"
#include "worker/base/task.h"
#include "worker/engines/engine.h"
#include "worker/expand/weighted_sum.h"
#include "worker/optimize/objective.h"

/* --- the search ----------------------------------------------------------- */

struct optimization {
	struct task *t;
	struct objectives *all; /* that are reported */
	/* Of a box with its first goal's values, whatever solution another is
	 * sought from; NULL: t->model. */
	Z3_model reported_model;
	struct objectives *objectives; /* that count one after another */
	struct objective *current;     /* the first of these that is open */
	bool is_linear;	    /* sums compared with sums, and no choices */
	Z3_ast fixed_goals; /* what those before it have reached, or NULL */
	int64_t report_us;  /* when a better solution is reported at once */
	bool is_unreported;
	int64_t begun_us; /* of the processor */
	int64_t until_us; /* of the clock: then what is known is reported */
};

/* The time is up: the way that has the turn stops. */
bool optimization_is_over(const struct optimization *s);

/* Reports the solution at hand and what is known of the objectives. What an
 * interrupt makes incomplete is not reported, after something was. */
void optimization_report(struct optimization *s);

/* t->model is a better solution: reported, unless one just was. */
void optimization_improved(struct optimization *s);

/* A bound that is proved; it counts if it is closer than the one before. */
void optimization_bound(struct optimization *s, Z3_ast bound);

/* The goal is a weighted sum as it stands. */
bool optimization_is_weighted(const struct optimization *s);

/* The objective has a value to begin with, and its values an end: steps without
 * one lead to values of thousands of digits, and texts that fill the memory. */
bool optimization_has_end(const struct optimization *s);

/* Makes the model the solution. False: an assertion is false under it, as of
 * recursive functions libz3 takes values that they do not have. */
bool optimization_set_model(struct optimization *s, Z3_model model);

/* Like optimization_set_model; releases the caller's reference to the model,
 * which may be NULL: then there is no solution. */
bool optimization_take_model(struct optimization *s, Z3_model model);

/* The objective in terms of what replaces the assertions: without applications
 * of functions. NULL: some stay. */
Z3_ast optimization_replaced(const struct optimization *s, struct families *f,
	struct termset *replaced);

/* --- a way ---------------------------------------------------------------- */

/* Where one of them stands. */
struct strategy {
	enum engine engine;
	bool has_ended;	   /* another turn is of no use */
	bool has_improved; /* in its last turn, on the solution or the bound */
	int64_t spent_us;  /* of the processor, in all its turns */
	int64_t turn_us;   /* what the next one may take */
	unsigned turns;	   /* it has had for the objective that is sought */
	void *state;	   /* its own, for that objective; NULL at first */
};

struct strategy_kind {
	/* Whether it may find or prove anything; NULL: always. */
	bool (*fits)(const struct optimization *s, const struct strategy *w);
	size_t state_size;
	/* Of a zeroed state, before the first turn; NULL: it is ready. False:
	 * it cannot. */
	bool (*begin)(const struct optimization *s, const struct strategy *w);
	/* Works for a while. */
	void (*turn)(struct optimization *s, struct strategy *w);
	/* Releases what is in the state; NULL: nothing. */
	void (*release)(void *state);
};

#define STRATEGY(kind, engine, first, weight, linear) \
	extern const struct strategy_kind kind;
#include "worker/optimize/strategies.def"
#undef STRATEGY

/* For the `fits` of those that ask their engine: the search has an end, and
 * the engine fits the problem and is worth asking in addition to the others. */
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
