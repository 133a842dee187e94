#include "store/sessions/sessions.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "model/items/line_breaks.h"
#include "store/db/checkpoint.h"
#include "store/db/sql.h"
#include "store/revisions/model_cache.h"
#include "store/sessions/branch.h"
#include "store/sessions/session_name.h"
#include "store/sessions/session_row.h"
#include "store/sessions/session_suggestion.h"

/* Without a sentence when there is none. */
static bool
look_up(struct store *s, const char *name, struct session_info *info,
	bool *found, struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, s,
		    "SELECT " SESSION_COLUMNS " FROM session WHERE name = ?",
		    e))
		return false;
	query_text(&q, name);
	if (!query_next(&q, SESSION_KINDS, found, e))
		return false;
	if (*found)
		session_row_read(&q, info);
	return true;
}

bool
sessions_find(struct store *s, const char *name, struct session_info *info,
	struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	bool found;

	if (!session_name_check(name, e) || !transaction_read(&t, s, e) ||
		!look_up(s, name, info, &found, e))
		return false;
	return found || session_suggestion_refuse(s, name, e);
}

static bool
fresh_name(struct store *s, char name[LIMIT_NAME + 1], struct err *e)
{
	struct session_info info;
	bool found;

	do {
		session_name_make(name);
		if (!look_up(s, name, &info, &found, e))
			return false;
	} while (found);
	return true;
}

static bool
check_description(const char *text, struct err *e)
{
	if (strlen(text) > LIMIT_DESCRIPTION)
		return err_set(e, ERR_LIMIT,
			"the description has %zu bytes and the limit is %d; "
			"say in a sentence what is modelled",
			strlen(text), LIMIT_DESCRIPTION);
	if (!utf8_check(text, strlen(text), NULL))
		return err_set(e, ERR_ARGUMENT,
			"the description is not valid UTF-8; send it as plain "
			"text");
	return true;
}

static bool
insert(struct store *s, const char *name, const char *description,
	struct err *e)
{
	DROP(query) struct query q = {0};
	DROP(text) char *line = line_breaks_flatten(description);
	int64_t now_ms = clock_wall_ms();

	if (!query_open(&q, s,
		    "INSERT INTO session (name, description, revision, items,"
		    " created_ms, changed_ms, change) VALUES (?, ?, 0, 0, ?, ?,"
		    " (SELECT ifnull(max(change), 0) + 1 FROM session))",
		    e))
		return false;
	query_text(&q, name);
	query_text(&q, line);
	query_int(&q, now_ms);
	query_int(&q, now_ms);
	return query_run(&q, e);
}

static bool
find_origin(struct store *s, const struct session_start *start,
	struct session_info *origin, uint64_t *revision, struct err *e)
{
	bool found;

	if (!look_up(s, start->copy_of, origin, &found, e))
		return false;
	if (!found)
		return session_suggestion_refuse(s, start->copy_of, e);
	*revision = start->has_revision ? start->revision : origin->revision;
	return *revision <= origin->revision ||
	       err_set(e, ERR_NOT_FOUND,
		       "session \"%s\" has no revision %" PRIu64
		       "; its last one is %" PRIu64,
		       origin->name, *revision, origin->revision);
}

/* Inside of a transaction, with a name that is free. */
static bool
create(struct store *s, const struct session_start *start, const char *name,
	struct session_info *info, struct err *e)
{
	const char *given = start->description;
	struct session_info origin;
	uint64_t revision = 0;
	bool found;

	/* First the origin, for a refusal lists the sessions that there are. */
	return (start->copy_of == NULL ||
		       find_origin(s, start, &origin, &revision, e)) &&
	       insert(s, name, given != NULL ? given : "", e) &&
	       (start->copy_of == NULL ||
		       branch_copy(s, &origin, revision,
			       sqlite3_last_insert_rowid(s->db), e)) &&
	       look_up(s, name, info, &found, e);
}

bool
sessions_create(struct store *s, const struct session_start *start,
	struct session_info *info, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	struct session_info made;
	char name[LIMIT_NAME + 1];
	bool found;

	if ((start->name != NULL && !session_name_check(start->name, e)) ||
		(start->description != NULL &&
			!check_description(start->description, e)) ||
		!transaction_write(&t, s, e))
		return false;
	if (start->name == NULL) {
		if (!fresh_name(s, name, e))
			return false;
	} else {
		if (!look_up(s, start->name, &made, &found, e))
			return false;
		if (found)
			return err_set(e, ERR_CONFLICT,
				"there is a session \"%s\" already, at "
				"revision %" PRIu64 " (items: %zu); choose "
				"another name, or omit it for a fresh one",
				made.name, made.revision, made.items);
		(void)snprintf(name, sizeof(name), "%s", start->name);
	}
	if (!create(s, start, name, &made, e) || !transaction_commit(&t, e))
		return false;
	*info = made;
	return true;
}

bool
sessions_open(struct store *s, const char *name, struct session_info *info,
	bool *created, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	struct session_start start = {.name = name};
	struct session_info opened;
	bool found;

	if (!session_name_check(name, e) || !transaction_write(&t, s, e) ||
		!look_up(s, name, &opened, &found, e))
		return false;
	if (!found && !create(s, &start, name, &opened, e))
		return false;
	if (!transaction_commit(&t, e))
		return false;
	*info = opened;
	*created = !found;
	return true;
}

bool
sessions_describe(
	struct store *s, int64_t id, const char *description, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};
	DROP(text) char *line = NULL;

	if (!check_description(description, e) || !transaction_write(&t, s, e))
		return false;
	line = line_breaks_flatten(description);
	if (!query_open(&q, s,
		    "UPDATE session SET description = ? WHERE id = ?", e))
		return false;
	query_text(&q, line);
	query_int(&q, id);
	if (!query_run(&q, e))
		return false;
	if (sqlite3_changes(s->db) == 0)
		return err_set(e, ERR_NOT_FOUND,
			"the session has been deleted; list_sessions shows "
			"what there is");
	return transaction_commit(&t, e);
}

static bool
delete_rows(struct store *s, int64_t id, struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, s, "DELETE FROM session WHERE id = ?", e))
		return false;
	query_int(&q, id);
	if (!query_run(&q, e))
		return false;
	if (sqlite3_changes(s->db) == 0)
		return err_set(e, ERR_NOT_FOUND,
			"the session has been deleted already; list_sessions "
			"shows what there is");
	return true;
}

bool
sessions_delete(struct store *s, int64_t id, bool *scrubbed, struct err *e)
{
	DROP(transaction) struct transaction t = {0};

	/* On a full disk this is what makes room. */
	checkpoint_lazily(s);
	if (!transaction_write(&t, s, e) || !delete_rows(s, id, e) ||
		!transaction_commit(&t, e))
		return false;
	model_cache_forget(s, id);
	*scrubbed = checkpoint_cut(s);
	return true;
}
