#ifndef STORE_REVISIONS_MODEL_CACHE_H
#define STORE_REVISIONS_MODEL_CACHE_H

/*
 * The models of the sessions that were edited last, each at the last revision
 * that is known here, with its index: what makes an edit of a large model cost
 * as little as one of a small model. Nothing here is true by itself: a model
 * is brought up to the revision that the database has before it is given out,
 * by the rows that differ, and revisions_commit looks once more.
 */

#include <stdint.h>

#include "base/alloc.h"
#include "base/err.h"
#include "model/deps/index.h"
#include "model/items/diff.h"
#include "model/items/model.h"

struct store;

enum {
	/* An edit that finds its session here saves the reading of it; chats
	 * that edit at the same time are few. */
	MODEL_CACHE_SESSIONS = 8,
	/* Of all together; but the last one stays, however large. */
	MODEL_CACHE_BYTES = 40 << 20,
};

/* A model with its index; who has taken it may read both, and edit a copy. */
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
 * model_cache_put. `revision` is what the database has just said: one that is
 * here at this revision is not compared again. NULL with ERR_NOT_FOUND when the
 * session is gone.
 */
struct cached_model *model_cache_take(struct model_cache *c, struct store *s,
	int64_t session, uint64_t revision, struct err *e);

/* An empty model, of a session that the first commit makes. */
struct cached_model *cached_model_new(const struct store *s);

/* After a commit: `now` is the model, which differs by `d`. */
void cached_model_advance(struct cached_model *one, const struct diff *d,
	const struct model *now);

/* Takes it back. NULL is fine. */
void model_cache_put(
	struct model_cache *c, const struct store *s, struct cached_model *one);

/* A copy of the model at the last revision, for who only reads; the caller's.
 * Otherwise like model_cache_take. */
struct model *model_cache_read(struct model_cache *c, struct store *s,
	int64_t session, uint64_t revision, struct err *e);

/* Of a session that is deleted. */
void model_cache_forget(struct model_cache *c, int64_t session);

#endif
