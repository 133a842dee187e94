#ifndef TESTS_PROPS_PATCH_H
#define TESTS_PROPS_PATCH_H

#include <stddef.h>

#include "base/buf.h"

/* Puts `with` into the buffer at `at`, in the place of `removed` bytes; what
 * goes beyond its ceiling is lost. */
void patch(struct buf *b, size_t at, size_t removed, const char *with,
	size_t size);

#endif
