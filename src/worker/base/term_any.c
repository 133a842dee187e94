#include "worker/base/term_any.h"

#include <stdlib.h>

#include "base/alloc.h"

struct walk {
	Z3_context c;
	Z3_ast_map seen;
	Z3_ast *waiting;
	size_t count;
	size_t capacity;
};

static void
visit(struct walk *w, Z3_ast term)
{
	if (Z3_ast_map_contains(w->c, w->seen, term))
		return;
	Z3_ast_map_insert(w->c, w->seen, term, term);
	w->waiting = mem_room(
		w->waiting, w->count, &w->capacity, sizeof(*w->waiting));
	w->waiting[w->count++] = term;
}

static void
visit_parts(struct walk *w, Z3_ast term)
{
	Z3_app app;
	unsigned count;

	if (Z3_get_ast_kind(w->c, term) == Z3_QUANTIFIER_AST)
		visit(w, Z3_get_quantifier_body(w->c, term));
	if (Z3_get_ast_kind(w->c, term) != Z3_APP_AST)
		return;
	app = Z3_to_app(w->c, term);
	count = Z3_get_app_num_args(w->c, app);
	for (unsigned i = 0; i < count; i++)
		visit(w, Z3_get_app_arg(w->c, app, i));
}

bool
term_any(Z3_context c, Z3_ast term, term_any_is *is)
{
	struct walk w = {.c = c, .seen = Z3_mk_ast_map(c)};
	bool has = false;

	Z3_ast_map_inc_ref(c, w.seen);
	visit(&w, term);
	while (!has && w.count > 0) {
		Z3_ast part = w.waiting[--w.count];

		has = is(c, part);
		visit_parts(&w, part);
	}
	Z3_ast_map_dec_ref(c, w.seen);
	free(w.waiting);
	return has;
}

/* It has a number for a parameter, as only libz3's own have; an element of a
 * declared sort has its sort, too. */
bool
term_declares_recursive(Z3_context c, Z3_func_decl decl)
{
	return Z3_get_decl_kind(c, decl) >= Z3_OP_INTERNAL &&
	       Z3_get_decl_num_parameters(c, decl) == 1;
}

bool
term_applies_recursive(Z3_context c, Z3_ast part)
{
	return Z3_get_ast_kind(c, part) == Z3_APP_AST &&
	       term_declares_recursive(
		       c, Z3_get_app_decl(c, Z3_to_app(c, part)));
}
