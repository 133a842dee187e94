#ifndef POOL_CHILDREN_H
#define POOL_CHILDREN_H

/*
 * The children of a stock: who waits, and for whom. A child that nobody has
 * asked yet is idle and may go to anybody; one that has answered and stays
 * (wire/ask.h) waits for its owner only.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct child;

enum {
	/* Models that are worked on in turns. */
	STAYING_MAX = 4,
};

struct children {
	struct child **list; /* owned, and so are those in it */
	size_t count;
	size_t capacity;
};

void children_add(struct children *all, struct child *c);

/* It is gone: frees it. */
void children_bury(struct children *all, struct child *c);

/* One of them stays; if that is one too many, the one that has not been asked
 * for longest is killed. */
void children_keep(struct children *all, struct child *c);

/* Kills the one that was asked longest ago of those that stay. False: none
 * does. */
bool children_give_up(struct children *all);

/*
 * The one that stayed for this owner, or else the oldest idle one, which is
 * warm; NULL: there is neither. Of nobody (0), only the latter.
 */
struct child *children_find(const struct children *all, uint64_t owner);

size_t children_idle(const struct children *all);
size_t children_staying(const struct children *all);
size_t children_busy(const struct children *all);

/* Kills all, waits for that until clock_now_ms reaches until_ms, frees all. */
void children_kill(struct children *all);
void children_release(struct children *all, int64_t until_ms);

#endif
