#include "worker/constraints/expression.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum {
	EXPRESSIONS_MAX = 500000, /* 100 MB */
	ROOM_FIRST = 256,
};

/* --- views ---------------------------------------------------------------- */

uint32_t
expression_negated(const struct expressions *e, uint32_t x)
{
	const struct expression *sum = &e->at[x];
	uint32_t inner;

	if (sum->operation != OPERATION_SUM || sum->number != 1 ||
		sum->count != 1 || *expression_factors(e, sum) != -1)
		return EXPRESSION_NONE;
	inner = *expression_arguments(e, sum);
	return e->at[inner].is_boolean ? inner : EXPRESSION_NONE;
}

/* --- the table ------------------------------------------------------------ */

static uint64_t
mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 32;
}

static uint64_t
hash_of(const struct expressions *e, const struct expression *x)
{
	uint64_t hash = mix((uint64_t)x->operation, (uint64_t)x->number);

	if (x->term != NULL)
		hash = mix(hash, Z3_get_ast_id(e->c, x->term));
	for (uint32_t i = 0; i < x->count; i++)
		hash = mix(mix(hash, expression_arguments(e, x)[i]),
			(uint64_t)expression_factors(e, x)[i]);
	return hash;
}

static bool
are_equal(const struct expressions *e, const struct expression *x,
	const struct expression *y)
{
	return x->operation == y->operation && x->number == y->number &&
	       x->term == y->term && x->count == y->count &&
	       (x->count == 0 ||
		       (memcmp(expression_arguments(e, x),
				expression_arguments(e, y),
				x->count * sizeof(uint32_t)) == 0 &&
			       memcmp(expression_factors(e, x),
				       expression_factors(e, y),
				       x->count * sizeof(int64_t)) == 0));
}

/* Returns where the expression stands in the table, or the free slot where it
 * belongs. */
static uint32_t *
slot_of(const struct expressions *e, const struct expression *x)
{
	size_t at = hash_of(e, x) % e->table.room;

	while (e->table.slots[at] != 0 &&
		!are_equal(e, &e->at[e->table.slots[at] - 1], x))
		at = (at + 1) % e->table.room;
	return &e->table.slots[at];
}

static void
grow_table(struct expressions *e)
{
	e->table.room = e->table.room == 0 ? ROOM_FIRST : 2 * e->table.room;
	free(e->table.slots);
	e->table.slots = mem_new(e->table.room * sizeof(*e->table.slots));
	for (size_t i = 0; i < e->count; i++)
		*slot_of(e, &e->at[i]) = (uint32_t)i + 1;
}

/* Returns the expression of the same kind, number and arguments, which are the
 * last ones of e->arguments, or adds it. */
static uint32_t
intern(struct expressions *e, const struct expression *x)
{
	uint32_t *slot;

	if (2 * e->count >= e->table.room)
		grow_table(e);
	slot = slot_of(e, x);
	if (*slot == 0 && e->count < EXPRESSIONS_MAX) {
		*ARRAY_ADD(e->at, e->count, e->capacity) = *x;
		*slot = (uint32_t)e->count;
	} else {
		e->arguments.count = x->first;
	}
	return *slot == 0 ? EXPRESSION_NONE : *slot - 1;
}

/* --- adding --------------------------------------------------------------- */

static void
add_argument(struct expressions *e, uint32_t argument, int64_t factor)
{
	e->arguments.at = mem_room(e->arguments.at, e->arguments.count,
		&e->arguments.capacity, sizeof(*e->arguments.at));
	e->arguments.factors = mem_room(e->arguments.factors,
		e->arguments.count, &e->arguments.factor_capacity,
		sizeof(*e->arguments.factors));
	e->arguments.at[e->arguments.count] = argument;
	e->arguments.factors[e->arguments.count++] = factor;
}

/* Sets what follows from the arguments. */
static void
set_sort(const struct expressions *e, struct expression *x)
{
	const uint32_t *arguments = expression_arguments(e, x);
	uint32_t from = x->operation == OPERATION_ITE ? 1 : 0;
	bool are_boolean = true;

	for (uint32_t i = from; i < x->count; i++) {
		x->is_real |= e->at[arguments[i]].is_real;
		are_boolean &= e->at[arguments[i]].is_boolean;
	}
	switch (x->operation) {
	case OPERATION_NUMBER:
		x->is_boolean = x->number == 0 || x->number == 1;
		break;
	case OPERATION_SUM:
		x->is_boolean =
			are_boolean && x->count == 1 &&
			((x->number == 0 && *expression_factors(e, x) == 1) ||
				(x->number == 1 &&
					*expression_factors(e, x) == -1));
		break;
	case OPERATION_PRODUCT:
	case OPERATION_ITE:
		x->is_boolean = are_boolean;
		break;
	case OPERATION_VARIABLE:
	case OPERATION_OPAQUE:
		break;
	case OPERATION_AT_LEAST:
	case OPERATION_EQUAL:
	case OPERATION_AND:
	case OPERATION_OR:
	case OPERATION_ALL_DIFFERENT:
		x->is_boolean = true;
		x->is_real = false;
		break;
	}
}

uint32_t
expression_add(struct expressions *e, enum operation operation, int64_t number,
	const uint32_t *arguments, const int64_t *factors, size_t count)
{
	struct expression x = {
		.operation = operation,
		.number = number,
		.first = (uint32_t)e->arguments.count,
		.count = (uint32_t)count,
	};

	for (size_t i = 0; i < count; i++)
		add_argument(e, arguments[i], factors[i]);
	set_sort(e, &x);
	return intern(e, &x);
}

uint32_t
expression_leaf(struct expressions *e, Z3_ast term, bool is_variable)
{
	Z3_sort_kind sort = term_sort_kind(e->c, term);
	struct expression x = {
		.operation =
			is_variable ? OPERATION_VARIABLE : OPERATION_OPAQUE,
		.is_boolean = sort == Z3_BOOL_SORT,
		.is_real = sort == Z3_REAL_SORT,
		.first = (uint32_t)e->arguments.count,
		.term = term,
		.written = term,
	};

	return intern(e, &x);
}

void
expressions_release(struct expressions *e)
{
	free(e->at);
	free(e->arguments.at);
	free(e->arguments.factors);
	free(e->table.slots);
	free(e->term_expressions);
	termset_release(&e->terms);
	*e = (struct expressions){0};
}
