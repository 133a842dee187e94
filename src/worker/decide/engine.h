#ifndef WORKER_DECIDE_ENGINE_H
#define WORKER_DECIDE_ENGINE_H

/*
 * The ways of wire/engines.def as functions. Which of them is to try, and for
 * how long, is told by worker/decide/engine_schedule.h.
 */

#include <stddef.h>

#include "worker/base/task.h"

typedef bool engine_fits(const struct task *t);

/*
 * A solver with the terms asserted, the assertions of the task or some of them;
 * it stays with the context. NULL: it is no way for them.
 */
typedef Z3_solver engine_solver(
	const struct task *t, const Z3_ast *terms, size_t count);

#define ENGINE(id, word, fits, solver) \
	engine_fits fits; \
	engine_solver solver;
#include "wire/engines.def"
#undef ENGINE

/* Those of the set that fit the task. */
uint32_t engines_that_fit(const struct task *t, uint32_t engines);

/* `solver` is the one that has answered, or NULL. */
Z3_lbool engine_decide(enum engine engine, const struct task *t,
	const Z3_ast *terms, size_t count, Z3_solver *solver);

#endif
