#ifndef TOOLS_RECORD_H
#define TOOLS_RECORD_H

/*
 * Solves go into the log of their session: what was asked, of which revision,
 * with which options, and what Z3 answered.
 */

#include <stdbool.h>

struct answer;
struct call;
struct json_object;
struct question;
struct ruling;

/*
 * Keeps the run, and puts its number into the answer as `run`. With
 * `is_solution` the values are what get_solution gives from now on. What the
 * solver found does not depend on the log: a failure is logged, no more.
 */
void record_run(struct call *c, const struct question *q,
	const struct answer *answer, const struct ruling *ruling,
	bool is_solution, struct json_object *structured);

#endif
