#include "store/sessions.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "model/line.h"
#include "store/branch.h"
#include "store/shelf.h"
#include "store/sql.h"
#include "store/unknown.h"

#define COLUMNS \
	"id, name, description, revision, items, created_ms, changed_ms," \
	" (SELECT status FROM run WHERE session = id AND plain = 1" \
	"  ORDER BY run DESC LIMIT 1)," \
	" (SELECT run.revision FROM run WHERE session = id AND plain = 1" \
	"  ORDER BY run DESC LIMIT 1), change"

enum { COLUMN_CHANGE = 9 };

bool
sessions_check_name(const char *name, struct err *e)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789._-";
	size_t size = strlen(name);

	if (size > LIMIT_NAME)
		return err_set(e, ERR_ARGUMENT,
			"the session name has %zu characters and the limit is "
			"%d; choose a shorter one, for example %.20s",
			size, LIMIT_NAME, "parity-check");
	if (size > 0 && name[strspn(name, letters)] == '\0' && *name != '.' &&
		*name != '-')
		return true;
	return err_set(e, ERR_ARGUMENT,
		"\"%s\" cannot be a session name: it is 1 to %d of the letters "
		"A-Z and a-z, digits, \".\", \"_\" and \"-\", and starts with "
		"neither \".\" nor \"-\"; for example parity-check",
		name, LIMIT_NAME);
}

static void
read_info(struct query *q, struct session_info *info)
{
	*info = (struct session_info){
		.id = query_get_int(q, 0),
		.revision = (uint64_t)query_get_int(q, 3),
		.items = (size_t)query_get_int(q, 4),
		.created_ms = query_get_int(q, 5),
		.changed_ms = query_get_int(q, 6),
		.last_status_revision = (uint64_t)query_get_int(q, 8),
	};
	/* Only what fits was ever written. */
	(void)snprintf(
		info->name, sizeof(info->name), "%s", query_get_text(q, 1));
	(void)snprintf(info->description, sizeof(info->description), "%s",
		query_get_text(q, 2));
	(void)snprintf(info->last_status, sizeof(info->last_status), "%s",
		query_get_text(q, 7));
}

/* Without a sentence when there is none. */
static bool
look_up(struct store *s, const char *name, struct session_info *info,
	bool *found, struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(
		    &q, s, "SELECT " COLUMNS " FROM session WHERE name = ?", e))
		return false;
	query_text(&q, name);
	if (!query_next(&q, found, e))
		return false;
	if (*found)
		read_info(&q, info);
	return true;
}

bool
sessions_find(struct store *s, const char *name, struct session_info *info,
	struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	bool found;

	if (!sessions_check_name(name, e) || !transaction_read(&t, s, e) ||
		!look_up(s, name, info, &found, e))
		return false;
	return found || unknown_refuse(s, name, e);
}

/* A model's name has to be told apart, remembered and said: no 0 and o, no 1
 * and l, no vowels that make words. */
static void
make_name(char name[LIMIT_NAME + 1])
{
	static const char letters[] = "bcdfghjkmnpqrstvwxz23456789";
	char today[CLOCK_TEXT_SIZE];
	unsigned char random[4];
	char end[sizeof(random) + 1];

	clock_text(clock_wall_ms(), today);
	/* So few bytes come at once; see getrandom(2). */
	(void)!getrandom(random, sizeof(random), 0);
	for (size_t i = 0; i < sizeof(random); i++)
		end[i] = letters[random[i] % (sizeof(letters) - 1)];
	end[sizeof(random)] = '\0';
	(void)snprintf(name, LIMIT_NAME + 1, "model-%.10s-%s", today, end);
}

static bool
fresh_name(struct store *s, char name[LIMIT_NAME + 1], struct err *e)
{
	struct session_info info;
	bool found;

	do {
		make_name(name);
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
	DROP(text) char *line = line_flat(description);
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
		return unknown_refuse(s, start->copy_of, e);
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

	if ((start->name != NULL && !sessions_check_name(start->name, e)) ||
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

	if (!sessions_check_name(name, e) || !transaction_write(&t, s, e) ||
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
	line = line_flat(description);
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

#define MATCHES \
	" WHERE (?1 IS NULL OR instr(lower(name), lower(?1)) > 0" \
	"  OR instr(lower(description), lower(?1)) > 0)"

static bool
count_matches(struct store *s, const char *match, size_t *total, struct err *e)
{
	DROP(query) struct query q = {0};
	bool found;

	if (!query_open(&q, s, "SELECT count(*) FROM session" MATCHES, e))
		return false;
	query_text(&q, match);
	if (!query_next(&q, &found, e))
		return false;
	*total = (size_t)query_get_int(&q, 0);
	return true;
}

static bool
read_page(struct store *s, const char *match, size_t limit, int64_t cursor,
	struct session_list *list, struct err *e)
{
	DROP(query) struct query q = {0};
	size_t capacity = 0;
	bool found;

	if (!query_open(&q, s,
		    "SELECT " COLUMNS " FROM session" MATCHES
		    " AND (?2 = 0 OR change < ?2) ORDER BY change DESC",
		    e))
		return false;
	query_text(&q, match);
	query_int(&q, cursor);
	while (query_next(&q, &found, e)) {
		if (!found)
			return true;
		if (list->count == limit) {
			list->has_next = true;
			return true;
		}
		list->sessions = mem_room(list->sessions, list->count,
			&capacity, sizeof(*list->sessions));
		read_info(&q, &list->sessions[list->count++]);
		list->next = query_get_int(&q, COLUMN_CHANGE);
	}
	return false;
}

bool
sessions_list(struct store *s, const char *match, size_t limit, int64_t cursor,
	struct session_list *list, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	struct session_list found = {0};
	bool done;

	assert(limit > 0);
	done = transaction_read(&t, s, e) &&
	       count_matches(s, match, &found.total, e) &&
	       read_page(s, match, limit, cursor, &found, e);
	if (done)
		*list = found;
	else
		session_list_drop(&found);
	return done;
}

void
session_list_drop(struct session_list *list)
{
	free(list->sessions);
	*list = (struct session_list){0};
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

	if (!transaction_write(&t, s, e) || !delete_rows(s, id, e) ||
		!transaction_commit(&t, e))
		return false;
	shelf_forget(s, id);
	*scrubbed =
		sqlite3_wal_checkpoint_v2(s->db, NULL,
			SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) == SQLITE_OK;
	return true;
}
