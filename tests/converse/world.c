#include "converse/world.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "json/json.h"

struct world *
world_new(void)
{
	return mem_new(sizeof(struct world));
}

void
world_free(struct world *w)
{
	for (size_t i = 0; i < w->count; i++)
		free(w->sessions[i]);
	for (size_t i = 0; i < w->piece_count; i++)
		piece_free(w->pieces[i]);
	for (size_t i = 0; i < SERVERS; i++)
		json_free(w->used[i]);
	free(w);
}

const struct piece *
world_keep(struct world *w, struct piece *p)
{
	assert(w->piece_count < PIECES_MAX);
	w->pieces[w->piece_count++] = p;
	return p;
}

void
world_forget(struct world *w, size_t server, const char *name)
{
	struct json_object *names = json_new_array();
	const struct json_object *used = w->used[server];

	for (size_t i = 0; used != NULL && i < json_count(used); i++) {
		const char *one = json_string(json_at(used, i));

		if (strcmp(one, name) != 0)
			json_add(names, json_new_string(one));
	}
	json_free(w->used[server]);
	w->used[server] = names;
}

void
world_use(struct world *w, size_t server, const char *name)
{
	world_forget(w, server, name);
	json_add(w->used[server], json_new_string(name));
}

bool
world_is_full(const struct world *w)
{
	return w->count == SESSIONS_MAX || w->piece_count + 100 > PIECES_MAX;
}

struct session *
world_find(const struct world *w, const char *name)
{
	for (size_t i = 0; i < w->count; i++) {
		if (strcmp(w->sessions[i]->name, name) == 0)
			return w->sessions[i];
	}
	return NULL;
}

struct session *
world_add(struct world *w, const char *name)
{
	struct session *s = mem_new(sizeof(*s));

	assert(w->count < SESSIONS_MAX);
	(void)snprintf(s->name, sizeof(s->name), "%s", name);
	s->description = "";
	s->status = "";
	w->sessions[w->count++] = s;
	world_touch(w, s);
	return s;
}

void
world_remove(struct world *w, struct session *s)
{
	size_t i = 0;

	while (w->sessions[i] != s)
		i++;
	w->sessions[i] = w->sessions[--w->count];
	free(s);
}

void
world_touch(struct world *w, struct session *s)
{
	s->change = ++w->changes;
}

const struct list *
session_list(const struct session *s)
{
	return &s->revisions[s->last];
}

void
session_commit(struct world *w, struct session *s, const struct list *next)
{
	assert(s->last + 1 < REVISIONS_MAX);
	s->revisions[++s->last] = *next;
	world_touch(w, s);
}
