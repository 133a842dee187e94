#ifndef TOOLS_SOLVE_RUN_LOG_H
#define TOOLS_SOLVE_RUN_LOG_H

/*
 * Solves go into the log of their session: what was asked, of which revision,
 * with which options, and what Z3 answered.
 */

#include <stdbool.h>

struct answer;
struct call;
struct json_object;
struct solve_request;
struct solve_verdict;

/*
 * Keeps the run, and puts its number into the answer as `run`. With
 * `is_solution` the values are what get_solution gives from now on. What the
 * solver found does not depend on the log: a failure is logged, no more.
 */
void run_log_run(struct call *c, const struct solve_request *q,
	const struct answer *answer, const struct solve_verdict *verdict,
	bool is_solution, struct json_object *structured);

#endif
