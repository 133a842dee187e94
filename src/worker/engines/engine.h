#ifndef WORKER_ENGINES_ENGINE_H
#define WORKER_ENGINES_ENGINE_H

/*
 * The engines of wire/engines.def: what decides, and which of them is to try,
 * and for how long, where one process has to try several. None dominates, and
 * any may need forever, so each gets turns that grow: what one of them can do
 * at all takes a small multiple of its own time.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "worker/base/task.h"
#include "worker/expand/families.h"

/*
 * An engine has either `solver` or `decide`. What it has in the place of the
 * functions is in `f`, with which its solutions are to be completed.
 *
 * fits: whether it may decide the problem at all, as far as that is seen soon.
 * solver: returns a solver of libz3 with the terms asserted, the assertions of
 * the task or some of them; the caller has a reference to it. NULL: it does not
 * fit them.
 * restate: returns what says the same as a term to the solver with these
 * families, whose assertions may have been rewritten. NULL: the term itself
 * does.
 * decide: decides the terms in one go, until the watchdog interrupts. Of
 * Z3_L_TRUE *model is a solution, and the caller has a reference to it.
 */
struct engine_kind {
	bool (*fits)(const struct task *t);
	Z3_solver (*solver)(const struct task *t, struct families *f,
		const Z3_ast *terms, size_t count);
	Z3_ast (*restate)(
		const struct task *t, struct families *f, Z3_ast term);
	Z3_lbool (*decide)(const struct task *t, struct families *f,
		const Z3_ast *terms, size_t count, Z3_model *model);
};

#define ENGINE(id, word, kind, traits) extern const struct engine_kind kind;
#include "wire/engines.def"
#undef ENGINE

/* For `fits`: returns the number of constants and functions that the problem
 * declares, or 0 if one of them has values of a sort that does not fit. */
size_t engine_count_declarations(
	const struct task *t, bool (*is_fit)(Z3_context c, Z3_sort sort));

/* Returns the engines of the set that fit the task. */
uint32_t engines_that_fit(const struct task *t, uint32_t engines);

/* --- asked more than once ------------------------------------------------- */

/* An engine with assertions, to which more can be added and taken away again.
 * Whoever uses it knows no engine. */
struct decider {
	const struct task *t;
	enum engine engine;
	Z3_solver solver; /* of an engine that has one, or NULL */
	struct {
		Z3_ast *at;
		size_t count, capacity;
	} asserted;
	struct {
		size_t *at;
		size_t count, capacity;
	} scopes;	/* how much was when each scope was opened */
	Z3_model model; /* that the last check found; NULL: the solver has it */
	/* Its own, since what an engine knows of a scope is false after it. */
	struct families families;
};

/* Returns false if the engine does not fit these terms; then there is nothing
 * to release. */
bool decider_init(struct decider *d, enum engine engine, const struct task *t,
	const Z3_ast *terms, size_t count);
void decider_release(struct decider *d);
DROP_BY(decider, decider_release)

void decider_assert(struct decider *d, Z3_ast term);

/* Returns what says the same as the term in the constants of the decider's
 * solver, which the engine may have put in the place of functions. */
Z3_ast decider_restate(struct decider *d, Z3_ast term);

/* Like decider_assert, for a term in the constants of the decider's solver. No
 * other engine can take over a decider with such a term. */
void decider_assert_restated(struct decider *d, Z3_ast term);

/* Returns false if libz3 was interrupted, and no scope was opened. */
bool decider_push(struct decider *d);
void decider_pop(struct decider *d);

/* Decides what is asserted, and the literals, for this time only. */
Z3_lbool decider_check(
	struct decider *d, unsigned count, const Z3_ast *literals);

/* The same in turns with the other engines of the set, which begin anew in each
 * of theirs: what this one cannot decide another one may. */
Z3_lbool decider_check_in_turns(struct decider *d, uint32_t engines,
	unsigned count, const Z3_ast *literals);

/* Returns the solution of the last check, which was Z3_L_TRUE, with what the
 * engine has in the place of functions; the caller has a reference to it.
 * Returns NULL if it could not be read in time. */
Z3_model decider_model(const struct decider *d);

/* Makes the solution of the last check, which was Z3_L_TRUE, that of the task.
 * Returns false if there is none after all. */
bool decider_read_solution(const struct decider *d, struct task *t);

/* --- turns ---------------------------------------------------------------- */

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
