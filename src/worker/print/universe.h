#ifndef WORKER_PRINT_UNIVERSE_H
#define WORKER_PRINT_UNIVERSE_H

/*
 * The elements of declared sorts in the text of a solution, where each is
 * declared: (declare-fun S!val!0 () S).
 */

#include "base/buf.h"

/* Declares those that the text names and does not declare: elements that
 * completion chose, of sorts that libz3 has not reasoned about. */
void universe_add_missing(const char *text, struct buf *out);

/* Puts each sort with its elements into the report: S, {S!val!0, S!val!1}. */
void universe_report(const char *text);

#endif
