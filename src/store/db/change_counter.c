#include "store/db/change_counter.h"

#include "base/alloc.h"
#include "store/db/db.h"
#include "store/db/sql.h"

/*
 * data_version counts the commits of other connections, total_changes the rows
 * that this one has written; neither counts both.
 */
bool
change_counter_version(struct store *s, uint64_t *version, struct err *e)
{
	DROP(query) struct query q = {0};

	*version = 0;
	if (!store_exists(s))
		return true;
	if (!store_open(s, e))
		return false;
	query_start(&q, s, e, "PRAGMA data_version", "");
	if (query_next(&q, "n"))
		*version = (uint64_t)query_get_int(&q, 0) << 32 |
			   (uint32_t)sqlite3_total_changes(s->db);
	return query_ok(&q);
}

bool
change_counter_read(struct store *s, const char *session,
	struct change_stamp *stamp, struct err *e)
{
	DROP(query) struct query q = {0};

	*stamp = (struct change_stamp){0};
	if (!store_exists(s))
		return true;
	if (!store_open(s, e))
		return false;
	if (session == NULL)
		query_start(&q, s, e,
			"SELECT count(*), max(id), max(change),"
			" (SELECT max(run) FROM run) FROM session",
			"");
	else
		query_start(&q, s, e,
			"SELECT 1, id, change, (SELECT max(run) FROM run"
			" WHERE session = session.id)"
			" FROM session WHERE name = ?",
			"t", session);
	if (query_next(&q, "nNNN"))
		*stamp = (struct change_stamp){
			.sessions = query_get_int(&q, 0),
			.newest = query_get_int(&q, 1),
			.change = query_get_int(&q, 2),
			.run = query_get_int(&q, 3),
		};
	return query_ok(&q);
}
