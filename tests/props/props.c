/*
 * props [--seed N] [--edits N]
 *
 * Random edits of random models. For each the verdict on its slice is compared
 * with the verdict on the whole model, both in a fresh context of libz3: the
 * same answer, and the same first fault at the same place. Whom an edit breaks
 * is compared too. Some runs go through the database. A run that shows a
 * difference is cut down to the edits that it takes and printed as a .talk.
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "model/deps/affected.h"
#include "model/items/diff.h"
#include "props/broken.h"
#include "props/dice.h"
#include "props/edits.h"
#include "props/judge.h"
#include "props/world.h"

enum { RUN_STEPS = 100, EDITS_DEFAULT = 1000 };

/* What was found out about a run, for the curious. */
struct tally {
	size_t edits;
	size_t accepted;
	size_t whole; /* slices that were the whole model */
	size_t items; /* of all candidates */
	size_t read;  /* of all slices */
};

struct run {
	struct world world;
	struct tally *tally;
};

static bool
is_same(const struct judgement *a, const struct judgement *b)
{
	if (a->is_accepted || b->is_accepted)
		return a->is_accepted && b->is_accepted;
	return a->is_placed == b->is_placed && a->place == b->place &&
	       a->line == b->line && a->column == b->column;
}

static void
count(struct tally *t, const struct step *s, const struct judgement *v,
	const struct model *candidate, const struct model *slice)
{
	if (t == NULL)
		return;
	t->edits += s->count;
	t->accepted += v->is_accepted ? s->count : 0;
	t->whole += slice->count == candidate->count;
	t->items += candidate->count;
	t->read += slice->count;
}

/* Makes the step, whose turn has begun, if the whole model is accepted. False:
 * a difference. */
static bool
run_step(struct run *r, const struct step *s, struct judgement *whole,
	struct judgement *part)
{
	struct world *w = &r->world;
	size_t crashes = judge_crashes();
	DROP(model) struct model *candidate = world_make(w, s);
	DROP(model) struct model *slice = NULL;
	DROP(diff) struct diff d;
	bool fits;

	diff_find(&d, w->model, candidate);
	index_overlay_apply(w->index, &d);
	slice = slice_find(w->index, &d, candidate);
	judge(candidate, whole);
	judge(slice, part);
	count(r->tally, s, whole, candidate, slice);
	fits = is_same(whole, part);
	if (judge_crashes() > crashes) { /* no verdict, no difference */
		index_overlay_undo(w->index, &d);
		world_leave(w);
		return true;
	}
	if (whole->is_accepted) {
		world_keep(w, &d, TAKE(candidate));
		return fits;
	}
	index_overlay_undo(w->index, &d);
	fits = fits && (broken_is_same(w->index, w->model, candidate) ||
			       judge_crashes() > crashes);
	world_leave(w);
	return fits;
}

/* Every fourth run is one of two servers. */
static void
run_init(struct run *r, uint64_t seed, struct tally *tally)
{
	r->tally = tally;
	world_init(&r->world, seed % 4 == 3);
}

/* --- cutting down --------------------------------------------------------- */

struct steps {
	uint64_t seed;
	struct step at[RUN_STEPS];
	size_t count;
};

static bool
differs(const struct steps *steps, struct judgement *whole,
	struct judgement *part)
{
	struct run r;
	bool agrees = true;

	run_init(&r, steps->seed, NULL);
	for (size_t i = 0; i < steps->count && agrees; i++) {
		world_begin(&r.world);
		agrees = run_step(&r, &steps->at[i], whole, part);
	}
	world_release(&r.world);
	return !agrees;
}

static void
cut_down(struct steps *steps)
{
	struct judgement whole;
	struct judgement part;

	for (size_t i = steps->count; i-- > 0;) {
		struct step removed = steps->at[i];

		memmove(&steps->at[i], &steps->at[i + 1],
			(steps->count - i - 1) * sizeof(removed));
		steps->count--;
		if (differs(steps, &whole, &part)) {
			step_release(&removed);
			continue;
		}
		memmove(&steps->at[i + 1], &steps->at[i],
			(steps->count - i) * sizeof(removed));
		steps->at[i] = removed;
		steps->count++;
	}
}

static void
print_verdict(const char *of, const struct judgement *v)
{
	if (v->is_accepted)
		printf("# %s: accepted\n", of);
	else
		printf("# %s: line %u column %u of the item at %" PRId64
		       ": %s\n",
			of, v->line, v->column, v->place, v->words);
}

static void
print_talk(const struct steps *steps)
{
	struct judgement whole = {.is_accepted = true};
	struct judgement part = {.is_accepted = true};
	DROP(buf) struct buf out;
	struct run r;

	buf_init(&out, LIMIT_MESSAGE);
	run_init(&r, steps->seed, NULL);
	for (size_t i = 0; i < steps->count; i++) {
		world_begin(&r.world);
		world_write(&r.world, &steps->at[i], &out);
		(void)run_step(&r, &steps->at[i], &whole, &part);
	}
	world_release(&r.world);
	print_verdict("the whole model", &whole);
	print_verdict("the slice", &part);
	printf("> open_session {\"session\": \"s\"}\n%s", out.data);
}

/* --- runs ----------------------------------------------------------------- */

static bool
run_seed(uint64_t seed, struct tally *tally)
{
	struct steps *steps = mem_new(sizeof(*steps));
	struct judgement whole;
	struct judgement part;
	struct dice dice;
	struct run r;
	bool agrees = true;

	steps->seed = seed;
	dice_init(&dice, seed);
	run_init(&r, seed, tally);
	while (agrees && steps->count < RUN_STEPS) {
		struct step *s = &steps->at[steps->count++];

		world_begin(&r.world);
		step_init(s, &dice, (enum theme)(seed % THEMES),
			r.world.model->count);
		agrees = run_step(&r, s, &whole, &part);
	}
	world_release(&r.world);
	if (!agrees) {
		printf("# seed %" PRIu64 "\n", seed);
		(void)fflush(stdout); /* the next takes a while */
		cut_down(steps);
		print_talk(steps);
	}
	for (size_t i = 0; i < steps->count; i++)
		step_release(&steps->at[i]);
	free(steps);
	return agrees;
}

int
main(int argc, char **argv)
{
	uint64_t seed = dice_argument(argc, argv, "--seed", 1);
	size_t edits = dice_argument(argc, argv, "--edits", EDITS_DEFAULT);
	struct tally tally = {0};
	bool agrees = true;

	printf("1..1\n");
	while (agrees && tally.edits < edits)
		agrees = run_seed(seed++, &tally);
	printf("# %zu edits, %zu accepted; read %zu of %zu items; the next"
	       " seed is %" PRIu64 "\n",
		tally.edits, tally.accepted, tally.read, tally.items, seed);
	printf("%s 1 - a_slice_is_read_as_the_whole_model_is\n",
		agrees ? "ok" : "not ok");
	return agrees ? 0 : 1;
}
