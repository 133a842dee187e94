#ifndef STORE_REVISIONS_REVISIONS_H
#define STORE_REVISIONS_REVISIONS_H

/*
 * The revisions of a session: every kept edit is one. Each can be loaded again
 * for ever, with the very same items. Revision 0 is the empty model.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/err.h"
#include "model/items/model.h"

struct json_object;
struct session_info;
struct session_options;
struct store;

/* For "the last revision, whichever that is". */
#define REVISION_LAST UINT64_MAX

/* The model, the caller's; NULL with ERR_NOT_FOUND when the session is gone or
 * has no such revision. */
struct model *revisions_load(
	struct store *s, int64_t session, uint64_t revision, struct err *e);

/*
 * Makes `m`, the model of the session at revision m->revision, that of another
 * one (REVISION_LAST for the last), by what differs between them: to catch up
 * with other servers, and to bring an old revision back. Items that are in both
 * stay the same objects. ERR_NOT_FOUND when there is no such revision, or no
 * session any more; then nothing has changed. After ERR_STORE it is to be
 * thrown away.
 */
bool revisions_move(struct store *s, int64_t session, struct model *m,
	uint64_t revision, struct err *e);

/* Why a revision was made; goes into the history. */
struct revision_reason {
	const char *tool;    /* add_item */
	const char *summary; /* one line per edit: edit_describe */
	/* The session's from then on; NULL: as they are. */
	const struct session_options *options;
	const struct json_object *expectations; /* likewise */
	const char *memo;			/* likewise */
};

/*
 * Keeps `candidate` as the revision after base->revision, in one transaction.
 * `base` is the model it was made from, as revisions_load gave it (or as an
 * earlier commit left it). ERR_CONFLICT, with what changed since, when the
 * session is no longer at that revision. On success candidate->revision is
 * the new one and its items are marked as kept; on failure nothing changed.
 * Writes only rows of items that differ.
 */
bool revisions_commit(struct store *s, int64_t session,
	const struct model *base, struct model *candidate,
	const struct revision_reason *reason, struct err *e);

/*
 * The same for a session that the edit makes, with that name or, if it is NULL,
 * a fresh one; in one transaction, so that an edit that cannot be kept leaves
 * no session. ERR_CONFLICT when somebody else has made it meanwhile, and edited
 * it. Fills `session`.
 */
bool revisions_begin(struct store *s, const char *name, struct model *candidate,
	const struct revision_reason *reason, struct session_info *session,
	struct err *e);

/* ERR_CONFLICT, with what changed since, when the last revision of the session
 * is not the one that a client expects. */
bool revisions_expect(
	struct store *s, int64_t session, uint64_t expected, struct err *e);

struct revision_info {
	uint64_t number;
	int64_t at_ms;
	char *tool;
	char *summary;
};

struct revision_list {
	struct revision_info *revisions;
	size_t count;
};

/* At most `limit` revisions from number `from` on, oldest first. Revision 0
 * is not among them. Fills `list`; release it. */
bool revisions_list(struct store *s, int64_t session, uint64_t from,
	size_t limit, struct revision_list *list, struct err *e);
void revision_list_release(struct revision_list *list);
DROP_BY(revision_list, revision_list_release)

#endif
