#include "store/revisions/revisions.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "store/db/sql.h"
#include "store/revisions/item_rows.h"
#include "store/revisions/item_versions.h"
#include "store/revisions/revision_check.h"
#include "store/sessions/session_options.h"
#include "store/sessions/sessions.h"

/* ? is the session, the revision twice. A live row is found by the index. */
#define LAST_ITEMS ROWS_ITEMS " WHERE session = ? AND died IS NULL ORDER BY ord"
#define PAST_ITEMS \
	ROWS_ITEMS " WHERE session = ? AND born <= ?2" \
		   " AND (died IS NULL OR died > ?2) ORDER BY ord"

static bool
read_items(struct store *s, int64_t session, struct model *m, bool is_last,
	struct err *e)
{
	DROP(query) struct query q = {0};
	bool found;

	if (!query_open(&q, s, is_last ? LAST_ITEMS : PAST_ITEMS, e))
		return false;
	query_int(&q, session);
	if (!is_last)
		query_int(&q, (int64_t)m->revision);
	while (query_next(&q, ROWS_ITEM_KINDS, &found, e)) {
		struct item *item;

		if (!found)
			return true;
		item = item_rows_item(&q);
		if (m->count == LIMIT_ITEMS ||
			item->size > LIMIT_MODEL - m->bytes ||
			(m->count > 0 && model_at(m, m->count - 1)->place >=
						 item->place)) {
			item_free(item);
			return store_fail(s, SQLITE_CORRUPT, e);
		}
		model_append(m, item);
	}
	return false;
}

struct model *
revisions_load(
	struct store *s, int64_t session, uint64_t revision, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(model) struct model *m = model_new();
	uint64_t last = 0;

	if (!transaction_read(&t, s, e) ||
		!item_rows_last(s, session, &last, e) ||
		!item_rows_revision(s, session, &revision, e))
		return NULL;
	m->revision = revision;
	if (!read_items(s, session, m, revision == last, e))
		return NULL;
	return TAKE(m);
}

static bool
read_revisions(struct store *s, int64_t session, uint64_t from, size_t limit,
	struct revision_list *list, struct err *e)
{
	DROP(query) struct query q = {0};
	size_t capacity = 0;
	bool found;

	if (!query_open(&q, s,
		    "SELECT number, at_ms, tool, summary FROM revision"
		    " WHERE session = ? AND number >= ?"
		    " ORDER BY number LIMIT ?",
		    e))
		return false;
	query_int(&q, session);
	query_int(&q, (int64_t)from);
	query_int(&q, (int64_t)limit);
	while (query_next(&q, "nntt", &found, e)) {
		if (!found)
			return true;
		list->revisions = mem_room(list->revisions, list->count,
			&capacity, sizeof(*list->revisions));
		list->revisions[list->count++] = (struct revision_info){
			.number = (uint64_t)query_get_int(&q, 0),
			.at_ms = query_get_int(&q, 1),
			.tool = query_copy_text(&q, 2),
			.summary = query_copy_text(&q, 3),
		};
	}
	return false;
}

bool
revisions_expect(
	struct store *s, int64_t session, uint64_t expected, struct err *e)
{
	DROP(transaction) struct transaction t = {0};

	return transaction_read(&t, s, e) &&
	       revision_check_revision(s, session, expected, e);
}

static bool
record(struct store *s, int64_t session, const struct model *candidate,
	const struct revision_reason *reason, struct err *e)
{
	DROP(query) struct query made = {0};
	DROP(query) struct query moved = {0};
	int64_t now_ms = clock_wall_ms();

	if (!query_open(&made, s,
		    "INSERT INTO revision (session, number, at_ms, tool,"
		    " summary) VALUES (?, ?, ?, ?, ?)",
		    e))
		return false;
	query_int(&made, session);
	query_int(&made, (int64_t)candidate->revision + 1);
	query_int(&made, now_ms);
	query_text(&made, reason->tool);
	query_text(&made, reason->summary);
	if (!query_run(&made, e) ||
		!query_open(&moved, s,
			"UPDATE session SET revision = revision + 1,"
			" items = ?, changed_ms = ?,"
			" change = (SELECT max(change) + 1 FROM session)"
			" WHERE id = ?",
			e))
		return false;
	query_int(&moved, (int64_t)candidate->count);
	query_int(&moved, now_ms);
	query_int(&moved, session);
	return query_run(&moved, e);
}

/* Inside of a transaction. */
static bool
write(struct item_versions *keep, const struct model *base,
	const struct model *candidate, const struct revision_reason *reason,
	struct err *e)
{
	struct store *s = keep->store;

	return revision_check_revision(s, keep->session, base->revision, e) &&
	       item_versions_close(keep, base, candidate, e) &&
	       record(s, keep->session, candidate, reason, e) &&
	       (reason->settings == NULL ||
		       session_options_write(
			       s, keep->session, reason->settings, e));
}

bool
revisions_commit(struct store *s, int64_t session, const struct model *base,
	struct model *candidate, const struct revision_reason *reason,
	struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(item_versions)
	struct item_versions keep = {.store = s, .session = session};

	candidate->revision = base->revision;
	if (!transaction_write(&t, s, e) ||
		!write(&keep, base, candidate, reason, e) ||
		!transaction_commit(&t, e))
		return false;
	item_versions_mark(&keep);
	candidate->revision++;
	return true;
}

static bool
make_session(struct store *s, const char *name, struct session_info *session,
	struct err *e)
{
	const struct session_start fresh = {0};
	bool created;

	return name == NULL ? sessions_create(s, &fresh, session, e)
			    : sessions_open(s, name, session, &created, e);
}

bool
revisions_begin(struct store *s, const char *name, struct model *candidate,
	const struct revision_reason *reason, struct session_info *session,
	struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(item_versions) struct item_versions keep = {.store = s};
	DROP(model) struct model *base = model_new();
	struct session_info made;

	candidate->revision = 0;
	if (!transaction_write(&t, s, e) || !make_session(s, name, &made, e))
		return false;
	keep.session = made.id;
	if (!write(&keep, base, candidate, reason, e) ||
		!transaction_commit(&t, e))
		return false;
	item_versions_mark(&keep);
	candidate->revision++;
	*session = made;
	return true;
}

bool
revisions_list(struct store *s, int64_t session, uint64_t from, size_t limit,
	struct revision_list *list, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	struct revision_list read = {0};
	uint64_t last = 0;
	bool done;

	done = transaction_read(&t, s, e) &&
	       item_rows_last(s, session, &last, e) &&
	       read_revisions(s, session, from, limit, &read, e);
	if (done)
		*list = read;
	else
		revision_list_release(&read);
	return done;
}

void
revision_list_release(struct revision_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		free(list->revisions[i].tool);
		free(list->revisions[i].summary);
	}
	free(list->revisions);
	*list = (struct revision_list){0};
}

void
revision_list_drop(struct revision_list *list)
{
	revision_list_release(list);
}
