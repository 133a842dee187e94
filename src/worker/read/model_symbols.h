#ifndef WORKER_READ_MODEL_SYMBOLS_H
#define WORKER_READ_MODEL_SYMBOLS_H

/*
 * What a problem gives a name to and a solution has a value for, although
 * nothing may use it: constants, functions, and the selectors of datatypes
 * with several constructors, which have a value for the others, too.
 */

#include "worker/read/problem.h"

/* Adds the parts of kind CONSTANT and FUNCTION. */
void model_symbols_add(struct problem *p, const struct script *s,
	const struct script_problem *sp, enum problem_constants constants);

/* The same of one command; the constants of all stand before the functions. */
void model_symbols_add_constant(struct problem *p, const struct command *form,
	enum problem_constants constants);
void model_symbols_add_functions(struct problem *p, const struct command *form,
	enum problem_constants constants);

#endif
