#include "solver/partial.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "solver/context.h"

bool
partial_is_misread(const struct task *t)
{
	unsigned count = Z3_model_get_num_funcs(t->c, t->model);

	for (unsigned i = 0; i < count; i++) {
		Z3_func_decl f = Z3_model_get_func_decl(t->c, t->model, i);

		switch ((int)Z3_get_decl_kind(t->c, f)) {
		case Z3_OP_FPA_MIN:
		case Z3_OP_FPA_MAX:
		case Z3_OP_FPA_TO_UBV:
		case Z3_OP_FPA_TO_SBV:
		case Z3_OP_FPA_TO_REAL:
		case Z3_OP_FPA_TO_IEEE_BV:
			return true;
		default:
			break;
		}
	}
	return false;
}

/* --- is there a quantifier? ----------------------------------------------- */

/* A term is walked as the graph that it is: shared parts once. */
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

static bool
finds_quantifier(struct walk *w)
{
	while (w->count > 0) {
		Z3_ast term = w->waiting[--w->count];
		Z3_app app;
		unsigned count;

		if (Z3_get_ast_kind(w->c, term) == Z3_QUANTIFIER_AST)
			return true;
		if (Z3_get_ast_kind(w->c, term) != Z3_APP_AST)
			continue;
		app = Z3_to_app(w->c, term);
		count = Z3_get_app_num_args(w->c, app);
		for (unsigned i = 0; i < count; i++)
			visit(w, Z3_get_app_arg(w->c, app, i));
	}
	return false;
}

static bool
has_quantifier(Z3_context c, Z3_ast term)
{
	struct walk w = {.c = c, .seen = Z3_mk_ast_map(c)};
	bool has;

	Z3_ast_map_inc_ref(c, w.seen);
	visit(&w, term);
	has = finds_quantifier(&w);
	Z3_ast_map_dec_ref(c, w.seen);
	free(w.waiting);
	return has;
}

/* --- the term under the constants' values --------------------------------- */

Z3_ast
partial_term(const struct task *t, Z3_ast term)
{
	unsigned count = Z3_model_get_num_consts(t->c, t->model);
	unsigned known = 0;
	Z3_ast *constants;
	Z3_ast *values;

	if (!has_quantifier(t->c, term))
		return NULL;
	constants = mem_grow(NULL, count, sizeof(*constants));
	values = mem_grow(NULL, count, sizeof(*values));
	for (unsigned i = 0; i < count; i++) {
		Z3_func_decl f = Z3_model_get_const_decl(t->c, t->model, i);

		values[known] = Z3_model_get_const_interp(t->c, t->model, f);
		constants[known] = Z3_mk_app(t->c, f, 0, NULL);
		known += values[known] != NULL;
	}
	term = Z3_substitute(t->c, term, known, constants, values);
	free(constants);
	free(values);
	return Z3_simplify(t->c, term);
}
