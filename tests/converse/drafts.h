#ifndef TESTS_CONVERSE_DRAFTS_H
#define TESTS_CONVERSE_DRAFTS_H

#include <stdbool.h>

#include "converse/items.h"

struct json_object;
struct play;
struct session;

/* An edit that is being made up. */
struct draft {
	struct play *play;
	struct dice *dice;
	struct session *session; /* NULL: none, or one that is to be made */
	const struct list *base; /* what it is made on */
	bool makes_session;	 /* the first of those that name none */
	struct json_object *arguments;
	struct json_object *pattern;
	struct list next;
	bool is_refused; /* for its arguments; the model is looked at later */
	/* Which item, and where it goes; -1: there is none. */
	int at;
	int to;
};

/* Each chooses arguments and makes the edit on `next`. */
typedef void draft_edit(struct draft *d);
draft_edit draft_add;
draft_edit draft_replace;
draft_edit draft_delete;
draft_edit draft_move;
draft_edit draft_list;
draft_edit draft_restore;

/* The arguments index or name; -1: they name no item. */
int draft_choose(struct draft *d);

#endif
