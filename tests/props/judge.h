#ifndef TESTS_PROPS_JUDGE_H
#define TESTS_PROPS_JUDGE_H

/*
 * What libz3 says of a model, read as a whole in a fresh context.
 */

#include <stdbool.h>
#include <stddef.h>

#include "model/items/model.h"

struct judgement {
	bool is_accepted;
	/* The first fault. */
	bool is_placed;
	int64_t place; /* of the item */
	unsigned line; /* in the item */
	unsigned column;
	char words[200];
	/* Items with faults behind it, by place; more than that are left out.
	 */
	int64_t further[32];
	size_t further_count;
};

/* Where libz3 is newer than 4.8, which does not die of these texts, in a child:
 * a model that kills it is not accepted, and counts as a crash. */
void judge(const struct model *m, struct judgement *v);

/* How often libz3 has crashed in judge. */
size_t judge_crashes(void);

#endif
