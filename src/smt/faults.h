#ifndef SMT_FAULTS_H
#define SMT_FAULTS_H

/*
 * All that is wrong with a text, behind the first fault of it.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/fault.h"

/* One is a KiB; who has mended so many asks again. */
enum { FAULTS_MAX = 2000 };

struct faults {
	struct fault *at; /* in the order of the text */
	size_t count, capacity;
};

/* False when there are too many already. */
bool faults_add(struct faults *f, const struct fault *fault);
void faults_release(struct faults *f);

/*
 * Takes out those that `first`, or one that stays, may have caused: a command
 * that is refused declares nothing, so those that use its names are refused
 * too, and so on. Faults are known by their offsets in the text; one that
 * stands in no command is taken out, and so is a second one of a command.
 */
void faults_keep_causes(struct faults *f, const struct fault *first,
	const char *text, size_t size);

#endif
