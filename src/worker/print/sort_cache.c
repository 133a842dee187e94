#include "worker/print/sort_cache.h"

#include <stdlib.h>

#include "worker/print/sort_printer.h"

const char *
sort_cache_text(struct sort_cache *s, Z3_context c, Z3_sort sort)
{
	size_t at = Z3_get_ast_id(c, Z3_sort_to_ast(c, sort)) % SORT_CACHE_KEPT;

	if (s->sorts[at] != sort) {
		free(s->texts[at]);
		s->texts[at] = sort_printer_sort(c, sort);
		s->sorts[at] = sort;
	}
	return s->texts[at];
}

void
sort_cache_release(struct sort_cache *s)
{
	for (size_t i = 0; i < SORT_CACHE_KEPT; i++)
		free(s->texts[i]);
	*s = (struct sort_cache){0};
}
