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
#include "model/deps/index.h"
#include "model/items/diff.h"
#include "model/items/model.h"

struct json_object;
struct session_info;
struct store;

/* For "the last revision, whichever that is". */
#define REVISION_LAST UINT64_MAX

/* The model, the caller's; NULL with ERR_NOT_FOUND when the session is gone or
 * has no such revision. */
struct model *revisions_load(
	struct store *s, int64_t session, uint64_t revision, struct err *e);

/* Makes `m`, the model at one revision, that of another, by the rows in which
 * they differ: items that are in both stay the same objects. ERR_NOT_FOUND as
 * above; after a failure `m` is good for nothing. */
bool revisions_move(struct store *s, int64_t session, struct model *m,
	uint64_t revision, struct err *e);

/* Why a revision was made; goes into the history. */
struct revision_reason {
	const char *tool;    /* add_item */
	const char *summary; /* one line per edit: edit_describe */
	/* What changes beside the model, see session_metadata_save; or NULL. */
	const struct json_object *metadata;
};

/*
 * Keeps `candidate` as the revision after base->revision, in one transaction.
 * `base` is the model it was made from, as revisions_load gave it (or as an
 * earlier commit left it). ERR_CONFLICT, with what changed since, when the
 * session is no longer at that revision. On success candidate->revision is
 * the new one and its items are marked as kept; on failure nothing changed, but
 * the rows of its items mean nothing. Writes only rows of items that differ.
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

/* At most `limit` revisions from number `from` on, oldest first; revision 0
 * is not among them. An array, the caller's, of {revision, at (RFC 3339), tool,
 * summary}; NULL after a failure. */
struct json_object *revisions_list(struct store *s, int64_t session,
	uint64_t from, size_t limit, struct err *e);

/*
 * The models of the sessions that were edited last, each at the last revision
 * that is known here, with its index: what makes an edit of a large model cost
 * as little as one of a small model. Nothing here is true by itself: one of
 * another revision than the database has is read anew, and revisions_commit
 * looks once more.
 */

enum {
	/* An edit that finds its session here saves the reading of it; chats
	 * that edit at the same time are few. */
	MODEL_CACHE_SESSIONS = 8,
	/* Of all together; but the last one stays, however large. */
	MODEL_CACHE_BYTES = 40 << 20,
};

/* A model with its index; whoever checked it out may read both, and edit a
 * copy. */
struct cached_model {
	struct cached_model *next;
	int64_t session; /* 0: not made yet, see cached_model_new */
	/* Of which file at the path it is, see struct store; another one may
	 * have sessions of the same numbers. */
	unsigned generation;
	struct model *model;
	struct index *index;
};

/* The one that was put back last is the first. All zero is an empty one. */
struct model_cache {
	struct cached_model *first;
};

void model_cache_release(struct model_cache *c);
DROP_BY(model_cache, model_cache_release)

/*
 * The session's, taken from the cache or read; to be given back by
 * model_cache_check_in. `revision` is what the database has just said: one that
 * is here at this revision is not compared again. NULL with ERR_NOT_FOUND when
 * the session is gone.
 */
struct cached_model *model_cache_check_out(struct model_cache *c,
	struct store *s, int64_t session, uint64_t revision, struct err *e);

/* An empty model, of a session that the first commit makes. */
struct cached_model *cached_model_new(const struct store *s);

/* After a commit: `now`, a draft of the model, is it. Takes it; it differs by
 * `d`, as its index does already (index_overlay_apply). */
void cached_model_advance(
	struct cached_model *one, const struct diff *d, struct model *now);

/* Takes it back. NULL is fine. */
void model_cache_check_in(
	struct model_cache *c, const struct store *s, struct cached_model *one);

/* A copy of the model at the last revision, for reading only; the caller's.
 * Otherwise like model_cache_check_out. */
struct model *model_cache_read(struct model_cache *c, struct store *s,
	int64_t session, uint64_t revision, struct err *e);

/* Of a session that is deleted. */
void model_cache_forget(struct model_cache *c, int64_t session);

#endif
