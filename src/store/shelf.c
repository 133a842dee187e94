#include "store/shelf.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "model/view.h"
#include "store/revisions.h"
#include "store/sql.h"
#include "store/turn.h"

struct shelved *
shelved_new(const struct store *s)
{
	struct shelved *one = mem_new(sizeof(*one));

	one->replaced = s->replaced;
	one->model = model_new();
	one->index = index_new();
	return one;
}

static void
shelved_free(struct shelved *one)
{
	model_free(one->model);
	index_free(one->index);
	free(one);
}

void
shelved_advance(
	struct shelved *one, const struct diff *d, const struct model *now)
{
	struct model *copy = model_copy(now);

	view_keep(one->index, d);
	model_free(one->model);
	one->model = copy;
}

/* --- the list: the one that was put back last is the first --------------- */

static struct shelved *
take(struct store *s, int64_t session)
{
	struct shelved **at = &s->shelf;
	struct shelved *one;

	while (*at != NULL && (*at)->session != session)
		at = &(*at)->next;
	one = *at;
	if (one != NULL)
		*at = one->next;
	return one;
}

void
shelf_forget(struct store *s, int64_t session)
{
	struct shelved *one = take(s, session);

	if (one != NULL)
		shelved_free(one);
}

static void
cut(struct store *s)
{
	struct shelved **at = &s->shelf;
	size_t count = 0;
	size_t bytes = 0;

	while (*at != NULL) {
		struct shelved *one = *at;

		bytes += one->index->bytes;
		if (count > 0 &&
			(bytes > SHELF_BYTES || count >= SHELF_SESSIONS)) {
			*at = one->next;
			shelved_free(one);
			continue;
		}
		count++;
		at = &one->next;
	}
}

void
shelf_put(struct store *s, struct shelved *one)
{
	if (one == NULL)
		return;
	if (one->session == 0 || one->replaced != s->replaced) {
		shelved_free(one);
		return;
	}
	/* Another one, of somebody who came while this one was taken. */
	shelf_forget(s, one->session);
	one->next = s->shelf;
	s->shelf = one;
	cut(s);
}

void
shelf_release(struct store *s)
{
	while (s->shelf != NULL)
		shelf_forget(s, s->shelf->session);
}

void
shelf_abandon(struct store *s)
{
	/* Still to be reached, so that no leak detector calls it a leak. */
	/* cppcheck-suppress unassignedVariable ; by way of `end` */
	static struct shelved *abandoned;
	struct shelved **end = &abandoned;

	if (s == NULL)
		return;
	while (*end != NULL)
		end = &(*end)->next;
	*end = s->shelf;
	s->shelf = NULL;
}

/* --- up to date ---------------------------------------------------------- */

static struct shelved *
load(struct store *s, int64_t session, struct err *e)
{
	struct model *m = revisions_load(s, session, REVISION_LAST, e);
	struct shelved *one;

	if (m == NULL)
		return NULL;
	one = mem_new(sizeof(*one));
	one->session = session;
	one->replaced = s->replaced;
	one->model = m;
	one->index = view_of(m);
	return one;
}

/* By what other servers have kept since. */
static bool
catch_up(struct store *s, struct shelved *one, struct err *e)
{
	DROP(model) struct model *now = model_copy(one->model);
	DROP(diff) struct diff d = {0};

	if (!turn_model(s, one->session, now, REVISION_LAST, e))
		return false;
	diff_find(&d, one->model, now);
	shelved_advance(one, &d, now);
	return true;
}

struct shelved *
shelf_take(struct store *s, int64_t session, uint64_t revision, struct err *e)
{
	struct shelved *one = take(s, session);

	if (one == NULL)
		return load(s, session, e);
	if (one->model->revision == revision || catch_up(s, one, e))
		return one;
	shelved_free(one);
	return e->code == ERR_NOT_FOUND ? NULL : load(s, session, e);
}

struct model *
shelf_read(struct store *s, int64_t session, uint64_t revision, struct err *e)
{
	struct shelved *one = take(s, session);
	struct model *copy;

	if (one == NULL)
		return revisions_load(s, session, REVISION_LAST, e);
	shelf_put(s, one);
	one = shelf_take(s, session, revision, e);
	if (one == NULL)
		return NULL;
	copy = model_copy(one->model);
	shelf_put(s, one);
	return copy;
}
