#include "worker/constraints/linear_sum.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/interval.h"
#include "worker/constraints/simplification.h"

enum {
	ITEMS_MAX = 10000,
	STEPS_MAX = 100000,
	/* Choices on the way to a value of a table. */
	TABLE_DEPTH_MAX = 8,
};

uint32_t
equation_subject(const struct expressions *e, uint32_t equation, int64_t *value)
{
	const struct expression *x = &e->at[equation];

	for (int i = 0; x->operation == OPERATION_EQUAL && i < 2; i++) {
		const uint32_t *sides = expression_arguments(e, x);

		*value = e->at[sides[i]].number;
		if (e->at[sides[i]].operation == OPERATION_NUMBER)
			return sides[1 - i];
	}
	return EXPRESSION_NONE;
}

static bool
add_item(struct linear_sum *s, uint32_t x, int64_t factor)
{
	if (factor == 0)
		return true;
	if (s->count == ITEMS_MAX)
		return false;
	*ARRAY_ADD(s->items, s->count, s->capacity) =
		(struct linear_item){x, factor};
	return true;
}

/* Adds a * b to *sum. Returns false if the result is too large. */
static bool
add_product(int64_t *sum, int64_t a, int64_t b)
{
	int64_t product;

	return !__builtin_mul_overflow(a, b, &product) &&
	       !__builtin_add_overflow(*sum, product, sum) &&
	       -INTERVAL_END < *sum && *sum < INTERVAL_END;
}

/* --- tables --------------------------------------------------------------- */

/* (ite condition then otherwise) */
struct choice {
	uint32_t condition, then, otherwise;
};

/* A table that is being read. */
struct table {
	struct linear_sum *s;
	struct expressions *e;
	int64_t factor;
	int64_t least; /* of factor * value */
	size_t values;
};

/* Reads an ite, 3 + 4 * c as the ite of 7 and 3, and a Boolean as the ite of 1
 * and 0. Returns false for another expression. */
static bool
read_choice(struct expressions *e, uint32_t table, struct choice *out)
{
	struct expression x = e->at[table];
	const uint32_t *arguments = expression_arguments(e, &x);
	int64_t number = 0;
	int64_t more = 1;

	if (x.operation == OPERATION_ITE) {
		*out = (struct choice){
			arguments[0], arguments[1], arguments[2]};
		return true;
	}
	*out = (struct choice){.condition = table};
	if (x.operation == OPERATION_SUM && x.count == 1 &&
		e->at[arguments[0]].is_boolean) {
		out->condition = arguments[0];
		number = x.number;
		more = *expression_factors(e, &x);
	} else if (!x.is_boolean || x.operation == OPERATION_NUMBER) {
		return false;
	}
	out->then = expression_number(e, number + more);
	out->otherwise = expression_number(e, number);
	return out->then != EXPRESSION_NONE &&
	       out->otherwise != EXPRESSION_NONE;
}

/* Finds the least factor * value. Returns false if it is no table of numbers.
 */
static bool // NOLINTNEXTLINE(misc-no-recursion)
find_least(struct table *t, uint32_t table, unsigned depth)
{
	struct choice c;
	int64_t product = 0;

	if (depth > TABLE_DEPTH_MAX)
		return false;
	for (; read_choice(t->e, table, &c); table = c.otherwise)
		if (!find_least(t, c.then, depth + 1))
			return false;
	if (t->e->at[table].operation != OPERATION_NUMBER ||
		++t->values > ITEMS_MAX ||
		!add_product(&product, t->factor, t->e->at[table].number))
		return false;
	t->least = product < t->least ? product : t->least;
	return true;
}

/* Returns path and condition; EXPRESSION_NONE is the path that always holds. */
static uint32_t
extend_path(struct expressions *e, uint32_t path, uint32_t condition)
{
	return path == EXPRESSION_NONE
		       ? condition
		       : expression_make(e, OPERATION_AND, 0,
				 (uint32_t[]){path, condition}, NULL, 2);
}

/* The conditions of a chain of choices, which exclude each other. */
struct chain {
	struct expressions *e;
	uint32_t subject;
	uint32_t *conditions;
	size_t count, capacity;
};

/* Adds a condition that excludes those before it. Returns false if it is no
 * such one. */
static bool
extend_chain(struct chain *k, uint32_t condition)
{
	int64_t value = 0;
	int64_t other = 0;
	uint32_t subject = equation_subject(k->e, condition, &value);

	if (k->count > 0 &&
		(subject == EXPRESSION_NONE || k->subject != subject))
		return false;
	for (size_t i = 0; i < k->count; i++) {
		(void)equation_subject(k->e, k->conditions[i], &other);
		if (value == other)
			return false;
	}
	k->subject = subject;
	*ARRAY_ADD(k->conditions, k->count, k->capacity) = condition;
	return true;
}

/* Returns that none of the conditions holds. */
static uint32_t
chain_end(const struct chain *k)
{
	return expression_not(k->e, expression_make(k->e, OPERATION_OR, 0,
					    k->conditions, NULL, k->count));
}

/* Adds what factor * value of the table exceeds the least one by, where the
 * path holds. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
add_values(struct table *t, uint32_t table, uint32_t path, unsigned depth)
{
	struct chain k = {.e = t->e};
	struct choice c;
	bool is_added = depth <= TABLE_DEPTH_MAX;

	if (t->e->at[table].operation == OPERATION_NUMBER) {
		int64_t more = t->factor * t->e->at[table].number - t->least;

		if (path == EXPRESSION_NONE)
			return add_product(&t->s->number, 1, more);
		/* A condition that cannot hold is the number 0. */
		return t->e->at[path].operation == OPERATION_NUMBER
			       ? add_product(&t->s->number,
					 t->e->at[path].number, more)
			       : add_item(t->s, path, more);
	}
	while (is_added && read_choice(t->e, table, &c) &&
		extend_chain(&k, c.condition)) {
		uint32_t next = extend_path(t->e, path, c.condition);

		is_added = next != EXPRESSION_NONE &&
			   add_values(t, c.then, next, depth + 1);
		table = c.otherwise;
	}
	if (is_added) {
		uint32_t rest = chain_end(&k);

		rest = rest != EXPRESSION_NONE ? extend_path(t->e, path, rest)
					       : rest;
		is_added = rest != EXPRESSION_NONE &&
			   add_values(t, table, rest, depth + 1);
	}
	free(k.conditions);
	return is_added;
}

/* Adds a table of numbers. Returns false, and adds nothing, if it is none. */
static bool
add_table(
	struct linear_sum *s, struct expressions *e, uint32_t x, int64_t factor)
{
	struct linear_sum before = *s;
	struct table t = {.s = s, .e = e, .factor = factor, .least = INT64_MAX};

	if (find_least(&t, x, 0) && add_product(&s->number, 1, t.least) &&
		add_values(&t, x, EXPRESSION_NONE, 0))
		return true;
	s->number = before.number;
	s->count = before.count;
	return false;
}

/* --- sums ----------------------------------------------------------------- */

struct summands {
	struct linear_item *at;
	size_t count, capacity;
};

/* Adds the summands of factor * x, to be read from the last one on. */
static bool
push_summands(struct summands *stack, const struct expressions *e, uint32_t x,
	int64_t factor)
{
	const struct expression *sum = &e->at[x];

	for (uint32_t i = sum->count; i-- > 0;) {
		int64_t product = 0;

		if (!add_product(
			    &product, factor, expression_factors(e, sum)[i]))
			return false;
		*ARRAY_ADD(stack->at, stack->count, stack->capacity) =
			(struct linear_item){
				expression_arguments(e, sum)[i], product};
	}
	return true;
}

bool
linear_sum_add(
	struct linear_sum *s, struct expressions *e, uint32_t x, int64_t factor)
{
	struct summands stack = {0};
	bool is_added = x != EXPRESSION_NONE;

	*ARRAY_ADD(stack.at, stack.count, stack.capacity) =
		(struct linear_item){x, factor};
	for (unsigned i = 0; is_added && stack.count > 0; i++) {
		struct linear_item next = stack.at[--stack.count];
		const struct expression *at = &e->at[next.x];

		if (at->operation == OPERATION_SUM ||
			at->operation == OPERATION_NUMBER)
			is_added =
				i < STEPS_MAX &&
				add_product(
					&s->number, next.factor, at->number) &&
				push_summands(&stack, e, next.x, next.factor);
		else if (at->operation != OPERATION_ITE ||
			 !add_table(s, e, next.x, next.factor))
			is_added = add_item(s, next.x, next.factor);
	}
	free(stack.at);
	return is_added;
}

void
linear_sum_release(struct linear_sum *s)
{
	free(s->items);
	*s = (struct linear_sum){0};
}
