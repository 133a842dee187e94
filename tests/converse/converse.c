/*
 * converse [--seed N] [--times N] [--seconds N]
 *
 * Random conversations with real servers: two of them on one database, which
 * are restarted and killed at times, and whose workers are. Every reply is
 * compared with what a naive model says: lists that are copied, and formulas
 * that are tried with all values. A conversation that shows a difference is
 * cut down to the acts that it takes and printed as a .talk.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "converse/edits.h"
#include "converse/play.h"
#include "converse/reads.h"
#include "converse/solves.h"
#include "hostile/siege.h"
#include "props/dice.h"
#include "props/seeds.h"
#include "replay/process.h"

/* --- acts ---------------------------------------------------------------- */

/*
 * What a client may do next is a seed: what becomes of it depends on the world
 * that it meets, so a conversation stays one when some of its acts are taken
 * out.
 */
struct act {
	unsigned kind;
	uint64_t seed;
};

enum { SECOND_SERVER_PERCENT = 25, SEED_LIMIT = 1 << 30 };

static void
play_restart(struct play *p)
{
	play_stop(p, END_SOFTLY);
}

static void
play_kill(struct play *p)
{
	play_stop(p, END_KILLED);
}

static const struct {
	void (*play)(struct play *p);
	unsigned weight; /* of all: 1000 */
} kinds[] = {
	{play_edit, 500},
	{play_burst, 30},
	{play_killed_edit, 12},
	{play_show, 120},
	{play_list, 20},
	{play_history, 15},
	{play_export, 8},
	{play_carry, 17},
	{play_open, 60},
	{play_branch, 25},
	{play_delete, 8},
	{play_solve, 90},
	{play_prove, 30},
	{play_solution, 25},
	{play_configure, 10},
	{play_script, 10},
	{play_restart, 7},
	{play_kill, 6},
	{play_slay_nursery, 7},
};

static void
act_make(struct act *a, struct dice *d)
{
	unsigned die = dice_below(d, 1000);

	a->kind = 0;
	for (; die >= kinds[a->kind].weight; a->kind++)
		die -= kinds[a->kind].weight;
	a->seed = dice_below(d, SEED_LIMIT);
}

static void
act_play(const struct act *a, struct play *p)
{
	dice_init(&p->dice, a->seed);
	p->server = dice_says(&p->dice, SECOND_SERVER_PERCENT) ? 1 : 0;
	kinds[a->kind].play(p);
}

/* The end of a conversation: everything is looked at once more, by servers that
 * were started for it. */
static void
act_end(struct play *p)
{
	for (p->server = 0; p->server < SERVERS && p->why == NULL; p->server++)
		play_stop(p, END_SOFTLY);
	p->server = 0;
	dice_init(&p->dice, 1);
	if (p->why == NULL)
		play_list(p);
	if (p->why == NULL)
		play_show_all(p);
}

/* --- the conversations --------------------------------------------------- */

enum { TIMES = 15, ACTS_LEAST = 20, ACTS_MORE = 61 };

struct tally {
	uint64_t conversations;
	uint64_t acts;
	uint64_t calls;
};

struct script {
	struct act acts[ACTS_LEAST + ACTS_MORE];
	size_t count;
};

/* NULL, or what went wrong: the caller's, as is the talk then. */
static char *
play(const char *build, const struct script *s, struct tally *t, char **talk)
{
	struct play *p = mem_new(sizeof(*p));
	char *why;

	if (play_begin(p, build)) {
		for (size_t i = 0; i < s->count && p->why == NULL; i++)
			act_play(&s->acts[i], p);
		act_end(p);
	}
	if (t != NULL) {
		t->conversations++;
		t->acts += s->count;
		t->calls += p->calls;
	}
	if (talk != NULL)
		*talk = text_copy(p->talk.data);
	play_end(p);
	why = p->why;
	free(p);
	return why;
}

static bool
fails(const char *build, const struct script *s)
{
	DROP(text) char *why = play(build, s, NULL, NULL);

	return why != NULL;
}

/* Takes out what is not needed, in ever smaller pieces. */
static void
cut_down(const char *build, struct script *s)
{
	for (size_t size = s->count / 2; size > 0; size /= 2) {
		for (size_t at = 0; at + size <= s->count;) {
			struct script less = *s;

			memmove(&less.acts[at], &less.acts[at + size],
				(less.count - at - size) *
					sizeof(less.acts[0]));
			less.count -= size;
			if (fails(build, &less))
				*s = less;
			else
				at += size;
		}
	}
}

static void
show_failure(const char *build, struct script *s, uint64_t seed)
{
	DROP(text) char *talk = NULL;
	DROP(text) char *why = NULL;

	printf("# seed %" PRIu64 "\n", seed);
	(void)fflush(stdout); /* the next takes a while */
	cut_down(build, s);
	why = play(build, s, NULL, &talk);
	printf("# %s\n%s",
		why != NULL ? why : "it does not happen again: luck decides",
		talk);
}

static bool
converse(const char *build, uint64_t seed, struct tally *t)
{
	struct script *s = mem_new(sizeof(*s));
	DROP(text) char *why = NULL;
	struct dice dice;

	dice_init(&dice, seed);
	s->count = ACTS_LEAST + dice_below(&dice, ACTS_MORE);
	for (size_t i = 0; i < s->count; i++)
		act_make(&s->acts[i], &dice);
	why = play(build, s, t, NULL);
	if (why != NULL) {
		printf("# %s\n", why);
		show_failure(build, s, seed);
	}
	free(s);
	return why == NULL;
}

int
main(int argc, char **argv)
{
	DROP(text) char *build = siege_build();
	struct seeds seeds = seeds_read(argc, argv, TIMES);
	uint64_t seed;
	struct tally t = {0};
	bool is_same = true;

	printf("1..1\n");
	process_adopt_orphans();
	while (is_same && seeds_take(&seeds, &seed))
		is_same = converse(build, seed, &t);
	printf("# %" PRIu64 " conversations, %" PRIu64 " acts, %" PRIu64
	       " calls in %d s; the next seed is %" PRIu64 "\n",
		t.conversations, t.acts, t.calls, seeds_took_s(&seeds),
		seeds.next);
	printf("%s 1 - every_reply_is_that_of_the_naive_model\n",
		is_same ? "ok" : "not ok");
	return is_same ? 0 : 1;
}
