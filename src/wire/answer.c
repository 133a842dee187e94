#include "wire/answer.h"

struct answer_check *
answer_last(const struct answer *a)
{
	return a->checks.count > 0 ? &a->checks.at[a->checks.count - 1] : NULL;
}

bool
objective_is_optimal(const struct answer_objective *objective)
{
	return objective->state == OBJECTIVE_OPTIMAL ||
	       objective->state == OBJECTIVE_CLAIMED;
}

size_t
answer_count_false(const struct answer_check *check)
{
	size_t count = 0;

	for (size_t i = 0; i < check->evaluation.failed.count; i++)
		count += check->evaluation.failed.list[i].is_false;
	return count;
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
