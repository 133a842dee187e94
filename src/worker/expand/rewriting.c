#include "worker/expand/rewriting.h"

#include <stdlib.h>

#include "base/alloc.h"

/* Of the process's stack a few hundred bytes each. */
enum { DEPTH_MAX = 4000 };

bool
term_is_quantifier(Z3_context c, Z3_ast term)
{
	return Z3_get_ast_kind(c, term) == Z3_QUANTIFIER_AST;
}

Z3_decl_kind
term_kind(Z3_context c, Z3_ast term)
{
	if (Z3_get_ast_kind(c, term) != Z3_APP_AST)
		return Z3_OP_INTERNAL;
	return Z3_get_decl_kind(c, term_decl(c, term));
}

unsigned
term_arity(Z3_context c, Z3_ast term)
{
	return Z3_get_ast_kind(c, term) == Z3_APP_AST
		       ? Z3_get_app_num_args(c, Z3_to_app(c, term))
		       : 0;
}

Z3_ast
term_argument(Z3_context c, Z3_ast application, unsigned i)
{
	return Z3_get_app_arg(c, Z3_to_app(c, application), i);
}

Z3_func_decl
term_decl(Z3_context c, Z3_ast application)
{
	return Z3_get_app_decl(c, Z3_to_app(c, application));
}

bool
term_is_value(Z3_context c, Z3_ast term)
{
	if (Z3_get_ast_kind(c, term) == Z3_NUMERAL_AST)
		return true;
	return Z3_get_ast_kind(c, term) == Z3_APP_AST &&
	       term_arity(c, term) == 0 &&
	       term_kind(c, term) != Z3_OP_UNINTERPRETED;
}

static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
rewrite_arguments(struct rewriting *r, Z3_ast term)
{
	unsigned count = term_arity(r->c, term);
	Z3_ast *arguments = mem_grow(NULL, count + 1, sizeof(Z3_ast));
	bool changes = false;

	for (unsigned i = 0; i < count; i++) {
		Z3_ast old = term_argument(r->c, term, i);

		arguments[i] = rewriting_apply(r, old);
		changes |= arguments[i] != old;
	}
	if (changes)
		term = Z3_update_term(r->c, term, count, arguments);
	free(arguments);
	return term;
}

static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
rewrite_body(struct rewriting *r, Z3_ast quantifier)
{
	Z3_ast old = Z3_get_quantifier_body(r->c, quantifier);
	Z3_ast body = rewriting_apply(r, old);

	return body == old ? quantifier
			   : Z3_update_term(r->c, quantifier, 1, &body);
}

static void
remember(struct rewriting *r, Z3_ast term, Z3_ast result)
{
	if (!termset_add(&r->done, r->c, term))
		return;
	r->results = mem_room(r->results, r->done.count - 1, &r->capacity,
		sizeof(*r->results));
	r->results[r->done.count - 1] = result;
}

Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
rewriting_apply(struct rewriting *r, Z3_ast term)
{
	size_t known = termset_find(&r->done, r->c, term);
	Z3_ast result = term;

	if (known != TERMSET_NONE)
		return r->results[known];
	if (r->depth >= DEPTH_MAX) {
		r->is_too_deep = true;
		return term;
	}
	r->depth++;
	if (term_arity(r->c, term) > 0)
		result = rewrite_arguments(r, term);
	else if (r->is_deep && term_is_quantifier(r->c, term))
		result = rewrite_body(r, term);
	result = r->rule(r->context, result);
	r->depth--;
	remember(r, term, result);
	return result;
}

void
rewriting_release(struct rewriting *r)
{
	termset_release(&r->done);
	free(r->results);
	r->results = NULL;
	r->capacity = 0;
}
