#ifndef TESTS_CONVERSE_EDITS_H
#define TESTS_CONVERSE_EDITS_H

/* Edits: what is asked for, and what must come of it. */

#include <stdbool.h>

#include "converse/items.h"

struct json_object;
struct play;
struct session;

/*
 * The naive world has taken the edit already, if it is one that is kept. With
 * a session that has no name yet, the reply tells it.
 */
struct planned {
	const char *tool;
	struct json_object *arguments;
	struct json_object *pattern; /* NULL: it must be refused */
	struct session *unnamed;
	/* With check_sat: what is solved, and not if time runs out. */
	bool is_checked;
	struct list checked;
};

/* An edit at random; with `is_named` of a session that is named. */
void edits_plan(struct play *p, bool is_named, struct planned *planned);
/* Sends it and compares what comes back. */
void edits_make(struct play *p, struct planned *planned);

/* One edit; some that are sent before the first is answered; one whose server
 * is killed meanwhile. */
void play_edit(struct play *p);
void play_burst(struct play *p);
void play_killed_edit(struct play *p);

#endif
