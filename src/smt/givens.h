#ifndef SMT_GIVENS_H
#define SMT_GIVENS_H

/*
 * What a problem gives a name to and a solution has a value for, although
 * nothing may use it: constants, functions, and the selectors of datatypes
 * with several constructors, which have a value for the others, too.
 */

#include "smt/problem.h"

/* Adds the parts of kind CONSTANT and FUNCTION. */
void givens_add(struct problem *p, const struct script *s,
	const struct script_problem *sp, enum problem_constants constants);

/* The same of one command; the constants of all stand before the functions. */
void givens_add_constant(struct problem *p, const struct form *form,
	enum problem_constants constants);
void givens_add_functions(struct problem *p, const struct form *form,
	enum problem_constants constants);

#endif
