#include "worker/base/weighted_sum.h"

#include <stdlib.h>

#include "base/alloc.h"

enum { WEIGHT_MAX = 1000000000, NODES_MAX = 100000 };

void
weighted_sum_drop(struct weighted_sum *w)
{
	free(w->literals);
	free(w->weights);
	*w = (struct weighted_sum){0};
}

bool
weighted_sum_number(Z3_context c, Z3_ast value, int64_t factor, int64_t *number)
{
	if (!Z3_is_numeral_ast(c, value) ||
		!Z3_get_numeral_int64(c, value, number) ||
		__builtin_mul_overflow(*number, factor, number))
		return false;
	return *number >= -WEIGHT_MAX && *number <= WEIGHT_MAX;
}

static void
add_literal(struct weighted_sum *w, Z3_ast literal, int64_t weight)
{
	w->literals =
		mem_room(w->literals, w->count, &w->capacity, sizeof(Z3_ast));
	w->weights = mem_room(
		w->weights, w->count, &w->weights_capacity, sizeof(int));
	/* libz3 wants them positive. */
	w->literals[w->count] = weight < 0 ? Z3_mk_not(w->c, literal) : literal;
	w->weights[w->count++] = (int)(weight < 0 ? -weight : weight);
	w->fixed += weight < 0 ? weight : 0;
	w->total += weight < 0 ? -weight : weight;
}

static bool
read_choice(struct weighted_sum *w, Z3_app app, int64_t factor)
{
	int64_t then;
	int64_t otherwise;

	if (!weighted_sum_number(
		    w->c, Z3_get_app_arg(w->c, app, 1), factor, &then) ||
		!weighted_sum_number(
			w->c, Z3_get_app_arg(w->c, app, 2), factor, &otherwise))
		return false;
	w->fixed += otherwise;
	if (then != otherwise)
		add_literal(w, Z3_get_app_arg(w->c, app, 0), then - otherwise);
	return w->total <= WEIGHT_MAX;
}

static bool read_term(struct weighted_sum *w, Z3_ast term, int64_t factor);

/* What is to be read on with after the first argument of a sum: that one,
 * since sums of soft assertions are deep there. NULL: it is no sum. */
static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
read_sum(struct weighted_sum *w, Z3_app app, Z3_decl_kind kind, int64_t *factor)
{
	unsigned count = Z3_get_app_num_args(w->c, app);
	int64_t rest = kind == Z3_OP_SUB ? -*factor : *factor;

	if (kind == Z3_OP_MUL)
		return count == 2 && weighted_sum_number(w->c,
					     Z3_get_app_arg(w->c, app, 0),
					     *factor, factor)
			       ? Z3_get_app_arg(w->c, app, 1)
			       : NULL;
	if (kind == Z3_OP_UMINUS)
		*factor = -*factor;
	else if (kind != Z3_OP_ADD && kind != Z3_OP_SUB &&
		 kind != Z3_OP_TO_REAL)
		return NULL;
	for (unsigned i = 1; i < count; i++) {
		if (!read_term(w, Z3_get_app_arg(w->c, app, i), rest))
			return NULL;
	}
	return Z3_get_app_arg(w->c, app, 0);
}

/* False: it is another term. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
read_term(struct weighted_sum *w, Z3_ast term, int64_t factor)
{
	int64_t weight;

	while (term != NULL && Z3_get_ast_kind(w->c, term) == Z3_APP_AST &&
		w->nodes++ < NODES_MAX) {
		Z3_app app = Z3_to_app(w->c, term);
		Z3_decl_kind kind =
			Z3_get_decl_kind(w->c, Z3_get_app_decl(w->c, app));

		if (kind == Z3_OP_ITE)
			return read_choice(w, app, factor);
		term = read_sum(w, app, kind, &factor);
	}
	if (term == NULL || !weighted_sum_number(w->c, term, factor, &weight))
		return false;
	w->fixed += weight;
	return true;
}

bool
weighted_sum_read(
	struct weighted_sum *w, Z3_context c, Z3_ast term, int64_t factor)
{
	*w = (struct weighted_sum){.c = c};
	return read_term(w, term, factor);
}

Z3_ast
weighted_sum_at_least(const struct weighted_sum *w, int64_t least)
{
	least -= w->fixed;
	if (least <= 0)
		return Z3_mk_true(w->c);
	if (least > w->total)
		return Z3_mk_false(w->c);
	return Z3_mk_pbge(
		w->c, (unsigned)w->count, w->literals, w->weights, (int)least);
}
