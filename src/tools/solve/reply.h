#ifndef TOOLS_SOLVE_REPLY_H
#define TOOLS_SOLVE_REPLY_H

/*
 * An answer about a model while it is made: for solved.c, solution.c and
 * conflict.c.
 */

#include <stddef.h>

#include "base/buf.h"
#include "tools/solve/solve_request.h"
#include "tools/solve/solve_verdict.h"
#include "wire/answer.h"

struct json_object;

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
