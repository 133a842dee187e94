#ifndef WORKER_EXPLAIN_WAY_H
#define WORKER_EXPLAIN_WAY_H

/*
 * The ways of ways.def to the best solution. They have turns, share the best
 * solution and the bounds that they know, and each keeps what it has learned
 * from one turn to the next. The best of all counts, and a proof of any ends
 * the search.
 */

#include <stdbool.h>
#include <stdint.h>

#include "wire/ask.h"
#include "worker/base/task.h"
#include "worker/expand/weighted_sum.h"
#include "worker/explain/objective.h"

enum way_number {
#define WAY(id, fits, turn, engine) WAY_##id,
#include "worker/explain/ways.def"
#undef WAY
	WAY_COUNT
};

/* Where one of them stands. */
struct way {
	enum engine engine;
	bool has_ended;	   /* another turn is of no use */
	bool has_improved; /* in its last turn, on the solution or the bound */
	int64_t spent_us;  /* of the processor, in all its turns */
	int64_t turn_us;   /* what the next one may take */
	Z3_solver solver;  /* NULL: begins with the next turn */
	struct objective goal; /* the objective, as a term of the solver */
	Z3_ast never;	       /* denied in the solver, or NULL */
	bool is_weighted;      /* then it is the sum */
	struct weighted_sum sum;
	struct cores *cores;	     /* or NULL */
	struct branching *branching; /* likewise */
	/* Of a descent: */
	Z3_ast passed; /* the value that is asserted to be exceeded */
	int power;     /* of two: the next step */
	bool shrinks;
	unsigned last_steps;
	unsigned cuts;
	int bound_power;   /* of two: the next step from the bound */
	Z3_ast left_bound; /* that was tried in vain, or NULL */
};

struct search {
	struct task *t;
	struct objectives *objectives;
	struct objective *sought; /* of several, the first that is open */
	bool is_linear;		  /* sums compared with sums, and no choices */
	Z3_ast held;	   /* what those before it have reached, or NULL */
	int64_t report_us; /* when a better solution is reported at once */
	bool is_unreported;
	int64_t until_us; /* of the clock: then what is known is reported */
	struct way ways[WAY_COUNT];
};

typedef bool way_fits(const struct search *s, const struct way *w);
typedef void way_turn(struct search *s, struct way *w);

#define WAY(id, fits, turn, engine) \
	way_fits fits; \
	way_turn turn;
#include "worker/explain/ways.def"
#undef WAY

/* t->model is a better solution: reported, unless one just was. */
void search_improved(struct search *s);

bool search_is_over(const struct search *s);

/* A bound that is proved; it counts if it is closer than the one before. */
void search_bound(struct search *s, Z3_ast bound);

/* The value is the bound: it needs no proof. */
bool search_is_at_bound(const struct search *s);

/* The goal is a weighted sum as it stands. */
bool search_is_weighted(const struct search *s);

/* Makes what the solver has found the solution. False: an assertion is false
 * under it, as of recursive functions libz3 takes values that they do not
 * have. */
bool search_adopt(struct search *s, Z3_solver solver);
bool search_adopt_model(struct search *s, Z3_model model);

/* A solver of the way's engine with the problem, what is held and the goal in
 * it. False: the engine cannot. */
bool way_begin(const struct search *s, struct way *w);

/* Whether the solver has a solution under the assumptions, within what may be
 * spent. */
Z3_lbool way_ask(const struct search *s, const struct way *w,
	const Z3_ast *assumed, unsigned count, int64_t until_us);

/* NULL is none. */
void cores_free(struct cores *k);	  /* of worker/explain/cores.c */
void branching_free(struct branching *b); /* of .../branch_and_bound.c */

/* Drops what the way has built for one objective. */
void way_release(const struct search *s, struct way *w);

#endif
