#include "worker/expand/recursion.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/checked_solver.h"
#include "worker/base/context.h"
#include "worker/base/termset.h"
#include "worker/expand/terms.h"

enum { PARAMETERS_MAX = 32 };

static const struct recursive_function *
find(const struct recursion *r, Z3_func_decl decl)
{
	for (size_t i = 0; i < r->count; i++) {
		if (r->at[i].decl == decl || r->at[i].stand_in == decl)
			return &r->at[i];
	}
	return NULL;
}

static const struct recursive_function *
find_applied(const struct recursion *r, Z3_context c, Z3_ast term)
{
	return r->count > 0 && term_kind(c, term) == Z3_OP_UNINTERPRETED
		       ? find(r, term_decl(c, term))
		       : NULL;
}

static Z3_ast
apply_instead(Z3_context c, Z3_func_decl decl, Z3_ast application)
{
	unsigned count = term_arity(c, application);
	Z3_ast arguments[PARAMETERS_MAX];

	for (unsigned i = 0; i < count; i++)
		arguments[i] = term_argument(c, application, i);
	return Z3_mk_app(c, decl, count, arguments);
}

Z3_ast
recursion_hide(const struct recursion *r, Z3_context c, Z3_ast part)
{
	const struct recursive_function *f =
		term_applies_recursive(c, part) ? find(r, term_decl(c, part))
						: NULL;

	return f == NULL ? part : apply_instead(c, f->stand_in, part);
}

Z3_ast
recursion_show(const struct recursion *r, Z3_context c, Z3_ast part)
{
	const struct recursive_function *f = find_applied(r, c, part);

	return f == NULL ? part : apply_instead(c, f->decl, part);
}

/* --- definitions ---------------------------------------------------------- */

/* The body as a model has it: the cases of values are entries. */
static Z3_ast
body_of(Z3_context c, Z3_func_decl decl, Z3_func_interp f)
{
	Z3_ast body = Z3_func_interp_get_else(c, f);
	unsigned arity = Z3_get_domain_size(c, decl);
	Z3_ast equations[PARAMETERS_MAX];

	for (unsigned i = 0; i < Z3_func_interp_get_num_entries(c, f); i++) {
		Z3_func_entry entry = Z3_func_interp_get_entry(c, f, i);

		Z3_func_entry_inc_ref(c, entry);
		for (unsigned k = 0; k < arity; k++)
			equations[k] = Z3_mk_eq(c,
				Z3_mk_bound(c, k, Z3_get_domain(c, decl, k)),
				Z3_func_entry_get_arg(c, entry, k));
		body = Z3_mk_ite(c, Z3_mk_and(c, arity, equations),
			Z3_func_entry_get_value(c, entry), body);
		Z3_func_entry_dec_ref(c, entry);
	}
	return body;
}

static void
add(struct recursion *r, Z3_context c, Z3_model nothing, Z3_func_decl decl)
{
	Z3_func_interp f = Z3_model_get_func_interp(c, nothing, decl);
	unsigned arity = Z3_get_domain_size(c, decl);
	Z3_sort domain[PARAMETERS_MAX];

	if (f == NULL || arity > PARAMETERS_MAX)
		return;
	for (unsigned k = 0; k < arity; k++)
		domain[k] = Z3_get_domain(c, decl, k);
	Z3_func_interp_inc_ref(c, f);
	*ARRAY_ADD(r->at, r->count, r->capacity) = (struct recursive_function){
		.decl = decl,
		.stand_in = Z3_mk_fresh_func_decl(c, "satchel!recursive", arity,
			domain, Z3_get_range(c, decl)),
		.body = body_of(c, decl, f),
	};
	Z3_func_interp_dec_ref(c, f);
}

struct hiding {
	const struct recursion *r;
	Z3_context c;
};

static Z3_ast
hide(void *context, Z3_ast part)
{
	const struct hiding *h = context;

	return recursion_hide(h->r, h->c, part);
}

static void
hide_in_bodies(struct recursion *r, Z3_context c)
{
	struct hiding h = {r, c};
	struct rewriting w = {
		.c = c, .rule = hide, .context = &h, .is_deep = true};

	for (size_t i = 0; i < r->count; i++)
		r->at[i].body = rewriting_apply(&w, r->at[i].body);
	rewriting_release(&w);
}

bool
recursion_read(struct recursion *r, Z3_context c)
{
	Z3_solver solver = Z3_mk_simple_solver(c);
	Z3_model nothing;
	bool is_read;

	Z3_solver_inc_ref(c, solver);
	is_read = checked_solver_check(c, solver) == Z3_L_TRUE;
	if (is_read) {
		/* The solution of nothing at all has the functions that are
		 * defined. */
		nothing = Z3_solver_get_model(c, solver);
		Z3_model_inc_ref(c, nothing);
		for (unsigned i = 0; i < Z3_model_get_num_funcs(c, nothing);
			i++)
			add(r, c, nothing,
				Z3_model_get_func_decl(c, nothing, i));
		hide_in_bodies(r, c);
		Z3_model_dec_ref(c, nothing);
	}
	Z3_solver_dec_ref(c, solver);
	return is_read;
}

void
recursion_release(struct recursion *r)
{
	free(r->at);
	*r = (struct recursion){0};
}

/* --- one step ------------------------------------------------------------- */

static bool
is_known(Z3_context c, Z3_ast argument)
{
	return term_is_value(c, argument) ||
	       term_kind(c, argument) == Z3_OP_DT_CONSTRUCTOR;
}

bool
recursion_applies(const struct recursion *r, Z3_context c, Z3_ast term)
{
	return find_applied(r, c, term) != NULL;
}

Z3_ast
recursion_unfold(const struct recursion *r, Z3_context c, Z3_ast term)
{
	const struct recursive_function *f = find_applied(r, c, term);
	unsigned count = term_arity(c, term);
	Z3_ast arguments[PARAMETERS_MAX];
	bool is_any_known = false;
	Z3_ast body;

	for (unsigned i = 0; i < count; i++) {
		arguments[i] = Z3_simplify(c, term_argument(c, term, i));
		is_any_known |= is_known(c, arguments[i]);
	}
	if (!is_any_known)
		return NULL;
	body = Z3_substitute_vars(c, f->body, count, arguments);
	return context_failed() ? NULL : Z3_simplify(c, body);
}
