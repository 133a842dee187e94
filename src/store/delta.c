#include "store/delta.h"

#include "base/alloc.h"
#include "store/sql.h"

static void
release_items(struct items *list)
{
	for (size_t i = 0; i < list->count; i++)
		item_free(list->at[i]);
	items_release(list);
}

void
delta_release(struct delta *d)
{
	release_items(&d->gone);
	release_items(&d->come);
}

void
delta_drop(struct delta *d)
{
	delta_release(d);
}

static struct item *
read_item(struct query *q)
{
	DROP(text) char *name = query_copy_text(q, 4);
	DROP(text) char *note = query_copy_text(q, 5);
	struct item *item = item_new(query_get_text(q, 3), name, note);

	item->row = query_get_int(q, 0);
	item->id = query_get_int(q, 1);
	item->place = query_get_int(q, 2);
	return item;
}

static bool
read_items(struct query *q, struct items *list, struct err *e)
{
	bool found;

	while (query_next(q, &found, e)) {
		if (!found)
			return true;
		items_add(list, read_item(q));
	}
	return false;
}

/* Of the earlier revision ?2, which ended up to the later one ?3. */
static bool
read_ended(struct store *s, int64_t session, uint64_t early, uint64_t late,
	struct items *list, struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, s,
		    "SELECT row, ifnull(item, row), ord, content, name, note"
		    " FROM item WHERE session = ? AND died > ?2 AND died <= ?3"
		    " AND born <= ?2 ORDER BY ord",
		    e))
		return false;
	query_int(&q, session);
	query_int(&q, (int64_t)early);
	query_int(&q, (int64_t)late);
	return read_items(&q, list, e);
}

static bool
read_begun(struct store *s, int64_t session, uint64_t early, uint64_t late,
	struct items *list, struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, s,
		    "SELECT row, ifnull(item, row), ord, content, name, note"
		    " FROM item WHERE session = ? AND born > ?2 AND born <= ?3"
		    " AND (died IS NULL OR died > ?3) ORDER BY ord",
		    e))
		return false;
	query_int(&q, session);
	query_int(&q, (int64_t)early);
	query_int(&q, (int64_t)late);
	return read_items(&q, list, e);
}

bool
delta_load(struct store *s, int64_t session, uint64_t from, uint64_t to,
	struct delta *d, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	bool is_forward = from <= to;
	uint64_t early = is_forward ? from : to;
	uint64_t late = is_forward ? to : from;

	*d = (struct delta){0};
	if (transaction_read(&t, s, e) &&
		read_ended(s, session, early, late,
			is_forward ? &d->gone : &d->come, e) &&
		read_begun(s, session, early, late,
			is_forward ? &d->come : &d->gone, e))
		return true;
	delta_release(d);
	return false;
}

static bool
apply(const struct delta *d, struct model *m, bool as_new)
{
	for (size_t i = 0; i < d->gone.count; i++) {
		const struct item *item = d->gone.at[i];
		size_t index = model_rank(m, item->place);

		if (index == m->count || model_at(m, index)->row != item->row)
			return false;
		model_remove(m, index);
	}
	for (size_t i = 0; i < d->come.count; i++) {
		struct item *item = d->come.at[i];
		size_t index = model_rank(m, item->place);

		if (index < m->count &&
			model_at(m, index)->place == item->place)
			return false;
		model_put(m, as_new ? item_again(item) : item_hold(item));
	}
	return true;
}

bool
delta_apply(const struct delta *d, struct model *m)
{
	return apply(d, m, false);
}

bool
delta_repeat(const struct delta *d, struct model *m)
{
	return apply(d, m, true);
}
