#include "store/revisions/changes.h"

#include <stdlib.h>

#include "store/db/transaction.h"

/* The places of the items of one revision, rising. */
struct places {
	int64_t *at;
	size_t count;
	size_t capacity;
};

static void
places_release(struct places *p)
{
	free(p->at);
}

DROP_BY(places, places_release)

static void
add_place(struct places *p, int64_t place)
{
	*ARRAY_ADD(p->at, p->count, p->capacity) = place;
}

static bool
read_places(struct store *s, int64_t session, uint64_t revision,
	struct places *p, struct err *e)
{
	DROP(query) struct query q = {0};

	query_start(&q, s, e,
		"SELECT ord FROM item WHERE session = ?1 AND valid_from <= ?2"
		" AND (valid_to IS NULL OR valid_to > ?2) ORDER BY ord",
		"ii", session, revision);
	while (query_next(&q, "i"))
		add_place(p, query_get_int(&q, 0));
	return query_ok(&q);
}

/* The changes, with places instead of numbers in `places`. */
static bool
read_changes(struct store *s, int64_t session, const uint64_t span[2],
	struct change_list *list, struct places *places, struct err *e)
{
	DROP(query) struct query q = {0};

	query_start(&q, s, e,
		"SELECT valid_to AS at, 0 AS is_added, ord, row FROM item"
		" WHERE session = ?1 AND valid_to >= ?2 AND valid_to < ?3"
		" UNION ALL SELECT valid_from, 1, ord, row FROM item"
		" WHERE session = ?1 AND valid_from >= ?2 AND valid_from < ?3"
		" ORDER BY at, ord, is_added",
		"iii", session, span[0], span[1]);
	while (query_next(&q, "nnin")) {
		*ARRAY_ADD(list->changes, list->count, list->capacity) =
			(struct change){
				.revision = (uint64_t)query_get_int(&q, 0),
				.is_added = query_get_int(&q, 1) != 0,
				.row = query_get_int(&q, 3),
			};
		add_place(places, query_get_int(&q, 2));
	}
	return query_ok(&q);
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
	DROP(change_list) struct change_list found = {0};
	const uint64_t span[2] = {from, end};

	if (!transaction_read(&t, s, e) ||
		!read_places(s, session, from - 1, &now, e) ||
		!read_changes(s, session, span, &found, &places, e))
		return false;
	number_all(&now, &found, &places);
	*list = found;
	found = (struct change_list){0};
	return true;
}

void
change_list_release(struct change_list *list)
{
	free(list->changes);
	*list = (struct change_list){0};
}

struct item *
changes_item(struct store *s, int64_t session, int64_t row, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};
	DROP(text) char *name = NULL;
	DROP(text) char *note = NULL;

	if (!transaction_read(&t, s, e))
		return NULL;
	query_start(&q, s, e,
		"SELECT content, name, note FROM item"
		" WHERE row = ? AND session = ?",
		"ii", row, session);
	if (!query_next(&q, "tTT")) {
		if (query_ok(&q))
			(void)err_set(e, ERR_NOT_FOUND,
				"the session has been deleted; list_sessions "
				"shows what there is");
		return NULL;
	}
	name = query_copy_text(&q, 1);
	note = query_copy_text(&q, 2);
	return item_new(query_get_text(&q, 0), name, note);
}
