#include "wire/answer.h"

#include <stdlib.h>

#include "base/alloc.h"

void
check_forget_solution(struct answer_check *check)
{
	for (size_t i = 0; i < check->value_count; i++) {
		free(check->values[i].name);
		free(check->values[i].sort);
		free(check->values[i].json);
	}
	for (size_t i = 0; i < check->objective_count; i++) {
		free(check->objectives[i].term);
		free(check->objectives[i].value);
		free(check->objectives[i].lower);
		free(check->objectives[i].upper);
	}
	check->value_count = 0;
	check->objective_count = 0;
	check->checked = 0;
	assertions_release(&check->failed);
}

struct answer *
answer_new(void)
{
	return mem_new(sizeof(struct answer));
}

static void
check_release(struct answer_check *check)
{
	check_forget_solution(check);
	for (size_t i = 0; i < check->solution_count; i++)
		free(check->solutions[i]);
	for (size_t i = 0; i < check->relaxation_count; i++)
		free(check->relaxations[i]);
	free(check->solutions);
	free(check->solutions_elsewhere);
	free(check->solutions_uncompared);
	free(check->relaxations);
	free(check->statistics);
	free(check->values);
	free(check->objectives);
	free(check->reason);
	free(check->model);
	free(check->assumptions);
	free(check->output);
	assertions_release(&check->core);
}

void
answer_free(struct answer *a)
{
	if (a == NULL)
		return;
	for (size_t i = 0; i < a->check_count; i++)
		check_release(&a->checks[i]);
	free(a->checks);
	diagnostics_release(&a->further);
	free(a->remarks);
	free(a->detail);
	free(a->output);
	free(a->z3_version);
	free(a);
}

void
answer_drop(struct answer **a)
{
	answer_free(*a);
	*a = NULL;
}

struct answer_check *
answer_last(const struct answer *a)
{
	return a->check_count > 0 ? &a->checks[a->check_count - 1] : NULL;
}

const char *
status_name(enum status status)
{
	static const char *const names[] = {
		[STATUS_NONE] = "none",
		[STATUS_SAT] = "sat",
		[STATUS_UNSAT] = "unsat",
		[STATUS_UNKNOWN] = "unknown",
	};

	return names[status];
}

const char *
phase_name(enum phase phase)
{
	static const char *const names[] = {
		[PHASE_WAITING] = "waiting for a free worker",
		[PHASE_PARSING] = "parsing",
		[PHASE_SOLVING] = "solving",
		[PHASE_OPTIMIZING] = "optimizing",
		[PHASE_MODEL] = "computing values",
		[PHASE_CORE] = "computing the unsat core",
	};

	return names[phase];
}
