#include "solver/grid.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "solver/domain.h"

bool
grid_begin(struct grid *g, Z3_context c, Z3_model m, Z3_func_decl function,
	unsigned most)
{
	unsigned arity = Z3_get_domain_size(c, function);

	*g = (struct grid){
		.c = c,
		.function = function,
		.arity = arity,
		.points = 1,
		.domains = mem_new((arity + 1) * sizeof(Z3_ast_vector)),
		.at = mem_new((arity + 1) * sizeof(*g->at)),
	};
	for (unsigned i = 0; i < arity; i++) {
		g->domains[i] =
			domain_values(c, m, Z3_get_domain(c, function, i));
		if (g->domains[i] == NULL)
			return false;
		g->points *= domain_size(c, g->domains[i]);
		if (g->points > most)
			return false;
	}
	return true;
}

Z3_ast
grid_term(const struct grid *g)
{
	Z3_ast *arguments = mem_grow(NULL, g->arity + 1, sizeof(*arguments));
	Z3_ast term;

	for (unsigned i = 0; i < g->arity; i++)
		arguments[i] = Z3_ast_vector_get(g->c, g->domains[i], g->at[i]);
	term = Z3_mk_app(g->c, g->function, g->arity, arguments);
	free(arguments);
	return term;
}

bool
grid_next(struct grid *g)
{
	for (unsigned i = 0; i < g->arity; i++) {
		if (++g->at[i] < domain_size(g->c, g->domains[i]))
			return true;
		g->at[i] = 0;
	}
	return false;
}

void
grid_release(struct grid *g)
{
	for (unsigned i = 0; i < g->arity; i++) {
		if (g->domains[i] != NULL)
			Z3_ast_vector_dec_ref(g->c, g->domains[i]);
	}
	free(g->domains);
	free(g->at);
	*g = (struct grid){0};
}
