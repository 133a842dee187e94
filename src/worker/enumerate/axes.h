#ifndef WORKER_ENUMERATE_AXES_H
#define WORKER_ENUMERATE_AXES_H

/*
 * What makes one solution another one: the terms that solutions are compared
 * by, and when they have other values.
 */

#include "worker/base/task.h"
#include "worker/base/termset.h"

struct axes {
	const struct problem_part **parts; /* that are shown */
	size_t count;
	/* That are compared: of the parts, and where functions and arrays are
	 * applied. */
	struct termset terms;
	bool *is_left_out; /* by term: in some solution it is not compared */
	bool has_functions;
	char *elsewhere; /* functions that may differ at unasked arguments */
	/* Some solution, or that it is none, is not proved: nobody knows how
	 * many there are. */
	bool is_unsure;
};

/* The terms of the get-value after the check, or the declared constants and
 * functions if there is none. */
void axes_read(const struct task *t, struct axes *axes);
void axes_release(struct axes *axes);

/* Of a part that is shown; the caller's. */
char *axis_name(const struct task *t, const struct problem_part *part);

/* The same of a part, or of what it is compared in. */
char *term_name(const struct task *t, const struct axes *axes, Z3_ast term);

/*
 * "Some of these terms has another value than in t->model." Of those whose
 * values cannot be compared is_left_out becomes true. Returns NULL if an
 * interrupt kept a value from being evaluated: without that value the claim
 * would exclude solutions.
 */
Z3_ast solutions_differ(const struct task *t, const Z3_ast *terms, size_t count,
	bool *is_left_out);

#endif
