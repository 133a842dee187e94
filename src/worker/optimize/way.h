#ifndef WORKER_OPTIMIZE_WAY_H
#define WORKER_OPTIMIZE_WAY_H

/*
 * A way to the best solution, and what all of ways.def share. They have turns,
 * share the best solution and the bounds that they know, and each keeps what it
 * has learned from one turn to the next. The best of all counts, and a proof of
 * any ends the search.
 */

#include <stdbool.h>
#include <stdint.h>

#include "wire/ask.h"
#include "worker/base/task.h"
#include "worker/engines/engine.h"
#include "worker/expand/weighted_sum.h"
#include "worker/optimize/objective.h"

/* --- the search ----------------------------------------------------------- */

struct search {
	struct task *t;
	struct objectives *all; /* that are reported */
	/* Of a box with its first goal's values, whatever solution another is
	 * sought from; NULL: t->model. */
	Z3_model shown;
	struct objectives *objectives; /* that count one after another */
	struct objective *sought;      /* the first of these that is open */
	bool is_linear;	   /* sums compared with sums, and no choices */
	Z3_ast held;	   /* what those before it have reached, or NULL */
	int64_t report_us; /* when a better solution is reported at once */
	bool is_unreported;
	int64_t begun_us; /* of the processor */
	int64_t until_us; /* of the clock: then what is known is reported */
};

/* The time is up: the way that has the turn stops. */
bool search_is_over(const struct search *s);

/* Reports the solution at hand and what is known of the objectives. What an
 * interrupt makes incomplete is not reported, after something was. */
void search_report(struct search *s);

/* t->model is a better solution: reported, unless one just was. */
void search_improved(struct search *s);

/* A bound that is proved; it counts if it is closer than the one before. */
void search_bound(struct search *s, Z3_ast bound);

/* The goal is a weighted sum as it stands. */
bool search_is_weighted(const struct search *s);

/* The objective has a value to begin with, and its values an end: steps without
 * one lead to values of thousands of digits, and texts that fill the memory. */
bool search_has_end(const struct search *s);

/* Makes the model the solution. False: an assertion is false under it, as of
 * recursive functions libz3 takes values that they do not have. */
bool search_set_model(struct search *s, Z3_model model);

/* Like search_set_model; releases the caller's reference to the model, which
 * may be NULL: then there is no solution. */
bool search_take_model(struct search *s, Z3_model model);

/* The objective in terms of what replaces the assertions: without applications
 * of functions. NULL: some stay. */
Z3_ast search_replaced(
	const struct search *s, struct families *f, struct termset *replaced);

/* --- a way ---------------------------------------------------------------- */

/* Where one of them stands. */
struct way {
	enum engine engine;
	bool has_ended;	   /* another turn is of no use */
	bool has_improved; /* in its last turn, on the solution or the bound */
	int64_t spent_us;  /* of the processor, in all its turns */
	int64_t turn_us;   /* what the next one may take */
	unsigned turns;	   /* it has had for the objective that is sought */
	void *state;	   /* its own, for that objective; NULL at first */
};

struct way_kind {
	/* Whether it may find or prove anything; NULL: always. */
	bool (*fits)(const struct search *s, const struct way *w);
	size_t state_size;
	/* Of a zeroed state, before the first turn; NULL: it is ready. False:
	 * it cannot. */
	bool (*begin)(const struct search *s, const struct way *w);
	/* Works for a while. */
	void (*turn)(struct search *s, struct way *w);
	/* Releases what is in the state; NULL: nothing. */
	void (*release)(void *state);
};

#define WAY(id, kind, engine, first, weight, linear) \
	extern const struct way_kind kind;
#include "worker/optimize/ways.def"
#undef WAY

/* For the `fits` of those that ask their engine: the search has an end, and
 * the engine fits the problem and is worth asking in addition to the others. */
bool way_engine_fits(const struct search *s, const struct way *w);

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
bool goal_decider_init(
	struct goal_decider *g, const struct search *s, enum engine engine);
void goal_decider_release(struct goal_decider *g);

/* Decides whether there is a solution under the assumptions, until so much CPU
 * time was spent, in microseconds. */
Z3_lbool goal_decider_check(struct goal_decider *g, const Z3_ast *assumed,
	unsigned count, int64_t until_us);

#endif
