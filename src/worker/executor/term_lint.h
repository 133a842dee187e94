#ifndef WORKER_EXECUTOR_TERM_LINT_H
#define WORKER_EXECUTOR_TERM_LINT_H

/*
 * What is accepted and rarely meant, as only libz3 can see it: an assertion
 * that is true or false whatever the values, Int and Real mixed; and what the
 * logic, if there is one, leaves out.
 */

#include "smt/names/logic.h"
#include "worker/base/libz3.h"
#include "worker/base/termset.h"
#include "worker/read/parser.h"
#include "worker/read/script.h"

struct answer_stream;
struct ask;

/*
 * Reports what it finds; looks at small terms only, so that it costs little
 * and cannot hang. Of the problems of one script only what comes after *seen
 * (a byte of it) is looked at, which is brought up to date.
 */
void term_lint_all(struct answer_stream *out, const struct parsed *p,
	const struct logic *logic, size_t *seen);

/*
 * Reports what a solution of the ask leaves open: names that no assertion and
 * no objective uses. The commands are those of its script.
 */
void term_lint_open(struct answer_stream *out, const struct ask *ask,
	const struct commands *forms);

/* What a text uses, and whether the logic that it sets has that. */

/* The logic that is in force in the problem; NULL: none that libz3 knows. */
const struct logic *logic_fragment_logic(
	const struct script *s, const struct script_problem *sp);

/* The parts of a logic that a term takes; those in `seen` are passed over, and
 * the others added. */
unsigned logic_fragment_of(Z3_context c, Z3_ast term, struct termset *seen);

/* Whether all that the problem asserts is of that logic. */
bool logic_fragment_is_of(const struct parsed *p, const struct logic *logic);

#endif
