#include "smt/text/name_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static int
compare(const void *a, const void *b)
{
	const struct slice *left = a;
	const struct slice *right = b;
	size_t size =
		left->length < right->length ? left->length : right->length;
	int order = size > 0 ? memcmp(left->start, right->start, size) : 0;

	if (order != 0)
		return order;
	return (left->length > right->length) - (left->length < right->length);
}

void
name_set_add(struct name_set *s, struct slice one)
{
	s->at = mem_room(s->at, s->count, &s->capacity, sizeof(*s->at));
	s->at[s->count++] = one;
}

void
name_set_release(struct name_set *s)
{
	free(s->at);
	*s = (struct name_set){0};
}

void
name_set_drop(struct name_set *s)
{
	name_set_release(s);
}

void
name_set_sort(struct name_set *s)
{
	if (s->count > 0)
		qsort(s->at, s->count, sizeof(*s->at), compare);
}

void
name_set_keep_repeated(struct name_set *s)
{
	size_t kept = 0;

	for (size_t i = 1; i < s->count; i++) {
		if (compare(&s->at[i - 1], &s->at[i]) != 0 ||
			(kept > 0 && compare(&s->at[kept - 1], &s->at[i]) == 0))
			continue;
		s->at[kept++] = s->at[i];
	}
	s->count = kept;
}

bool
name_set_have(const struct name_set *s, struct slice one)
{
	return s->count > 0 &&
	       bsearch(&one, s->at, s->count, sizeof(one), compare) != NULL;
}
