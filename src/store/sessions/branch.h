#ifndef STORE_SESSIONS_BRANCH_H
#define STORE_SESSIONS_BRANCH_H

/*
 * A session that begins as another one was. For sessions.c, inside of its
 * transaction.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct session_info;
struct store;

/* Makes revision 1 of the empty session `id` from a revision, which there is,
 * of the other one. Item ids stay the same, and the settings. */
bool branch_copy(struct store *s, const struct session_info *origin,
	uint64_t revision, int64_t id, struct err *e);

#endif
