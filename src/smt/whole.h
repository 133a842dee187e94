#ifndef SMT_WHOLE_H
#define SMT_WHOLE_H

/*
 * A script of several problems as one text for libz3's parser: all commands in
 * their order, as if push and pop were not there. Each problem then has its
 * terms from it (smt/view.h). Read one by one, problems cost what they have in
 * common again and again.
 *
 * A command has to mean among all commands what it means among those that are
 * in force at it. So a script is refused, and left to be read problem by
 * problem, if
 * - it declares a name twice, or a command holds a symbol that was declared in
 *   a scope that is gone, as what it may be;
 * - it sets an option or a logic, or defines a recursive function, behind its
 *   first problem, or in a scope that is left: libz3 has these everywhere;
 * - what stands behind its first problem might take long to read, or be the
 *   end of the process, and of the answers before it.
 * A label that was used in an earlier scope is taken off its assertion.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/problem.h"

/* Numbers of parts: from <= n < to. */
struct span {
	size_t from;
	size_t to;
};

struct whole_form {
	struct span parts;
	struct span constant; /* of smt/givens.h, as are the functions */
	struct span functions;
};

struct whole {
	struct problem problem;
	struct whole_form *at; /* of each command of the script */
	size_t *active;	       /* numbers of all that are in force anywhere */
	size_t active_count, active_capacity;
};

/* False, and nothing in `w`, for a script that has to be read in pieces. */
bool whole_build(struct whole *w, const char *text, const struct forms *forms);
void whole_release(struct whole *w);
void whole_drop(struct whole *w); /* for DROP(whole) */

#endif
