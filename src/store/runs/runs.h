#ifndef STORE_RUNS_RUNS_H
#define STORE_RUNS_RUNS_H

/*
 * The log of the solves of sessions: what was asked and answered, at which
 * revision. The options and the answer are JSON texts of the tools' making.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/err.h"

struct store;

struct run {
	int64_t id; /* given by runs_add */
	int64_t session;
	uint64_t revision;
	int64_t at_ms; /* given by runs_add: clock_wall_ms */
	/* The model itself was asked, without what-ifs: its status holds for
	 * the revision. */
	bool plain;
	char *status;	  /* sat, unsat, unknown, timeout, error, cancelled */
	char *options;	  /* JSON, or NULL */
	char *answer;	  /* JSON, or NULL */
	char *z3_version; /* or NULL */
	int64_t solve_us;
	char *text_hash; /* of the text that Z3 was given, or NULL */
	char *solution;	 /* as SMT-LIB, whole, or NULL */
	/* Of an optimisation, JSON, or NULL: the objectives with their values
	 * and bounds, and how the first one came there. */
	char *objectives, *course;
};

/* Keeps the run (its texts are borrowed) and gives it an id. */
bool runs_add(struct store *s, struct run *run, struct err *e);

/*
 * The last run of the session, at any revision; with `plain_only` the last one
 * of the model itself. NULL with ERR_NOT_FOUND if there is none. The caller's,
 * and without its solution.
 */
struct run *runs_last(
	struct store *s, int64_t session, bool plain_only, struct err *e);

/* The last run that found a solution, with it; otherwise the same. */
struct run *runs_last_solution(struct store *s, int64_t session, struct err *e);

void run_free(struct run *run); /* and its texts; for those of runs_last */
DROP_POINTER_BY(run, run_free)

/*
 * *verdict is "sat" or "unsat", a constant text, when a plain run has decided
 * the model at that revision, else NULL: runs that ended otherwise do not take
 * a verdict back.
 */
bool runs_verdict(struct store *s, int64_t session, uint64_t revision,
	const char **verdict, struct err *e);

struct run_list {
	struct run *runs;
	size_t count;
};

/*
 * The runs at the revisions from `from` up to, but not including, `end`, oldest
 * first; of more than `limit` the newest. Without their answers, solutions and
 * courses.
 * Fills `list`; release it.
 */
struct run_span {
	uint64_t from;
	uint64_t end;
	size_t limit;
};
bool runs_list(struct store *s, int64_t session, const struct run_span *span,
	struct run_list *list, struct err *e);

/* The last `limit` runs that have objectives, the newest first, and whole. */
bool runs_optimized(struct store *s, int64_t session, size_t limit,
	struct run_list *list, struct err *e);
void run_list_release(struct run_list *list);
DROP_BY(run_list, run_list_release)

#endif
