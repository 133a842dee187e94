#include "worker/solution/fp_underspecified.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "worker/base/context.h"
#include "worker/base/termset.h"

bool
fp_underspecified_is_misread(const struct task *t)
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

static bool
is_zero(Z3_context c, Z3_ast term)
{
	return !Z3_is_numeral_ast(c, term) ||
	       strcmp(Z3_get_numeral_string(c, term), "0") == 0;
}

bool
fp_underspecified_is(Z3_context c, Z3_ast part)
{
	Z3_func_decl f;
	Z3_symbol name;

	if (Z3_get_ast_kind(c, part) != Z3_APP_AST)
		return false;
	f = Z3_get_app_decl(c, Z3_to_app(c, part));
	switch ((int)Z3_get_decl_kind(c, f)) {
	case Z3_OP_DIV:
	case Z3_OP_IDIV:
	case Z3_OP_MOD:
	case Z3_OP_REM:
		return is_zero(c, Z3_get_app_arg(c, Z3_to_app(c, part), 1));
	case Z3_OP_SEQ_NTH:
	case Z3_OP_FPA_MIN:
	case Z3_OP_FPA_MAX:
	case Z3_OP_FPA_TO_UBV:
	case Z3_OP_FPA_TO_SBV:
	case Z3_OP_FPA_TO_REAL:
	case Z3_OP_FPA_TO_IEEE_BV:
		return true;
	case Z3_OP_UNINTERPRETED:
		return false;
	default:
		/* What libz3 makes of it out of range; it has no kind. */
		name = Z3_get_decl_name(c, f);
		return Z3_get_symbol_kind(c, name) == Z3_STRING_SYMBOL &&
		       strcmp(Z3_get_symbol_string(c, name), "seq.nth_u") == 0;
	}
}

static bool
is_quantifier(Z3_context c, Z3_ast part)
{
	return Z3_get_ast_kind(c, part) == Z3_QUANTIFIER_AST;
}

Z3_ast
fp_underspecified_term(const struct task *t, Z3_ast term)
{
	unsigned count = Z3_model_get_num_consts(t->c, t->model);
	unsigned known = 0;
	Z3_ast *constants;
	Z3_ast *values;

	if (!term_any(t->c, term, is_quantifier))
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
