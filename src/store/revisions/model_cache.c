#include "store/revisions/model_cache.h"

#include <stdbool.h>
#include <stdlib.h>

#include "store/db/sql.h"
#include "store/revisions/revisions.h"

struct cached_model *
cached_model_new(const struct store *s)
{
	struct cached_model *one = mem_new(sizeof(*one));

	one->generation = s->generation;
	one->model = model_new();
	one->index = index_new();
	return one;
}

static void
cached_model_free(struct cached_model *one)
{
	model_free(one->model);
	index_free(one->index);
	free(one);
}

void
cached_model_advance(
	struct cached_model *one, const struct diff *d, const struct model *now)
{
	struct model *copy = model_copy(now);

	index_overlay_keep(one->index, d);
	model_free(one->model);
	one->model = copy;
}

/* --- the list ------------------------------------------------------------- */

/* Models of another file at the path are of no use. */
static struct cached_model *
take(struct model_cache *c, const struct store *s, int64_t session)
{
	struct cached_model **at = &c->first;
	struct cached_model *one;

	while (*at != NULL && (*at)->session != session)
		at = &(*at)->next;
	one = *at;
	if (one == NULL)
		return NULL;
	*at = one->next;
	if (s == NULL || one->generation == s->generation)
		return one;
	cached_model_free(one);
	return NULL;
}

void
model_cache_forget(struct model_cache *c, int64_t session)
{
	struct cached_model *one = take(c, NULL, session);

	if (one != NULL)
		cached_model_free(one);
}

static void
cut(struct model_cache *c)
{
	struct cached_model **at = &c->first;
	size_t count = 0;
	size_t bytes = 0;

	while (*at != NULL) {
		struct cached_model *one = *at;

		bytes += one->index->bytes;
		if (count > 0 && (bytes > MODEL_CACHE_BYTES ||
					 count >= MODEL_CACHE_SESSIONS)) {
			*at = one->next;
			cached_model_free(one);
			continue;
		}
		count++;
		at = &one->next;
	}
}

void
model_cache_put(
	struct model_cache *c, const struct store *s, struct cached_model *one)
{
	if (one == NULL)
		return;
	if (one->session == 0 || one->generation != s->generation) {
		cached_model_free(one);
		return;
	}
	/* Another one, of somebody who came while this one was taken. */
	model_cache_forget(c, one->session);
	one->next = c->first;
	c->first = one;
	cut(c);
}

void
model_cache_release(struct model_cache *c)
{
	while (c->first != NULL)
		model_cache_forget(c, c->first->session);
}

/* --- up to date ---------------------------------------------------------- */

static struct cached_model *
load(struct store *s, int64_t session, struct err *e)
{
	struct model *m = revisions_load(s, session, REVISION_LAST, e);
	struct cached_model *one;

	if (m == NULL)
		return NULL;
	one = mem_new(sizeof(*one));
	one->session = session;
	one->generation = s->generation;
	one->model = m;
	one->index = index_overlay_of(m);
	return one;
}

/* By what other servers have kept since. */
static bool
catch_up(struct store *s, struct cached_model *one, struct err *e)
{
	DROP(model) struct model *now = model_copy(one->model);
	DROP(diff) struct diff d = {0};

	if (!revisions_move(s, one->session, now, REVISION_LAST, e))
		return false;
	diff_find(&d, one->model, now);
	cached_model_advance(one, &d, now);
	return true;
}

struct cached_model *
model_cache_take(struct model_cache *c, struct store *s, int64_t session,
	uint64_t revision, struct err *e)
{
	struct cached_model *one = take(c, s, session);

	if (one == NULL)
		return load(s, session, e);
	if (one->model->revision == revision || catch_up(s, one, e))
		return one;
	cached_model_free(one);
	return e->code == ERR_NOT_FOUND ? NULL : load(s, session, e);
}

struct model *
model_cache_read(struct model_cache *c, struct store *s, int64_t session,
	uint64_t revision, struct err *e)
{
	struct cached_model *one = take(c, s, session);
	struct model *copy;

	if (one == NULL)
		return revisions_load(s, session, REVISION_LAST, e);
	model_cache_put(c, s, one);
	one = model_cache_take(c, s, session, revision, e);
	if (one == NULL)
		return NULL;
	copy = model_copy(one->model);
	model_cache_put(c, s, one);
	return copy;
}
