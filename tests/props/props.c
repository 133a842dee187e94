/*
 * props [--seed N] [--edits N]
 *
 * Random edits of random models. For each the verdict on its slice is compared
 * with the verdict on the whole model, both in a fresh context of libz3: the
 * same answer, and the same first fault at the same place. A run that shows a
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
#include "model/diff.h"
#include "model/slice.h"
#include "model/view.h"
#include "props/dice.h"
#include "props/edits.h"
#include "props/judge.h"

enum { RUN_STEPS = 100, EDITS_DEFAULT = 1000 };

/* What was found out about a run, for the curious. */
struct tally {
	size_t edits;
	size_t accepted;
	size_t whole; /* slices that were the whole model */
	size_t items; /* of all candidates */
	size_t read;  /* of all slices */
};

/* A run: the models that its steps make, and their index. */
struct run {
	struct model *model;
	struct index *index;
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
advance(struct run *r, const struct diff *d, struct model *candidate)
{
	view_keep(r->index, d);
	model_free(r->model);
	r->model = candidate;
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

/* Makes the step if the whole model is accepted. False: a difference. */
static bool
run_step(struct run *r, const struct step *s, struct judgement *whole,
	struct judgement *part)
{
	DROP(model) struct model *candidate = step_apply(s, r->model);
	DROP(model) struct model *slice = NULL;
	DROP(diff) struct diff d;

	diff_find(&d, r->model, candidate);
	slice = slice_find(r->index, &d, candidate);
	judge(candidate, whole);
	judge(slice, part);
	count(r->tally, s, whole, candidate, slice);
	if (whole->is_accepted)
		advance(r, &d, TAKE(candidate));
	return is_same(whole, part);
}

static void
run_init(struct run *r, struct tally *tally)
{
	*r = (struct run){model_new(), index_new(), tally};
}

static void
run_release(struct run *r)
{
	model_free(r->model);
	index_free(r->index);
}

/* --- cutting down ----------------------------------------------------------
 */

struct steps {
	struct step at[RUN_STEPS];
	size_t count;
};

static bool
differs(const struct steps *steps, struct judgement *whole,
	struct judgement *part)
{
	struct run r;
	bool is_same = true;

	run_init(&r, NULL);
	for (size_t i = 0; i < steps->count && is_same; i++)
		is_same = run_step(&r, &steps->at[i], whole, part);
	run_release(&r);
	return !is_same;
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
	run_init(&r, NULL);
	for (size_t i = 0; i < steps->count; i++) {
		step_write(&steps->at[i], r.model->count, &out);
		(void)run_step(&r, &steps->at[i], &whole, &part);
	}
	run_release(&r);
	print_verdict("the whole model", &whole);
	print_verdict("the slice", &part);
	printf("> open_session {\"session\": \"s\"}\n%s", out.data);
}

/* --- runs ------------------------------------------------------------------
 */

static bool
run_seed(uint64_t seed, struct tally *tally)
{
	struct steps *steps = mem_new(sizeof(*steps));
	struct judgement whole;
	struct judgement part;
	struct dice dice;
	struct run r;
	bool is_same = true;

	dice_init(&dice, seed);
	run_init(&r, tally);
	while (is_same && steps->count < RUN_STEPS) {
		struct step *s = &steps->at[steps->count++];

		step_init(
			s, &dice, (enum theme)(seed % THEMES), r.model->count);
		is_same = run_step(&r, s, &whole, &part);
	}
	run_release(&r);
	if (!is_same) {
		printf("# seed %" PRIu64 "\n", seed);
		(void)fflush(stdout); /* the next takes a while */
		cut_down(steps);
		print_talk(steps);
	}
	for (size_t i = 0; i < steps->count; i++)
		step_release(&steps->at[i]);
	free(steps);
	return is_same;
}

static uint64_t
argument(int argc, char **argv, const char *name, uint64_t otherwise)
{
	for (int i = 1; i + 1 < argc; i++) {
		if (strcmp(argv[i], name) == 0)
			return strtoull(argv[i + 1], NULL, 10);
	}
	return otherwise;
}

int
main(int argc, char **argv)
{
	uint64_t seed = argument(argc, argv, "--seed", 1);
	size_t edits = argument(argc, argv, "--edits", EDITS_DEFAULT);
	struct tally tally = {0};
	bool is_same = true;

	printf("1..1\n");
	while (is_same && tally.edits < edits)
		is_same = run_seed(seed++, &tally);
	printf("# %zu edits, %zu accepted; read %zu of %zu items; the next"
	       " seed is %" PRIu64 "\n",
		tally.edits, tally.accepted, tally.read, tally.items, seed);
	printf("%s 1 - a_slice_is_read_as_the_whole_model_is\n",
		is_same ? "ok" : "not ok");
	return is_same ? 0 : 1;
}
