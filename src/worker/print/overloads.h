#ifndef WORKER_PRINT_OVERLOADS_H
#define WORKER_PRINT_OVERLOADS_H

/*
 * The names that a problem declares or defines more than once: x as an Int and
 * as a Real, f of one argument and of two. A name alone does not say which.
 */

#include "smt/text/name_set.h"
#include "worker/base/task.h"

/* Fills `o`, which need not be initialised. */
void overloads_read(const struct task *t, struct name_set *o);

/*
 * What a value goes by: the name; of an overloaded constant (as x Int), of an
 * overloaded function f (Int Int) Bool, where `sort` is all behind the name.
 * The caller's.
 */
char *overloads_name(const struct name_set *o, const char *name,
	const char *sort, bool is_constant);

#endif
