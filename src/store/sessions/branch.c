#include "store/sessions/branch.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "store/db/sql.h"
#include "store/sessions/session_options.h"
#include "store/sessions/sessions.h"

/* The items that lived at that revision. */
static bool
copy_items(struct store *s, int64_t from, uint64_t revision, int64_t to,
	struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, s,
		    "INSERT INTO item (session, item, ord, content, name, note,"
		    " born) SELECT ?1, ifnull(item, row), ord, content, name, "
		    "note, 1"
		    " FROM item WHERE session = ?2 AND born <= ?3"
		    " AND (died IS NULL OR died > ?3) ORDER BY ord",
		    e))
		return false;
	query_int(&q, to);
	query_int(&q, from);
	query_int(&q, (int64_t)revision);
	return query_run(&q, e);
}

static bool
count_branch(struct store *s, int64_t id, struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, s,
		    "UPDATE session SET revision = 1, items = (SELECT count(*)"
		    " FROM item WHERE session = ?1) WHERE id = ?1",
		    e))
		return false;
	query_int(&q, id);
	return query_run(&q, e);
}

static bool
record_branch(struct store *s, int64_t id, const char *origin,
	uint64_t revision, struct err *e)
{
	DROP(query) struct query q = {0};
	DROP(text)
	char *summary = text_format(
		"copy of %s at revision %" PRIu64, origin, revision);

	if (!query_open(&q, s,
		    "INSERT INTO revision (session, number, at_ms, tool,"
		    " summary) VALUES (?, 1, ?, 'open_session', ?)",
		    e))
		return false;
	query_int(&q, id);
	query_int(&q, clock_wall_ms());
	query_text(&q, summary);
	return query_run(&q, e);
}

bool
branch_copy(struct store *s, const struct session_info *origin,
	uint64_t revision, int64_t id, struct err *e)
{
	return copy_items(s, origin->id, revision, id, e) &&
	       session_options_copy(s, origin->id, id, e) &&
	       count_branch(s, id, e) &&
	       record_branch(s, id, origin->name, revision, e);
}
