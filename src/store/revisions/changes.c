#include "store/revisions/changes.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "store/db/sql.h"

/* The places of the items of one revision, rising. */
struct places {
	int64_t *at;
	size_t count;
	size_t capacity;
};

static void
places_drop(struct places *p)
{
	free(p->at);
}

static void
add_place(struct places *p, int64_t place)
{
	p->at = mem_room(p->at, p->count, &p->capacity, sizeof(*p->at));
	p->at[p->count++] = place;
}

static bool
read_places(struct store *s, int64_t session, uint64_t revision,
	struct places *p, struct err *e)
{
	DROP(query) struct query q = {0};
	bool found;

	if (!query_open(&q, s,
		    "SELECT ord FROM item WHERE session = ?1 AND born <= ?2"
		    " AND (died IS NULL OR died > ?2) ORDER BY ord",
		    e))
		return false;
	query_int(&q, session);
	query_int(&q, (int64_t)revision);
	while (query_next(&q, "i", &found, e)) {
		if (!found)
			return true;
		add_place(p, query_get_int(&q, 0));
	}
	return false;
}

/* The changes, with places instead of numbers in `places`. */
static bool
read_changes(struct store *s, int64_t session, const uint64_t span[2],
	struct change_list *list, struct places *places, struct err *e)
{
	DROP(query) struct query q = {0};
	bool found;

	if (!query_open(&q, s,
		    "SELECT died AS at, 0 AS is_added, ord, row FROM item"
		    " WHERE session = ?1 AND died >= ?2 AND died < ?3"
		    " UNION ALL SELECT born, 1, ord, row FROM item"
		    " WHERE session = ?1 AND born >= ?2 AND born < ?3"
		    " ORDER BY at, ord, is_added",
		    e))
		return false;
	query_int(&q, session);
	query_int(&q, (int64_t)span[0]);
	query_int(&q, (int64_t)span[1]);
	while (query_next(&q, "nnin", &found, e)) {
		if (!found)
			return true;
		list->changes = mem_room(list->changes, list->count,
			&list->capacity, sizeof(*list->changes));
		list->changes[list->count++] = (struct change){
			.revision = (uint64_t)query_get_int(&q, 0),
			.is_added = query_get_int(&q, 1) != 0,
			.row = query_get_int(&q, 3),
		};
		add_place(places, query_get_int(&q, 2));
	}
	return false;
}

/*
 * Goes on by the revision whose changes are those from `first` up to `end`, in
 * one walk over the old places and the changes: each number is how many there
 * were before it.
 */
static void
follow(struct places *now, const struct change_list *list,
	const struct places *places, size_t first, size_t end)
{
	struct places next = {0};
	size_t old = 0;

	for (size_t i = first; i < end; i++) {
		struct change *change = &list->changes[i];

		while (old < now->count && now->at[old] < places->at[i])
			add_place(&next, now->at[old++]);
		change->index = change->is_added ? next.count : old;
		if (change->is_added)
			add_place(&next, places->at[i]);
		else
			old++;
	}
	while (old < now->count)
		add_place(&next, now->at[old++]);
	free(now->at);
	*now = next;
}

static void
number_all(struct places *now, const struct change_list *list,
	const struct places *places)
{
	size_t first = 0;

	for (size_t i = 1; i <= list->count; i++) {
		if (i < list->count && list->changes[i].revision ==
					       list->changes[first].revision)
			continue;
		follow(now, list, places, first, i);
		first = i;
	}
}

bool
changes_list(struct store *s, int64_t session, uint64_t from, uint64_t end,
	struct change_list *list, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(places) struct places now = {0};
	DROP(places) struct places places = {0};
	const uint64_t span[2] = {from, end};
	struct change_list found = {0};

	if (!transaction_read(&t, s, e) ||
		!read_places(s, session, from - 1, &now, e) ||
		!read_changes(s, session, span, &found, &places, e)) {
		change_list_release(&found);
		return false;
	}
	number_all(&now, &found, &places);
	*list = found;
	return true;
}

void
change_list_release(struct change_list *list)
{
	free(list->changes);
	*list = (struct change_list){0};
}

void
change_list_drop(struct change_list *list)
{
	change_list_release(list);
}

struct item *
changes_item(struct store *s, int64_t session, int64_t row, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};
	DROP(text) char *name = NULL;
	DROP(text) char *note = NULL;
	bool found;

	if (!transaction_read(&t, s, e) ||
		!query_open(&q, s,
			"SELECT content, name, note FROM item"
			" WHERE row = ? AND session = ?",
			e))
		return NULL;
	query_int(&q, row);
	query_int(&q, session);
	if (!query_next(&q, "tTT", &found, e))
		return NULL;
	if (!found) {
		(void)err_set(e, ERR_NOT_FOUND,
			"the session has been deleted; list_sessions shows "
			"what there is");
		return NULL;
	}
	name = query_copy_text(&q, 1);
	note = query_copy_text(&q, 2);
	return item_new(query_get_text(&q, 0), name, note);
}
