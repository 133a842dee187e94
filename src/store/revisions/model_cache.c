#include "store/revisions/model_cache.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "model/deps/index.h"
#include "store/db/sql.h"
#include "store/revisions/revision_delta.h"
#include "store/revisions/revisions.h"

struct cached_model *
cached_model_new(const struct store *s)
{
	struct cached_model *one = mem_new(sizeof(*one));

	one->replaced = s->replaced;
	one->model = model_new();
	one->index = index_new();
	return one;
}

static void
shelved_free(struct cached_model *one)
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

/* --- the list: the one that was put back last is the first --------------- */

static struct cached_model *
take(struct store *s, int64_t session)
{
	struct cached_model **at = &s->shelf;
	struct cached_model *one;

	while (*at != NULL && (*at)->session != session)
		at = &(*at)->next;
	one = *at;
	if (one != NULL)
		*at = one->next;
	return one;
}

void
model_cache_forget(struct store *s, int64_t session)
{
	struct cached_model *one = take(s, session);

	if (one != NULL)
		shelved_free(one);
}

static void
cut(struct store *s)
{
	struct cached_model **at = &s->shelf;
	size_t count = 0;
	size_t bytes = 0;

	while (*at != NULL) {
		struct cached_model *one = *at;

		bytes += one->index->bytes;
		if (count > 0 && (bytes > MODEL_CACHE_BYTES ||
					 count >= MODEL_CACHE_SESSIONS)) {
			*at = one->next;
			shelved_free(one);
			continue;
		}
		count++;
		at = &one->next;
	}
}

void
model_cache_put(struct store *s, struct cached_model *one)
{
	if (one == NULL)
		return;
	if (one->session == 0 || one->replaced != s->replaced) {
		shelved_free(one);
		return;
	}
	/* Another one, of somebody who came while this one was taken. */
	model_cache_forget(s, one->session);
	one->next = s->shelf;
	s->shelf = one;
	cut(s);
}

void
model_cache_release(struct store *s)
{
	while (s->shelf != NULL)
		model_cache_forget(s, s->shelf->session);
}

void
model_cache_abandon(struct store *s)
{
	/* Still to be reached, so that no leak detector calls it a leak. */
	/* cppcheck-suppress unassignedVariable ; by way of `end` */
	static struct cached_model *abandoned;
	struct cached_model **end = &abandoned;

	if (s == NULL)
		return;
	while (*end != NULL)
		end = &(*end)->next;
	*end = s->shelf;
	s->shelf = NULL;
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
	one->replaced = s->replaced;
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

	if (!revision_delta_model(s, one->session, now, REVISION_LAST, e))
		return false;
	diff_find(&d, one->model, now);
	cached_model_advance(one, &d, now);
	return true;
}

struct cached_model *
model_cache_take(
	struct store *s, int64_t session, uint64_t revision, struct err *e)
{
	struct cached_model *one = take(s, session);

	if (one == NULL)
		return load(s, session, e);
	if (one->model->revision == revision || catch_up(s, one, e))
		return one;
	shelved_free(one);
	return e->code == ERR_NOT_FOUND ? NULL : load(s, session, e);
}

struct model *
model_cache_read(
	struct store *s, int64_t session, uint64_t revision, struct err *e)
{
	struct cached_model *one = take(s, session);
	struct model *copy;

	if (one == NULL)
		return revisions_load(s, session, REVISION_LAST, e);
	model_cache_put(s, one);
	one = model_cache_take(s, session, revision, e);
	if (one == NULL)
		return NULL;
	copy = model_copy(one->model);
	model_cache_put(s, one);
	return copy;
}
