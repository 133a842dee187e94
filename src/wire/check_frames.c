/*
 * The frames that belong to a check: both directions of each side by side.
 */
#include "wire/check_frames.h"

#include <stdlib.h>

#include "base/alloc.h"

enum check_frame {
	FRAME_MODEL = 'm',
	FRAME_VALUE = 'v',
	FRAME_OBJECTIVE = 'o',
	FRAME_CORE = 'u',
	FRAME_CHECKED = 'e',
	FRAME_SOLUTION = 's',
	FRAME_SOLUTIONS_END = 'n',
	FRAME_RELAXATION = 'r',
	FRAME_STATISTICS = 'x',
};

/* --- model and values ---------------------------------------------------- */

void
answer_put_model(struct buf *out, const char *text)
{
	size_t start = frame_open(out, FRAME_MODEL);

	put_text(out, text);
	(void)frame_close(out, start);
}

static bool
take_model(struct answer_check *check, struct reader *r)
{
	free(check->model);
	check->model = get_text(r);
	if (check->model[0] == '\0') {
		check_forget_solution(check);
		free(check->model);
		check->model = NULL;
	}
	return true;
}

void
answer_put_value(struct buf *out, const struct answer_value *value)
{
	size_t start = frame_open(out, FRAME_VALUE);

	put_text(out, value->name);
	put_text(out, value->sort);
	put_text(out, value->json);
	(void)frame_close(out, start);
}

static bool
take_value(struct answer_check *check, struct reader *r)
{
	struct answer_value *v;

	check->values = mem_room(check->values, check->value_count,
		&check->value_capacity, sizeof(*check->values));
	v = &check->values[check->value_count++];
	v->name = get_text(r);
	v->sort = get_text(r);
	v->json = get_text(r);
	return true;
}

/* --- objectives ---------------------------------------------------------- */

enum {
	OBJECTIVE_MAXIMIZE = 1,
	OBJECTIVE_SOFT = 2,
	OBJECTIVE_OPTIMAL = 4,
	OBJECTIVE_UNBOUNDED = 8,
	OBJECTIVE_NOT_ATTAINED = 16,
	OBJECTIVE_UNCHECKED = 32,
};

void
answer_put_objective(struct buf *out, const struct answer_objective *objective)
{
	size_t start = frame_open(out, FRAME_OBJECTIVE);
	unsigned flags =
		(objective->maximize ? OBJECTIVE_MAXIMIZE : 0u) |
		(objective->soft ? OBJECTIVE_SOFT : 0u) |
		(objective->optimal ? OBJECTIVE_OPTIMAL : 0u) |
		(objective->unbounded ? OBJECTIVE_UNBOUNDED : 0u) |
		(objective->not_attained ? OBJECTIVE_NOT_ATTAINED : 0u) |
		(objective->unchecked ? OBJECTIVE_UNCHECKED : 0u);

	put_u8(out, (uint8_t)flags);
	put_text(out, objective->term);
	put_text(out, objective->value);
	put_text(out, objective->lower);
	put_text(out, objective->upper);
	(void)frame_close(out, start);
}

static bool
take_objective(struct answer_check *check, struct reader *r)
{
	struct answer_objective *o;
	uint8_t flags = get_u8(r);

	check->objectives = mem_room(check->objectives, check->objective_count,
		&check->objective_capacity, sizeof(*check->objectives));
	o = &check->objectives[check->objective_count++];
	o->maximize = (flags & OBJECTIVE_MAXIMIZE) != 0;
	o->soft = (flags & OBJECTIVE_SOFT) != 0;
	o->optimal = (flags & OBJECTIVE_OPTIMAL) != 0;
	o->unbounded = (flags & OBJECTIVE_UNBOUNDED) != 0;
	o->not_attained = (flags & OBJECTIVE_NOT_ATTAINED) != 0;
	o->unchecked = (flags & OBJECTIVE_UNCHECKED) != 0;
	o->term = get_text(r);
	o->value = get_text(r);
	o->lower = get_text(r);
	o->upper = get_text(r);
	return true;
}

/* --- core, checked assertions -------------------------------------------- */

void
answer_put_core(struct buf *out, const struct answer_assertions *core,
	bool minimal, const char *assumptions)
{
	size_t start = frame_open(out, FRAME_CORE);

	put_u8(out, minimal);
	put_text(out, assumptions);
	assertions_put(out, core);
	(void)frame_close(out, start);
}

static bool
take_core(struct answer_check *check, struct reader *r)
{
	check->has_core = true;
	check->core_minimal = get_u8(r) != 0;
	free(check->assumptions);
	check->assumptions = get_text(r);
	assertions_get(r, &check->core);
	return true;
}

void
answer_put_checked(struct buf *out, uint32_t checked,
	const struct answer_assertions *failed)
{
	size_t start = frame_open(out, FRAME_CHECKED);

	put_u32(out, checked);
	assertions_put(out, failed);
	(void)frame_close(out, start);
}

static bool
take_checked(struct answer_check *check, struct reader *r)
{
	check->checked = get_u32(r);
	assertions_get(r, &check->failed);
	return true;
}

/* --- solutions, relaxations, statistics ---------------------------------- */

static void
add_text(char ***list, size_t *count, size_t *capacity, char *text)
{
	*list = mem_room(*list, *count, capacity, sizeof(**list));
	(*list)[(*count)++] = text;
}

void
answer_put_solution(struct buf *out, const char *json)
{
	size_t start = frame_open(out, FRAME_SOLUTION);

	put_text(out, json);
	(void)frame_close(out, start);
}

static bool
take_solution(struct answer_check *check, struct reader *r)
{
	add_text(&check->solutions, &check->solution_count,
		&check->solution_capacity, get_text(r));
	return true;
}

void
answer_put_solutions_end(
	struct buf *out, const char *elsewhere, const char *uncompared)
{
	size_t start = frame_open(out, FRAME_SOLUTIONS_END);

	put_text(out, elsewhere);
	put_text(out, uncompared);
	(void)frame_close(out, start);
}

static bool
take_solutions_end(struct answer_check *check, struct reader *r)
{
	free(check->solutions_elsewhere);
	free(check->solutions_uncompared);
	check->solutions_elsewhere = get_text(r);
	check->solutions_uncompared = get_text(r);
	check->solutions_ended = true;
	check->solutions_complete = check->solutions_elsewhere[0] == '\0' &&
				    check->solutions_uncompared[0] == '\0';
	return true;
}

void
answer_put_relaxation(struct buf *out, const char *groups)
{
	size_t start = frame_open(out, FRAME_RELAXATION);

	put_text(out, groups);
	(void)frame_close(out, start);
}

static bool
take_relaxation(struct answer_check *check, struct reader *r)
{
	add_text(&check->relaxations, &check->relaxation_count,
		&check->relaxation_capacity, get_text(r));
	return true;
}

void
answer_put_statistics(struct buf *out, const char *json)
{
	size_t start = frame_open(out, FRAME_STATISTICS);

	put_text(out, json);
	(void)frame_close(out, start);
}

static bool
take_statistics(struct answer_check *check, struct reader *r)
{
	free(check->statistics);
	check->statistics = get_text(r);
	return true;
}

/* --- all ----------------------------------------------------------------- */

typedef bool take_frame(struct answer_check *check, struct reader *r);

static const struct {
	enum check_frame type;
	take_frame *take;
} frames[] = {
	{FRAME_MODEL, take_model},
	{FRAME_VALUE, take_value},
	{FRAME_OBJECTIVE, take_objective},
	{FRAME_CORE, take_core},
	{FRAME_CHECKED, take_checked},
	{FRAME_SOLUTION, take_solution},
	{FRAME_SOLUTIONS_END, take_solutions_end},
	{FRAME_RELAXATION, take_relaxation},
	{FRAME_STATISTICS, take_statistics},
};

bool
check_take(struct answer_check *check, uint8_t type, struct reader *r)
{
	if (check == NULL)
		return false;
	for (size_t i = 0; i < sizeof(frames) / sizeof(frames[0]); i++) {
		if (frames[i].type == type)
			return frames[i].take(check, r);
	}
	return false;
}
