#include "store/revisions/revision_delta.h"

#include "base/alloc.h"
#include "model/items/diff.h"
#include "store/db/sql.h"
#include "store/revisions/item_rows.h"
#include "store/revisions/revisions.h"

/*
 * The items that live at revision ?2 and not at ?3. They were born or have
 * died in between; each half is a range of an index.
 */
static const char born_since[] =
	ROWS_ITEMS " WHERE session = ?1 AND born > ?3 AND born <= ?2"
		   " AND (died IS NULL OR died > ?2)";
static const char dead_since[] = ROWS_ITEMS
	" WHERE session = ?1 AND died > ?2 AND died <= ?3 AND born <= ?2";

struct turn {
	struct store *store;
	int64_t session;
	struct items came;
	struct items went;
};

static void
release(struct items *list)
{
	for (size_t i = 0; i < list->count; i++)
		item_free(list->at[i].item);
	items_release(list);
}

static void
turn_drop(struct turn *t)
{
	release(&t->came);
	release(&t->went);
}

/* What lives at `one` and not at `other`. */
static bool
read_items(struct turn *t, uint64_t one, uint64_t other, struct items *list,
	struct err *e)
{
	DROP(query) struct query q = {0};
	bool found;

	if (!query_open(&q, t->store, one > other ? born_since : dead_since, e))
		return false;
	query_int(&q, t->session);
	query_int(&q, (int64_t)one);
	query_int(&q, (int64_t)other);
	while (query_next(&q, ROWS_ITEM_KINDS, &found, e)) {
		if (!found)
			return true;
		items_add(list, item_rows_item(&q), 0);
	}
	return false;
}

/* Whether the model holds what went: else it is not what it says. */
static bool
fits(const struct turn *t, const struct model *m)
{
	for (size_t i = 0; i < t->went.count; i++) {
		const struct item *item = t->went.at[i].item;
		size_t index = model_rank(m, item->place);

		if (index == m->count || model_at(m, index)->row != item->row)
			return false;
	}
	return true;
}

/* False: two items have one place, in a file that is damaged. */
static bool
apply(const struct turn *t, struct model *m)
{
	for (size_t i = 0; i < t->went.count; i++)
		model_remove(m, model_rank(m, t->went.at[i].item->place));
	for (size_t i = 0; i < t->came.count; i++) {
		struct item *item = t->came.at[i].item;
		size_t index = model_rank(m, item->place);

		if (index < m->count &&
			model_at(m, index)->place == item->place)
			return false;
		model_put(m, item_hold(item));
	}
	return true;
}

bool
revision_delta_model(struct store *s, int64_t session, struct model *m,
	uint64_t revision, struct err *e)
{
	DROP(transaction) struct transaction transaction = {0};
	DROP(turn) struct turn t = {.store = s, .session = session};

	if (!transaction_read(&transaction, s, e) ||
		!item_rows_revision(s, session, &revision, e) ||
		!read_items(&t, m->revision, revision, &t.went, e) ||
		!read_items(&t, revision, m->revision, &t.came, e))
		return false;
	if (!fits(&t, m))
		return store_fail(s, SQLITE_INTERNAL, e);
	if (!apply(&t, m))
		return store_fail(s, SQLITE_CORRUPT, e);
	m->revision = revision;
	return true;
}
