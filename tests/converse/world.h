#ifndef TESTS_CONVERSE_WORLD_H
#define TESTS_CONVERSE_WORLD_H

/*
 * What the servers must have in their database: sessions, and of each every
 * revision as a list of its own. Edits are made by copying lists.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "converse/items.h"

enum {
	SESSIONS_MAX = 10,
	REVISIONS_MAX = 150,
	SERVERS = 2,
	NAME_BYTES = 65,
	PIECES_MAX = 4000,
};

/* The last solution that a solve has found. */
struct found {
	bool is_there;
	bool what_if;
	size_t revision;
	unsigned values;
	unsigned constants; /* that it has values of */
};

struct json_object;

struct session {
	char name[NAME_BYTES];
	const char *description;
	struct list revisions[REVISIONS_MAX];
	size_t last; /* revision */
	uint64_t change;
	struct found found;
	unsigned seed;	    /* option random_seed; 0: not set */
	const char *status; /* of the last solve; "": none */
	size_t status_revision;
};

struct world {
	struct session *sessions[SESSIONS_MAX];
	size_t count;
	uint64_t changes;
	/* Names of the sessions that each server was used with. */
	struct json_object *used[SERVERS];
	/* Whatever a list may point at. */
	struct piece *pieces[PIECES_MAX];
	size_t piece_count;
};

struct world *world_new(void);
void world_free(struct world *w);

/* The world takes it. */
const struct piece *world_keep(struct world *w, struct piece *p);
bool world_is_full(const struct world *w);

struct session *world_find(const struct world *w, const char *name);
struct session *world_add(struct world *w, const char *name);
void world_remove(struct world *w, struct session *s);
/* The server was used with the session; the session is gone. */
void world_use(struct world *w, size_t server, const char *name);
void world_forget(struct world *w, size_t server, const char *name);
/* It is the newest now. */
void world_touch(struct world *w, struct session *s);

const struct list *session_list(const struct session *s);
void session_commit(
	struct world *w, struct session *s, const struct list *next);

#endif
