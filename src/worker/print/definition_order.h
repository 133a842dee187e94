#ifndef WORKER_PRINT_DEFINITION_ORDER_H
#define WORKER_PRINT_DEFINITION_ORDER_H

/*
 * The definitions of a solution in an order and a form that libz3 reads: it
 * prints them in one in which a function may stand behind those that use it,
 * and (_ as-array f) of a function that is defined, which it does not know.
 * A function of its own making that then nothing uses is left out.
 */

#include "base/buf.h"
#include "worker/base/task.h"

/* Appends the commands of `text`, which libz3 has printed of t->model. */
void definition_order_definitions(
	const struct task *t, const char *text, struct buf *out);

#endif
