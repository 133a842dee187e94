#ifndef TESTS_CONVERSE_ACTS_H
#define TESTS_CONVERSE_ACTS_H

/*
 * What a client may do next. An act is a seed: what becomes of it depends on
 * the world that it meets, so a conversation stays one when some of its acts
 * are taken out.
 */

#include <stdint.h>

#include "props/dice.h"

struct play;

struct act {
	unsigned kind;
	uint64_t seed;
};

void act_make(struct act *a, struct dice *d);
void act_play(const struct act *a, struct play *p);

/* The end of a conversation: everything is looked at once more, by servers
 * that were started for it. */
void act_end(struct play *p);

#endif
