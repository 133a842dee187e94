#include "solver/sorts.h"

#include <stdlib.h>

#include "solver/exact.h"

const char *
sorts_text(struct sorts *s, Z3_context c, Z3_sort sort)
{
	size_t at = Z3_get_ast_id(c, Z3_sort_to_ast(c, sort)) % SORTS_KEPT;

	if (s->sorts[at] != sort) {
		free(s->texts[at]);
		s->texts[at] = exact_sort(c, sort);
		s->sorts[at] = sort;
	}
	return s->texts[at];
}

void
sorts_release(struct sorts *s)
{
	for (size_t i = 0; i < SORTS_KEPT; i++)
		free(s->texts[i]);
	*s = (struct sorts){0};
}
