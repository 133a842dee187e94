#ifndef TOOLS_SOLVE_SOLVE_REPLY_H
#define TOOLS_SOLVE_SOLVE_REPLY_H

/*
 * The answer of solve_model, from what the solver said.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "tools/solve/solve_request.h"
#include "tools/solve/solver_call.h"
#include "wire/answer.h"

struct json_object;
struct reply;
struct solve_request;
struct solve_verdict;
struct values;

/*
 * A solution under which an assertion is false is none: then the ruling
 * becomes unknown, and its message names the items.
 */
void solve_reply_distrust(const struct solve_request *q,
	const struct answer *answer, struct solve_verdict *ruling);

/* sat, unsat, unknown, timeout or error. */
const char *solve_reply_status(const struct solve_verdict *ruling);

/*
 * The structured content, the caller's, and the same as text; at most `room`
 * bytes of each of its parts. Values are taken out of `values`.
 */
struct json_object *solve_reply_compose(const struct solve_request *q,
	const struct answer *answer, const struct solve_verdict *ruling,
	struct values *values, size_t room, struct buf *text);

/*
 * What is said about a model that has solutions.
 */

/* Objectives, values, the solution as text, further solutions, and what was
 * checked. Values are taken out of `values`. */
void sat_reply_put(struct reply *w, struct values *values);

/* Which assertions were evaluated, and which are not true. */
void sat_reply_put_checked(struct reply *w);

/* The number of assertions that are false under the values. */
size_t sat_reply_count_false(const struct answer_check *check);

/* "item 3, item 5": those with assertions that are false, or undecided. */
void sat_reply_name_failed(const struct solve_request *q,
	const struct answer_check *check, bool is_false, struct buf *out);

/* Every objective has its proved optimum, and there is one. */
bool sat_reply_is_optimal(const struct answer_check *check);

/*
 * What is said about a model that has no solution: which of its items, and
 * which assumptions of the call, contradict each other, and what could go.
 */

void unsat_reply_put(struct reply *w);

/* What to do if there ought to be a solution: a line of text. */
void unsat_reply_advise(struct reply *w);

/*
 * An answer about a model while it is made: for solved.c, solution.c and
 * conflict.c.
 */

struct reply {
	const struct solve_request *q;
	const struct answer *answer;
	const struct answer_check *check; /* NULL when none was answered */
	const struct solve_verdict *ruling;
	struct json_object *structured;
	struct json_object *notes;
	struct buf *text;
	size_t room;	    /* for each part */
	const char *hidden; /* an assumption that is not shown, or NULL */
};

#endif
