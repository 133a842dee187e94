#ifndef WORKER_PROCESS_TERM_LINT_H
#define WORKER_PROCESS_TERM_LINT_H

/*
 * What is accepted and rarely meant, as only libz3 can see it: an assertion
 * that is true or false whatever the values, Int and Real mixed; and what the
 * logic, if there is one, leaves out.
 */

#include "smt/names/logic.h"
#include "worker/read/parser.h"

struct answer_stream;

/*
 * Reports what it finds; looks at small terms only, so that it costs little
 * and cannot hang. Of the problems of one script only what comes after *seen
 * (a byte of it) is looked at, which is brought up to date.
 */
void term_lint_all(struct answer_stream *out, const struct parsed *p,
	const struct logic *logic, size_t *seen);

#endif
