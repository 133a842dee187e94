#include "solver/core.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "solver/context.h"
#include "solver/report.h"
#include "solver/watchdog.h"

enum {
	/* A core is worth as much again as the answer, and a little more. */
	BUDGET_MIN_US = 2000000,
	BUDGET_FACTOR = 2,
};

/* The members of the core so far: indices into the arrays below. */
struct tracked {
	const struct task *task;
	Z3_solver solver;
	const struct problem_part **parts;
	Z3_ast *literals;
	size_t count;
	size_t *core;
	size_t core_count;
	bool minimal;
};

static void
track_kind(struct tracked *tr, enum part_kind kind)
{
	const struct task *t = tr->task;
	const struct problem_part *part = NULL;

	while ((part = task_part(t, kind, part)) != NULL) {
		Z3_ast literal = Z3_mk_fresh_const(
			t->c, "satchel!core", Z3_mk_bool_sort(t->c));

		Z3_solver_assert(t->c, tr->solver,
			Z3_mk_implies(t->c, literal, task_term(t, part)));
		tr->parts[tr->count] = part;
		tr->literals[tr->count] = literal;
		tr->core[tr->count] = tr->count;
		tr->count++;
	}
}

static void
tracked_init(struct tracked *tr, const struct task *t)
{
	size_t most = t->parsed->problem.count;

	*tr = (struct tracked){.task = t};
	tr->parts = mem_grow(NULL, most, sizeof(struct problem_part *));
	tr->literals = mem_grow(NULL, most, sizeof(*tr->literals));
	tr->core = mem_grow(NULL, most, sizeof(*tr->core));
	tr->solver = Z3_mk_simple_solver(t->c);
	Z3_solver_inc_ref(t->c, tr->solver);
	track_kind(tr, PART_ASSERTION);
	track_kind(tr, PART_ASSUMPTION);
	tr->core_count = tr->count;
}

static void
tracked_release(struct tracked *tr)
{
	free(tr->parts);
	free(tr->literals);
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
			literals[count++] = tr->literals[tr->core[i]];
	}
	context_clear();
	answer = Z3_solver_check_assumptions(
		tr->task->c, tr->solver, count, literals);
	free(literals);
	return context_failed() ? Z3_L_UNDEF : answer;
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
		unsigned id =
			Z3_get_ast_id(tr->task->c, tr->literals[tr->core[i]]);

		if (bsearch(&id, used, used_count, sizeof(id), compare_ids) !=
			NULL)
			tr->core[kept++] = tr->core[i];
	}
	tr->core_count = kept;
	free(used);
}

/* The members before `needed` are all known to be needed. */
static void
minimize(struct tracked *tr, int64_t until_us)
{
	size_t needed = 0;
	bool sure = true;

	while (needed < tr->core_count) {
		if (clock_now_us() >= until_us)
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
report(const struct tracked *tr, struct task *t)
{
	struct answer_assertions list = {0};
	DROP(text) char *assumptions = NULL;

	for (size_t i = 0; i < tr->core_count; i++) {
		const struct problem_part *part = tr->parts[tr->core[i]];
		DROP(text) char *source = task_source(t, part);
		struct answer_assertion one;

		if (part->kind == PART_ASSUMPTION) {
			add_text(&assumptions, source);
			continue;
		}
		task_describe(t, part, &one);
		assertions_add(&list, &one);
		free(one.label);
	}
	answer_put_core(report_frames(), &list, tr->minimal, assumptions);
	report_send();
	assertions_release(&list);
	free(t->unsat_assumptions);
	t->unsat_assumptions = TAKE(assumptions);
}

void
core_report(struct task *t)
{
	struct tracked tr;
	int64_t now_us = clock_now_us();
	int64_t budget_us = BUDGET_FACTOR * (now_us - t->started_us);

	if (budget_us < BUDGET_MIN_US)
		budget_us = BUDGET_MIN_US;
	report_phase(PHASE_CORE);
	watchdog_budget(now_us + budget_us);
	tracked_init(&tr, t);
	if (check_without(&tr, tr.core_count) == Z3_L_FALSE) {
		shrink(&tr);
		tr.minimal = tr.core_count == 0;
		report(&tr, t);
		if (t->ask->minimize_core && !tr.minimal)
			minimize(&tr, now_us + budget_us);
	}
	report(&tr, t);
	watchdog_budget(0);
	tracked_release(&tr);
}
