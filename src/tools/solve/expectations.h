#ifndef TOOLS_SOLVE_EXPECTATIONS_H
#define TOOLS_SOLVE_EXPECTATIONS_H

/*
 * What is expected of the model of a session: its tests. An expectation is an
 * object with a name and one of
 *
 *	{"status": "unsat", "assume": ["(> x 3)"]}	or "sat"
 *	{"property": "(> x 3)"}				follows from the model
 *	{"term": "cost", "value": "42"}			in every solution; with
 *							objectives in the best
 *
 * each of which may have `assume`. A property of a model without solutions is
 * none. They are sets of assumptions of one solve; those about the best
 * solution of a second one.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "tools/call/call.h"
#include "tools/solve/solve_request.h"

struct buf;
struct json_object;
struct model;
struct reply;

struct expectations {
	struct json_object *list;
	struct json_object *results; /* name -> {name, result, message?} */
	struct solve solve;
	int64_t until_ms; /* for all of them; the caller's to set */
	bool is_best;	  /* it is about the best solution now */
	size_t held;
	struct err fault; /* of the last that cannot be read */
	tool_run *then;	  /* when all are checked */
};

/* The list and the model are taken; the names differ. False when the model is
 * NULL, or the session's options cannot be read. */
bool expectations_init(struct expectations *x, const struct call *c,
	const struct session_info *session, struct model *m,
	struct json_object *list, struct err *e);
void expectations_release(struct expectations *x);

/* Checks them, and goes on with `then`; without a solver they are open. */
void expectations_check(struct call *c, struct expectations *x, tool_run *then);

/* The results, as member `expectations` and a line for each: `holds: NAME:
 * unsat assuming (> x 3)`; without `is_whole` a line for those that do not hold
 * only. */
void expectations_put(
	const struct expectations *x, bool is_whole, struct reply *r);

/* Makes an expectation of arguments of the tool that fit its schema; the
 * caller's. Returns NULL if they are not those of one expectation. If they have
 * no name, the caller gives it one (expectation_set_name). */
struct json_object *expectation_new(
	const struct json_object *arguments, struct err *e);
/* NULL: it has none yet. */
const char *expectation_name(const struct json_object *expectation);
/* Gives it the name eNUMBER. */
void expectation_set_name(struct json_object *expectation, size_t number);

/* What is expected: "unsat assuming (> x 3)". */
void expectation_describe(
	const struct json_object *expectation, struct buf *out);

#endif
