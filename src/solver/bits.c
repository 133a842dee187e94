#include "solver/bits.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "solver/context.h"

enum {
	/* More than that is no quick problem, whoever decides it. */
	IDS_MAX = 1000000,
	DEPTH_MAX = 2000,
};

static bool translate(
	struct bits *f, Z3_ast term, unsigned depth, struct number *out);

/* --- what has been seen -------------------------------------------------- */

static struct number *
slot(struct bits *f, Z3_ast term)
{
	size_t id = Z3_get_ast_id(f->c, term);

	if (id >= f->value_count) {
		size_t more = 2 * id + 1024;

		f->values = mem_grow(f->values, more, sizeof(*f->values));
		memset(f->values + f->value_count, 0,
			(more - f->value_count) * sizeof(*f->values));
		f->value_count = more;
	}
	return &f->values[id];
}

static void
demand(struct bits *f, Z3_ast term)
{
	f->terms =
		mem_room(f->terms, f->count, &f->capacity, sizeof(*f->terms));
	f->terms[f->count++] = term;
}

/* --- numbers ------------------------------------------------------------- */

static bool
combine(Z3_context c, Z3_decl_kind kind, struct number *x,
	const struct number *y)
{
	switch ((int)kind) {
	case Z3_OP_ADD:
		return number_add(c, x, y);
	case Z3_OP_MUL:
		return number_multiply(c, x, y);
	case Z3_OP_IDIV:
		return number_divide(c, x, y);
	default:
		return number_remainder(c, x, y);
	}
}

static bool
translate_number(struct bits *f, Z3_app app, Z3_decl_kind kind, unsigned depth,
	struct number *out)
{
	unsigned count = Z3_get_app_num_args(f->c, app);

	if (!translate(f, Z3_get_app_arg(f->c, app, 0), depth + 1, out))
		return false;
	for (unsigned i = 1; i < count; i++) {
		struct number next;

		if (!translate(f, Z3_get_app_arg(f->c, app, i), depth + 1,
			    &next) ||
			!combine(f->c, kind, out, &next))
			return false;
	}
	return true;
}

static bool
translate_choice(struct bits *f, Z3_app app, unsigned depth, struct number *out)
{
	Z3_context c = f->c;
	struct number condition;
	struct number otherwise;

	if (!translate(f, Z3_get_app_arg(c, app, 0), depth + 1, &condition) ||
		!translate(f, Z3_get_app_arg(c, app, 1), depth + 1, out) ||
		!translate(f, Z3_get_app_arg(c, app, 2), depth + 1, &otherwise))
		return false;
	number_choose(c, condition.bits, out, &otherwise);
	return true;
}

/* --- all else ------------------------------------------------------------ */

/* Comparisons of numbers, of which libz3 has only those of two. */
static Z3_ast
compare(Z3_context c, Z3_decl_kind kind, unsigned count, Z3_ast *arguments)
{
	if (count != 2 && kind != Z3_OP_DISTINCT)
		return NULL;
	switch ((int)kind) {
	case Z3_OP_LE:
		return Z3_mk_bvsle(c, arguments[0], arguments[1]);
	case Z3_OP_GE:
		return Z3_mk_bvsge(c, arguments[0], arguments[1]);
	case Z3_OP_LT:
		return Z3_mk_bvslt(c, arguments[0], arguments[1]);
	case Z3_OP_GT:
		return Z3_mk_bvsgt(c, arguments[0], arguments[1]);
	case Z3_OP_EQ:
		return Z3_mk_eq(c, arguments[0], arguments[1]);
	case Z3_OP_DISTINCT:
		return Z3_mk_distinct(c, count, arguments);
	default:
		return NULL;
	}
}

/* What the sorts of the terms and of their results allow for. */
static bool
is_known(struct bits *f, Z3_decl_kind kind)
{
	if (kind >= Z3_OP_PB_AT_MOST && kind <= Z3_OP_PB_EQ) {
		f->has_weights = true;
		return true;
	}
	return (kind >= Z3_OP_TRUE && kind < Z3_OP_OEQ) ||
	       (kind >= Z3_OP_LE && kind <= Z3_OP_GT) ||
	       (kind >= Z3_OP_BNUM && kind < Z3_OP_PR_UNDEF);
}

static Z3_sort_kind
sort_of(Z3_context c, Z3_ast term)
{
	return Z3_get_sort_kind(c, Z3_get_sort(c, term));
}

static bool
translate_row(struct bits *f, Z3_app app, unsigned depth, Z3_ast *bits,
	bool *has_numbers)
{
	unsigned count = Z3_get_app_num_args(f->c, app);
	struct number *values = mem_grow(NULL, count, sizeof(*values));
	unsigned width = 1;
	bool fine = true;

	*has_numbers = false;
	for (unsigned i = 0; i < count && fine; i++) {
		Z3_ast argument = Z3_get_app_arg(f->c, app, i);

		fine = translate(f, argument, depth + 1, &values[i]);
		if (!fine || sort_of(f->c, argument) != Z3_INT_SORT)
			continue;
		*has_numbers = true;
		if (values[i].width > width)
			width = values[i].width;
	}
	for (unsigned i = 0; i < count && fine; i++)
		bits[i] = *has_numbers ? number_widen(f->c, &values[i], width)
				       : values[i].bits;
	free(values);
	return fine;
}

static bool
translate_other(struct bits *f, Z3_app app, Z3_decl_kind kind, unsigned depth,
	struct number *out)
{
	Z3_context c = f->c;
	unsigned count = Z3_get_app_num_args(c, app);
	Z3_ast *bits = mem_grow(NULL, count + 1, sizeof(Z3_ast));
	bool has_numbers;
	bool fine = is_known(f, kind) &&
		    translate_row(f, app, depth, bits, &has_numbers);

	if (fine)
		out->bits = has_numbers
				    ? compare(c, kind, count, bits)
				    : Z3_update_term(c, Z3_app_to_ast(c, app),
					      count, bits);
	free(bits);
	return fine && out->bits != NULL;
}

static bool
translate_constant(struct bits *f, Z3_ast term, struct number *out)
{
	Z3_ast demanded;

	if (sort_of(f->c, term) == Z3_INT_SORT) {
		if (!number_new(
			    f->c, bounds_of(&f->bounds, term), out, &demanded))
			return false;
		demand(f, demanded);
		f->has_ints = true;
	} else {
		out->bits = term;
	}
	f->constants = mem_room(f->constants, f->constant_count,
		&f->constant_capacity, sizeof(*f->constants));
	f->constants[f->constant_count++] = term;
	return true;
}

static bool
translate_app(struct bits *f, Z3_ast term, unsigned depth, struct number *out)
{
	Z3_context c = f->c;
	Z3_app app = Z3_to_app(c, term);
	Z3_decl_kind kind = Z3_get_decl_kind(c, Z3_get_app_decl(c, app));

	if (kind == Z3_OP_UNINTERPRETED)
		return Z3_get_app_num_args(c, app) == 0 &&
		       translate_constant(f, term, out);
	if (sort_of(c, term) != Z3_INT_SORT)
		return translate_other(f, app, kind, depth, out);
	switch ((int)kind) {
	case Z3_OP_ADD:
	case Z3_OP_MUL:
	case Z3_OP_IDIV:
	case Z3_OP_MOD:
		return translate_number(f, app, kind, depth, out);
	case Z3_OP_ITE:
		return translate_choice(f, app, depth, out);
	default:
		return false;
	}
}

static bool
is_sort_known(Z3_context c, Z3_ast term)
{
	Z3_sort_kind kind = sort_of(c, term);

	return kind == Z3_BOOL_SORT || kind == Z3_INT_SORT ||
	       kind == Z3_BV_SORT;
}

static bool
translate(struct bits *f, Z3_ast term, unsigned depth, struct number *out)
{
	Z3_ast_kind kind = Z3_get_ast_kind(f->c, term);
	int64_t value;

	if (depth > DEPTH_MAX || Z3_get_ast_id(f->c, term) > IDS_MAX)
		return false;
	*out = *slot(f, term);
	if (out->bits != NULL)
		return true;
	if (!is_sort_known(f->c, term))
		return false;
	if (kind == Z3_NUMERAL_AST && sort_of(f->c, term) == Z3_INT_SORT) {
		if (!range_of_numeral(f->c, term, &value) ||
			!number_of(f->c, value, out))
			return false;
	} else if (kind == Z3_NUMERAL_AST) {
		out->bits = term;
	} else if (kind != Z3_APP_AST || !translate_app(f, term, depth, out)) {
		return false;
	}
	*slot(f, term) = *out;
	return true;
}

/* --- the whole ----------------------------------------------------------- */

static void
simplify(Z3_context c, const Z3_ast *terms, size_t count, Z3_ast *simple)
{
	Z3_params parameters = bounds_parameters(c);

	for (size_t i = 0; i < count; i++)
		simple[i] = Z3_simplify_ex(c, terms[i], parameters);
	Z3_params_dec_ref(c, parameters);
}

bool
bits_read(struct bits *f, Z3_context c, const Z3_ast *terms, size_t count)
{
	Z3_ast *simple = mem_grow(NULL, count + 1, sizeof(Z3_ast));
	struct number value;
	bool fine;

	*f = (struct bits){.c = c};
	context_clear();
	simplify(c, terms, count, simple);
	bounds_read(&f->bounds, c, simple, count);
	fine = !f->bounds.contradict && !context_failed();
	for (size_t i = 0; i < count && fine; i++) {
		fine = translate(f, simple[i], 0, &value);
		if (fine)
			demand(f, value.bits);
	}
	free(simple);
	fine = fine && !context_failed();
	if (!fine)
		bits_release(f);
	return fine;
}

void
bits_release(struct bits *f)
{
	bounds_release(&f->bounds);
	free(f->terms);
	free(f->values);
	free(f->constants);
	*f = (struct bits){0};
}

/*
 * Without numbers, libz3's strategy for bit-vectors is that of the logic, which
 * has its turn in any case; its SAT solver is another way.
 */
Z3_solver
bits_solver(const struct bits *f)
{
	bool is_plain = f->has_ints && !f->has_weights;
	Z3_solver solver = Z3_mk_solver_for_logic(
		f->c, Z3_mk_string_symbol(f->c, is_plain ? "QF_BV" : "QF_FD"));

	Z3_solver_inc_ref(f->c, solver);
	return solver;
}

static bool
add_value(const struct bits *f, Z3_model found, Z3_ast constant, Z3_model to)
{
	Z3_context c = f->c;
	Z3_ast bits = f->values[Z3_get_ast_id(c, constant)].bits;
	Z3_ast value = NULL;

	if (sort_of(c, constant) == Z3_INT_SORT)
		bits = Z3_mk_bv2int(c, bits, true);
	if (!Z3_model_eval(c, found, bits, true, &value))
		return false;
	Z3_add_const_interp(
		c, to, Z3_get_app_decl(c, Z3_to_app(c, constant)), value);
	return true;
}

Z3_model
bits_model(const struct bits *f, Z3_model found)
{
	Z3_model model = Z3_mk_model(f->c);
	bool fine = true;

	Z3_model_inc_ref(f->c, model);
	for (size_t i = 0; i < f->constant_count && fine; i++)
		fine = add_value(f, found, f->constants[i], model);
	if (fine)
		return model;
	Z3_model_dec_ref(f->c, model);
	return NULL;
}
