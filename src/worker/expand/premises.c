#include "worker/expand/premises.h"

#include <stdlib.h>

#include "base/alloc.h"

enum {
	CONJUNCTION_DEPTH_MAX = 100,
	COMPARISON_NODES_MAX = 50,
	ELEMENTS_MAX = 256,
};

/* --- bounds --------------------------------------------------------------- */

/* Whether it has no symbol of the text but one Int constant. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
has_one_constant(Z3_context c, Z3_ast term, Z3_ast *constant, unsigned *nodes)
{
	bool has_one = ++*nodes <= COMPARISON_NODES_MAX;

	if (Z3_get_ast_kind(c, term) == Z3_NUMERAL_AST)
		return has_one;
	if (Z3_get_ast_kind(c, term) != Z3_APP_AST ||
		term_applies_recursive(c, term))
		return false;
	if (term_kind(c, term) == Z3_OP_UNINTERPRETED) {
		if (*constant == NULL && term_arity(c, term) == 0 &&
			term_sort_kind(c, term) == Z3_INT_SORT)
			*constant = term;
		return has_one && term == *constant;
	}
	for (unsigned i = 0; i < term_arity(c, term) && has_one; i++)
		has_one = has_one_constant(
			c, term_argument(c, term, i), constant, nodes);
	return has_one;
}

static void
add_bounding(struct premises *p, Z3_ast term, size_t part)
{
	Z3_ast constant = NULL;
	unsigned nodes = 0;

	switch ((int)term_kind(p->c, term)) {
	case Z3_OP_EQ:
	case Z3_OP_LE:
	case Z3_OP_GE:
	case Z3_OP_LT:
	case Z3_OP_GT:
		break;
	default:
		return;
	}
	if (!has_one_constant(p->c, term, &constant, &nodes) ||
		constant == NULL)
		return;
	*ARRAY_ADD(p->boundings, p->bounding_count, p->bounding_capacity) =
		(struct bounding){constant, term, part};
}

/* --- elements ------------------------------------------------------------- */

/* (or (= x a) (= b x)) of the only variable and constants. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
read_elements(
	Z3_context c, Z3_ast body, struct termset *elements, unsigned depth)
{
	bool is_covering = depth < CONJUNCTION_DEPTH_MAX;

	if (term_kind(c, body) == Z3_OP_OR) {
		for (unsigned i = 0; i < term_arity(c, body) && is_covering;
			i++)
			is_covering = read_elements(c,
				term_argument(c, body, i), elements, depth + 1);
		return is_covering;
	}
	if (term_kind(c, body) != Z3_OP_EQ || elements->count == ELEMENTS_MAX)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		Z3_ast element = term_argument(c, body, i);

		if (Z3_get_ast_kind(c, term_argument(c, body, 1 - i)) !=
				Z3_VAR_AST ||
			!term_is_constant(c, element))
			continue;
		(void)termset_add(elements, c, element);
		return true;
	}
	return false;
}

static const struct covering *
find_covering(const struct premises *p, Z3_sort sort)
{
	for (size_t i = 0; i < p->covering_count; i++) {
		if (p->coverings[i].sort == sort)
			return &p->coverings[i];
	}
	return NULL;
}

static void
add_covering(struct premises *p, Z3_ast forall, size_t part)
{
	struct covering one = {.axiom = forall, .part = part};

	if (!Z3_is_quantifier_forall(p->c, forall) ||
		Z3_get_quantifier_num_bound(p->c, forall) != 1)
		return;
	one.sort = Z3_get_quantifier_bound_sort(p->c, forall, 0);
	if (Z3_get_sort_kind(p->c, one.sort) != Z3_UNINTERPRETED_SORT ||
		find_covering(p, one.sort) != NULL ||
		!read_elements(p->c, Z3_get_quantifier_body(p->c, forall),
			&one.elements, 0)) {
		termset_release(&one.elements);
		return;
	}
	*ARRAY_ADD(p->coverings, p->covering_count, p->covering_capacity) = one;
}

/* --- reading -------------------------------------------------------------- */

static void // NOLINTNEXTLINE(misc-no-recursion)
add_conjuncts(struct premises *p, Z3_ast term, size_t part, unsigned depth)
{
	if (term_is_quantifier(p->c, term)) {
		add_covering(p, term, part);
	} else if (term_kind(p->c, term) == Z3_OP_AND &&
		   depth < CONJUNCTION_DEPTH_MAX) {
		for (unsigned i = 0; i < term_arity(p->c, term); i++)
			add_conjuncts(p, term_argument(p->c, term, i), part,
				depth + 1);
	} else {
		add_bounding(p, term, part);
	}
}

void
premises_read(struct premises *p, const struct parsed *parsed)
{
	const struct problem *of = &parsed->problem;
	Z3_ast *terms;

	*p = (struct premises){.c = parsed->c, .used = mem_new(of->count + 1)};
	for (size_t i = 0; i < of->count; i++) {
		if (of->parts[i].kind == PART_ASSERTION ||
			of->parts[i].kind == PART_ASSUMPTION)
			add_conjuncts(
				p, parsed_term(parsed, &of->parts[i]), i, 0);
	}
	terms = mem_grow(NULL, p->bounding_count + 1, sizeof(*terms));
	for (size_t i = 0; i < p->bounding_count; i++)
		terms[i] = p->boundings[i].term;
	term_simplify_linear(p->c, terms, p->bounding_count, terms);
	constraints_init(&p->constraints, p->c, terms, p->bounding_count);
	free(terms);
}

void
premises_release(struct premises *p)
{
	for (size_t i = 0; i < p->covering_count; i++)
		termset_release(&p->coverings[i].elements);
	free(p->coverings);
	free(p->boundings);
	free(p->used);
	constraints_release(&p->constraints);
	*p = (struct premises){0};
}

/* --- use ------------------------------------------------------------------ */

bool
premises_elements(struct premises *p, Z3_sort sort, struct value_range *out)
{
	const struct covering *found = find_covering(p, sort);

	if (found == NULL)
		return false;
	p->used[found->part] = true;
	*out = (struct value_range){.sort = sort,
		.size = found->elements.count,
		.elements = found->elements.at};
	return true;
}

Z3_ast
premises_substitute(struct premises *p, Z3_ast term)
{
	DROP(termset) struct termset parts = {0};

	termset_add_parts(&parts, p->c, term, true);
	for (size_t i = 0; i < p->bounding_count; i++) {
		Z3_ast constant = p->boundings[i].constant;
		struct interval r =
			constraints_interval(&p->constraints, constant);
		Z3_ast value;

		if (r.low != r.high || !termset_has(&parts, p->c, constant))
			continue;
		value = Z3_mk_int64(p->c, r.low, Z3_mk_int_sort(p->c));
		term = Z3_substitute(p->c, term, 1, &constant, &value);
		p->used[p->boundings[i].part] = true;
	}
	return term;
}

void
premises_add_bounds(struct premises *p, struct termset *terms)
{
	DROP(termset) struct termset parts = {0};

	for (size_t i = 0; i < terms->count; i++)
		termset_add_parts(&parts, p->c, terms->at[i], false);
	for (size_t i = 0; i < p->bounding_count; i++) {
		const struct bounding *b = &p->boundings[i];

		if (!termset_has(&parts, p->c, b->constant))
			continue;
		(void)termset_add(terms, p->c, b->term);
		p->used[b->part] = true;
	}
}

Z3_ast
premises_conjoin(const struct premises *p, size_t part, Z3_ast term)
{
	for (size_t i = 0; i < p->bounding_count && p->used[part]; i++) {
		Z3_ast both[] = {p->boundings[i].term, term};

		if (p->boundings[i].part == part)
			term = Z3_mk_and(p->c, 2, both);
	}
	return term;
}
