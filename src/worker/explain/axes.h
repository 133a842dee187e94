#ifndef WORKER_EXPLAIN_AXES_H
#define WORKER_EXPLAIN_AXES_H

/*
 * What makes one solution another one: the terms that solutions are compared
 * by, and when they have other values.
 */

#include "worker/base/task.h"

struct axes {
	const struct problem_part **parts;
	Z3_ast *terms;	   /* of the parts; after them where functions differ */
	size_t count;	   /* of the parts */
	size_t all;	   /* of the terms */
	bool *is_left_out; /* by term: in some solution it is not compared */
	bool has_functions;
	char *elsewhere; /* functions that may differ where nobody looks */
	/* Some solution, or that it is none, is not proved: nobody knows how
	 * many there are. */
	bool is_unsure;
};

/* The terms of the get-value after the check, or the declared constants and
 * functions if there is none. */
void axes_read(const struct task *t, struct axes *axes);
void axes_release(struct axes *axes);

/* The caller's. */
char *axis_name(const struct task *t, const struct axes *axes, size_t axis);

/*
 * "Some of these terms has another value than in t->model." Of those whose
 * values cannot be compared is_left_out becomes true.
 */
Z3_ast solutions_differ(const struct task *t, const Z3_ast *terms, size_t count,
	bool *is_left_out);

#endif
