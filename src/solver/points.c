#include "solver/points.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "solver/functions.h"

/* --- everywhere ---------------------------------------------------------- */

/* Of sorts with few values how many they are; otherwise 0. */
static unsigned
values_of(Z3_context c, Z3_sort sort)
{
	enum { BITS_MAX = 6 };
	unsigned count;

	switch ((int)Z3_get_sort_kind(c, sort)) {
	case Z3_BOOL_SORT:
		return 2;
	case Z3_BV_SORT:
		count = Z3_get_bv_sort_size(c, sort);
		return count <= BITS_MAX ? 1U << count : 0;
	case Z3_DATATYPE_SORT:
		count = Z3_get_datatype_sort_num_constructors(c, sort);
		for (unsigned i = 0; i < count; i++) {
			if (Z3_get_domain_size(
				    c, Z3_get_datatype_sort_constructor(
					       c, sort, i)) > 0)
				return 0;
		}
		return count;
	default:
		return 0;
	}
}

static Z3_ast
value_number(Z3_context c, Z3_sort sort, unsigned number)
{
	switch ((int)Z3_get_sort_kind(c, sort)) {
	case Z3_BOOL_SORT:
		return number == 0 ? Z3_mk_false(c) : Z3_mk_true(c);
	case Z3_BV_SORT:
		return Z3_mk_unsigned_int(c, number, sort);
	default:
		return Z3_mk_app(c,
			Z3_get_datatype_sort_constructor(c, sort, number), 0,
			NULL);
	}
}

/* How many arguments it can be given; 0: too many. */
static unsigned
points_of(Z3_context c, Z3_func_decl decl)
{
	unsigned count = 1;

	for (unsigned i = 0; i < Z3_get_domain_size(c, decl); i++) {
		unsigned one = values_of(c, Z3_get_domain(c, decl, i));

		if (one == 0 || count * one > POINTS_EVERYWHERE)
			return 0;
		count *= one;
	}
	return count;
}

static void
add_everywhere(const struct task *t, Z3_func_decl decl, unsigned count,
	struct termset *points)
{
	Z3_context c = t->c;
	unsigned arity = Z3_get_domain_size(c, decl);
	Z3_ast *arguments = mem_grow(NULL, arity, sizeof(*arguments));

	for (unsigned number = 0; number < count; number++) {
		unsigned left = number;

		for (unsigned i = 0; i < arity; i++) {
			Z3_sort sort = Z3_get_domain(c, decl, i);
			unsigned values = values_of(c, sort);

			assert(values > 0); /* points_of has counted */
			arguments[i] = value_number(c, sort, left % values);
			left /= values;
		}
		(void)termset_add(
			points, c, Z3_mk_app(c, decl, arity, arguments));
	}
	free(arguments);
}

/* --- what the assertions apply ------------------------------------------- */

struct walk {
	Z3_context c;
	struct termset seen;
	struct termset open; /* those with a variable in them */
};

/* Whether a bound variable is in it. */
static bool
visit(struct walk *w, Z3_ast term)
{
	Z3_context c = w->c;
	bool is_open = false;
	Z3_app app;

	if (!termset_add(&w->seen, c, term))
		return termset_has(&w->open, c, term);
	switch ((int)Z3_get_ast_kind(c, term)) {
	case Z3_VAR_AST:
		is_open = true;
		break;
	case Z3_QUANTIFIER_AST:
		(void)visit(w, Z3_get_quantifier_body(c, term));
		is_open = true; /* it may hold one of an outer quantifier */
		break;
	case Z3_APP_AST:
		app = Z3_to_app(c, term);
		for (unsigned i = 0; i < Z3_get_app_num_args(c, app); i++)
			is_open |= visit(w, Z3_get_app_arg(c, app, i));
		break;
	default:
		break;
	}
	if (is_open)
		(void)termset_add(&w->open, c, term);
	return is_open;
}

static void
read_asserted(const struct task *t, struct walk *w)
{
	const struct problem *p = &t->parsed->problem;

	*w = (struct walk){.c = t->c};
	for (size_t i = 0; i < p->count; i++) {
		if (p->parts[i].kind == PART_ASSERTION ||
			p->parts[i].kind == PART_ASSUMPTION ||
			p->parts[i].kind == PART_SOFT ||
			p->parts[i].kind == PART_OBJECTIVE)
			(void)visit(w, task_term(t, &p->parts[i]));
	}
}

static void
add_asserted(const struct walk *w, Z3_func_decl decl, struct termset *points)
{
	Z3_context c = w->c;
	size_t before = points->count;

	for (size_t i = 0; i < w->seen.count; i++) {
		Z3_ast term = w->seen.at[i];

		if (Z3_get_ast_kind(c, term) == Z3_APP_AST &&
			Z3_get_app_decl(c, Z3_to_app(c, term)) == decl &&
			!termset_has(&w->open, c, term) &&
			points->count - before < POINTS_MAX)
			(void)termset_add(points, c, term);
	}
}

char *
points_read(const struct task *t, struct termset *points)
{
	const struct problem_part *part = NULL;
	struct walk walk;
	struct buf elsewhere;

	buf_init(&elsewhere, SIZE_MAX / 2);
	read_asserted(t, &walk);
	while ((part = functions_next(t, part)) != NULL) {
		Z3_func_decl decl = functions_decl(t, part);
		unsigned count = points_of(t->c, decl);
		DROP(text) char *name = task_name(t, part);

		if (count > 0) {
			add_everywhere(t, decl, count, points);
			continue;
		}
		add_asserted(&walk, decl, points);
		buf_add_format(&elsewhere, "%s%s",
			elsewhere.size > 0 ? ", " : "", name);
	}
	termset_release(&walk.seen);
	termset_release(&walk.open);
	return buf_take(&elsewhere);
}
