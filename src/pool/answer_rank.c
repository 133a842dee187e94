#include "pool/answer_rank.h"

#include <stddef.h>

static bool
is_refuted(const struct answer_check *check)
{
	for (size_t i = 0; i < check->evaluation.failed.count; i++) {
		if (check->evaluation.failed.list[i].is_false)
			return true;
	}
	return false;
}

/* Of an optimisation: a better solution may follow. */
static bool
has_open_goal(const struct answer_check *check)
{
	for (size_t i = 0; i < check->objectives.count; i++) {
		const struct answer_objective *o = &check->objectives.at[i];

		if (!o->optimal && !o->unbounded && !o->not_attained)
			return true;
	}
	return false;
}

bool
answer_is_decided(const struct answer *a)
{
	const struct answer_check *last = answer_last(a);

	if (a->fault.kind != DIAGNOSTIC_NONE)
		return true;
	if (last == NULL)
		return false;
	if (last->status == STATUS_SAT)
		return (a->done ||
			       (last->model != NULL && !has_open_goal(last))) &&
		       !is_refuted(last);
	return last->status == STATUS_UNSAT;
}

bool
answer_has_status(const struct answer *a)
{
	const struct answer_check *last = answer_last(a);

	return last != NULL &&
	       (last->status == STATUS_SAT || last->status == STATUS_UNSAT) &&
	       !is_refuted(last);
}

int
answer_rank(const struct answer *a)
{
	const struct answer_check *last = answer_last(a);
	int value = 0;

	if (last != NULL && last->status == STATUS_SAT)
		value += 2;
	if (a->outcome == OUTCOME_DONE || a->outcome == OUTCOME_TIMEOUT)
		value++;
	return value;
}
