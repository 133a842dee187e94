#ifndef STORE_NAMES_H
#define STORE_NAMES_H

/*
 * Sessions by name: for lists that a client pages through, and for completing
 * what it has typed. A database that is not there yet has none, and is not
 * made by asking.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/limits.h"

struct store;

struct names_entry {
	int64_t id;
	char name[LIMIT_NAME + 1];
	char *description;  /* or NULL */
	int64_t changed_ms; /* clock_wall_ms */
};

struct names_list {
	struct names_entry *entries;
	size_t count;
	size_t capacity;
	size_t total; /* of names_complete: all that begin so */
	bool has_more;
};

void names_list_drop(struct names_list *list); /* for DROP(names_list) */

/* Last made first: at most `limit` of those made before the one of that id (0:
 * of all). The order never changes, whatever is edited meanwhile. */
bool names_page(struct store *s, int64_t before, size_t limit,
	struct names_list *list, struct err *e);

/* Those that begin so (letter case is free), last changed first. */
bool names_complete(struct store *s, const char *begin, size_t limit,
	struct names_list *list, struct err *e);

#endif
