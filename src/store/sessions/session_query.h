#ifndef STORE_SESSIONS_SESSION_QUERY_H
#define STORE_SESSIONS_SESSION_QUERY_H

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

struct session_query_entry {
	int64_t id;
	char name[LIMIT_NAME + 1];
	char *description;  /* or NULL */
	int64_t changed_ms; /* clock_wall_ms */
};

struct session_query_list {
	struct session_query_entry *entries;
	size_t count;
	size_t capacity;
	size_t total; /* of session_query_complete: all that begin so */
	bool has_more;
};

void session_query_list_drop(
	struct session_query_list *list); /* for DROP(session_query_list) */

/* Last made first: at most `limit` of those made before the one of that id (0:
 * of all). The order never changes, whatever is edited meanwhile. */
bool session_query_page(struct store *s, int64_t before, size_t limit,
	struct session_query_list *list, struct err *e);

/* Those that begin so (letter case is free), last changed first. */
bool session_query_complete(struct store *s, const char *begin, size_t limit,
	struct session_query_list *list, struct err *e);

#endif
