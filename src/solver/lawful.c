/*
 * A walk over the terms of every assertion, each term once, as libz3's command
 * does it in its check_logic.cpp; a logic that it does not look at there is
 * not looked at here.
 */
#include "solver/lawful.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/lawful.h"

struct walk {
	Z3_context c;
	unsigned parts; /* that the logic has */
	unsigned found; /* one that it has not, or 0 */
	Z3_ast *stack;
	size_t depth, capacity;
	unsigned char *seen; /* a bit for each id of a term */
	size_t seen_size;
};

static void
lack(struct walk *w, unsigned part)
{
	if ((w->parts & part) == 0)
		w->found = part;
}

/* --- sorts -------------------------------------------------------------- */

static void
pass_array(struct walk *w, Z3_sort sort)
{
	lack(w, PART_ARRAYS);
	if ((w->parts & PART_ANY_ARRAYS) == 0 &&
		Z3_get_sort_kind(w->c, Z3_get_array_sort_domain(w->c, sort)) !=
			Z3_BV_SORT)
		w->found = PART_ANY_ARRAYS;
}

static void
pass_sort(struct walk *w, Z3_sort sort)
{
	switch ((int)Z3_get_sort_kind(w->c, sort)) {
	case Z3_INT_SORT:
		lack(w, PART_INTEGERS);
		break;
	case Z3_REAL_SORT:
		lack(w, PART_REALS);
		break;
	case Z3_BV_SORT:
		lack(w, PART_BITS);
		break;
	case Z3_DATATYPE_SORT:
		lack(w, PART_DATATYPES);
		break;
	case Z3_ARRAY_SORT:
		pass_array(w, sort);
		if ((w->parts & PART_ANY_ARRAYS) == 0)
			pass_sort(w, Z3_get_array_sort_range(w->c, sort));
		break;
	default:
		break;
	}
}

/* --- arithmetic --------------------------------------------------------- */

static Z3_decl_kind
kind_of(const struct walk *w, Z3_ast term)
{
	if (Z3_get_ast_kind(w->c, term) != Z3_APP_AST &&
		Z3_get_ast_kind(w->c, term) != Z3_NUMERAL_AST)
		return Z3_OP_UNINTERPRETED;
	return Z3_get_decl_kind(
		w->c, Z3_get_app_decl(w->c, Z3_to_app(w->c, term)));
}

static Z3_ast
argument(const struct walk *w, Z3_ast term, unsigned number)
{
	return Z3_get_app_arg(w->c, Z3_to_app(w->c, term), number);
}

static unsigned
count_arguments(const struct walk *w, Z3_ast term)
{
	return Z3_get_app_num_args(w->c, Z3_to_app(w->c, term));
}

/* 5, -5, and either as a real; libz3 adds to_real itself. */
static bool
is_whole(const struct walk *w, Z3_ast term)
{
	if (kind_of(w, term) == Z3_OP_UMINUS)
		term = argument(w, term, 0);
	if (kind_of(w, term) == Z3_OP_TO_REAL)
		term = argument(w, term, 0);
	return Z3_get_ast_kind(w->c, term) == Z3_NUMERAL_AST;
}

static bool
is_number(const struct walk *w, Z3_ast term)
{
	if (kind_of(w, term) == Z3_OP_UMINUS)
		term = argument(w, term, 0);
	return is_whole(w, term) || (kind_of(w, term) == Z3_OP_DIV &&
					    is_whole(w, argument(w, term, 0)) &&
					    is_whole(w, argument(w, term, 1)));
}

static void
pass_product(struct walk *w, Z3_ast term)
{
	unsigned open = 0;

	for (unsigned i = 0; i < count_arguments(w, term); i++)
		open += !is_number(w, argument(w, term, i));
	if (open > 1)
		lack(w, PART_PRODUCTS);
}

/* --- differences -------------------------------------------------------- */

static bool
is_sum(const struct walk *w, Z3_ast term)
{
	Z3_decl_kind kind = kind_of(w, term);

	return kind == Z3_OP_ADD || kind == Z3_OP_SUB;
}

static bool
is_variable(const struct walk *w, Z3_ast term)
{
	Z3_decl_kind kind = kind_of(w, term);

	return kind == Z3_OP_UNINTERPRETED || kind == Z3_OP_ITE;
}

/* x, 5, x + 5 */
static bool
is_offset(const struct walk *w, Z3_ast term)
{
	while (is_sum(w, term)) {
		Z3_ast open = NULL;

		for (unsigned i = 0; i < count_arguments(w, term); i++) {
			Z3_ast one = argument(w, term, i);

			if (is_number(w, one))
				continue;
			if (open != NULL)
				return false;
			open = one;
		}
		if (open == NULL)
			return true;
		term = open;
	}
	return is_variable(w, term) || is_number(w, term);
}

/* n * x, as the logic writes it: x + x + x */
static bool
repeats(const struct walk *w, Z3_ast sum, unsigned count)
{
	if (kind_of(w, sum) != Z3_OP_ADD || count_arguments(w, sum) != count)
		return false;
	for (unsigned i = 1; i < count; i++)
		if (argument(w, sum, i) != argument(w, sum, 0))
			return false;
	return true;
}

static bool
is_difference(const struct walk *w, Z3_ast term)
{
	Z3_ast one, other;

	if (kind_of(w, term) != Z3_OP_SUB || count_arguments(w, term) != 2)
		return false;
	one = argument(w, term, 0);
	other = argument(w, term, 1);
	if (is_variable(w, one) && is_variable(w, other))
		return true;
	return kind_of(w, one) == Z3_OP_ADD &&
	       repeats(w, one, count_arguments(w, one)) &&
	       repeats(w, other, count_arguments(w, one));
}

static void
pass_comparison(struct walk *w, Z3_ast term)
{
	Z3_ast left = argument(w, term, 0);
	Z3_ast right = argument(w, term, 1);
	Z3_sort_kind kind = Z3_get_sort_kind(w->c, Z3_get_sort(w->c, left));

	if (kind != Z3_INT_SORT && kind != Z3_REAL_SORT)
		return;
	if (is_offset(w, left) && is_offset(w, right))
		return;
	if ((is_number(w, left) && is_difference(w, right)) ||
		(is_number(w, right) && is_difference(w, left)))
		return;
	lack(w, PART_SUMS);
}

/* --- the walk ----------------------------------------------------------- */

static void
push(struct walk *w, Z3_ast term)
{
	unsigned id = Z3_get_ast_id(w->c, term);

	if (id / 8 >= w->seen_size) {
		size_t size = w->seen_size;

		w->seen_size = (id / 8 + 1) * 2;
		w->seen = mem_grow(w->seen, w->seen_size, 1);
		memset(w->seen + size, 0, w->seen_size - size);
	}
	if ((w->seen[id / 8] >> id % 8 & 1) != 0)
		return;
	w->seen[id / 8] |= (unsigned char)(1 << id % 8);
	w->stack =
		mem_room(w->stack, w->depth, &w->capacity, sizeof(w->stack[0]));
	w->stack[w->depth++] = term;
}

static void
pass_application(struct walk *w, Z3_ast term)
{
	switch ((int)kind_of(w, term)) {
	case Z3_OP_MUL:
		pass_product(w, term);
		break;
	case Z3_OP_DIV:
	case Z3_OP_IDIV:
	case Z3_OP_REM:
	case Z3_OP_MOD:
		if (!is_number(w, argument(w, term, 1)))
			lack(w, PART_PRODUCTS);
		break;
	case Z3_OP_LE:
	case Z3_OP_LT:
	case Z3_OP_GE:
	case Z3_OP_GT:
	case Z3_OP_EQ:
		if ((w->parts & PART_SUMS) == 0)
			pass_comparison(w, term);
		break;
	default:
		break;
	}
	for (unsigned i = 0; i < count_arguments(w, term); i++)
		push(w, argument(w, term, i));
}

static void
pass(struct walk *w, Z3_ast term)
{
	if (Z3_get_ast_kind(w->c, term) == Z3_QUANTIFIER_AST) {
		lack(w, PART_QUANTIFIERS);
		push(w, Z3_get_quantifier_body(w->c, term));
		return;
	}
	pass_sort(w, Z3_get_sort(w->c, term));
	if (Z3_get_ast_kind(w->c, term) == Z3_APP_AST)
		pass_application(w, term);
}

/* A part that the term takes and the logic has not, or 0. */
static unsigned
missing(struct walk *w, Z3_ast term)
{
	w->found = 0;
	w->depth = 0;
	push(w, term);
	while (w->depth > 0 && w->found == 0)
		pass(w, w->stack[--w->depth]);
	return w->found;
}

/* --- the parts of a problem --------------------------------------------- */

static bool
part_passes(const struct parsed *p, const struct problem_part *part,
	struct lawful *names, struct walk *w, struct fault *fault)
{
	unsigned lacked;

	if (part->kind == PART_CONSTANT || part->kind == PART_FUNCTION ||
		part->kind == PART_QUERY)
		return true;
	if (part->kind != PART_ASSUMPTION &&
		!lawful_pass(names, part->form, fault))
		return false;
	if (!names->logic->is_checked || part->kind != PART_ASSERTION)
		return true;
	lacked = missing(w, parsed_term(p, part));
	return lacked == 0 || lawful_refuse(names, lacked, part->form, fault);
}

bool
lawful_parsed(struct parsed *p, const struct logic *logic, struct fault *fault)
{
	struct lawful names = {.logic = logic, .text = p->problem.script};
	struct walk w = {.c = p->c, .parts = logic->parts};
	bool is_lawful = true;

	for (size_t i = 0; i < p->problem.count; i++) {
		struct fault found;

		if (part_passes(p, &p->problem.parts[i], &names, &w, &found))
			continue;
		if (is_lawful) {
			*fault = found;
			is_lawful = false;
			continue;
		}
		(void)faults_add(&p->further, &found); /* as many as fit */
	}
	lawful_release(&names);
	free(w.stack);
	free(w.seen);
	return is_lawful;
}
