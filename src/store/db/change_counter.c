#include "store/db/change_counter.h"

#include <unistd.h>

#include "base/alloc.h"
#include "store/db/sql.h"

bool
change_counter_exists(const struct store *s)
{
	return s->db != NULL || access(s->path, F_OK) == 0;
}

/*
 * data_version counts the commits of other connections, total_changes the rows
 * that this one has written; neither tells of both.
 */
bool
change_counter_version(struct store *s, uint64_t *version, struct err *e)
{
	DROP(query) struct query q = {0};
	bool found;

	*version = 0;
	if (!change_counter_exists(s))
		return true;
	if (!store_open(s, e) || !query_open(&q, s, "PRAGMA data_version", e) ||
		!query_next(&q, "n", &found, e))
		return false;
	*version = (uint64_t)query_get_int(&q, 0) << 32 |
		   (uint32_t)sqlite3_total_changes(s->db);
	return true;
}

static bool
read_stamp(struct store *s, const char *sql, const char *name,
	struct change_counter_stamp *stamp, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};
	bool found;

	*stamp = (struct change_counter_stamp){0};
	if (!change_counter_exists(s))
		return true;
	if (!transaction_read(&t, s, e) || !query_open(&q, s, sql, e))
		return false;
	if (name != NULL)
		query_text(&q, name);
	if (!query_next(&q, "nNNN", &found, e))
		return false;
	if (found)
		*stamp = (struct change_counter_stamp){
			.sessions = query_get_int(&q, 0),
			.newest = query_get_int(&q, 1),
			.change = query_get_int(&q, 2),
			.run = query_get_int(&q, 3),
		};
	return true;
}

bool
change_counter_all(
	struct store *s, struct change_counter_stamp *stamp, struct err *e)
{
	return read_stamp(s,
		"SELECT count(*), max(id), max(change),"
		" (SELECT max(run) FROM run) FROM session",
		NULL, stamp, e);
}

bool
change_counter_session(struct store *s, const char *name,
	struct change_counter_stamp *stamp, struct err *e)
{
	return read_stamp(s,
		"SELECT 1, id, change,"
		" (SELECT max(run) FROM run WHERE session = session.id)"
		" FROM session WHERE name = ?",
		name, stamp, e);
}
