#include "store/sessions/session_list.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "store/db/sql.h"
#include "store/sessions/session_row.h"

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
	if (!query_next(&q, "n", &found, e))
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
		    "SELECT " SESSION_COLUMNS " FROM session" MATCHES
		    " AND (?2 = 0 OR change < ?2) ORDER BY change DESC",
		    e))
		return false;
	query_text(&q, match);
	query_int(&q, cursor);
	while (query_next(&q, SESSION_KINDS, &found, e)) {
		if (!found)
			return true;
		if (list->count == limit) {
			list->has_next = true;
			return true;
		}
		list->sessions = mem_room(list->sessions, list->count,
			&capacity, sizeof(*list->sessions));
		session_row_read(&q, &list->sessions[list->count++]);
		list->next = query_get_int(&q, SESSION_COLUMN_CHANGE);
	}
	return false;
}

bool
session_list_read(struct store *s, const char *match, size_t limit,
	int64_t cursor, struct session_list *list, struct err *e)
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
