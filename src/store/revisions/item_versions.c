#include "store/revisions/item_versions.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "store/db/sql.h"

static bool
bury(struct item_versions *k, const struct item *item, int64_t revision,
	struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, k->store,
		    "UPDATE item SET died = ? WHERE row = ? AND session = ?"
		    " AND died IS NULL",
		    e))
		return false;
	query_int(&q, revision);
	query_int(&q, item->row);
	query_int(&q, k->session);
	if (!query_run(&q, e))
		return false;
	/* The base was not what the revision is. */
	return sqlite3_changes(k->store->db) == 1 ||
	       store_fail(k->store, SQLITE_INTERNAL, e);
}

static bool
bear(struct item_versions *k, const struct item *item, int64_t revision,
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
	query_int(&q, item->place);
	query_text(&q, item->content);
	query_text(&q, item->name);
	query_text(&q, item->note);
	query_int(&q, revision);
	if (!query_run(&q, e))
		return false;
	k->rows[k->row_count++] = sqlite3_last_insert_rowid(k->store->db);
	return true;
}

/* First the dead: a name may go from one item to another. */
bool
item_versions_close(struct item_versions *k, const struct model *base,
	const struct model *candidate, struct err *e)
{
	int64_t revision = (int64_t)base->revision + 1;

	diff_find(&k->diff, base, candidate);
	k->rows = mem_grow(NULL, k->diff.added.count, sizeof(k->rows[0]));
	for (size_t i = 0; i < k->diff.removed.count; i++) {
		if (!bury(k, k->diff.removed.at[i].item, revision, e))
			return false;
	}
	for (size_t i = 0; i < k->diff.added.count; i++) {
		if (!bear(k, k->diff.added.at[i].item, revision, e))
			return false;
	}
	return true;
}

void
item_versions_mark(const struct item_versions *k)
{
	for (size_t i = 0; i < k->row_count; i++) {
		struct item *item = k->diff.added.at[i].item;

		item->row = k->rows[i];
		if (item->id == 0)
			item->id = item->row;
	}
}

void
item_versions_drop(struct item_versions *k)
{
	diff_drop(&k->diff);
	free(k->rows);
	*k = (struct item_versions){0};
}
