/*
 * The numbers before the first edit are kept as stretches of items that
 * still stand side by side, in their present order. Every edit cuts one or
 * two and puts a new one in, so the cost depends on the edits and not on the
 * size of the model.
 */
#include "model/renumber.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

struct stretch {
	size_t old; /* former number of the first; NEW for an added item */
	size_t length;
};

struct stretches {
	struct stretch *at;
	size_t count;
	size_t capacity;
};

#define NEW ((size_t)-1)

static void
stretches_drop(struct stretches *runs)
{
	free(runs->at);
}

static void
put(struct stretches *runs, size_t position, struct stretch run)
{
	runs->at = mem_room(
		runs->at, runs->count, &runs->capacity, sizeof(*runs->at));
	memmove(runs->at + position + 1, runs->at + position,
		(runs->count - position) * sizeof(*runs->at));
	runs->at[position] = run;
	runs->count++;
}

/* The position of the stretch that begins with the item `index`; cuts one in
 * two when none does. */
static size_t
cut(struct stretches *runs, size_t index)
{
	struct stretch *run;
	size_t position = 0;

	while (position < runs->count && index >= runs->at[position].length)
		index -= runs->at[position++].length;
	if (index == 0)
		return position;
	assert(position < runs->count);
	run = &runs->at[position];
	put(runs, position + 1,
		(struct stretch){run->old + index, run->length - index});
	runs->at[position].length = index;
	return position + 1;
}

static struct stretch
take(struct stretches *runs, size_t index)
{
	size_t position = cut(runs, index);
	struct stretch run;

	(void)cut(runs, index + 1);
	assert(position < runs->count);
	run = runs->at[position];
	runs->count--;
	memmove(runs->at + position, runs->at + position + 1,
		(runs->count - position) * sizeof(*runs->at));
	return run;
}

static void
follow(struct stretches *runs, const struct edit_done *done)
{
	switch (done->op) {
	case EDIT_ADD:
		put(runs, cut(runs, done->index), (struct stretch){NEW, 1});
		break;
	case EDIT_DELETE:
		(void)take(runs, done->index);
		break;
	case EDIT_MOVE: {
		struct stretch moved = take(runs, done->index);

		put(runs, cut(runs, done->to), moved);
		break;
	}
	case EDIT_CLEAR:
		runs->count = 0;
		break;
	case EDIT_REPLACE:
		break;
	}
}

/* Joins neighbours that stood side by side before. */
static void
join(struct stretches *runs)
{
	size_t kept = 0;

	for (size_t i = 0; i < runs->count; i++) {
		struct stretch *last = kept > 0 ? &runs->at[kept - 1] : NULL;
		struct stretch run = runs->at[i];

		if (last != NULL && run.old != NEW && last->old != NEW &&
			last->old + last->length == run.old)
			last->length += run.length;
		else
			runs->at[kept++] = run;
	}
	runs->count = kept;
}

static void
describe(const struct stretch *run, size_t now, struct buf *out)
{
	if (run->length == 1)
		(void)buf_add_format(out, "item %zu is now %zu", run->old, now);
	else
		(void)buf_add_format(out, "items %zu..%zu are now %zu..%zu",
			run->old, run->old + run->length - 1, now,
			now + run->length - 1);
}

void
renumber_describe(const struct edit_done *dones, size_t count, size_t ranges,
	struct buf *out)
{
	DROP(stretches) struct stretches runs = {0};
	size_t now = 0;
	size_t told = 0;

	if (count == 0)
		return;
	if (dones[0].count > 0)
		put(&runs, 0, (struct stretch){0, dones[0].count});
	for (size_t i = 0; i < count; i++)
		follow(&runs, &dones[i]);
	join(&runs);
	for (size_t i = 0; i < runs.count; now += runs.at[i++].length) {
		const struct stretch *run = &runs.at[i];

		if (run->old == NEW || run->old == now)
			continue;
		if (told == ranges) {
			(void)buf_add_text(out, " and so on");
			return;
		}
		(void)buf_add_text(out, told++ > 0 ? ", " : "");
		describe(run, now, out);
	}
}
