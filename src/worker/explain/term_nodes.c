#include "worker/explain/term_nodes.h"

#include <stdlib.h>

#include "base/alloc.h"

enum {
	DEPTH_MAX = 10000, /* of terms in terms */
	/* Terms that differ in pairs. */
	DISTINCT_MAX = 200,
};

/* The node of a part that was added before. */
static uint32_t
node_of(const struct term_nodes *t, Z3_ast part)
{
	size_t place = termset_find(&t->parts, t->c, part);

	return place == TERMSET_NONE ? NODE_NONE : t->nodes[place];
}

static uint32_t
argument_node(const struct term_nodes *t, Z3_ast part, unsigned i)
{
	return node_of(t, term_argument(t->c, part, i));
}

static uint32_t
add_operation(struct term_nodes *t, enum operation operation, int64_t number,
	const uint32_t *arguments, unsigned count)
{
	return network_operation(
		t->network, operation, number, arguments, NULL, count);
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
add_truth(struct term_nodes *t, Z3_ast part, int value, int b)
{
	(void)part;
	(void)b;
	return network_number(t->network, value);
}

static uint32_t
add_variable(struct term_nodes *t, Z3_ast part, int a, int b)
{
	bool is_bool = term_sort_kind(t->c, part) == Z3_BOOL_SORT;
	uint32_t node = NODE_NONE;

	(void)a;
	(void)b;
	if (term_arity(t->c, part) == 0)
		node = network_add_variable(t->network,
			is_bool ? (struct interval){0, 1}
				: bound_propagation_of(t->bounds, part));
	if (node != NODE_NONE)
		(void)termset_add(&t->variables, t->c, part);
	return node;
}

/* The nodes of the arguments, the caller's. */
static uint32_t *
argument_nodes(const struct term_nodes *t, Z3_ast part, unsigned *count)
{
	uint32_t *nodes;

	*count = term_arity(t->c, part);
	nodes = mem_grow(NULL, *count + 1, sizeof(*nodes));
	for (unsigned i = 0; i < *count; i++)
		nodes[i] = argument_node(t, part, i);
	return nodes;
}

static uint32_t
add_arguments(struct term_nodes *t, Z3_ast part, int operation, int is_negated)
{
	unsigned count;
	uint32_t *nodes = argument_nodes(t, part, &count);
	uint32_t node =
		add_operation(t, (enum operation)operation, 0, nodes, count);

	free(nodes);
	return is_negated ? add_not(t, node) : node;
}

/* Of two numbers it is a sum. */
static uint32_t
add_choice(struct term_nodes *t, Z3_ast part, int a, int b)
{
	int64_t then;
	int64_t otherwise;

	(void)a;
	(void)b;
	if (network_is_number(t->network, argument_node(t, part, 1), &then) &&
		network_is_number(
			t->network, argument_node(t, part, 2), &otherwise))
		return add_product_of(t, otherwise, then - otherwise,
			argument_node(t, part, 0));
	return add_arguments(t, part, OPERATION_CHOICE, false);
}

/* The sum of the arguments, each with its factor. */
static uint32_t
add_sum(struct term_nodes *t, Z3_ast part, int64_t number,
	const int64_t *factors)
{
	unsigned count;
	uint32_t *nodes = argument_nodes(t, part, &count);
	uint32_t node = network_operation(
		t->network, OPERATION_SUM, number, nodes, factors, count);

	free(nodes);
	return node;
}

/* The arguments and the number; the last one, of (- x) the only one, and all
 * but the first have the factor. */
static uint32_t
add_linear(struct term_nodes *t, Z3_ast part, int factor, int number)
{
	unsigned count = term_arity(t->c, part);
	int64_t *factors = mem_grow(NULL, count + 1, sizeof(*factors));
	uint32_t node;

	for (unsigned i = 0; i < count; i++)
		factors[i] = i == 0 && count > 1 ? 1 : factor;
	node = add_sum(t, part, number, factors);
	free(factors);
	return node;
}

static uint32_t
add_product(struct term_nodes *t, Z3_ast part, int a, int b)
{
	uint32_t product[2] = {argument_node(t, part, 0)};
	int64_t factor;

	(void)a;
	(void)b;
	for (unsigned i = 1; i < term_arity(t->c, part); i++) {
		product[1] = argument_node(t, part, i);
		product[0] = network_is_number(t->network, product[0], &factor)
				     ? add_product_of(t, 0, factor, product[1])
				     : add_operation(t, OPERATION_PRODUCT, 0,
					       product, 2);
		if (product[0] == NODE_NONE)
			return NODE_NONE;
	}
	return product[0];
}

/* a - b >= number, or that of b - a. */
static uint32_t
add_comparison(struct term_nodes *t, Z3_ast part, int is_greater, int number)
{
	static const int64_t signs[] = {-1, 1, -1};
	uint32_t difference =
		add_sum(t, part, 0, is_greater ? signs + 1 : signs);

	return add_operation(t, OPERATION_AT_LEAST, number, &difference, 1);
}

/* "Two of them are equal", denied. */
static uint32_t
add_different(struct term_nodes *t, Z3_ast part, int a, int b)
{
	unsigned count = term_arity(t->c, part);
	unsigned made = 0;
	uint32_t *pairs;
	uint32_t node;

	(void)a;
	(void)b;
	if (count > DISTINCT_MAX)
		return NODE_NONE;
	pairs = mem_grow(NULL, count * count / 2 + 1, sizeof(*pairs));
	for (unsigned i = 0; i < count; i++) {
		for (unsigned j = 0; j < i; j++) {
			uint32_t pair[2] = {argument_node(t, part, i),
				argument_node(t, part, j)};

			pairs[made++] =
				add_operation(t, OPERATION_EQUAL, 0, pair, 2);
		}
	}
	node = add_not(t, add_operation(t, OPERATION_OR, 0, pairs, made));
	free(pairs);
	return node;
}

/* Of a pseudo-Boolean constraint: the first one is what the sum is compared
 * with. */
static int64_t
parameter(const struct term_nodes *t, Z3_ast part, unsigned i)
{
	return Z3_get_decl_int_parameter(t->c, term_decl(t->c, part), i);
}

static uint32_t
add_weighted_sum(struct term_nodes *t, Z3_ast part)
{
	unsigned count = term_arity(t->c, part);
	int64_t *weights = mem_grow(NULL, count + 1, sizeof(*weights));
	uint32_t node;

	for (unsigned i = 0; i < count; i++)
		weights[i] = parameter(t, part, i + 1);
	node = add_sum(t, part, 0, weights);
	free(weights);
	return node;
}

static uint32_t
add_pseudo_boolean(
	struct term_nodes *t, Z3_ast part, int has_weights, int is_at_least)
{
	int64_t number = parameter(t, part, 0);
	uint32_t sum = has_weights ? add_weighted_sum(t, part)
				   : add_sum(t, part, 0, NULL);

	return is_at_least
		       ? add_operation(t, OPERATION_AT_LEAST, number, &sum, 1)
		       : add_not(t, add_operation(t, OPERATION_AT_LEAST,
					    number + 1, &sum, 1));
}

static uint32_t
add_pseudo_boolean_equation(struct term_nodes *t, Z3_ast part, int a, int b)
{
	uint32_t sides[2] = {add_weighted_sum(t, part),
		network_number(t->network, parameter(t, part, 0))};

	(void)a;
	(void)b;
	return add_operation(t, OPERATION_EQUAL, 0, sides, 2);
}

/* By a positive number. */
static uint32_t
add_division(struct term_nodes *t, Z3_ast part, int operation, int b)
{
	uint32_t dividend = argument_node(t, part, 0);
	int64_t divisor;

	(void)b;
	return network_is_number(
		       t->network, argument_node(t, part, 1), &divisor) &&
			       divisor > 0
		       ? add_operation(t, (enum operation)operation, divisor,
				 &dividend, 1)
		       : NODE_NONE;
}

static bool
is_numeric(Z3_context c, Z3_ast part)
{
	Z3_sort_kind kind = term_sort_kind(c, part);

	return kind == Z3_BOOL_SORT || kind == Z3_INT_SORT;
}

/* How parts whose arguments have nodes get one, by the kind; with two numbers
 * that tell the kinds of one function apart. */
static const struct {
	Z3_decl_kind kind;
	uint32_t (*add)(struct term_nodes *t, Z3_ast part, int a, int b);
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
	{Z3_OP_IDIV, add_division, OPERATION_QUOTIENT, 0},
	{Z3_OP_MOD, add_division, OPERATION_REMAINDER, 0},
	{Z3_OP_PB_LE, add_pseudo_boolean, true, false},
	{Z3_OP_PB_GE, add_pseudo_boolean, true, true},
	{Z3_OP_PB_EQ, add_pseudo_boolean_equation, 0, 0},
	{Z3_OP_PB_AT_MOST, add_pseudo_boolean, false, false},
	{Z3_OP_PB_AT_LEAST, add_pseudo_boolean, false, true},
};

static uint32_t
add_part(struct term_nodes *t, Z3_ast part)
{
	Z3_decl_kind kind = term_kind(t->c, part);
	int64_t value;

	if (Z3_get_ast_kind(t->c, part) == Z3_NUMERAL_AST)
		return Z3_get_numeral_int64(t->c, part, &value)
			       ? network_number(t->network, value)
			       : NODE_NONE;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (kinds[i].kind == kind)
			return kinds[i].add(t, part, kinds[i].a, kinds[i].b);
	}
	return NODE_NONE;
}

static uint32_t // NOLINTNEXTLINE(misc-no-recursion)
add_term(struct term_nodes *t, Z3_ast term, unsigned depth)
{
	uint32_t node;
	size_t place;

	if (termset_has(&t->parts, t->c, term))
		return node_of(t, term);
	if (depth > DEPTH_MAX || !is_numeric(t->c, term))
		return NODE_NONE;
	for (unsigned i = 0; i < term_arity(t->c, term); i++) {
		if (add_term(t, term_argument(t->c, term, i), depth + 1) ==
			NODE_NONE)
			return NODE_NONE;
	}
	node = add_part(t, term);
	place = t->parts.count;
	(void)termset_add(&t->parts, t->c, term);
	t->nodes = mem_room(t->nodes, place, &t->capacity, sizeof(*t->nodes));
	t->nodes[place] = node;
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
