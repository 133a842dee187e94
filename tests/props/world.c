#include "props/world.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "store/db/db.h"
#include "store/revisions/revisions.h"
#include "store/sessions/sessions.h"

static void __attribute__((noreturn)) give_up(const struct err *e)
{
	printf("Bail out! %s\n", e->text);
	exit(2);
}

static bool
is_stored(const struct world *w)
{
	return w->stores[0] != NULL;
}

/* A file of the folder; the caller's. */
static char *
path_of(const struct world *w, const char *end)
{
	return text_format("%s/s.db%s", w->folder, end);
}

static void
open_stores(struct world *w)
{
	const struct session_start start = {.name = "s"};
	const char *base = getenv("TMPDIR");
	DROP(text) char *path = NULL;
	struct session_info info;
	struct err e;

	(void)snprintf(w->folder, sizeof(w->folder), "%s/satchel-props.XXXXXX",
		base != NULL ? base : "/tmp");
	if (mkdtemp(w->folder) == NULL)
		exit(2);
	path = path_of(w, "");
	for (size_t i = 0; i < 2; i++)
		w->stores[i] = store_new(path);
	if (!sessions_create(w->stores[0], &start, &info, &e))
		give_up(&e);
	w->session = info.id;
}

void
world_init(struct world *w, bool stored)
{
	*w = (struct world){0};
	if (stored) {
		open_stores(w);
		return;
	}
	w->model = model_new();
	w->index = index_new();
}

void
world_release(struct world *w)
{
	static const char *const ends[] = {"", "-wal", "-shm"};

	if (!is_stored(w)) {
		model_free(w->model);
		index_free(w->index);
		return;
	}
	for (size_t i = 0; i < 2; i++) {
		model_cache_release(&w->caches[i]);
		store_free(w->stores[i]);
	}
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		DROP(text) char *path = path_of(w, ends[i]);

		(void)unlink(path); /* not all are always there */
	}
	(void)rmdir(w->folder);
}

/* One server makes two edits, the other the third: each catches up. */
static size_t
server_of(const struct world *w)
{
	return w->steps % 3 == 2;
}

static struct store *
store_of(const struct world *w)
{
	return w->stores[server_of(w)];
}

static uint64_t
revision_of(const struct world *w, const struct step *s)
{
	return s->changes[0].to % (w->model->revision + 1);
}

void
world_begin(struct world *w)
{
	struct session_info info;
	struct err e;

	if (!is_stored(w))
		return;
	if (!sessions_find(store_of(w), "s", &info, &e))
		give_up(&e);
	w->shelved = model_cache_check_out(&w->caches[server_of(w)],
		store_of(w), w->session, info.revision, &e);
	if (w->shelved == NULL)
		give_up(&e);
	w->model = w->shelved->model;
	w->index = w->shelved->index;
}

struct model *
world_make(struct world *w, const struct step *s)
{
	struct model *candidate;
	struct err e;

	if (!is_stored(w) || !s->restores)
		return step_apply(s, w->model);
	candidate = model_draft(w->model);
	if (!revisions_move(
		    store_of(w), w->session, candidate, revision_of(w, s), &e))
		give_up(&e);
	diff_share_items(w->model, candidate);
	return candidate;
}

void
world_leave(struct world *w)
{
	if (!is_stored(w))
		return;
	model_cache_check_in(&w->caches[server_of(w)], store_of(w), w->shelved);
	w->steps++;
}

void
world_keep(struct world *w, const struct diff *d, struct model *candidate)
{
	const struct revision_reason reason = {"edit_model", "a random edit"};
	DROP(model) struct model *owned = candidate;
	struct err e;

	if (!is_stored(w)) {
		index_overlay_commit(w->index, d);
		diff_commit(d, w->model, owned);
		w->model = TAKE(owned);
		return;
	}
	if (!revisions_commit(
		    store_of(w), w->session, w->model, owned, &reason, &e))
		give_up(&e);
	cached_model_advance(w->shelved, d, TAKE(owned));
	world_leave(w);
}

void
world_write(const struct world *w, const struct step *s, struct buf *out)
{
	if (is_stored(w) && s->restores)
		buf_add_format(out,
			"> restore_model {\"session\": \"s\","
			" \"revision\": %" PRIu64 "}\n",
			revision_of(w, s));
	else
		step_write(s, w->model->count, out);
}
