#ifndef WORKER_EXECUTOR_SCRIPT_RUNNER_H
#define WORKER_EXECUTOR_SCRIPT_RUNNER_H

#include <stdbool.h>

#include "wire/ask.h"
#include "worker/base/libz3.h"
#include "worker/base/task.h"
#include "worker/read/parser.h"

struct answer_stream;

/* What texts are read in, one after another. */
struct parse_context {
	Z3_context c;
	struct datatypes known;
	unsigned contexts; /* before this one */
};

/*
 * Does what is asked and reports it (worker/base/answer_stream.h): every
 * problem of the script in turn, until the end, a fault or the deadline. The
 * first problem uses the context; those after it too, if it leaves
 * nothing that they could see, or else each one a context of its own.
 *
 * True: another text may be read in the context, and is read as if it were the
 * first one. False: none may, and `c` is what is left of the contexts, or NULL;
 * a process that does not end with the ask deletes it.
 */
bool script_runner_ask(struct answer_stream *out, struct parse_context *context,
	const struct ask *ask);

/*
 * Decides a problem and reports what is found, in this order: the status, for
 * sat the model with its values and the check of every assertion (then better
 * ones, if there are objectives), for unsat the core. Fills status, reason and
 * model of the task.
 *
 * The ask says by which engines; several take turns
 * (worker/engines/engine.h).
 */
void solve_check_task(struct task *t);

#endif
