#include "worker/base/termset.h"
#include "worker/base/interruptible.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- views ---------------------------------------------------------------- */

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

Z3_sort_kind
term_sort_kind(Z3_context c, Z3_ast term)
{
	return Z3_get_sort_kind(c, Z3_get_sort(c, term));
}

Z3_ast
term_argument(Z3_context c, Z3_ast application, unsigned i)
{
	return Z3_get_app_arg(c, Z3_to_app(c, application), i);
}

Z3_ast *
term_arguments(Z3_context c, Z3_ast term)
{
	unsigned count = term_arity(c, term);
	Z3_ast *arguments = mem_grow(NULL, count + 1, sizeof(*arguments));

	for (unsigned i = 0; i < count; i++)
		arguments[i] = term_argument(c, term, i);
	return arguments;
}

Z3_func_decl
term_decl(Z3_context c, Z3_ast application)
{
	return Z3_get_app_decl(c, Z3_to_app(c, application));
}

Z3_ast
term_simplify_arguments(Z3_context c, Z3_ast application)
{
	unsigned count = term_arity(c, application);
	Z3_ast *arguments = term_arguments(c, application);

	for (unsigned i = 0; i < count; i++) {
		if (term_arity(c, arguments[i]) > 0)
			arguments[i] = interruptible_simplify(c, arguments[i]);
	}
	application = Z3_update_term(c, application, count, arguments);
	free(arguments);
	return application;
}

void
term_simplify_linear(
	Z3_context c, const Z3_ast *terms, size_t count, Z3_ast *simple)
{
	Z3_params parameters = Z3_mk_params(c);

	Z3_params_inc_ref(c, parameters);
	Z3_params_set_bool(
		c, parameters, Z3_mk_string_symbol(c, "arith_lhs"), true);
	for (size_t i = 0; i < count; i++)
		simple[i] =
			interruptible_simplify_with(c, terms[i], parameters);
	Z3_params_dec_ref(c, parameters);
}

Z3_ast
term_substitute_variables(
	Z3_context c, Z3_ast term, unsigned count, const Z3_ast *terms)
{
	Z3_ast *variables = mem_grow(NULL, count + 1, sizeof(Z3_ast));

	for (unsigned i = 0; i < count; i++)
		variables[i] = Z3_mk_bound(c, i, Z3_get_sort(c, terms[i]));
	term = Z3_substitute(c, term, count, variables, terms);
	free(variables);
	return term;
}

Z3_ast
term_instance(Z3_context c, Z3_ast quantifier, const Z3_ast *terms)
{
	unsigned count = Z3_get_quantifier_num_bound(c, quantifier);
	Z3_ast *by_index = mem_grow(NULL, count, sizeof(*by_index));
	Z3_ast body;

	for (unsigned i = 0; i < count; i++)
		by_index[count - 1 - i] = terms[i]; /* the last one is 0 */
	body = term_substitute_variables(
		c, Z3_get_quantifier_body(c, quantifier), count, by_index);
	free(by_index);
	return body;
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

bool
term_is_constant(Z3_context c, Z3_ast term)
{
	return term_kind(c, term) == Z3_OP_UNINTERPRETED &&
	       term_arity(c, term) == 0;
}

Z3_ast
term_and(Z3_context c, Z3_ast a, Z3_ast b)
{
	if (a == NULL || b == NULL)
		return a != NULL ? a : b;
	return Z3_mk_and(c, 2, (Z3_ast[]){a, b});
}

/* --- sets ----------------------------------------------------------------- */

enum { ROOM_FIRST = 64, CONJUNCTION_DEPTH_MAX = 200 };

static size_t *
place_of(const struct termset *s, Z3_context c, Z3_ast term)
{
	/* Terms come with ids in runs, which would lie on each other. */
	size_t at =
		(Z3_get_ast_id(c, term) * UINT64_C(0x9e3779b97f4a7c15) >> 32) %
		s->room;

	while (s->places[at] != 0 && s->at[s->places[at] - 1] != term)
		at = (at + 1) % s->room;
	return &s->places[at];
}

bool
termset_has(const struct termset *s, Z3_context c, Z3_ast term)
{
	return termset_find(s, c, term) != TERMSET_NONE;
}

size_t
termset_find(const struct termset *s, Z3_context c, Z3_ast term)
{
	return s->count > 0 ? *place_of(s, c, term) - 1 : TERMSET_NONE;
}

bool
termset_add(struct termset *s, Z3_context c, Z3_ast term)
{
	size_t *place;

	if (2 * s->count >= s->room) {
		s->room = s->room == 0 ? ROOM_FIRST : 2 * s->room;
		free(s->places);
		s->places = mem_new(s->room * sizeof(*s->places));
		for (size_t i = 0; i < s->count; i++)
			*place_of(s, c, s->at[i]) = i + 1;
	}
	place = place_of(s, c, term);
	if (*place != 0)
		return false;
	*ARRAY_ADD(s->at, s->count, s->capacity) = term;
	*place = s->count;
	return true;
}

void
termset_add_arguments(struct termset *s, Z3_context c, Z3_ast term)
{
	unsigned count = term_arity(c, term);

	for (unsigned i = 0; i < count; i++)
		(void)termset_add(s, c, term_argument(c, term, i));
}

static void
add_body(struct termset *s, Z3_context c, Z3_ast term)
{
	if (term_is_quantifier(c, term))
		(void)termset_add(s, c, Z3_get_quantifier_body(c, term));
}

void
termset_add_parts(struct termset *s, Z3_context c, Z3_ast term, bool deep)
{
	size_t i = s->count;

	(void)termset_add(s, c, term);
	for (; i < s->count; i++) {
		Z3_ast part = s->at[i];

		if (deep)
			add_body(s, c, part);
		termset_add_arguments(s, c, part);
	}
}

static void // NOLINTNEXTLINE(misc-no-recursion)
add_conjuncts(struct termset *s, Z3_context c, Z3_ast term, bool is_true,
	unsigned depth)
{
	Z3_decl_kind kind = term_kind(c, term);
	bool is_implication = kind == Z3_OP_IMPLIES && !is_true;

	if (depth == CONJUNCTION_DEPTH_MAX ||
		(kind != Z3_OP_NOT && !is_implication &&
			kind != (is_true ? Z3_OP_AND : Z3_OP_OR))) {
		(void)termset_add(s, c, is_true ? term : Z3_mk_not(c, term));
		return;
	}
	for (unsigned i = 0; i < term_arity(c, term); i++)
		add_conjuncts(s, c, term_argument(c, term, i),
			is_true != (kind == Z3_OP_NOT) ||
				(is_implication && i == 0),
			depth + 1);
}

void
termset_add_conjuncts(
	struct termset *s, Z3_context c, Z3_ast term, bool is_true)
{
	add_conjuncts(s, c, term, is_true, 0);
}

void
termset_release(struct termset *s)
{
	free(s->at);
	free(s->places);
	*s = (struct termset){0};
}

void
term_map_add(struct term_map *m, Z3_context c, Z3_ast key, Z3_ast value)
{
	size_t place = m->keys.count;

	(void)termset_add(&m->keys, c, key);
	m->values =
		mem_room(m->values, place, &m->capacity, sizeof(*m->values));
	m->values[place] = value;
}

void
term_map_release(struct term_map *m)
{
	termset_release(&m->keys);
	free(m->values);
	*m = (struct term_map){0};
}

bool
term_any(Z3_context c, Z3_ast term, term_any_is *is)
{
	DROP(termset) struct termset parts = {0};
	bool has = false;

	(void)termset_add(&parts, c, term);
	for (size_t i = 0; i < parts.count && !has; i++) {
		Z3_ast part = parts.at[i];

		has = is(c, part);
		add_body(&parts, c, part);
		termset_add_arguments(&parts, c, part);
	}
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
	       term_declares_recursive(c, term_decl(c, part));
}

bool
term_divides(Z3_context c, Z3_ast part)
{
	Z3_decl_kind kind = term_kind(c, part);

	return kind == Z3_OP_DIV || kind == Z3_OP_IDIV || kind == Z3_OP_MOD ||
	       kind == Z3_OP_REM;
}

bool
term_applies_partial(Z3_context c, Z3_ast part)
{
	Z3_symbol name;
	Z3_ast divisor;

	if (Z3_get_ast_kind(c, part) != Z3_APP_AST)
		return false;
	if (term_divides(c, part)) {
		divisor = term_argument(c, part, 1);
		return !Z3_is_numeral_ast(c, divisor) ||
		       strcmp(Z3_get_numeral_string(c, divisor), "0") == 0;
	}
	switch ((int)term_kind(c, part)) {
	case Z3_OP_DT_ACCESSOR:
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
		name = Z3_get_decl_name(c, term_decl(c, part));
		return Z3_get_symbol_kind(c, name) == Z3_STRING_SYMBOL &&
		       strcmp(Z3_get_symbol_string(c, name), "seq.nth_u") == 0;
	}
}
