#ifndef STORE_REVISIONS_REVISION_CHECK_H
#define STORE_REVISIONS_REVISION_CHECK_H

/*
 * That a session is where an edit believes it to be; for files of this folder,
 * inside of a transaction.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct store;

/* ERR_CONFLICT, with what changed since, when its last revision is another;
 * ERR_NOT_FOUND when the session is gone. */
bool revision_check_revision(
	struct store *s, int64_t session, uint64_t expected, struct err *e);

#endif
