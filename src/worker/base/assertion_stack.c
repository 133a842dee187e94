#include "worker/base/assertion_stack.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/checked_solver.h"

static size_t
count_common(const struct assertion_stack *s, const Z3_ast *terms, size_t count)
{
	size_t common = 0;

	while (common < s->count && common < count &&
		s->terms[common] == terms[common])
		common++;
	return common;
}

/* Closes the scopes that hold anything behind the first `count` terms. */
static void
keep(struct assertion_stack *s, size_t count)
{
	unsigned closed = 0;

	while (s->count > count) {
		s->count = s->levels[--s->level_count];
		closed++;
	}
	if (closed > 0)
		Z3_solver_pop(s->c, s->solver, closed);
}

/* The terms up to `end`, in a scope of their own. */
static void
add(struct assertion_stack *s, const Z3_ast *terms, size_t end)
{
	if (s->count == end)
		return;
	s->levels = mem_room(s->levels, s->level_count, &s->level_capacity,
		sizeof(*s->levels));
	s->levels[s->level_count++] = s->count;
	Z3_solver_push(s->c, s->solver);
	for (; s->count < end; s->count++) {
		s->terms = mem_room(
			s->terms, s->count, &s->capacity, sizeof(*s->terms));
		s->terms[s->count] = terms[s->count];
		checked_solver_assert(s->c, s->solver, terms[s->count]);
	}
}

Z3_solver
assertion_stack_solver(struct assertion_stack *s, Z3_context c,
	const Z3_ast *terms, size_t count)
{
	size_t common;

	if (s->c != c || s->solver == NULL) {
		assertion_stack_release(s);
		s->c = c;
		s->solver = Z3_mk_simple_solver(c);
		Z3_solver_inc_ref(c, s->solver);
	}
	common = count_common(s, terms, count);
	keep(s, common);
	/* What two problems have in common a third one may have, too. */
	add(s, terms, common);
	add(s, terms, count);
	return s->solver;
}

void
assertion_stack_forget(struct assertion_stack *s)
{
	if (s->solver != NULL)
		Z3_solver_dec_ref(s->c, s->solver);
	assertion_stack_release(s);
}

void
assertion_stack_release(struct assertion_stack *s)
{
	free(s->terms);
	free(s->levels);
	*s = (struct assertion_stack){0};
}
