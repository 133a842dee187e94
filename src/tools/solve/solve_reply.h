#ifndef TOOLS_SOLVE_SOLVE_REPLY_H
#define TOOLS_SOLVE_SOLVE_REPLY_H

/*
 * The reply to a solve, of a model or of a script, from what the solver said.
 * Of a model: solve_reply_init, _put_head, _end.
 */

#include <stddef.h>

#include "tools/call/reply.h"
#include "tools/solve/verdict.h"
#include "wire/answer.h"

struct solve_reply {
	struct reply r;
	struct solve *s;		  /* its values are taken */
	const struct answer_check *check; /* the last; NULL: there is none */
	/* Of the values of a model those that the call asks for, with their
	 * sorts; or nothing. */
	struct values asked;
};

void solve_reply_init(
	struct solve_reply *w, const struct call *c, struct solve *s);

/* First line and session, into text and structure. */
void solve_reply_put_head(
	struct solve_reply *w, const char *status, const char *message);

/*
 * All that follows the head: the solution, or the core and what could go,
 * warnings, and who solved it. The run goes into the log; with `is_solution`
 * its values are what get_solution has from now on. Ends the call.
 */
void solve_reply_end(struct solve_reply *w, struct call *c, bool is_solution);

/* Ends the call with the answer of an earlier run, which is taken. */
void solve_reply_known(
	struct solve_reply *w, struct call *c, struct json_object *known);

/* Ends the call with several sets of assumptions (what_if.c). */
void solve_reply_what_if(struct call *c, struct solve *s);

/* The parts: the solution or the core; why the answer is less than was asked
 * for, and who solved it; what the second solver said, if one was to be asked.
 */
void solve_reply_put(struct solve_reply *w);
void solve_reply_put_reason(struct solve_reply *w);
void solve_reply_put_second(struct solve_reply *w);

/* Ends the call with what was put. */
void solve_reply_send(struct solve_reply *w, struct call *c);

/* Lines of a text after the prefix; a warning calls it `name` if it is cut. */
void solve_reply_add_cut(struct solve_reply *w, const char *prefix,
	const char *name, const char *text);

/* The member `solution_smtlib`, as much as there is room for. */
void solve_reply_put_solution_text(struct reply *r, const char *text);

/* The objectives and values of an answer of the log, as lines. */
void solve_reply_add_earlier(struct reply *r, const struct solve *s);

/* Those of the values that the call asks for. False, and nothing in `out`, if
 * it asks for none in particular, or none of them came. */
bool solve_reply_select(
	const struct solve *s, const struct values *values, struct values *out);

/* Warns of a solution that rests on what nothing determines. */
void solve_reply_warn_of_open(
	const struct answer_check *check, struct json_object *warnings);

/* Warns of terms that got no value: evaluation may leave a term as it is, and
 * may end with the time. Says nothing when values were left out for want of
 * room. */
void solve_reply_warn_of_missing(const struct solve *s,
	const struct values *values, struct json_object *warnings);

#endif
