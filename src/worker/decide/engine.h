#ifndef WORKER_DECIDE_ENGINE_H
#define WORKER_DECIDE_ENGINE_H

/*
 * The ways of wire/engines.def as functions, and which of them is to try, and
 * for how long, where one process has to try several. None dominates, and any
 * may need forever, so each gets turns that grow: what one of them can do at
 * all takes a small multiple of its own time.
 */

#include <stddef.h>

#include "worker/base/task.h"

typedef bool engine_fits(const struct task *t);

/*
 * A solver with the terms asserted, the assertions of the task or some of them;
 * it stays with the context. NULL: it does not fit them.
 */
typedef Z3_solver engine_solver(
	const struct task *t, const Z3_ast *terms, size_t count);

#define ENGINE(id, word, fits, solver, traits) \
	engine_fits fits; \
	engine_solver solver;
#include "wire/engines.def"
#undef ENGINE

/* Those of the set that fit the task. */
uint32_t engines_that_fit(const struct task *t, uint32_t engines);

/* NULL: it does not fit these terms. */
Z3_solver engine_new_solver(enum engine engine, const struct task *t,
	const Z3_ast *terms, size_t count);

/* What says the same as the term to the engine's last solver, whose assertions
 * may have been rewritten. */
Z3_ast engine_term(enum engine engine, const struct task *t, Z3_ast term);

/* `solver` is the one that has answered, or NULL. */
Z3_lbool engine_decide(enum engine engine, const struct task *t,
	const Z3_ast *terms, size_t count, Z3_solver *solver);

struct engine_schedule {
	uint32_t left; /* the engines that have not given up */
	enum engine engine;
	/* Of the processor; 0: what is left, since the others have given up. */
	int64_t spent_us;
	int64_t round_us;
	/* Known after the first turn: it costs a look at the whole problem. */
	bool has_quantifiers;
};

/* The first turn, of the first engine of the set, which is not empty. */
struct engine_schedule engine_schedule_begin(uint32_t engines);

/*
 * The next one, after a turn that was not decided. `is_cut`: its time had run
 * out; else the engine has given up, and another turn of it would be the same.
 * False: all have.
 */
bool engine_schedule_next(struct engine_schedule *s, bool is_cut);

/* libz3's counters of the pass that decided become t->found.statistics. */
void engine_read_counters(struct task *t, Z3_solver solver);

#endif
