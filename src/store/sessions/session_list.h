#ifndef STORE_SESSIONS_SESSION_LIST_H
#define STORE_SESSIONS_SESSION_LIST_H

/*
 * The sessions, page by page.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "store/sessions/sessions.h"

struct session_list {
	struct session_info *sessions;
	size_t count;
	size_t total; /* that match, on all pages */
	bool has_next;
	int64_t next; /* the cursor of the next page */
};

/*
 * Newest change first. `match` (or NULL) is looked for in names and
 * descriptions, letter case is free. `cursor` is 0 for the first page, then
 * `next` of the page before. Fills `list`, which the caller drops.
 */
bool session_list_read(struct store *s, const char *match, size_t limit,
	int64_t cursor, struct session_list *list, struct err *e);
void session_list_drop(struct session_list *list);

#endif
