#ifndef TOOLS_SOLVED_H
#define TOOLS_SOLVED_H

/*
 * The answer of solve_model, from what the solver said.
 */

#include "base/buf.h"
#include "model/render.h"
#include "store/sessions.h"
#include "wire/answer.h"

struct call;
struct json_object;
struct model;
struct values;
struct ruling;

/* What was solved; the state of the call. */
struct solved {
	struct session_info session;
	struct model *model;
	struct render render;
	struct answer_assertions all; /* the assertions of the rendered text */
};

/*
 * A solution under which an assertion is false is none: then the ruling
 * becomes unknown, and its message names the items.
 */
void solved_distrust(const struct solved *s, const struct answer *answer,
	struct ruling *ruling);

/* sat, unsat, unknown, timeout or error. */
const char *solved_status(const struct ruling *ruling);

/*
 * The structured content, the caller's, and the same as text; at most `room`
 * bytes of each of its parts. Values are taken out of `values`.
 */
struct json_object *solved_compose(const struct solved *s,
	const struct answer *answer, const struct ruling *ruling,
	struct values *values, size_t room, struct buf *text);

#endif
