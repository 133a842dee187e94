#ifndef WORKER_READ_PARSER_H
#define WORKER_READ_PARSER_H

/*
 * A problem of a script, read by libz3: its terms, or the first fault.
 */

#include <stdbool.h>
#include <stddef.h>
#include <z3.h>

#include "smt/names/diagnostics.h"
#include "smt/text/diagnostic.h"
#include "worker/read/problem.h"

/*
 * Reads the problem in `c`, with the constants as given. False with the fault
 * in script coordinates; then only out->in_constant and out->further are of
 * use. To be released in both cases.
 */
bool parser_problem(Z3_context c, const struct script *s,
	const struct script_problem *sp, enum problem_constants constants,
	struct parsed *out, struct diagnostic *fault);

/* The same where sp->known_count is not 0: `known` has, by the number of the
 * command, the terms of the assertions that are not to be read. */
bool parser_further(Z3_context c, const struct script *s,
	const struct script_problem *sp, const Z3_ast *known,
	enum problem_constants constants, struct parsed *out,
	struct diagnostic *fault);

void parsed_release(struct parsed *p);

#endif
