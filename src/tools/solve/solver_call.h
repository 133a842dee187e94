#ifndef TOOLS_SOLVE_SOLVER_CALL_H
#define TOOLS_SOLVE_SOLVER_CALL_H

/*
 * What the tools that solve share, from the ask to the verdict: how a worker is
 * asked, what its answer comes to, and whether another solver agrees.
 */

#include <stdbool.h>
#include <stddef.h>

#include "tools/call/call.h"
#include "tools/call/values.h"
#include "tools/solve/solve_request.h"
#include "wire/answer.h"

struct admitted_text;

/*
 * Has a worker solve the ask of the request, by its setup; the time limit
 * counts from the call's start.
 */
bool solver_call_ask(struct call *c, const struct solve_request *q,
	call_on_answer *on_answer, struct err *e);

/* How long Z3 was at it: of the last check as it says, or from the child's
 * beginning, when more was to be done than to decide it; 0 if it only waited.
 */
int64_t solver_call_us(const struct answer *answer);

/* solve_time and z3_version. */
void solver_call_put_run(
	const struct answer *answer, struct json_object *structured);

/*
 * What another solver says that is installed (--confirm-with): it is asked what
 * Z3 has answered sat or unsat to, in what is left of the call's time. If it
 * says the contrary, the verdict becomes unknown. That it cannot answer is not
 * a contradiction, and is reported.
 */
struct second_opinion {
	char *solver; /* its name; NULL: nobody was to be asked */
	enum status status;
	const char *why; /* it is UNKNOWN: "cvc5", and this */
};

/* A status that is believed, and the reason where the answer is less than was
 * asked for. */
struct solve_verdict {
	enum status status; /* never NONE */
	/* incomplete, timeout, memory, crash, cancelled, contradiction; NULL:
	 * all is well. */
	const char *code;
	char *message; /* NULL if code is */
	struct second_opinion second;
};

/*
 * `what` is what was solved: "the model". A status that an earlier check got is
 * not that of the last one. A solution under which an assertion is false is
 * none: then the verdict is unknown, and names the items, or the lines of a
 * script (`q` has no model). The answer has no fault, and a worker was there.
 */
void solve_verdict_of(const struct call *c, const struct solve_request *q,
	const struct answer *answer, const char *what, struct solve_verdict *v);

/* sat, unsat, unknown, timeout or error. */
const char *solve_verdict_word(const struct solve_verdict *verdict);

void solve_verdict_drop(struct solve_verdict *v);

/* One of several checks, or NULL. */
const struct answer_check *solve_check_at(
	const struct answer *answer, size_t at);

/* Of one of several checks; NULL was not answered. A solution under which an
 * assertion is false is none. */
enum status solve_status_of(const struct answer_check *check);

/* The first of those that are false, or of those that are not decided: {line}
 * of a script, {index, name, line} of an item or {argument} of the call; the
 * caller's. And the same as words: "item 3, assume[0]". */
struct json_object *solve_list_failed(const struct solve_request *q,
	const struct answer_check *check, bool is_false);
void solve_name_failed(const struct json_object *list, struct buf *out);

/*
 * A solve from its question to its reply: of a model, or of a script (then of
 * `q` there are the setup and ask.checks only).
 */
struct solving {
	struct solve_request q;
	const struct admitted_text *script; /* or NULL */
	const char *what;		    /* is solved: "the model" */
	bool may_confirm;		    /* another solver may be asked */
	tool_run *refuse; /* of a fault in the text; NULL: as the model's */
	tool_run *then;	  /* replies */
	/* What came of it. */
	struct answer *answer;
	struct solve_verdict verdict;
	struct values values;
};

/*
 * Writes the request, asks a worker, and reaches a verdict on the answer, with
 * a second opinion where the call or the server wants it. Goes on with `refuse`
 * or `then`, which find the solve in the call.
 */
bool solving_ask(struct call *c, struct solving *s, struct err *e);

void solving_release(struct solving *s);

#endif
