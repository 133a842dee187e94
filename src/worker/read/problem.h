#ifndef WORKER_READ_PROBLEM_H
#define WORKER_READ_PROBLEM_H

/*
 * One problem of a script as a text for libz3's parser, which reads
 * declarations and assertions and hands back the assertions' terms.
 *
 * Everything whose term is wanted becomes an assertion: an assertion as it
 * stands; a term t of any sort (an objective, a get-value) as
 * (assert (let ((h t)) (= h h))), whose first argument is t; a declared
 * constant likewise, with its sort, as two may have one name, since a solver
 * leaves constants out of its model that it did not need; a declared function f
 * as (forall ((a S)) (= (f a) (f a))), and a datatype T as
 * (forall ((a T)) (= a a)), since it leaves selectors out, too.
 * A value of a stored solution becomes the equation of its name and the value.
 * The i-th of them is the i-th term that the parser returns.
 *
 * Every command and term is a copy of bytes of the script, so that a place in
 * this text leads back to the script's.
 */

#include "base/alloc.h"
#include "base/buf.h"
#include "worker/read/script.h"

/* Fills `p`, which need not be initialised; `s` is as script_next left it.
 * `with_constants`: what is declared becomes terms, too. */
void problem_build(struct problem *p, const struct script *s,
	const struct script_problem *sp, bool with_constants);
void problem_release(struct problem *p);
DROP_BY(problem, problem_release)

/*
 * From a place in the text (line from 1, byte column from 0, as libz3 counts)
 * to the script's: fills offset, line and column (bytes from 1) of the fault.
 * Returns the part, or NULL when the place is in none.
 */
const struct problem_part *problem_place(struct problem *p, unsigned line,
	unsigned column, struct diagnostic *fault);

#endif
