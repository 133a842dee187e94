#include "worker/enumerate/axes.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "worker/base/value_range.h"
#include "worker/base/watchdog.h"
#include "worker/print/print_term.h"
#include "worker/print/printer.h"
#include "worker/solution/solution.h"

enum {
	/* How many applications of one function are compared, one by one: more
	 * solutions than LIMIT_SOLUTIONS are not asked for. */
	EVERYWHERE_MAX = 64,
	APPLICATIONS_MAX = 1000,
};

/* --- elements of declared sorts ------------------------------------------ */

/*
 * Elements of a declared sort have no names but those that each solution gives
 * them: solutions that differ by these only are one. So terms of such a sort
 * are compared with each other and with the constants, equal in one solution
 * and not in the other; a list, a record or an array of elements is not
 * compared.
 */
struct denoted {
	Z3_ast term;
	Z3_ast element; /* its value in t->model */
};

struct elements {
	struct denoted *at;
	size_t count, capacity;
};

/* Terms are compared pair by pair, so not more than some. */
static void
add_denoted(const struct task *t, Z3_ast term, struct elements *e)
{
	enum { DENOTED_MAX = 200 };
	Z3_ast value = term_sort_kind(t->c, term) == Z3_UNINTERPRETED_SORT &&
				       e->count < DENOTED_MAX
			       ? solution_value(t, term)
			       : NULL;

	if (value == NULL || !printer_is_element(t->c, value))
		return;
	for (size_t i = 0; i < e->count; i++) {
		if (e->at[i].term == term)
			return;
	}
	*ARRAY_ADD(e->at, e->count, e->capacity) =
		(struct denoted){term, value};
}

/* --- another solution ---------------------------------------------------- */

/* Unless it is compared pair by pair, or cannot be. */
static void
add_difference(const struct task *t, Z3_ast term, bool *is_left_out,
	struct termset *either)
{
	Z3_ast value = solution_value(t, term);

	if (value != NULL && printer_is_element(t->c, value))
		return;
	if (value == NULL ||
		term_sort_kind(t->c, value) == Z3_UNINTERPRETED_SORT ||
		Z3_is_as_array(t->c, value) ||
		term_any(t->c, value, printer_is_element))
		*is_left_out = true;
	else
		(void)termset_add(either, t->c,
			Z3_mk_not(t->c, Z3_mk_eq(t->c, term, value)));
}

Z3_ast
solutions_differ(const struct task *t, const Z3_ast *terms, size_t count,
	bool *is_left_out)
{
	DROP(termset) struct termset either = {0};
	const struct problem_part *part = NULL;
	struct elements e = {0};
	unsigned interrupts = watchdog_interrupts();
	size_t own;

	for (size_t i = 0; i < count; i++)
		add_denoted(t, terms[i], &e);
	own = e.count;
	while ((part = task_part(t, PART_CONSTANT, part)) != NULL)
		add_denoted(t, task_term(t, part), &e);
	/* Equal and no longer, or not equal and now, if they are of one sort.
	 */
	for (size_t i = 0; i < own; i++) {
		for (size_t k = i + 1; k < e.count; k++) {
			const struct denoted *a = &e.at[i];
			const struct denoted *b = &e.at[k];
			Z3_ast change;

			if (Z3_get_sort(t->c, a->term) !=
				Z3_get_sort(t->c, b->term))
				continue;
			change = Z3_mk_eq(t->c, a->term, b->term);
			if (a->element == b->element)
				change = Z3_mk_not(t->c, change);
			(void)termset_add(&either, t->c, change);
		}
	}
	for (size_t i = 0; i < count; i++)
		add_difference(t, terms[i], &is_left_out[i], &either);
	free(e.at);
	if (watchdog_interrupts() != interrupts)
		return NULL;
	return Z3_mk_or(t->c, (unsigned)either.count, either.at);
}

/* --- where functions are compared ---------------------------------------- */

/* All terms that the assertions are made of. */
struct occurrences {
	struct termset ground;
	struct termset quantified; /* parts of what stays a quantifier */
	bool is_recursive; /* functions apply others where nobody looks */
};

static void
read_asserted(const struct task *t, struct occurrences *o)
{
	Z3_context c = t->c;
	const struct problem *p = &t->parsed->problem;

	for (size_t i = 0; i < p->count; i++) {
		if (part_is_decided(p->parts[i].kind))
			(void)termset_add(
				&o->ground, c, task_term(t, &p->parts[i]));
	}
	for (size_t i = 0; i < o->ground.count; i++) {
		Z3_ast term = o->ground.at[i];

		if (Z3_get_ast_kind(c, term) == Z3_QUANTIFIER_AST)
			termset_add_parts(&o->quantified, c, term, true);
		o->is_recursive |= term_applies_recursive(c, term);
		for (unsigned k = 0; k < term_arity(c, term); k++)
			(void)termset_add(
				&o->ground, c, term_argument(c, term, k));
	}
}

static void
occurrences_drop(struct occurrences *o)
{
	termset_release(&o->ground);
	termset_release(&o->quantified);
}

/* Adds the applications of the function; true if there are any. */
static bool
add_applications(Z3_context c, const struct termset *terms, Z3_func_decl decl,
	struct termset *points)
{
	size_t count = 0;

	for (size_t i = 0; i < terms->count && count < APPLICATIONS_MAX; i++) {
		Z3_ast term = terms->at[i];

		if (Z3_get_ast_kind(c, term) != Z3_APP_AST ||
			term_decl(c, term) != decl)
			continue;
		count += termset_add(points, c, term);
	}
	return count > 0;
}

/*
 * Adds applications of all functions that the problem declares: everywhere,
 * where a function has few arguments that it can be given, (p false) and
 * (p true); else at the arguments that the assertions give it, (f 3), (f x),
 * which is all that there is to say of it, unless a quantifier says more.
 * Returns the names of those that may differ elsewhere, "f, g", the caller's.
 */
static char *
read_points(const struct task *t, const struct occurrences *o,
	struct termset *points)
{
	const struct problem_part *part = NULL;
	struct buf elsewhere;

	buf_init(&elsewhere, SIZE_MAX / 2);
	while ((part = functions_next(t, part)) != NULL) {
		Z3_func_decl decl = task_function(t, part);
		DROP(text) char *name = task_name(t, part);
		DROP(termset) struct termset quantified = {0};

		if (value_range_add_places(
			    t->c, NULL, decl, NULL, EVERYWHERE_MAX, points))
			continue;
		if (!add_applications(t->c, &o->ground, decl, points) ||
			o->is_recursive ||
			add_applications(
				t->c, &o->quantified, decl, &quantified))
			buf_add_format(&elsewhere, "%s%s",
				elsewhere.size > 0 ? ", " : "", name);
	}
	return buf_detach(&elsewhere);
}

/* What an array is selected from only, is compared where it is. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
add_selections(const struct task *t, const struct occurrences *o, Z3_ast array,
	struct termset *points)
{
	Z3_context c = t->c;
	DROP(termset) struct termset selections = {0};

	if (term_sort_kind(c, array) != Z3_ARRAY_SORT || o->is_recursive ||
		termset_has(&o->quantified, c, array))
		return false;
	for (size_t i = 0; i < o->ground.count; i++) {
		Z3_ast term = o->ground.at[i];

		for (unsigned k = 0; k < term_arity(c, term); k++) {
			if (term_argument(c, term, k) != array)
				continue;
			if (k > 0 || term_kind(c, term) != Z3_OP_SELECT)
				return false;
			(void)termset_add(&selections, c, term);
		}
	}
	if (selections.count == 0 || selections.count > APPLICATIONS_MAX)
		return false;
	for (size_t i = 0; i < selections.count; i++) {
		if (!add_selections(t, o, selections.at[i], points))
			(void)termset_add(points, c, selections.at[i]);
	}
	return true;
}

/* --- axes ---------------------------------------------------------------- */

static bool
is_declared(const struct problem_part *part)
{
	return part->kind == PART_CONSTANT &&
	       (part->form->command == COMMAND_DECLARE_CONST ||
		       part->form->command == COMMAND_DECLARE_FUN);
}

static bool
is_asked(const struct problem_part *part)
{
	return part->kind == PART_QUERY &&
	       (part->field != NULL ? part->field->kind == FIELD_DISTINCT
				    : part->form->command == COMMAND_GET_VALUE);
}

/* With the parts that are asked for, or with all that is declared. */
void
axes_read(const struct task *t, struct axes *axes)
{
	const struct problem *p = &t->parsed->problem;
	bool are_asked = false;
	DROP(occurrences) struct occurrences o = {0};

	*axes = (struct axes){
		.parts =
			mem_grow(NULL, p->count, sizeof(struct problem_part *)),
	};
	for (size_t i = 0; i < p->count; i++)
		are_asked |= is_asked(&p->parts[i]);
	if (!are_asked)
		read_asserted(t, &o);
	for (size_t i = 0; i < p->count; i++) {
		const struct problem_part *part = &p->parts[i];

		if (are_asked ? !is_asked(part) : !is_declared(part))
			continue;
		axes->parts[axes->count++] = part;
		if (are_asked || !add_selections(t, &o, task_term(t, part),
					 &axes->terms))
			(void)termset_add(
				&axes->terms, t->c, task_term(t, part));
	}
	if (!are_asked) {
		axes->has_functions = functions_next(t, NULL) != NULL;
		axes->elsewhere = read_points(t, &o, &axes->terms);
	}
	axes->is_left_out = mem_new(axes->terms.count + 1);
}

void
axes_release(struct axes *axes)
{
	free(axes->parts);
	termset_release(&axes->terms);
	free(axes->is_left_out);
	free(axes->elsewhere);
}

char *
axis_name(const struct task *t, const struct problem_part *part)
{
	DROP(text) char *name = task_name(t, part);

	if (part->kind != PART_CONSTANT)
		return TAKE(name);
	return printer_name(t->printer, name,
		printer_sort(t->printer, Z3_get_sort(t->c, task_term(t, part))),
		true);
}

char *
term_name(const struct task *t, const struct axes *axes, Z3_ast term)
{
	for (size_t i = 0; i < axes->count; i++) {
		if (task_term(t, axes->parts[i]) == term)
			return axis_name(t, axes->parts[i]);
	}
	return print_term(t->printer, term);
}
