#include "store/keep.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "store/sql.h"

/* New items that stand side by side: candidate->items[from..to). */
struct stretch {
	const struct model *candidate;
	size_t from;
	size_t to;
};

struct keys {
	int64_t first;
	int64_t step;
	bool have_room;
};

static bool
bury(struct keep *k, int64_t row, int64_t revision, struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, k->store,
		    "UPDATE item SET died = ? WHERE row = ? AND session = ?"
		    " AND died IS NULL",
		    e))
		return false;
	query_int(&q, revision);
	query_int(&q, row);
	query_int(&q, k->session);
	if (!query_run(&q, e))
		return false;
	/* The base was not what the revision is. */
	return sqlite3_changes(k->store->db) == 1 ||
	       store_fail(k->store, SQLITE_INTERNAL, e);
}

static bool
read_key(struct keep *k, int64_t row, int64_t *key, struct err *e)
{
	DROP(query) struct query q = {0};
	bool found;

	if (!query_open(&q, k->store,
		    "SELECT ord FROM item WHERE row = ? AND session = ?"
		    " AND died IS NULL",
		    e))
		return false;
	query_int(&q, row);
	query_int(&q, k->session);
	if (!query_next(&q, &found, e))
		return false;
	if (!found)
		return store_fail(k->store, SQLITE_INTERNAL, e);
	*key = query_get_int(&q, 0);
	return true;
}

/* Keys between those of the neighbours, which are kept items. */
static bool
find_keys(struct keep *k, const struct stretch *new, struct keys *keys,
	struct err *e)
{
	struct item **items = new->candidate->items;
	bool has_low = new->from > 0;
	bool has_high = new->to < new->candidate->count;
	int64_t low;
	int64_t high;

	if (has_low && !read_key(k, items[new->from - 1]->row, &low, e))
		return false;
	if (has_high && !read_key(k, items[new->to]->row, &high, e))
		return false;
	keys->have_room =
		changes_place(has_low ? &low : NULL, has_high ? &high : NULL,
			new->to - new->from, &keys->first, &keys->step);
	return true;
}

/*
 * Spreads the keys of all versions of the session evenly. The order of any
 * two stays as it is, so every revision stays as it is.
 */
static bool
spread(struct keep *k, struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, k->store,
		    "UPDATE item SET ord = place.number * place.gap FROM"
		    " (SELECT row AS id,"
		    "   dense_rank() OVER (ORDER BY ord) AS number,"
		    "   min(?2, (1 << 62) / (1 + (SELECT count(DISTINCT ord)"
		    "    FROM item WHERE session = ?1))) AS gap"
		    "  FROM item WHERE session = ?1) AS place"
		    " WHERE item.row = place.id",
		    e))
		return false;
	query_int(&q, k->session);
	query_int(&q, CHANGES_GAP);
	return query_run(&q, e);
}

static bool
bear(struct keep *k, const struct item *item, int64_t key, int64_t revision,
	struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, k->store,
		    "INSERT INTO item (session, item, ord, content, name, note,"
		    " born) VALUES (?, nullif(?, 0), ?, ?, ?, ?, ?)",
		    e))
		return false;
	query_int(&q, k->session);
	query_int(&q, item->id);
	query_int(&q, key);
	query_text(&q, item->content);
	query_text(&q, item->name);
	query_text(&q, item->note);
	query_int(&q, revision);
	if (!query_run(&q, e))
		return false;
	k->rows = mem_room(
		k->rows, k->row_count, &k->row_capacity, sizeof(*k->rows));
	k->rows[k->row_count++] = sqlite3_last_insert_rowid(k->store->db);
	return true;
}

static bool
bear_stretch(struct keep *k, const struct stretch *new, int64_t revision,
	struct err *e)
{
	struct keys keys;

	if (!find_keys(k, new, &keys, e))
		return false;
	if (!keys.have_room && (!spread(k, e) || !find_keys(k, new, &keys, e)))
		return false;
	assert(keys.have_room);
	for (size_t i = new->from; i < new->to; i++) {
		if (!bear(k, new->candidate->items[i],
			    keys.first + keys.step * (int64_t)(i - new->from),
			    revision, e))
			return false;
	}
	return true;
}

/* First the dead: a name may go from one item to another. */
bool
keep_items(struct keep *k, const struct model *base,
	const struct model *candidate, struct err *e)
{
	int64_t revision = (int64_t)base->revision + 1;
	struct stretch new = {.candidate = candidate};

	changes_find(&k->changes, base, candidate);
	for (size_t i = 0; i < k->changes.dead_count; i++) {
		if (!bury(k, k->changes.dead[i], revision, e))
			return false;
	}
	while (new.from < candidate->count) {
		if (k->changes.is_kept[new.from]) {
			new.from++;
			continue;
		}
		new.to = new.from;
		while (new.to < candidate->count && !k->changes.is_kept[new.to])
			new.to++;
		if (!bear_stretch(k, &new, revision, e))
			return false;
		new.from = new.to;
	}
	return true;
}

void
keep_mark(const struct keep *k, struct model *candidate)
{
	size_t next = 0;

	for (size_t i = 0; i < candidate->count; i++) {
		struct item *item = candidate->items[i];

		if (k->changes.is_kept[i])
			continue;
		item->row = k->rows[next++];
		if (item->id == 0)
			item->id = item->row;
	}
}

void
keep_drop(struct keep *k)
{
	changes_drop(&k->changes);
	free(k->rows);
	*k = (struct keep){0};
}
