#ifndef TESTS_UNIT_ASSERTIONS_H
#define TESTS_UNIT_ASSERTIONS_H

#include "base/alloc.h"
#include "wire/answer.h"

/* Appends a copy; the label is copied too. */
static inline void
assertions_add(
	struct answer_assertions *list, const struct answer_assertion *one)
{
	struct answer_assertion copy = *one;

	copy.label = text_copy(one->label != NULL ? one->label : "");
	*ARRAY_ADD(list->list, list->count, list->capacity) = copy;
}

#endif
