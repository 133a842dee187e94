#include "converse/acts.h"

#include "converse/edits.h"
#include "converse/play.h"
#include "converse/reads.h"
#include "converse/solves.h"

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

void
act_make(struct act *a, struct dice *d)
{
	unsigned die = dice_below(d, 1000);

	a->kind = 0;
	for (; die >= kinds[a->kind].weight; a->kind++)
		die -= kinds[a->kind].weight;
	a->seed = dice_below(d, SEED_LIMIT);
}

void
act_play(const struct act *a, struct play *p)
{
	dice_init(&p->dice, a->seed);
	p->server = dice_says(&p->dice, SECOND_SERVER_PERCENT) ? 1 : 0;
	kinds[a->kind].play(p);
}

void
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
