#ifndef TOOLS_SOLVE_SOLVER_CALL_H
#define TOOLS_SOLVE_SOLVER_CALL_H

/*
 * What the tools that solve share, from the ask to the verdict: how a worker is
 * asked, what its answer comes to, whether another solver agrees, and the parts
 * of a reply that do not depend on what was solved.
 */

#include <stdbool.h>
#include <stddef.h>

#include "tools/call/call.h"
#include "tools/call/values.h"
#include "tools/solve/solve_request.h"
#include "wire/answer.h"

struct admitted_text;

/*
 * Asks a worker to solve the text of `ask`; kind, time limit,
 * strategy and minimize_core are filled in from the call's arguments, else from
 * the setup. The time limit counts from the call's start.
 */
bool solver_call_ask(struct call *c, const struct ask *ask,
	const struct solver_options *setup, call_on_answer *on_answer,
	struct err *e);

/*
 * Reads the values of the last check, of which the last `asked` are the most
 * wanted. A worker whose values are no JSON has given no answer that can be
 * believed: its outcome becomes GARBLED. False when there was no worker at all.
 */
bool solver_call_read(struct call *c, struct answer *answer, size_t asked,
	struct values *values, struct err *e);

/* How long Z3 was at it: of the last check as it says, or from the child's
 * beginning, when more was to be done than to decide it; 0 if it only waited.
 */
int64_t solver_call_us(const struct answer *answer);

/* solve_time and z3_version. */
void solver_call_put_run(
	const struct answer *answer, struct json_object *structured);

/* Z3's counters as member `statistics`, if there are any. */
void solver_call_put_statistics(
	const struct answer *answer, struct json_object *structured);

/* "Z3 4.8.12, 0.003 s.", if a child was there. */
void solver_call_add_run(const struct answer *answer, struct buf *text);

/*
 * What an answer of the solver comes to: a status that is believed, and the
 * reason where it is less than was asked for.
 */

/*
 * What another solver says that is installed (--confirm-with): it is asked what
 * Z3 has answered sat or unsat to, in what is left of the call's time. If it
 * says the contrary, the verdict becomes unknown. What it is not able to answer
 * is no contradiction, and is told.
 */
struct second_opinion {
	char *solver; /* its name; NULL: nobody was to be asked */
	enum status status;
	const char *why; /* it is UNKNOWN: "cvc5", and this */
};

struct solve_verdict {
	enum status status; /* never NONE */
	/* incomplete, timeout, memory, crash, cancelled, contradiction; NULL:
	 * all is well. */
	const char *code;
	char *message; /* NULL if code is */
	struct second_opinion second;
};

/*
 * `checks` is how many the text has: a status that an earlier one got is not
 * that of the last one. `what` is what was solved: "the model". The answer has
 * no fault, and a worker was there.
 */
void solve_verdict_of(const struct call *c, const struct answer *answer,
	size_t checks, const char *what, struct solve_verdict *v);

/* Another status or reason; the message is taken. */
void solve_verdict_set(struct solve_verdict *v, enum status status,
	const char *code, char *message);

void solve_verdict_drop(struct solve_verdict *v);

/*
 * A solution under which an assertion is false is none: then the verdict
 * becomes unknown, and its message names the items, or the lines of a script
 * (`q` is NULL).
 */
void solve_verdict_distrust(const struct solve_request *q,
	const struct answer *answer, struct solve_verdict *verdict);

/* One of several checks; NULL: it is not there, or the answer is garbled, of
 * which nothing is believed. */
const struct answer_check *solve_check_at(
	const struct answer *answer, size_t at);

/* Of one of several checks; NULL was not answered. A solution under which an
 * assertion is false is none. */
enum status solve_status_of(const struct answer_check *check);

/* The number of assertions that are false under the values. */
size_t solve_count_false(const struct answer_check *check);

/* Those that are false, or those that are not decided: {line} of a script,
 * {index, name, line} of an item or {argument} of the call; the caller's. And
 * the same as words, an item once: "item 3, assume[0]". */
struct json_object *solve_list_failed(const struct solve_request *q,
	const struct answer_check *check, bool is_false);
void solve_name_failed(const struct json_object *list, struct buf *out);

/*
 * A solve from its question to its reply: of a model, or of a script (then of
 * `q` there is what a script has, too: setup and all assertions).
 */
struct solving {
	struct solve_request q;
	const struct admitted_text *script; /* or NULL */
	const char *what;		    /* is solved: "the model" */
	size_t checks;			    /* that the text has */
	size_t wanted; /* of the values: the last ones, which were asked for */
	tool_run *refuse; /* of a fault in the text; NULL: as the model's */
	tool_run *then;	  /* replies */
	/* What came of it. */
	struct answer *answer;
	struct solve_verdict verdict;
	struct values values;
};

/*
 * Asks a worker, by the setup of the solve, judges the answer and, where the
 * call or the server wants it, has a second opinion. Goes on with `refuse` or
 * `then`, which find the solve in the call.
 */
bool solving_ask(struct call *c, struct solving *s, const struct ask *ask,
	struct err *e);

void solving_release(struct solving *s);

#endif
