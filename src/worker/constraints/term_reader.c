#include "worker/constraints/term_reader.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/constraints/simplification.h"

/* A term whose arguments have been read. */
struct part {
	Z3_ast term;
	uint32_t *arguments;
	unsigned count;
	int a, b; /* of the row of its kind */
};

static uint32_t
make(struct expressions *e, enum operation operation, int64_t number,
	const struct part *p)
{
	return expression_make(
		e, operation, number, p->arguments, NULL, p->count);
}

static uint32_t
read_truth(struct expressions *e, const struct part *p)
{
	return expression_number(e, p->a);
}

/* a: an operation; b: whether it is negated */
static uint32_t
read_arguments(struct expressions *e, const struct part *p)
{
	uint32_t x = make(e, (enum operation)p->a, 0, p);

	return p->b ? expression_not(e, x) : x;
}

/* b + the arguments; the only one, or all but the first, have the factor a. */
static uint32_t
read_sum(struct expressions *e, const struct part *p)
{
	int64_t *factors = mem_grow(NULL, p->count + 1, sizeof(*factors));
	uint32_t x;

	for (unsigned i = 0; i < p->count; i++)
		factors[i] = i == 0 && p->count > 1 ? 1 : p->a;
	x = expression_make(
		e, OPERATION_SUM, p->b, p->arguments, factors, p->count);
	free(factors);
	return x;
}

static uint32_t
read_product(struct expressions *e, const struct part *p)
{
	uint32_t x = p->arguments[0];

	for (unsigned i = 1; i < p->count; i++)
		x = expression_make(e, OPERATION_PRODUCT, 0,
			(uint32_t[]){x, p->arguments[i]}, NULL, 2);
	return x;
}

/* Numbers are divided; with another divisor or dividend it is a leaf. a:
 * whether the remainder is asked for */
static uint32_t
read_quotient(struct expressions *e, const struct part *p)
{
	const struct expression *x, *by;
	int64_t remainder;

	if (p->count != 2 || p->arguments[0] == EXPRESSION_NONE ||
		p->arguments[1] == EXPRESSION_NONE)
		return EXPRESSION_NONE;
	x = &e->at[p->arguments[0]];
	by = &e->at[p->arguments[1]];
	if (x->operation != OPERATION_NUMBER ||
		by->operation != OPERATION_NUMBER || by->number <= 0)
		return EXPRESSION_NONE;
	remainder = x->number % by->number;
	remainder += remainder < 0 ? by->number : 0;
	return expression_number(
		e, p->a ? remainder : (x->number - remainder) / by->number);
}

/* a: 1 for "greater", else 0; b: 1 if the sides must not be equal. A strict
 * comparison is the negation of its opposite, as it has to be of Reals. */
static uint32_t
read_comparison(struct expressions *e, const struct part *p)
{
	static const int64_t signs[] = {-1, 1, -1};
	int64_t is_greater = p->a != p->b;
	uint32_t difference = expression_make(
		e, OPERATION_SUM, 0, p->arguments, signs + is_greater, 2);
	uint32_t x =
		expression_make(e, OPERATION_AT_LEAST, 0, &difference, NULL, 1);

	return p->b ? expression_not(e, x) : x;
}

static uint32_t
read_implication(struct expressions *e, const struct part *p)
{
	uint32_t sides[2] = {
		expression_not(e, p->arguments[0]), p->arguments[1]};

	return expression_make(e, OPERATION_OR, 0, sides, NULL, 2);
}

/* The parameters are ints, since LIMIT_INDEX is below 2^31. */
static int64_t
parameter(const struct expressions *e, const struct part *p, unsigned i)
{
	return Z3_get_decl_int_parameter(e->c, term_decl(e->c, p->term), i);
}

/* a: how the sum is compared with the first parameter; b: whether the others
 * are weights */
static uint32_t
read_pseudo_boolean(struct expressions *e, const struct part *p)
{
	int64_t number = parameter(e, p, 0);
	int64_t *weights = mem_grow(NULL, p->count + 1, sizeof(*weights));
	uint32_t sides[2];

	for (unsigned i = 0; i < p->count; i++)
		weights[i] = p->b ? parameter(e, p, i + 1) : 1;
	sides[0] = expression_make(
		e, OPERATION_SUM, 0, p->arguments, weights, p->count);
	free(weights);
	if (p->a == Z3_OP_GE)
		return expression_make(
			e, OPERATION_AT_LEAST, number, sides, NULL, 1);
	if (p->a == Z3_OP_LE)
		return expression_not(e, expression_make(e, OPERATION_AT_LEAST,
						 number + 1, sides, NULL, 1));
	sides[1] = expression_number(e, number);
	return expression_make(e, OPERATION_EQUAL, 0, sides, NULL, 2);
}

typedef uint32_t part_reader(struct expressions *e, const struct part *p);

static const struct kind {
	Z3_decl_kind kind;
	part_reader *read;
	int a, b;
} kinds[] = {
	{Z3_OP_TRUE, read_truth, 1, 0},
	{Z3_OP_FALSE, read_truth, 0, 0},
	{Z3_OP_NOT, read_sum, -1, 1},
	{Z3_OP_AND, read_arguments, OPERATION_AND, false},
	{Z3_OP_OR, read_arguments, OPERATION_OR, false},
	{Z3_OP_EQ, read_arguments, OPERATION_EQUAL, false},
	{Z3_OP_IFF, read_arguments, OPERATION_EQUAL, false},
	{Z3_OP_XOR, read_arguments, OPERATION_EQUAL, true},
	{Z3_OP_ITE, read_arguments, OPERATION_ITE, false},
	{Z3_OP_DISTINCT, read_arguments, OPERATION_ALL_DIFFERENT, false},
	{Z3_OP_IMPLIES, read_implication, 0, 0},
	{Z3_OP_LE, read_comparison, false, false},
	{Z3_OP_LT, read_comparison, false, true},
	{Z3_OP_GE, read_comparison, true, false},
	{Z3_OP_GT, read_comparison, true, true},
	{Z3_OP_ADD, read_sum, 1, 0},
	{Z3_OP_SUB, read_sum, -1, 0},
	{Z3_OP_UMINUS, read_sum, -1, 0},
	{Z3_OP_TO_REAL, read_sum, 1, 0},
	{Z3_OP_MUL, read_product, 0, 0},
	{Z3_OP_IDIV, read_quotient, false, 0},
	{Z3_OP_MOD, read_quotient, true, 0},
	{Z3_OP_PB_LE, read_pseudo_boolean, Z3_OP_LE, true},
	{Z3_OP_PB_GE, read_pseudo_boolean, Z3_OP_GE, true},
	{Z3_OP_PB_EQ, read_pseudo_boolean, Z3_OP_EQ, true},
	{Z3_OP_PB_AT_MOST, read_pseudo_boolean, Z3_OP_LE, false},
	{Z3_OP_PB_AT_LEAST, read_pseudo_boolean, Z3_OP_GE, false},
};

static bool
has_value(Z3_context c, Z3_ast term)
{
	Z3_sort_kind sort = term_sort_kind(c, term);

	return sort == Z3_BOOL_SORT || sort == Z3_INT_SORT ||
	       sort == Z3_REAL_SORT;
}

/* Returns the row of a term whose arguments have to be read; NULL for a leaf.
 */
static const struct kind *
find_kind(Z3_context c, Z3_ast term)
{
	Z3_decl_kind kind = term_kind(c, term);
	unsigned count = term_arity(c, term);

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (kinds[i].kind != kind)
			continue;
		/* Equations may be between values of any sort. */
		return count == 0 || has_value(c,
					     term_argument(c, term, count - 1))
			       ? &kinds[i]
			       : NULL;
	}
	return NULL;
}

static uint32_t
read_leaf(struct expressions *e, Z3_ast term)
{
	int64_t value;

	if (Z3_get_ast_kind(e->c, term) == Z3_NUMERAL_AST &&
		Z3_get_numeral_int64(e->c, term, &value)) {
		uint32_t number = expression_number(e, value);

		if (number != EXPRESSION_NONE)
			return number;
	}
	return expression_leaf(e, term, term_is_constant(e->c, term));
}

static uint32_t
find_read(const struct expressions *e, Z3_ast term, bool *is_read)
{
	size_t place = termset_find(&e->terms, e->c, term);

	*is_read = place != TERMSET_NONE;
	return *is_read ? e->term_expressions[place] : EXPRESSION_NONE;
}

/* Returns whether the expression is written as a term of the term's sort. */
static bool
has_sort_of(const struct expressions *e, uint32_t x, Z3_ast term)
{
	Z3_sort_kind sort = term_sort_kind(e->c, term);

	return e->at[x].is_boolean == (sort == Z3_BOOL_SORT) &&
	       e->at[x].is_real == (sort == Z3_REAL_SORT);
}

/* Reads a term whose arguments have been read. */
static uint32_t
read_part(struct expressions *e, Z3_ast term, const struct kind *kind)
{
	unsigned count = term_arity(e->c, term);
	struct part p = {
		.term = term, .count = count, .a = kind->a, .b = kind->b};
	uint32_t x;

	p.arguments = mem_grow(NULL, count + 1, sizeof(*p.arguments));
	for (unsigned i = 0; i < count; i++) {
		bool is_read;

		p.arguments[i] =
			find_read(e, term_argument(e->c, term, i), &is_read);
	}
	x = kind->read(e, &p);
	free(p.arguments);
	if (x == EXPRESSION_NONE)
		return expression_leaf(e, term, false);
	if (has_sort_of(e, x, term))
		e->at[x].written = term;
	return x;
}

struct term_stack {
	Z3_ast *at;
	size_t count, capacity;
};

/* Adds the arguments that have not been read. Returns whether there are any. */
static bool
push_arguments(
	const struct expressions *e, struct term_stack *stack, Z3_ast term)
{
	size_t before = stack->count;

	for (unsigned i = term_arity(e->c, term); i-- > 0;) {
		Z3_ast argument = term_argument(e->c, term, i);

		if (!termset_has(&e->terms, e->c, argument))
			*ARRAY_ADD(stack->at, stack->count, stack->capacity) =
				argument;
	}
	return stack->count > before;
}

uint32_t
expression_read(struct expressions *e, Z3_ast term)
{
	struct term_stack stack = {0};
	bool is_read;

	if (!has_value(e->c, term))
		return EXPRESSION_NONE;
	*ARRAY_ADD(stack.at, stack.count, stack.capacity) = term;
	while (stack.count > 0) {
		Z3_ast next = stack.at[stack.count - 1];
		const struct kind *kind = find_kind(e->c, next);
		uint32_t x;

		if (kind != NULL && push_arguments(e, &stack, next))
			continue;
		stack.count--;
		if (termset_has(&e->terms, e->c, next))
			continue;
		x = kind != NULL ? read_part(e, next, kind)
				 : read_leaf(e, next);
		(void)termset_add(&e->terms, e->c, next);
		*ARRAY_ADD(e->term_expressions, e->term_count,
			e->term_capacity) = x;
	}
	free(stack.at);
	return find_read(e, term, &is_read);
}
