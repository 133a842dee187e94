#ifndef WORKER_BASE_LIBZ3_H
#define WORKER_BASE_LIBZ3_H

/*
 * libz3, which is never given a NULL: each of its functions asserts the terms,
 * models and other handles of its arguments first.
 *
 * A value that comes from libz3 under a deadline may be NULL, and libz3
 * dereferences what it is given. A process that ends there looks as if libz3
 * had a bug; one that ends at an assert is known to be our own mistake
 * (process/fork_loop.c, "Satchel itself failed").
 *
 * <z3_given.h> is made of <z3.h> by libz3.awk: a function of the same name for
 * each that takes a handle, so that one that is used for the first time is
 * covered.
 */

#include <assert.h>
#include <stddef.h>
#include <z3.h>
#include <z3_given.h>

#endif
