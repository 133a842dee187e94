#include "worker/explain/term_nodes.h"

#include <stdlib.h>

#include "base/alloc.h"

enum {
	DEPTH_MAX = 10000, /* of terms in terms */
	/* Terms that differ in pairs. */
	DISTINCT_MAX = 200,
};

/* A part whose arguments have nodes, and two numbers of its kind's row. */
struct part {
	Z3_ast term;
	uint32_t *nodes; /* of the arguments */
	unsigned count;
	int a, b;
};

static uint32_t
add_operation(struct term_nodes *t, enum operation operation, int64_t number,
	const uint32_t *arguments, unsigned count)
{
	return network_operation(
		t->network, operation, number, arguments, NULL, count);
}

/* number + the sum of the arguments, each with its factor */
static uint32_t
add_sum(struct term_nodes *t, const struct part *p, int64_t number,
	const int64_t *factors)
{
	return network_operation(
		t->network, OPERATION_SUM, number, p->nodes, factors, p->count);
}

/* number + factor * a */
static uint32_t
add_product_of(struct term_nodes *t, int64_t number, int64_t factor, uint32_t a)
{
	return network_operation(
		t->network, OPERATION_SUM, number, &a, &factor, 1);
}

static uint32_t
add_not(struct term_nodes *t, uint32_t a)
{
	return add_product_of(t, 1, -1, a);
}

static uint32_t
add_truth(struct term_nodes *t, const struct part *p)
{
	return network_number(t->network, p->a);
}

static uint32_t
add_variable(struct term_nodes *t, const struct part *p)
{
	bool is_bool = term_sort_kind(t->c, p->term) == Z3_BOOL_SORT;
	uint32_t node = NODE_NONE;

	if (p->count == 0)
		node = network_add_variable(t->network,
			is_bool ? (struct interval){0, 1}
				: bound_propagation_of(t->bounds, p->term));
	if (node != NODE_NONE)
		(void)termset_add(&t->variables, t->c, p->term);
	return node;
}

/* a: the operation; b: it is negated */
static uint32_t
add_arguments(struct term_nodes *t, const struct part *p)
{
	uint32_t node =
		add_operation(t, (enum operation)p->a, 0, p->nodes, p->count);

	return p->b ? add_not(t, node) : node;
}

/* Of two numbers it is a sum. */
static uint32_t
add_choice(struct term_nodes *t, const struct part *p)
{
	const struct network_node *then = &t->network->nodes[p->nodes[1]];
	const struct network_node *otherwise = &t->network->nodes[p->nodes[2]];

	if (then->operation == OPERATION_NUMBER &&
		otherwise->operation == OPERATION_NUMBER)
		return add_product_of(t, otherwise->number,
			then->number - otherwise->number, p->nodes[0]);
	return add_operation(t, OPERATION_CHOICE, 0, p->nodes, p->count);
}

/* b + the arguments; the only one, and all but the first, have the factor a. */
static uint32_t
add_linear(struct term_nodes *t, const struct part *p)
{
	int64_t *factors = mem_grow(NULL, p->count + 1, sizeof(*factors));
	uint32_t node;

	for (unsigned i = 0; i < p->count; i++)
		factors[i] = i == 0 && p->count > 1 ? 1 : p->a;
	node = add_sum(t, p, p->b, factors);
	free(factors);
	return node;
}

static uint32_t
add_product(struct term_nodes *t, const struct part *p)
{
	uint32_t product[2] = {p->nodes[0]};

	for (unsigned i = 1; i < p->count && product[0] != NODE_NONE; i++) {
		const struct network_node *x = &t->network->nodes[product[0]];

		product[1] = p->nodes[i];
		product[0] =
			x->operation == OPERATION_NUMBER
				? add_product_of(t, 0, x->number, product[1])
				: add_operation(
					  t, OPERATION_PRODUCT, 0, product, 2);
	}
	return product[0];
}

/* a: 1 for "greater", else 0; b: the least difference */
static uint32_t
add_comparison(struct term_nodes *t, const struct part *p)
{
	static const int64_t signs[] = {-1, 1, -1};
	uint32_t difference = add_sum(t, p, 0, signs + p->a);

	return add_operation(t, OPERATION_AT_LEAST, p->b, &difference, 1);
}

/* "Two of them are equal", denied. */
static uint32_t
add_different(struct term_nodes *t, const struct part *p)
{
	unsigned made = 0;
	uint32_t *pairs;
	uint32_t node;

	if (p->count > DISTINCT_MAX)
		return NODE_NONE;
	pairs = mem_grow(NULL, p->count * p->count / 2 + 1, sizeof(*pairs));
	for (unsigned i = 0; i < p->count; i++) {
		for (unsigned j = 0; j < i; j++)
			pairs[made++] = add_operation(t, OPERATION_EQUAL, 0,
				(uint32_t[]){p->nodes[i], p->nodes[j]}, 2);
	}
	node = add_not(t, add_operation(t, OPERATION_OR, 0, pairs, made));
	free(pairs);
	return node;
}

/* Of a pseudo-Boolean constraint: the first one is what the sum is compared
 * with. All are ints: LIMIT_INDEX is below 2^31. */
static int64_t
parameter(const struct term_nodes *t, const struct part *p, unsigned i)
{
	return Z3_get_decl_int_parameter(t->c, term_decl(t->c, p->term), i);
}

/* a: how it is compared; b: it has weights */
static uint32_t
add_pseudo_boolean(struct term_nodes *t, const struct part *p)
{
	int64_t number = parameter(t, p, 0);
	int64_t *weights = mem_grow(NULL, p->count + 1, sizeof(*weights));
	uint32_t sides[2];

	for (unsigned i = 0; i < p->count; i++)
		weights[i] = p->b ? parameter(t, p, i + 1) : 1;
	sides[0] = add_sum(t, p, 0, weights);
	free(weights);
	if (p->a == Z3_OP_GE)
		return add_operation(t, OPERATION_AT_LEAST, number, sides, 1);
	if (p->a == Z3_OP_LE)
		return add_not(t, add_operation(t, OPERATION_AT_LEAST,
					  number + 1, sides, 1));
	sides[1] = network_number(t->network, number);
	return add_operation(t, OPERATION_EQUAL, 0, sides, 2);
}

static const struct {
	Z3_decl_kind kind;
	uint32_t (*add)(struct term_nodes *t, const struct part *p);
	int a, b;
} kinds[] = {
	{Z3_OP_TRUE, add_truth, 1, 0},
	{Z3_OP_FALSE, add_truth, 0, 0},
	{Z3_OP_UNINTERPRETED, add_variable, 0, 0},
	{Z3_OP_NOT, add_linear, -1, 1},
	{Z3_OP_AND, add_arguments, OPERATION_AND, false},
	{Z3_OP_OR, add_arguments, OPERATION_OR, false},
	{Z3_OP_EQ, add_arguments, OPERATION_EQUAL, false},
	{Z3_OP_IFF, add_arguments, OPERATION_EQUAL, false},
	{Z3_OP_XOR, add_arguments, OPERATION_EQUAL, true},
	{Z3_OP_ITE, add_choice, 0, 0},
	{Z3_OP_DISTINCT, add_different, 0, 0},
	{Z3_OP_IMPLIES, add_comparison, false, 0},
	{Z3_OP_LE, add_comparison, false, 0},
	{Z3_OP_LT, add_comparison, false, 1},
	{Z3_OP_GE, add_comparison, true, 0},
	{Z3_OP_GT, add_comparison, true, 1},
	{Z3_OP_ADD, add_linear, 1, 0},
	{Z3_OP_SUB, add_linear, -1, 0},
	{Z3_OP_UMINUS, add_linear, -1, 0},
	{Z3_OP_MUL, add_product, 0, 0},
	{Z3_OP_PB_LE, add_pseudo_boolean, Z3_OP_LE, true},
	{Z3_OP_PB_GE, add_pseudo_boolean, Z3_OP_GE, true},
	{Z3_OP_PB_EQ, add_pseudo_boolean, Z3_OP_EQ, true},
	{Z3_OP_PB_AT_MOST, add_pseudo_boolean, Z3_OP_LE, false},
	{Z3_OP_PB_AT_LEAST, add_pseudo_boolean, Z3_OP_GE, false},
};

static uint32_t
add_part(struct term_nodes *t, struct part *p)
{
	Z3_decl_kind kind = term_kind(t->c, p->term);
	int64_t value;

	if (Z3_get_ast_kind(t->c, p->term) == Z3_NUMERAL_AST)
		return Z3_get_numeral_int64(t->c, p->term, &value)
			       ? network_number(t->network, value)
			       : NODE_NONE;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (kinds[i].kind != kind)
			continue;
		p->a = kinds[i].a;
		p->b = kinds[i].b;
		return kinds[i].add(t, p);
	}
	return NODE_NONE;
}

static uint32_t // NOLINTNEXTLINE(misc-no-recursion)
add_term(struct term_nodes *t, Z3_ast term, unsigned depth)
{
	struct part p = {.term = term, .count = term_arity(t->c, term)};
	size_t place = termset_find(&t->parts, t->c, term);
	Z3_sort_kind sort = term_sort_kind(t->c, term);
	uint32_t node = 0;

	if (place != TERMSET_NONE)
		return t->nodes[place];
	if (depth > DEPTH_MAX || (sort != Z3_BOOL_SORT && sort != Z3_INT_SORT))
		return NODE_NONE;
	p.nodes = mem_grow(NULL, p.count + 1, sizeof(*p.nodes));
	for (unsigned i = 0; i < p.count && node != NODE_NONE; i++)
		p.nodes[i] = node =
			add_term(t, term_argument(t->c, term, i), depth + 1);
	if (node != NODE_NONE)
		node = add_part(t, &p);
	free(p.nodes);
	(void)termset_add(&t->parts, t->c, term);
	*ARRAY_ADD(t->nodes, t->count, t->capacity) = node;
	return node;
}

uint32_t
term_nodes_add(struct term_nodes *t, Z3_ast term)
{
	return add_term(t, term, 0);
}

void
term_nodes_release(struct term_nodes *t)
{
	network_free(t->network);
	termset_release(&t->parts);
	termset_release(&t->variables);
	free(t->nodes);
}
