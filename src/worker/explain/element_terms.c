#include "worker/explain/element_terms.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/termset.h"
#include "worker/print/array_value.h"
#include "worker/print/printer.h"

enum {
	/* What a list or an array of more elements than that denotes further
	 * on has to be denoted elsewhere: leaves are compared pair by pair. */
	LEAVES_MAX = 200,
	DEPTH_MAX = 200,
};

static void add(const struct task *t, Z3_ast term, Z3_ast value, int depth,
	struct element_terms *l);

/* --- datatypes ----------------------------------------------------------- */

/* The constructor's number among those of the sort. */
static unsigned
number_of(Z3_context c, Z3_sort sort, Z3_func_decl constructor)
{
	unsigned number = 0;

	while (Z3_get_datatype_sort_constructor(c, sort, number) != constructor)
		number++;
	return number;
}

static void
add_fields(const struct task *t, Z3_ast term, Z3_app value, int depth,
	struct element_terms *l)
{
	Z3_context c = t->c;
	Z3_sort sort = Z3_get_sort(c, term);
	unsigned number = number_of(c, sort, Z3_get_app_decl(c, value));

	for (unsigned i = 0; i < Z3_get_app_num_args(c, value); i++) {
		Z3_func_decl selector =
			Z3_get_datatype_sort_constructor_accessor(
				c, sort, number, i);

		add(t, Z3_mk_app(c, selector, 1, &term),
			Z3_get_app_arg(c, value, i), depth + 1, l);
	}
}

/* --- arrays -------------------------------------------------------------- */

static bool
has_elements(Z3_context c, const struct stored *one)
{
	for (unsigned i = 0; i < one->count; i++) {
		if (printer_is_element(c, one->indices[i]))
			return true;
	}
	return false;
}

static bool
is_stored_at(const struct array_value *chain, Z3_ast index)
{
	for (size_t i = 0; i < chain->count; i++) {
		if (chain->at[i].indices[0] == index)
			return true;
	}
	return false;
}

/* How many indices there are; 0: more than anybody stores at, or unknown. */
static unsigned
indices_of(Z3_context c, Z3_sort domain)
{
	enum { BITS_MAX = 20 };

	switch ((int)Z3_get_sort_kind(c, domain)) {
	case Z3_BOOL_SORT:
		return 2;
	case Z3_BV_SORT:
		return Z3_get_bv_sort_size(c, domain) > BITS_MAX
			       ? 0
			       : 1U << Z3_get_bv_sort_size(c, domain);
	default:
		return 0;
	}
}

static Z3_ast
index_number(Z3_context c, Z3_sort domain, unsigned number)
{
	switch ((int)Z3_get_sort_kind(c, domain)) {
	case Z3_BOOL_SORT:
		return number == 0 ? Z3_mk_false(c) : Z3_mk_true(c);
	case Z3_INT_SORT:
	case Z3_REAL_SORT:
	case Z3_BV_SORT:
		return Z3_mk_unsigned_int(c, number, domain);
	default:
		return NULL;
	}
}

/* An index at which the array holds what it holds everywhere else; or NULL. */
static Z3_ast
other_index(Z3_context c, Z3_sort array, const struct array_value *chain)
{
	Z3_sort domain = Z3_get_array_sort_domain(c, array);
	unsigned most = indices_of(c, domain);

	if (chain->count > 0 && chain->at[0].count > 1)
		return NULL;
	for (unsigned i = 0; i <= chain->count && (most == 0 || i < most);
		i++) {
		Z3_ast index = index_number(c, domain, i);

		if (index == NULL || !is_stored_at(chain, index))
			return index;
	}
	return NULL;
}

static Z3_ast
select_at(Z3_context c, Z3_ast array, const struct stored *one)
{
	return Z3_mk_select_n(c, array, one->count, one->indices);
}

static void
add_entries(const struct task *t, Z3_ast term, Z3_ast value, int depth,
	struct element_terms *l)
{
	Z3_context c = t->c;
	struct array_value chain;
	Z3_ast index = NULL;
	Z3_app base;

	array_value_read(c, value, &chain);
	for (size_t i = 0; i < chain.count; i++) {
		const struct stored *one = &chain.at[i];

		if (!has_elements(c, one))
			add(t, select_at(c, term, one),
				Z3_get_app_arg(c, one->store, one->count + 1),
				depth + 1, l);
	}
	if (Z3_get_ast_kind(c, chain.base) == Z3_APP_AST) {
		base = Z3_to_app(c, chain.base);
		if (Z3_get_decl_kind(c, Z3_get_app_decl(c, base)) ==
			Z3_OP_CONST_ARRAY)
			index = other_index(c, Z3_get_sort(c, term), &chain);
		if (index != NULL)
			add(t, Z3_mk_select(c, term, index),
				Z3_get_app_arg(c, base, 0), depth + 1, l);
	}
	array_value_release(&chain);
}

/* --- all ----------------------------------------------------------------- */

static void
add_leaf(Z3_ast term, Z3_ast element, struct element_terms *l)
{
	for (size_t i = 0; i < l->count; i++) {
		if (l->at[i].term == term)
			return;
	}
	l->at = mem_room(l->at, l->count, &l->capacity, sizeof(*l->at));
	l->at[l->count++] = (struct leaf){term, element};
}

static void
add(const struct task *t, Z3_ast term, Z3_ast value, int depth,
	struct element_terms *l)
{
	Z3_context c = t->c;

	if (printer_is_element(c, value)) {
		add_leaf(term, value, l);
		return;
	}
	if (Z3_get_ast_kind(c, value) != Z3_APP_AST || depth > DEPTH_MAX ||
		l->count >= LEAVES_MAX)
		return;
	switch ((int)Z3_get_sort_kind(c, Z3_get_sort(c, value))) {
	case Z3_DATATYPE_SORT:
		if (Z3_get_decl_kind(
			    c, Z3_get_app_decl(c, Z3_to_app(c, value))) ==
			Z3_OP_DT_CONSTRUCTOR)
			add_fields(t, term, Z3_to_app(c, value), depth, l);
		break;
	case Z3_ARRAY_SORT:
		add_entries(t, term, value, depth, l);
		break;
	default:
		break;
	}
}

void
element_terms_add(const struct task *t, Z3_ast term, Z3_ast value,
	struct element_terms *l)
{
	add(t, term, value, 0, l);
}

/* --- values in other words ----------------------------------------------- */

static void
find_elements(Z3_context c, Z3_ast value, struct termset *seen,
	struct termset *elements)
{
	if (!termset_add(seen, c, value))
		return;
	if (printer_is_element(c, value)) {
		(void)termset_add(elements, c, value);
	} else if (Z3_get_ast_kind(c, value) == Z3_QUANTIFIER_AST) {
		find_elements(
			c, Z3_get_quantifier_body(c, value), seen, elements);
	} else if (Z3_get_ast_kind(c, value) == Z3_APP_AST) {
		Z3_app app = Z3_to_app(c, value);

		for (unsigned i = 0; i < Z3_get_app_num_args(c, app); i++)
			find_elements(
				c, Z3_get_app_arg(c, app, i), seen, elements);
	}
}

static Z3_ast
term_of(const struct element_terms *l, Z3_ast element)
{
	for (size_t i = 0; i < l->count; i++) {
		if (l->at[i].element == element)
			return l->at[i].term;
	}
	return NULL;
}

Z3_ast
element_terms_spell(
	const struct task *t, Z3_ast value, const struct element_terms *l)
{
	DROP(termset) struct termset seen = {0};
	DROP(termset) struct termset elements = {0};
	Z3_ast *terms;
	Z3_ast spelled = value;

	find_elements(t->c, value, &seen, &elements);
	terms = mem_grow(NULL, elements.count + 1, sizeof(*terms));
	for (size_t i = 0; i < elements.count && spelled != NULL; i++) {
		terms[i] = term_of(l, elements.at[i]);
		if (terms[i] == NULL)
			spelled = NULL;
	}
	if (spelled != NULL && elements.count > 0)
		spelled = Z3_substitute(t->c, value, (unsigned)elements.count,
			elements.at, terms);
	free(terms);
	return spelled;
}

void
element_terms_release(struct element_terms *l)
{
	free(l->at);
	*l = (struct element_terms){0};
}
