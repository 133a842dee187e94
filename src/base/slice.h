#ifndef BASE_SLICE_H
#define BASE_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A piece of a text; not terminated. */
struct slice {
	const char *start;
	size_t length;
};

static inline struct slice
slice_of(const char *word)
{
	return (struct slice){word, strlen(word)};
}

static inline bool
slice_equals(struct slice a, struct slice b)
{
	return a.length == b.length &&
	       (a.length == 0 || memcmp(a.start, b.start, a.length) == 0);
}

static inline bool
slice_is(struct slice s, const char *word)
{
	return slice_equals(s, slice_of(word));
}

#endif
