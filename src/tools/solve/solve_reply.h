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
	struct solving *s; /* its values are taken */
	const struct answer_check
		*check;		       /* the last; NULL: none was answered */
	const struct solve_request *q; /* NULL: a script was solved */
	/* Of the values of a model those that the call asks for, with their
	 * sorts; or nothing. */
	struct values asked;
	uint32_t hidden; /* field of an assumption that is not shown, or 0 */
	bool is_whole;	 /* whole items of a core are shown */
};

void solve_reply_init(
	struct solve_reply *w, const struct call *c, struct solving *s);

/* Ends the call with it. */
void solve_reply_send(struct solve_reply *w, struct call *c);

/* The reply of solve_model. */
void solve_reply_make(struct solve_reply *w);

/* That of several sets of assumptions, and the end of the call (what_if.c). */
void solve_reply_what_if(struct call *c);

/* Its parts: the solution, or the core and what could go; why the answer is
 * less than was asked for; that with warnings and who solved it, at the end. */
void solve_reply_put(struct solve_reply *w);
void solve_reply_put_reason(struct solve_reply *w);
void solve_reply_finish(struct solve_reply *w);

/* First line and session, into text and structure. */
void solve_reply_put_state(
	struct solve_reply *w, const char *status, const char *message);

/* Lines of a text after the prefix; a warning calls it `name` if it is cut. */
void solve_reply_add_cut(struct solve_reply *w, const char *prefix,
	const char *name, const char *text);

/* What the second solver said: the member `confirmed`, and a line after the
 * prefix; nothing if nobody was to be asked. */
void solve_reply_put_second(struct solve_reply *w);

/* sat, unsat, unknown, timeout or error. */
const char *solve_reply_status(const struct solve_verdict *verdict);

/* Warns of a solution that rests on what nothing determines. */
void solve_reply_warn_of_open(
	const struct answer_check *check, struct json_object *notes);

/* Warns of terms that got no value: evaluation may leave a term as it is, and
 * may end with the time. Says nothing when values were left out for want of
 * room. */
void solve_reply_warn_of_missing(const struct solve_request *q,
	const struct values *values, struct json_object *notes);

#endif
