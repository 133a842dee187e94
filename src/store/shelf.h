#ifndef STORE_SHELF_H
#define STORE_SHELF_H

/*
 * The models of the sessions that were edited last, each at the last revision
 * that is known here, with its index: what makes an edit of a large model cost
 * as little as one of a small model. Nothing here is true by itself: a model
 * is brought up to the revision that the database has before it is given out,
 * by the rows that differ, and revisions_commit looks once more.
 */

#include <stdint.h>

#include "base/err.h"
#include "model/diff.h"
#include "model/index.h"
#include "model/model.h"

struct store;

enum {
	/* An edit that finds its session here saves the reading of it; chats
	 * that edit at the same time are few. */
	SHELF_SESSIONS = 8,
	/* Of all together; but the last one stays, however large. */
	SHELF_BYTES = 40 << 20,
};

/* A model with its index; who has taken it may read both, and edit a copy. */
struct shelved {
	struct shelved *next;
	int64_t session; /* 0: not made yet, see shelved_new */
	/* Of which file at the path it is, see struct store; another one may
	 * have sessions of the same numbers. */
	unsigned replaced;
	struct model *model;
	struct index *index;
};

/*
 * The session's, taken from the shelf or read; to be given back by shelf_put.
 * `revision` is what the database has just said: one that is here at this
 * revision is not compared again. NULL with ERR_NOT_FOUND when the session is
 * gone.
 */
struct shelved *shelf_take(
	struct store *s, int64_t session, uint64_t revision, struct err *e);

/* An empty model, of a session that the first commit makes. */
struct shelved *shelved_new(const struct store *s);

/* After a commit: `now` is the model, which differs by `d`. */
void shelved_advance(
	struct shelved *one, const struct diff *d, const struct model *now);

/* Takes it back. NULL is fine. */
void shelf_put(struct store *s, struct shelved *one);

/* A copy of the model at the last revision, for who only reads; the caller's.
 * Otherwise like shelf_take. */
struct model *shelf_read(
	struct store *s, int64_t session, uint64_t revision, struct err *e);

/* Of a session that is deleted. */
void shelf_forget(struct store *s, int64_t session);

/*
 * For a process that ends: lets go of all without freeing it. A large session
 * is a quarter of a million pieces, which would take longer than all the rest
 * of the end; the kernel takes them at once. NULL is fine.
 */
void shelf_abandon(struct store *s);

/* For store_free. */
void shelf_release(struct store *s);

#endif
