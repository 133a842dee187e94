#include "worker/expand/families.h"

#include "base/alloc.h"

static Z3_func_decl
decl_of(Z3_context c, Z3_ast application)
{
	return Z3_get_app_decl(c, Z3_to_app(c, application));
}

static unsigned
arity(Z3_context c, Z3_ast term)
{
	return Z3_get_ast_kind(c, term) == Z3_APP_AST
		       ? Z3_get_app_num_args(c, Z3_to_app(c, term))
		       : 0;
}

static Z3_ast
argument(Z3_context c, Z3_ast term, unsigned i)
{
	return Z3_get_app_arg(c, Z3_to_app(c, term), i);
}

static bool
is_application(Z3_context c, Z3_ast term)
{
	return arity(c, term) > 0 &&
	       Z3_get_decl_kind(c, decl_of(c, term)) == Z3_OP_UNINTERPRETED;
}

static bool
is_value(Z3_context c, Z3_ast term)
{
	if (Z3_get_ast_kind(c, term) == Z3_NUMERAL_AST)
		return true;
	return Z3_get_ast_kind(c, term) == Z3_APP_AST && arity(c, term) == 0 &&
	       Z3_get_decl_kind(c, decl_of(c, term)) != Z3_OP_UNINTERPRETED;
}

/* --- constants in the place of applications ------------------------------ */

static void
add_member(struct families *f, Z3_context c, Z3_ast application)
{
	if (termset_add(&f->applications, c, application))
		(void)termset_add(&f->constants, c,
			Z3_mk_fresh_const(
				c, "family", Z3_get_sort(c, application)));
}

static bool
add_application(struct families *f, Z3_context c, Z3_ast application)
{
	for (unsigned i = 0; i < arity(c, application); i++) {
		if (!is_value(c, argument(c, application, i)))
			return false;
	}
	add_member(f, c, application);
	return true;
}

/* Of all parts of the term; false if one has another argument than a value, or
 * stands under a quantifier. */
static bool
collect(struct families *f, Z3_context c, Z3_ast term)
{
	DROP(termset) struct termset parts = {0};

	(void)termset_add(&parts, c, term);
	for (size_t at = 0; at < parts.count; at++) {
		Z3_ast part = parts.at[at];

		if (Z3_get_ast_kind(c, part) == Z3_QUANTIFIER_AST)
			return false;
		if (is_application(c, part) && !add_application(f, c, part))
			return false;
		for (unsigned i = 0; i < arity(c, part); i++)
			(void)termset_add(&parts, c, argument(c, part, i));
	}
	return true;
}

bool
families_replace(struct families *f, Z3_context c, const Z3_ast *terms,
	size_t count, Z3_ast *replaced)
{
	/* In one term, whose parts are replaced once. */
	Z3_ast all = Z3_mk_and(c, (unsigned)count, terms);

	for (size_t i = 0; i < count; i++)
		replaced[i] = terms[i];
	if (!collect(f, c, all))
		return false;
	if (f->applications.count == 0 || count == 0)
		return true;
	all = Z3_substitute(c, all, (unsigned)f->applications.count,
		f->applications.at, f->constants.at);
	if (arity(c, all) != count)
		return false;
	for (size_t i = 0; i < count; i++)
		replaced[i] = argument(c, all, (unsigned)i);
	return true;
}

/* --- functions from their values ------------------------------------------ */

static void
copy_function(Z3_context c, Z3_model from, Z3_model to, Z3_func_decl decl)
{
	Z3_func_interp old = Z3_model_get_func_interp(c, from, decl);
	Z3_func_interp new;

	Z3_func_interp_inc_ref(c, old);
	new = Z3_add_func_interp(c, to, decl, Z3_func_interp_get_else(c, old));
	Z3_func_interp_inc_ref(c, new);
	for (unsigned i = 0; i < Z3_func_interp_get_num_entries(c, old); i++) {
		Z3_func_entry entry = Z3_func_interp_get_entry(c, old, i);
		Z3_ast_vector arguments;

		Z3_func_entry_inc_ref(c, entry); /* or the next call frees it */
		arguments = Z3_mk_ast_vector(c);
		Z3_ast_vector_inc_ref(c, arguments);
		for (unsigned k = 0; k < Z3_func_entry_get_num_args(c, entry);
			k++)
			Z3_ast_vector_push(c, arguments,
				Z3_func_entry_get_arg(c, entry, k));
		Z3_func_interp_add_entry(
			c, new, arguments, Z3_func_entry_get_value(c, entry));
		Z3_func_entry_dec_ref(c, entry);
		Z3_ast_vector_dec_ref(c, arguments);
	}
	Z3_func_interp_dec_ref(c, new);
	Z3_func_interp_dec_ref(c, old);
}

/* All but the constants of families; whether there is one. */
static bool
copy_others(const struct families *f, Z3_context c, Z3_model from, Z3_model to)
{
	bool has_members = false;

	for (unsigned i = 0; i < Z3_model_get_num_consts(c, from); i++) {
		Z3_func_decl decl = Z3_model_get_const_decl(c, from, i);

		if (termset_has(&f->constants, c, Z3_mk_app(c, decl, 0, NULL)))
			has_members = true;
		else
			Z3_add_const_interp(c, to, decl,
				Z3_model_get_const_interp(c, from, decl));
	}
	for (unsigned i = 0; i < Z3_model_get_num_funcs(c, from); i++)
		copy_function(c, from, to, Z3_model_get_func_decl(c, from, i));
	return has_members;
}

/* What a function is elsewhere, its first value says. */
static void
add_entry(Z3_context c, Z3_model to, Z3_ast application, Z3_ast value)
{
	Z3_func_decl decl = decl_of(c, application);
	Z3_ast_vector arguments = Z3_mk_ast_vector(c);
	Z3_func_interp function;

	Z3_ast_vector_inc_ref(c, arguments);
	for (unsigned i = 0; i < arity(c, application); i++)
		Z3_ast_vector_push(c, arguments, argument(c, application, i));
	function = Z3_model_has_interp(c, to, decl)
			   ? Z3_model_get_func_interp(c, to, decl)
			   : Z3_add_func_interp(c, to, decl, value);
	Z3_func_interp_inc_ref(c, function);
	Z3_func_interp_add_entry(c, function, arguments, value);
	Z3_func_interp_dec_ref(c, function);
	Z3_ast_vector_dec_ref(c, arguments);
}

Z3_model
families_model(const struct families *f, Z3_context c, Z3_model model)
{
	Z3_model written;

	if (f == NULL || f->applications.count == 0)
		return model;
	written = Z3_mk_model(c);
	Z3_model_inc_ref(c, written);
	if (!copy_others(f, c, model, written)) {
		Z3_model_dec_ref(c, written);
		return model;
	}
	for (size_t i = 0; i < f->applications.count; i++) {
		Z3_ast value = NULL;

		if (Z3_model_eval(c, model, f->constants.at[i], true, &value))
			add_entry(c, written, f->applications.at[i], value);
	}
	return written;
}

bool
families_is_enumeration(Z3_context c, Z3_sort sort)
{
	if (Z3_get_sort_kind(c, sort) != Z3_DATATYPE_SORT)
		return false;
	for (unsigned i = 0; i < Z3_get_datatype_sort_num_constructors(c, sort);
		i++) {
		if (Z3_get_domain_size(c,
			    Z3_get_datatype_sort_constructor(c, sort, i)) > 0)
			return false;
	}
	return true;
}

void
families_drop(struct families *f)
{
	termset_release(&f->applications);
	termset_release(&f->constants);
	*f = (struct families){0};
}
