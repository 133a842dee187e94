#include "worker/explain/unsat_core.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/answer_stream.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/decide/engine.h"
#include "worker/explain/assertion_groups.h"
#include "worker/explain/core_assertions.h"

enum {
	/* A core is worth as much again as the answer, and a little more. */
	BUDGET_MIN_US = 500000,
	BUDGET_FACTOR = 2,
	/* One that nobody asked for. */
	SOON_US = 500000,
	UNASKED_SOON_US = 100000,
	UNASKED_PART = 20,
};

int64_t
unsat_core_budget_us(int64_t took_us, bool is_asked)
{
	int64_t least = is_asked ? BUDGET_MIN_US : 0;
	int64_t part =
		is_asked ? BUDGET_FACTOR * took_us : took_us / UNASKED_PART;

	if (!is_asked && took_us < SOON_US)
		least = UNASKED_SOON_US;
	return part > least ? part : least;
}

/* The items of a model are groups; a script has none, and says so anywhere:
 * the check that it leaves out comes behind all. */
static bool
is_asked(const struct task *t)
{
	const struct commands *forms = t->script->forms;
	bool is_asked = t->ask->group_count > 0;

	for (size_t i = 0; i < forms->count && !is_asked; i++)
		is_asked =
			forms->at[i].command == COMMAND_GET_UNSAT_CORE ||
			forms->at[i].command == COMMAND_GET_UNSAT_ASSUMPTIONS;
	return is_asked;
}

/* The members of the core so far: numbers of groups. */
struct tracked {
	const struct task *task;
	Z3_solver solver;
	struct assertion_groups groups;
	size_t *core;
	size_t core_count;
	bool minimal;
};

static void
tracked_init(struct tracked *tr, const struct task *t)
{
	*tr = (struct tracked){.task = t};
	tool_groups_read(t, &tr->groups);
	tr->solver = assertion_groups_solver(t, &tr->groups);
	tr->core = mem_grow(NULL, tr->groups.count, sizeof(*tr->core));
	for (size_t i = 0; i < tr->groups.count; i++)
		tr->core[i] = i;
	tr->core_count = tr->groups.count;
}

static void
tracked_release(struct tracked *tr)
{
	assertion_groups_release(&tr->groups);
	free(tr->core);
}

/* Checks the core without the member at `left_out` (or all of it). */
static Z3_lbool
check_without(struct tracked *tr, size_t left_out)
{
	Z3_ast *literals = mem_grow(NULL, tr->core_count, sizeof(*literals));
	unsigned count = 0;
	Z3_lbool answer;

	for (size_t i = 0; i < tr->core_count; i++) {
		if (i != left_out)
			literals[count++] = tr->groups.at[tr->core[i]].literal;
	}
	answer = checked_solver_check_assuming(
		tr->task->c, tr->solver, count, literals);
	free(literals);
	return answer;
}

static int
compare_ids(const void *a, const void *b)
{
	unsigned left = *(const unsigned *)a;
	unsigned right = *(const unsigned *)b;

	return (left > right) - (left < right);
}

/* The literals that the last check needed, as sorted ids. */
static unsigned *
used_ids(struct tracked *tr, size_t *count)
{
	Z3_context c = tr->task->c;
	Z3_ast_vector used = Z3_solver_get_unsat_core(c, tr->solver);
	unsigned *ids;

	Z3_ast_vector_inc_ref(c, used);
	*count = Z3_ast_vector_size(c, used);
	ids = mem_grow(NULL, *count, sizeof(*ids));
	for (size_t i = 0; i < *count; i++)
		ids[i] = Z3_get_ast_id(
			c, Z3_ast_vector_get(c, used, (unsigned)i));
	Z3_ast_vector_dec_ref(c, used);
	qsort(ids, *count, sizeof(*ids), compare_ids);
	return ids;
}

/* Keeps of the core what libz3 says the last check needed; the order stays. */
static void
shrink(struct tracked *tr)
{
	size_t used_count;
	unsigned *used = used_ids(tr, &used_count);
	size_t kept = 0;

	for (size_t i = 0; i < tr->core_count; i++) {
		unsigned id = Z3_get_ast_id(
			tr->task->c, tr->groups.at[tr->core[i]].literal);

		if (bsearch(&id, used, used_count, sizeof(id), compare_ids) !=
			NULL)
			tr->core[kept++] = tr->core[i];
	}
	tr->core_count = kept;
	free(used);
}

static Z3_lbool
decide_by(enum engine engine, const struct task *t, const Z3_ast *terms,
	size_t count)
{
	Z3_solver solver;
	Z3_lbool answer = engine_decide(engine, t, terms, count, &solver);

	if (solver != NULL)
		Z3_solver_dec_ref(t->c, solver);
	return answer;
}

static Z3_lbool
decide_simply(const struct task *t, const Z3_ast *terms, size_t count)
{
	Z3_solver solver = task_empty_solver(t, true);
	Z3_lbool answer;

	checked_solver_assert_all(t->c, solver, terms, count);
	answer = checked_solver_check(t->c, solver);
	Z3_solver_dec_ref(t->c, solver);
	return answer;
}

/*
 * The core without one member, by what has found it unsat. A bound that was
 * derived is derived anew from the members that are left; without one the
 * finite-domain solver does not know, and then there is most often a solution.
 */
static Z3_lbool
decide_without(const struct tracked *tr, size_t left_out)
{
	const struct task *t = tr->task;
	Z3_lbool answer = Z3_L_UNDEF;
	Z3_ast *terms = mem_grow(NULL, tr->core_count + 1, sizeof(*terms));
	size_t count = 0;

	for (size_t i = 0; i < tr->core_count; i++) {
		if (i != left_out)
			terms[count++] = assertion_group_term(
				t, &tr->groups, &tr->groups.at[tr->core[i]]);
	}
	/* Its solver may be the stack's. */
	if (t->engine != ENGINE_INCREMENTAL)
		answer = decide_by(t->engine, t, terms, count);
	if (answer == Z3_L_UNDEF)
		answer = decide_simply(t, terms, count);
	free(terms);
	return answer;
}

static void
leave_out(struct tracked *tr, size_t member)
{
	tr->core_count--;
	memmove(tr->core + member, tr->core + member + 1,
		(tr->core_count - member) * sizeof(*tr->core));
}

/* The members before `needed` are all known to be needed. */
static void
minimize_by_engine(struct tracked *tr, int64_t until_us)
{
	size_t needed = 0;
	bool sure = true;

	while (needed < tr->core_count) {
		Z3_lbool answer;

		if (clock_spent_us() >= until_us)
			return;
		answer = decide_without(tr, needed);
		if (answer == Z3_L_FALSE)
			leave_out(tr, needed);
		else
			needed++;
		sure = sure && answer != Z3_L_UNDEF;
	}
	tr->minimal = sure;
}

/*
 * What another engine has decided, the incremental core that tracks is not
 * likely to; with few groups it may be asked again for each.
 */
static bool
suits_engine(const struct tracked *tr, int64_t budget_us)
{
	enum { FEW = 16 };
	const struct task *t = tr->task;
	int64_t count = (int64_t)tr->groups.count;

	if (count == 1)
		return true; /* that the rest is sat is soon seen */
	return t->engine != ENGINE_INCREMENTAL &&
	       (count <= FEW || count <= budget_us / (t->engine_us + 1));
}

static void
minimize(struct tracked *tr, int64_t until_us)
{
	size_t needed = 0;
	bool sure = true;

	while (needed < tr->core_count) {
		if (clock_spent_us() >= until_us)
			return;
		switch (check_without(tr, needed)) {
		case Z3_L_FALSE:
			shrink(tr);
			continue;
		case Z3_L_UNDEF:
			sure = false;
			break;
		case Z3_L_TRUE:
			break;
		}
		needed++;
	}
	tr->minimal = sure;
}

static void
add_text(char **to, const char *more)
{
	char *joined =
		*to == NULL ? text_copy(more) : text_format("%s %s", *to, more);

	free(*to);
	*to = joined;
}

static void
add_member(const struct task *t, const struct problem_part *part,
	struct answer_assertions *list, char **assumptions)
{
	struct answer_assertion one;

	if (part->kind == PART_ASSUMPTION) {
		DROP(text) char *source = task_source(t, part);

		add_text(assumptions, source);
		return;
	}
	task_describe(t, part, &one);
	assertions_add(list, &one);
	free(one.label);
}

static void
send(const struct tracked *tr, struct task *t, const bool *used)
{
	struct answer_assertions list = {0};
	DROP(text) char *assumptions = NULL;
	size_t number = 0;

	for (size_t i = 0; i < tr->core_count; i++) {
		const struct assertion_group *g = &tr->groups.at[tr->core[i]];

		for (size_t j = 0; j < g->count; j++, number++)
			if (used == NULL || used[number])
				add_member(t, tr->groups.parts[g->first + j],
					&list, &assumptions);
	}
	answer_put_core(answer_stream_frames(),
		&(struct answer_core){tr->minimal, assumptions, list});
	answer_stream_send_late();
	assertions_release(&t->core);
	t->core = list;
	free(t->unsat_assumptions);
	t->unsat_assumptions = TAKE(assumptions);
}

/* A group of which libz3 used nothing is in the core all the same. */
static void
keep_groups(const struct tracked *tr, bool *used)
{
	size_t first = 0;

	for (size_t i = 0; i < tr->core_count; i++) {
		size_t count = tr->groups.at[tr->core[i]].count;
		bool any = false;

		for (size_t j = 0; j < count; j++)
			any = any || used[first + j];
		for (size_t j = 0; j < count && !any; j++)
			used[first + j] = true;
		first += count;
	}
}

/* The core with those of its groups' assertions that take part. */
static void
send_members(const struct tracked *tr, struct task *t)
{
	size_t most = t->parsed->problem.count;
	const struct problem_part **parts =
		mem_grow(NULL, most, sizeof(struct problem_part *));
	bool *used = mem_grow(NULL, most, sizeof(*used));
	size_t count = 0;

	for (size_t i = 0; i < tr->core_count; i++) {
		const struct assertion_group *g = &tr->groups.at[tr->core[i]];

		for (size_t j = 0; j < g->count; j++)
			parts[count++] = tr->groups.parts[g->first + j];
	}
	if (count > tr->core_count) {
		core_assertions_used(t, parts, count, used);
		keep_groups(tr, used);
		send(tr, t, used);
	} else {
		send(tr, t, NULL);
	}
	free(parts);
	free(used);
}

void
unsat_core_report(struct task *t)
{
	struct tracked tr;
	int64_t took_us = clock_now_us() - t->started_us;
	int64_t budget_us = unsat_core_budget_us(took_us, is_asked(t));
	int64_t until_us = clock_spent_us() + budget_us;

	answer_stream_phase(PHASE_CORE);
	watchdog_spend(until_us);
	tracked_init(&tr, t);
	if (t->ask->minimize_core && suits_engine(&tr, budget_us)) {
		minimize_by_engine(&tr, until_us);
		send_members(&tr, t);
	} else if (check_without(&tr, tr.core_count) == Z3_L_FALSE) {
		shrink(&tr);
		tr.minimal = tr.core_count == 0;
		send(&tr, t, NULL);
		if (t->ask->minimize_core && !tr.minimal)
			minimize(&tr, until_us);
		send_members(&tr, t);
	} else {
		send(&tr, t, NULL);
	}
	watchdog_spend(0);
	tracked_release(&tr);
}
