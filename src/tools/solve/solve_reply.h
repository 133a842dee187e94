#ifndef TOOLS_SOLVE_SOLVE_REPLY_H
#define TOOLS_SOLVE_SOLVE_REPLY_H

/*
 * The reply to a solve, of a model or of a script, from what the solver said.
 */

#include <stddef.h>

#include "tools/call/reply.h"
#include "tools/solve/solver_call.h"
#include "wire/answer.h"

struct solve_reply {
	struct reply r;
	const struct answer *answer;
	const struct answer_check
		*check; /* the last; NULL: none was answered */
	const struct solve_verdict *verdict;
	/* What was solved: one of these. */
	const struct solve_request *q;
	const struct admitted_text *script;
	const struct answer_assertions *all; /* shown where no core came */
	uint32_t hidden; /* field of an assumption that is not shown, or 0 */
	bool is_whole;	 /* whole items of a core are shown */
};

/* The caller sends w->r in the end. */
void solve_reply_init(
	struct solve_reply *w, const struct call *c, const struct solving *s);

/* The reply of solve_model. Values are taken out of `values`. */
void solve_reply_make(struct solve_reply *w, struct values *values);

/* That of several sets of assumptions, and the end of the call (what_if.c). */
void solve_reply_what_if(struct call *c);

/* Its parts: the solution, or the core and what could go; why the answer is
 * less than was asked for; that with warnings and who solved it, at the end. */
void solve_reply_put(struct solve_reply *w, struct values *values);
void solve_reply_put_reason(struct solve_reply *w);
void solve_reply_finish(struct solve_reply *w);

/* First line and session, into text and structure. */
void solve_reply_put_state(
	struct solve_reply *w, const char *status, const char *message);

/* Lines of a text after the prefix; a warning calls it `name` if it is cut. */
void solve_reply_add_cut(struct solve_reply *w, const char *prefix,
	const char *name, const char *text);

/* The number of assertions that are false under the values. */
size_t solve_reply_count_false(const struct answer_check *check);

/* Of one of several checks; NULL was not answered. A solution under which an
 * assertion is false is none. */
enum status solve_reply_status_of(const struct answer_check *check);

/*
 * A solution under which an assertion is false is none: then the verdict
 * becomes unknown, and its message names the items, or the lines of a script
 * (`q` is NULL).
 */
void solve_reply_distrust(const struct solve_request *q,
	const struct answer *answer, struct solve_verdict *verdict);

/* sat, unsat, unknown, timeout or error. */
const char *solve_reply_status(const struct solve_verdict *verdict);

#endif
