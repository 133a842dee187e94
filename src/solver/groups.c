#include "solver/groups.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "solver/trust.h"

/* Which group a line belongs to: the last one that begins at or before it. */
static size_t
group_of(const struct ask *ask, uint32_t line)
{
	size_t low = 0;
	size_t high = ask->group_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (ask->groups[middle] <= line)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? low - 1 : 0;
}

/* Whether the last group is the one of that number. */
static bool
is_open(const struct groups *groups, size_t number)
{
	return groups->count > 0 && number != (size_t)GROUP_NONE &&
	       groups->at[groups->count - 1].number == number;
}

static void
add(const struct task *t, struct groups *groups, size_t *parts,
	const struct problem_part *part, size_t number)
{
	groups->parts[*parts] = part;
	if (is_open(groups, number)) {
		groups->at[groups->count - 1].count++;
	} else {
		groups->at[groups->count] = (struct group){
			.number = number,
			.first = *parts,
			.count = 1,
			.literal = Z3_mk_fresh_const(
				t->c, "satchel!group", Z3_mk_bool_sort(t->c)),
		};
		groups->count++;
	}
	(*parts)++;
}

void
groups_read(const struct task *t, struct groups *groups)
{
	const struct problem_part *part = NULL;
	size_t most = t->parsed->problem.count;
	size_t parts = 0;

	*groups = (struct groups){
		.parts = mem_grow(NULL, most, sizeof(struct problem_part *)),
		.at = mem_grow(NULL, most, sizeof(struct group)),
	};
	while ((part = task_part(t, PART_ASSERTION, part)) != NULL)
		add(t, groups, &parts, part,
			t->ask->group_count > 0
				? group_of(t->ask, part->source.line)
				: parts);
	while ((part = task_part(t, PART_ASSUMPTION, part)) != NULL)
		add(t, groups, &parts, part, (size_t)GROUP_NONE);
}

void
groups_release(struct groups *groups)
{
	free(groups->parts);
	free(groups->at);
	*groups = (struct groups){0};
}

Z3_ast
group_term(const struct task *t, const struct groups *groups,
	const struct group *g)
{
	Z3_ast *terms;
	Z3_ast all;

	if (g->count == 1)
		return task_term(t, groups->parts[g->first]);
	terms = mem_grow(NULL, g->count, sizeof(*terms));
	for (size_t i = 0; i < g->count; i++)
		terms[i] = task_term(t, groups->parts[g->first + i]);
	all = Z3_mk_and(t->c, (unsigned)g->count, terms);
	free(terms);
	return all;
}

void
groups_assert(
	const struct task *t, const struct groups *groups, Z3_solver solver)
{
	for (size_t i = 0; i < groups->count; i++)
		trust_assert(t->c, solver,
			Z3_mk_implies(t->c, groups->at[i].literal,
				group_term(t, groups, &groups->at[i])));
}
