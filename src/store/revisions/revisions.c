#include "store/revisions/revisions.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/items/diff.h"
#include "store/db/db.h"
#include "store/db/sql.h"
#include "store/sessions/sessions.h"

/* --- which revisions there are -------------------------------------------- */

/* The last revision; ERR_NOT_FOUND when the session is gone. */
static bool
find_last(struct store *s, int64_t session, uint64_t *last, struct err *e)
{
	DROP(query) struct query q = {0};

	query_start(&q, s, e, "SELECT revision FROM session WHERE id = ?", "i",
		session);
	if (query_next(&q, "n")) {
		*last = (uint64_t)query_get_int(&q, 0);
		return true;
	}
	return query_ok(&q) && store_fail_session(e);
}

/* Checks that there is such a revision; REVISION_LAST becomes its number. */
static bool
find_revision(struct store *s, int64_t session, uint64_t *revision,
	uint64_t *last, struct err *e)
{
	if (!find_last(s, session, last, e))
		return false;
	if (*revision == REVISION_LAST)
		*revision = *last;
	return *revision <= *last ||
	       err_advise(e, ERR_NOT_FOUND,
		       "there is no revision %" PRIu64
		       ": the session is at revision %" PRIu64
		       "; send a number from 0 to %" PRIu64
		       "; or omit revision for the last",
		       *revision, *last, *last);
}

/* --- reading -------------------------------------------------------------- */

#define ITEMS \
	"SELECT row, ifnull(item, row), ord, content, name, note FROM item" \
	" WHERE session = ?1"

/* The next item of a query of these columns, the caller's; NULL at the end. */
static struct item *
next_item(struct query *q)
{
	DROP(text) char *name = NULL;
	DROP(text) char *note = NULL;
	struct item *item;

	if (!query_next(q, "nnitTT"))
		return NULL;
	name = query_copy_text(q, 4);
	note = query_copy_text(q, 5);
	item = item_new(query_get_text(q, 3), name, note);
	item->row = query_get_int(q, 0);
	item->id = query_get_int(q, 1);
	item->place = query_get_int(q, 2);
	return item;
}

static bool
read_items(struct store *s, int64_t session, struct model *m, bool is_last,
	struct err *e)
{
	DROP(query) struct query q = {0};
	struct item *item;

	/* The items of the last revision are found by an index. */
	if (is_last)
		query_start(&q, s, e,
			ITEMS " AND valid_to IS NULL ORDER BY ord", "i",
			session);
	else
		query_start(&q, s, e,
			ITEMS " AND valid_from <= ?2 AND"
			      " (valid_to IS NULL OR valid_to > ?2)"
			      " ORDER BY ord",
			"ii", session, m->revision);
	while ((item = next_item(&q)) != NULL) {
		if (m->count >= LIMIT_ITEMS ||
			item->size > LIMIT_MODEL - m->bytes ||
			(m->count > 0 && model_at(m, m->count - 1)->place >=
						 item->place)) {
			item_free(item);
			return store_fail(s, SQLITE_CORRUPT, e);
		}
		model_append(m, item);
	}
	return query_ok(&q);
}

struct model *
revisions_load(
	struct store *s, int64_t session, uint64_t revision, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(model) struct model *m = model_new();
	uint64_t last = 0;

	if (!transaction_read(&t, s, e) ||
		!find_revision(s, session, &revision, &last, e))
		return NULL;
	m->revision = revision;
	if (!read_items(s, session, m, revision == last, e))
		return NULL;
	return TAKE(m);
}

struct json_object *
revisions_list(struct store *s, int64_t session, uint64_t from, size_t limit,
	struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};
	uint64_t last = 0;

	if (!transaction_read(&t, s, e) || !find_last(s, session, &last, e))
		return NULL;
	query_start(&q, s, e,
		"SELECT number AS revision, at_ms AS at, tool, summary,"
		" author FROM revision WHERE session = ? AND number >= ?"
		" ORDER BY number LIMIT ?",
		"iii", session, from, (int64_t)limit);
	return query_array(&q, "ncttT");
}

/* Of two revisions, rows of the earlier one only, and of the later one only. */
#define ENDED ITEMS " AND valid_to > ?2 AND valid_to <= ?3 AND valid_from <= ?2"
#define BEGUN \
	ITEMS " AND valid_from > ?2 AND valid_from <= ?3 AND" \
	      " (valid_to IS NULL OR valid_to > ?3)"

/* A row that is in the model leaves it, another one joins it. */
static bool
apply_row(struct store *s, struct model *m, struct item *item, struct err *e)
{
	size_t index = model_rank(m, item->place);
	const struct item *old = index < m->count ? model_at(m, index) : NULL;
	int64_t row = item->row;

	if (old == NULL || old->place > item->place) {
		model_put(m, item);
		return true;
	}
	item_free(item);
	if (old->row != row)
		return store_fail(s, SQLITE_CORRUPT, e);
	model_remove(m, index);
	return true;
}

bool
revisions_move(struct store *s, int64_t session, struct model *m,
	uint64_t revision, struct err *e)
{
	DROP(query) struct query q = {0};
	bool is_back = revision < m->revision;
	uint64_t last = 0;
	struct item *item;

	if (!find_revision(s, session, &revision, &last, e))
		return false;
	/* First those that leave, so that another version may stand in the
	 * place of one. */
	query_start(&q, s, e,
		is_back ? BEGUN " UNION ALL " ENDED : ENDED " UNION ALL " BEGUN,
		"iii", session, is_back ? revision : m->revision,
		is_back ? m->revision : revision);
	m->revision = revision;
	while ((item = next_item(&q)) != NULL) {
		if (!apply_row(s, m, item, e))
			return false;
	}
	return query_ok(&q);
}

/* --- whether an edit's revision is still the last ------------------------- */

/* What a conflict is explained by. */
enum { LISTED_REVISIONS = 10, LISTED_BYTES = 600 /* of the edits of one */ };

/* What happened after a revision; the newest are left out when it is much. A
 * database that fails meanwhile is the error instead. */
static void
add_changes(struct store *s, int64_t session, uint64_t since, uint64_t last,
	struct err *e)
{
	DROP(query) struct query q = {0};

	query_start(&q, s, e,
		"SELECT number, replace(summary, char(10), ', ') FROM revision"
		" WHERE session = ? AND number > ? ORDER BY number LIMIT ?",
		"iii", session, since, (int64_t)LISTED_REVISIONS);
	while (query_next(&q, "nt")) {
		const char *edits = query_get_text(&q, 1);
		size_t shown = utf8_cut(edits, strlen(edits), LISTED_BYTES);

		err_add(e, "\n  revision %" PRId64 ": %.*s%s",
			query_get_int(&q, 0), (int)shown, edits,
			edits[shown] != '\0' ? "..." : "");
	}
	if (query_ok(&q) && last - since > LISTED_REVISIONS)
		err_add(e, "\n  and %" PRIu64 " more",
			last - since - LISTED_REVISIONS);
}

/* Inside of a transaction. */
static bool
check_is_last(
	struct store *s, int64_t session, uint64_t expected, struct err *e)
{
	uint64_t last = 0;

	if (!find_last(s, session, &last, e))
		return false;
	if (last == expected)
		return true;
	err_set(e, ERR_CONFLICT,
		"the session is at revision %" PRIu64 ", not %" PRIu64
		"; nothing was changed.%s",
		last, expected,
		expected > last ? " There is no such revision yet." : "");
	err_step(e, "Look at the model with {get_model}: item numbers may have "
		    "moved.");
	err_step(e, "Send the edit again with expect_revision %" PRIu64 ".",
		last);
	if (expected > last)
		return false;
	err_add(e, "\nWhat changed since:");
	add_changes(s, session, expected, last, e);
	return false;
}

bool
revisions_expect(
	struct store *s, int64_t session, uint64_t expected, struct err *e)
{
	DROP(transaction) struct transaction t = {0};

	return transaction_read(&t, s, e) &&
	       check_is_last(s, session, expected, e);
}

/* --- writing -------------------------------------------------------------- */

/* The rows of items that differ. First those that go: a name may move from one
 * item to another. */
static bool
write_items(struct store *s, int64_t session, uint64_t revision,
	const struct diff *d, struct err *e)
{
	for (size_t i = 0; i < d->removed.count; i++) {
		if (!query_run(s, e,
			    "UPDATE item SET valid_to = ? WHERE row = ?"
			    " AND session = ? AND valid_to IS NULL",
			    "iii", revision, d->removed.at[i].item->row,
			    session))
			return false;
		/* The base was not what the revision is. */
		if (sqlite3_changes(s->shared->db) != 1)
			return store_fail(s, SQLITE_INTERNAL, e);
	}
	for (size_t i = 0; i < d->added.count; i++) {
		struct item *item = d->added.at[i].item;

		if (!query_run(s, e,
			    "INSERT INTO item (session, item, ord, content,"
			    " name, note, valid_from)"
			    " VALUES (?, nullif(?, 0), ?, ?, ?, ?, ?)",
			    "iiittti", session, item->id, item->place,
			    item->content, item->name, item->note, revision))
			return false;
		item->row = sqlite3_last_insert_rowid(s->shared->db);
	}
	return true;
}

static bool
write_revision(struct store *s, int64_t session, uint64_t revision,
	size_t items, const struct revision_reason *reason, struct err *e)
{
	int64_t now_ms = clock_wall_ms();

	return query_run(s, e,
		       "INSERT INTO revision (session, number, at_ms, tool,"
		       " summary, author) SELECT ?1, ?2, ?3, ?4, ?5,"
		       " iif(account = ?6, NULL, ?7) FROM session"
		       " WHERE id = ?1",
		       "iiittit", session, revision, now_ms, reason->tool,
		       reason->summary, s->account.id, s->account.name) &&
	       query_run(s, e,
		       "UPDATE session SET revision = revision + 1, items = ?,"
		       " changed_ms = ?,"
		       " change = (SELECT max(change) + 1 FROM session)"
		       " WHERE id = ?",
		       "iii", (int64_t)items, now_ms, session) &&
	       (reason->metadata == NULL ||
		       session_metadata_save(s, session, reason->metadata, e));
}

/* Inside of a transaction, which it ends. */
static bool
commit(struct transaction *t, int64_t session, const struct model *base,
	struct model *candidate, const struct revision_reason *reason,
	struct err *e)
{
	struct store *s = t->store;
	DROP(diff) struct diff d;
	uint64_t revision = base->revision + 1;

	diff_find(&d, base, candidate);
	if (!sessions_check_edit(s, session, e) ||
		!check_is_last(s, session, base->revision, e) ||
		!write_items(s, session, revision, &d, e) ||
		!write_revision(
			s, session, revision, candidate->count, reason, e) ||
		!transaction_commit(t, e))
		return false;
	candidate->revision = revision;
	for (size_t i = 0; i < d.added.count; i++) {
		struct item *item = d.added.at[i].item;

		if (item->id == 0)
			item->id = item->row;
	}
	return true;
}

bool
revisions_commit(struct store *s, int64_t session, const struct model *base,
	struct model *candidate, const struct revision_reason *reason,
	struct err *e)
{
	DROP(transaction) struct transaction t = {0};

	return transaction_write(&t, s, e) &&
	       commit(&t, session, base, candidate, reason, e);
}

bool
revisions_begin(struct store *s, const char *name, struct model *candidate,
	const struct revision_reason *reason, struct session_info *session,
	struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(model) struct model *base = model_new();
	const struct session_start fresh = {0};
	struct session_info made;
	bool created;

	if (!transaction_write(&t, s, e) ||
		!(name == NULL ? sessions_create(s, &fresh, &made, e)
			       : sessions_open(s, name, &made, &created, e)) ||
		!commit(&t, made.id, base, candidate, reason, e))
		return false;
	*session = made;
	return true;
}

/* --- the cache -------------------------------------------------------------
 */

struct cached_model *
cached_model_new(const struct store *s)
{
	struct cached_model *one = mem_new(sizeof(*one));

	one->generation = s->shared->generation;
	one->model = model_new();
	one->index = index_new();
	return one;
}

static void
cached_model_free(struct cached_model *one)
{
	if (one == NULL)
		return;
	model_free(one->model);
	index_free(one->index);
	free(one);
}

void
cached_model_advance(
	struct cached_model *one, const struct diff *d, struct model *now)
{
	index_overlay_commit(one->index, d);
	diff_commit(d, one->model, now);
	one->model = now;
}

/* --- the list ------------------------------------------------------------- */

/* Models of another file at the path are of no use. */
static struct cached_model *
unlink_cached(struct model_cache *c, const struct store *s, int64_t session)
{
	struct cached_model **at = &c->first;
	struct cached_model *one;

	while (*at != NULL && (*at)->session != session)
		at = &(*at)->next;
	one = *at;
	if (one == NULL)
		return NULL;
	*at = one->next;
	if (s == NULL || one->generation == s->shared->generation)
		return one;
	cached_model_free(one);
	return NULL;
}

void
model_cache_forget(struct model_cache *c, int64_t session)
{
	cached_model_free(unlink_cached(c, NULL, session));
}

/* Takes out what is too much, as a list. Nothing is freed here: that may give
 * way, and others change the cache then. */
static struct cached_model *
cut(struct model_cache *c)
{
	struct cached_model **at = &c->first;
	struct cached_model *dropped = NULL;
	size_t count = 0;
	size_t bytes = 0;

	while (*at != NULL) {
		struct cached_model *one = *at;

		bytes += one->index->bytes;
		if (count > 0 && (bytes > MODEL_CACHE_BYTES ||
					 count >= MODEL_CACHE_SESSIONS)) {
			*at = one->next;
			one->next = dropped;
			dropped = one;
			continue;
		}
		count++;
		at = &one->next;
	}
	return dropped;
}

void
model_cache_check_in(
	struct model_cache *c, const struct store *s, struct cached_model *one)
{
	struct cached_model *dropped;
	struct cached_model *other;

	if (one == NULL)
		return;
	if (one->session == 0 || one->generation != s->shared->generation) {
		cached_model_free(one);
		return;
	}
	/* Another one, of somebody who came while this one was taken. */
	other = unlink_cached(c, NULL, one->session);
	one->next = c->first;
	c->first = one;
	dropped = cut(c);
	cached_model_free(other);
	while (dropped != NULL) {
		struct cached_model *next = dropped->next;

		cached_model_free(dropped);
		dropped = next;
	}
}

void
model_cache_release(struct model_cache *c)
{
	while (c->first != NULL)
		model_cache_forget(c, c->first->session);
}

/* --- up to date ---------------------------------------------------------- */

struct cached_model *
model_cache_check_out(struct model_cache *c, struct store *s, int64_t session,
	uint64_t revision, struct err *e)
{
	struct cached_model *one = unlink_cached(c, s, session);
	struct model *m;

	if (one != NULL && one->model->revision == revision)
		return one;
	cached_model_free(one); /* others have edited it since */
	m = revisions_load(s, session, REVISION_LAST, e);
	if (m == NULL)
		return NULL;
	one = mem_new(sizeof(*one));
	one->session = session;
	one->generation = s->shared->generation;
	one->model = m;
	one->index = index_of_model(m);
	return one;
}

struct model *
model_cache_read(struct model_cache *c, struct store *s, int64_t session,
	uint64_t revision, struct err *e)
{
	struct cached_model *one = unlink_cached(c, s, session);
	struct model *copy;

	if (one == NULL || one->model->revision != revision) {
		cached_model_free(one);
		return revisions_load(s, session, REVISION_LAST, e);
	}
	copy = model_copy(one->model);
	model_cache_check_in(c, s, one);
	return copy;
}
