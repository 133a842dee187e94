#ifndef WORKER_EXPAND_FAMILIES_H
#define WORKER_EXPAND_FAMILIES_H

/*
 * A function, or an array that is only selected from, is a family of constants:
 * each application to values is one, and an application to terms that have few
 * values is a choice among them. So a solver that knows no functions can decide
 * them; its solution is one of constants, and is written back as functions.
 *
 * Arrays that are stored into, or compared, are nothing for constants.
 *
 * A forall that says something of each value of one function, as its bounds,
 * says it of each constant.
 */

#include <stdbool.h>
#include <stddef.h>

#include "worker/base/libz3.h"
#include "worker/base/termset.h"
#include "worker/constraints/constraints.h"
#include "worker/expand/counting.h"

/* Zeroed to begin with; of one task. */
struct families {
	struct termset applications;
	struct termset constants; /* in their place */
	/* The assertions that were replaced last. */
	struct constraints constraints;
	struct disequalities disequalities;
	struct term_map sums;
};

/*
 * Adds the assertions without applications of functions, simplified. False if
 * some application has an argument that may be anything.
 */
bool families_replace(struct families *f, Z3_context c, const Z3_ast *terms,
	size_t count, struct termset *replaced);

/* The same of a term that is asserted in addition to those that were replaced
 * last; NULL where that would be false. */
Z3_ast families_replace_further(struct families *f, Z3_context c, Z3_ast term);

/* The term where applications to values are constants; others stay. */
Z3_ast families_replace_known(struct families *f, Z3_context c, Z3_ast term);

/* The application that a constant is in the place of; NULL: it is another one.
 */
Z3_ast families_application(
	const struct families *f, Z3_context c, Z3_ast constant);

/*
 * Gives a model the functions and arrays of whose members it has values, and
 * the constants that sums have replaced. Returns false if a value could not be
 * evaluated in time: the model is incomplete then, and no solution, since any
 * value that libz3 takes for what is missing contradicts the assertions.
 */
bool families_complete(const struct families *f, Z3_context c, Z3_model m);

void families_drop(struct families *f); /* for DROP(families) */

#endif
