#include "worker/expand/premises.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/constraints/term_reader.h"

enum {
	COMPARISON_NODES_MAX = 50,
	DISJUNCTION_DEPTH_MAX = 100,
	ELEMENTS_MAX = 256,
};

/* --- bounds --------------------------------------------------------------- */

/* Returns whether the expression has no leaf but one Int constant. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
has_one_constant(const struct expressions *e, uint32_t node, Z3_ast *constant,
	unsigned *nodes)
{
	const struct expression *x = &e->at[node];
	bool has_one = ++*nodes <= COMPARISON_NODES_MAX;

	if (x->operation == OPERATION_OPAQUE)
		return false;
	if (x->operation == OPERATION_VARIABLE) {
		if (*constant == NULL && !x->is_boolean && !x->is_real)
			*constant = x->term;
		return has_one && x->term == *constant;
	}
	for (uint32_t i = 0; i < x->count && has_one; i++)
		has_one = has_one_constant(
			e, expression_arguments(e, x)[i], constant, nodes);
	return has_one;
}

/* Adds a conjunct that says something of one constant. */
static void
add_bounding(
	struct premises *p, struct expressions *e, Z3_ast term, size_t part)
{
	Z3_ast constant = NULL;
	unsigned nodes = 0;
	uint32_t x = expression_read(e, term);

	if (x != EXPRESSION_NONE && has_one_constant(e, x, &constant, &nodes) &&
		constant != NULL)
		*ARRAY_ADD(
			p->boundings, p->bounding_count, p->bounding_capacity) =
			(struct bounding){constant, term, part};
}

/* --- elements ------------------------------------------------------------- */

/* (or (= x a) (= b x)) of the only variable and constants. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
read_elements(
	Z3_context c, Z3_ast body, struct termset *elements, unsigned depth)
{
	bool is_covering = depth < DISJUNCTION_DEPTH_MAX;

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

static void
add_conjuncts(
	struct premises *p, struct expressions *e, Z3_ast term, size_t part)
{
	DROP(termset) struct termset conjuncts = {0};

	termset_add_conjuncts(&conjuncts, p->c, term, true);
	for (size_t i = 0; i < conjuncts.count; i++) {
		if (term_is_quantifier(p->c, conjuncts.at[i]))
			add_covering(p, conjuncts.at[i], part);
		else
			add_bounding(p, e, conjuncts.at[i], part);
	}
}

void
premises_read(struct premises *p, const struct parsed *parsed)
{
	const struct problem *of = &parsed->problem;
	DROP(expressions) struct expressions e = {.c = parsed->c};
	Z3_ast *terms;

	*p = (struct premises){.c = parsed->c, .used = mem_new(of->count + 1)};
	for (size_t i = 0; i < of->count; i++) {
		if (of->parts[i].kind == PART_ASSERTION ||
			of->parts[i].kind == PART_ASSUMPTION)
			add_conjuncts(
				p, &e, parsed_term(parsed, &of->parts[i]), i);
	}
	terms = mem_grow(NULL, p->bounding_count + 1, sizeof(*terms));
	for (size_t i = 0; i < p->bounding_count; i++)
		terms[i] = p->boundings[i].term;
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
