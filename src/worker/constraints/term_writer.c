#include "worker/constraints/term_writer.h"

#include <stdlib.h>

#include "base/alloc.h"

/* Returns the term of an expression, which has been written, as a number. */
static Z3_ast
as_number(const struct expressions *e, uint32_t node, bool is_real)
{
	Z3_context c = e->c;
	const struct expression *x = &e->at[node];
	Z3_sort sort = is_real ? Z3_mk_real_sort(c) : Z3_mk_int_sort(c);

	if (x->operation == OPERATION_NUMBER)
		return Z3_mk_int64(c, x->number, sort);
	if (x->is_boolean)
		return Z3_mk_ite(c, x->written, Z3_mk_int64(c, 1, sort),
			Z3_mk_int64(c, 0, sort));
	return is_real && !x->is_real ? Z3_mk_int2real(c, x->written)
				      : x->written;
}

static Z3_ast
as_boolean(const struct expressions *e, uint32_t node)
{
	const struct expression *x = &e->at[node];

	if (x->operation != OPERATION_NUMBER)
		return x->written;
	return x->number != 0 ? Z3_mk_true(e->c) : Z3_mk_false(e->c);
}

static Z3_ast
write_sum(
	const struct expressions *e, const struct expression *x, Z3_ast *parts)
{
	Z3_context c = e->c;
	Z3_sort sort = x->is_real ? Z3_mk_real_sort(c) : Z3_mk_int_sort(c);

	if (x->is_boolean)
		return x->number == 1 ? Z3_mk_not(c, parts[0]) : parts[0];
	for (uint32_t i = 0; i < x->count; i++)
		parts[i] = Z3_mk_mul(c, 2,
			(Z3_ast[]){Z3_mk_int64(c, expression_factors(e, x)[i],
					   sort),
				parts[i]});
	parts[x->count] = Z3_mk_int64(c, x->number, sort);
	return Z3_mk_add(c, x->count + 1, parts);
}

/* Writes an expression of terms for its arguments, with room for one more. */
static Z3_ast
write_operation(
	const struct expressions *e, const struct expression *x, Z3_ast *parts)
{
	Z3_context c = e->c;

	switch (x->operation) {
	case OPERATION_SUM:
		return write_sum(e, x, parts);
	case OPERATION_PRODUCT:
		return x->is_boolean ? Z3_mk_and(c, 2, parts)
				     : Z3_mk_mul(c, 2, parts);
	case OPERATION_AT_LEAST:
		return Z3_mk_ge(c, parts[0],
			Z3_mk_int64(c, x->number, Z3_get_sort(c, parts[0])));
	case OPERATION_EQUAL:
		return Z3_mk_eq(c, parts[0], parts[1]);
	case OPERATION_AND:
		return Z3_mk_and(c, x->count, parts);
	case OPERATION_OR:
		return Z3_mk_or(c, x->count, parts);
	case OPERATION_ITE:
		return Z3_mk_ite(c, parts[0], parts[1], parts[2]);
	case OPERATION_ALL_DIFFERENT:
		return Z3_mk_distinct(c, x->count, parts);
	case OPERATION_NUMBER:
	case OPERATION_VARIABLE:
	case OPERATION_OPAQUE:
		break;
	}
	return x->term;
}

/* Writes an expression whose arguments have been written. */
static Z3_ast
write_part(const struct expressions *e, const struct expression *x)
{
	const uint32_t *arguments = expression_arguments(e, x);
	Z3_ast *parts = mem_grow(NULL, x->count + 1, sizeof(*parts));
	bool are_boolean = x->operation != OPERATION_AT_LEAST;
	bool is_real = false;
	Z3_ast term;

	for (uint32_t i = 0; i < x->count; i++) {
		is_real |= e->at[arguments[i]].is_real;
		if (x->operation != OPERATION_ITE || i > 0)
			are_boolean &= e->at[arguments[i]].is_boolean;
	}
	if (x->operation == OPERATION_SUM)
		are_boolean = x->is_boolean;
	for (uint32_t i = 0; i < x->count; i++)
		parts[i] =
			are_boolean || (x->operation == OPERATION_ITE && i == 0)
				? as_boolean(e, arguments[i])
				: as_number(e, arguments[i], is_real);
	term = write_operation(e, x, parts);
	free(parts);
	return term;
}

Z3_ast
expression_write(struct expressions *e, uint32_t x)
{
	/* The arguments of an expression have smaller numbers, so that they are
	 * never below it. */
	struct {
		uint32_t *at;
		size_t count, capacity;
	} stack = {0};

	*ARRAY_ADD(stack.at, stack.count, stack.capacity) = x;
	while (stack.count > 0) {
		size_t before = stack.count;
		struct expression *next = &e->at[stack.at[before - 1]];

		for (uint32_t i = 0; next->written == NULL && i < next->count;
			i++) {
			uint32_t argument = expression_arguments(e, next)[i];

			if (e->at[argument].written == NULL &&
				e->at[argument].operation != OPERATION_NUMBER)
				*ARRAY_ADD(stack.at, stack.count,
					stack.capacity) = argument;
		}
		if (stack.count > before)
			continue;
		if (next->written == NULL &&
			next->operation != OPERATION_NUMBER)
			next->written = write_part(e, next);
		stack.count--;
	}
	free(stack.at);
	return e->at[x].is_boolean ? as_boolean(e, x)
				   : as_number(e, x, e->at[x].is_real);
}
