#ifndef WORKER_PRINT_SORT_CACHE_H
#define WORKER_PRINT_SORT_CACHE_H

/*
 * What libz3 prints for sorts, remembered: that costs as much as a value does,
 * and thousands of values are of one sort.
 */

#include <z3.h>

enum { SORT_CACHE_KEPT = 64 };

/* Of one context; zeroed to begin with. */
struct sort_cache {
	Z3_sort sorts[SORT_CACHE_KEPT];
	char *texts[SORT_CACHE_KEPT];
};

/* Borrowed until the next call. */
const char *sort_cache_text(struct sort_cache *s, Z3_context c, Z3_sort sort);

void sort_cache_release(struct sort_cache *s);

#endif
