#include "worker/explain/function_arguments.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "worker/print/cartesian_product.h"
#include "worker/solution/functions.h"

/* --- everywhere ---------------------------------------------------------- */

/* False for a function that can be given too many arguments. */
static bool
add_everywhere(const struct task *t, Z3_func_decl decl, struct termset *points)
{
	struct cartesian_product grid;
	bool has_few = cartesian_product_begin_function(
		&grid, t->c, NULL, decl, FUNCTION_ARGUMENTS_EVERYWHERE);

	if (has_few) {
		do
			(void)termset_add(points, t->c,
				cartesian_product_apply(&grid, decl));
		while (cartesian_product_next(&grid));
	}
	cartesian_product_release(&grid);
	return has_few;
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
			points->count - before < FUNCTION_ARGUMENTS_MAX)
			(void)termset_add(points, c, term);
	}
}

char *
function_arguments_read(const struct task *t, struct termset *points)
{
	const struct problem_part *part = NULL;
	struct walk walk;
	struct buf elsewhere;

	buf_init(&elsewhere, SIZE_MAX / 2);
	read_asserted(t, &walk);
	while ((part = functions_next(t, part)) != NULL) {
		Z3_func_decl decl = functions_decl(t, part);
		DROP(text) char *name = task_name(t, part);

		if (add_everywhere(t, decl, points))
			continue;
		add_asserted(&walk, decl, points);
		buf_add_format(&elsewhere, "%s%s",
			elsewhere.size > 0 ? ", " : "", name);
	}
	termset_release(&walk.seen);
	termset_release(&walk.open);
	return buf_take(&elsewhere);
}
