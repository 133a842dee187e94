#include "pool/merit.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static bool
is_refuted(const struct answer_check *check)
{
	for (size_t i = 0; i < check->failed.count; i++) {
		if (check->failed.list[i].is_false)
			return true;
	}
	return false;
}

/* Of an optimisation: a better solution may follow. */
static bool
has_open_goal(const struct answer_check *check)
{
	for (size_t i = 0; i < check->objective_count; i++) {
		const struct answer_objective *o = &check->objectives[i];

		if (!o->optimal && !o->unbounded && !o->not_attained)
			return true;
	}
	return false;
}

bool
merit_is_decided(const struct answer *a)
{
	const struct answer_check *last = answer_last(a);

	if (a->fault.kind != FAULT_NONE)
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
merit_has_status(const struct answer *a)
{
	const struct answer_check *last = answer_last(a);

	return last != NULL &&
	       (last->status == STATUS_SAT || last->status == STATUS_UNSAT) &&
	       !is_refuted(last);
}

int
merit(const struct answer *a)
{
	const struct answer_check *last = answer_last(a);
	int value = 0;

	if (last != NULL && last->status == STATUS_SAT)
		value += 2;
	if (a->outcome == OUTCOME_DONE || a->outcome == OUTCOME_TIMEOUT)
		value++;
	return value;
}

/* "-5/2"; to 64 bits, and of what is as good to those either will do. */
static long double
number_of(const char *text)
{
	char *end;
	long double number = strtold(text, &end);

	return *end == '/' ? number / strtold(end + 1, NULL) : number;
}

static int
compare_values(const char *a, const char *b)
{
	long double x;
	long double y;

	if (a[0] == '\0' || b[0] == '\0')
		return (a[0] != '\0') - (b[0] != '\0');
	if (a[0] == '#' || b[0] == '#') /* of one width, as words are */
		return strcmp(a, b);
	x = number_of(a);
	y = number_of(b);
	return (x > y) - (x < y);
}

/* What the solution at hand gives it. */
static const char *
value_of(const struct answer_objective *o)
{
	return o->maximize ? o->lower : o->upper;
}

int
merit_compare_goals(const struct answer *a, const struct answer *b)
{
	const struct answer_check *x = answer_last(a);
	const struct answer_check *y = answer_last(b);
	int more = 0;

	if (x == NULL || y == NULL || x->objective_count != y->objective_count)
		return 0;
	for (size_t i = 0; i < x->objective_count && more == 0; i++) {
		const char *p = value_of(&x->objectives[i]);
		const char *q = value_of(&y->objectives[i]);

		more = compare_values(p, q);
		if (!x->objectives[i].maximize && p[0] != '\0' && q[0] != '\0')
			more = -more;
	}
	return more;
}
