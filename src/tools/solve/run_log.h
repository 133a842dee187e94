#ifndef TOOLS_SOLVE_RUN_LOG_H
#define TOOLS_SOLVE_RUN_LOG_H

/*
 * Solves go into the log of their session: what was asked, of which revision,
 * with which options, and what Z3 answered. A search for the best goes on where
 * the earlier ones had to stop: from the best of their solutions, and from what
 * they have proved.
 *
 * An earlier problem is built again from the revision and the arguments of its
 * run, and compared command by command. A bound holds where nothing but
 * assertions, assumptions and declarations of other names was added since; a
 * value is attained where nothing but such was taken away.
 */

#include <stdbool.h>

#include "base/err.h"

struct call;
struct json_object;
struct solve;

/*
 * Keeps the run, and puts its number into the answer as `run`. With
 * `is_solution` the values are what get_solution gives from now on. What the
 * solver found does not depend on the log: a failure is logged, no more.
 */
void run_log_run(struct call *c, const struct solve *s, bool is_solution,
	struct json_object *structured);

/* Sets what is known of a request for the best; false if that cannot be
 * written. */
bool run_log_use(struct call *c, struct solve *s, struct err *e);

/* The answer of the earlier run of the same problem, which is known, where it
 * is better than this one; NULL if not. The caller's. */
struct json_object *run_log_known(const struct solve *s);

#endif
