#include "store/revisions/item_rows.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "store/db/sql.h"
#include "store/revisions/revisions.h"

bool
item_rows_last(struct store *s, int64_t session, uint64_t *last, struct err *e)
{
	DROP(query) struct query q = {0};
	bool found;

	if (!query_open(&q, s, "SELECT revision FROM session WHERE id = ?", e))
		return false;
	query_int(&q, session);
	if (!query_next(&q, "n", &found, e))
		return false;
	if (!found)
		return err_set(e, ERR_NOT_FOUND,
			"the session has been deleted; list_sessions shows "
			"what there is, open_session makes a new one");
	*last = (uint64_t)query_get_int(&q, 0);
	return true;
}

bool
item_rows_revision(
	struct store *s, int64_t session, uint64_t *revision, struct err *e)
{
	uint64_t last = 0;

	if (!item_rows_last(s, session, &last, e))
		return false;
	if (*revision == REVISION_LAST)
		*revision = last;
	if (*revision <= last)
		return true;
	return err_set(e, ERR_NOT_FOUND,
		"there is no revision %" PRIu64
		": the session is at revision %" PRIu64
		"; send a number from 0 to %" PRIu64
		", or omit revision for the last",
		*revision, last, last);
}

struct item *
item_rows_item(struct query *q)
{
	DROP(text) char *name = query_copy_text(q, 4);
	DROP(text) char *note = query_copy_text(q, 5);
	struct item *item = item_new(query_get_text(q, 3), name, note);

	item->row = query_get_int(q, 0);
	item->id = query_get_int(q, 1);
	item->place = query_get_int(q, 2);
	return item;
}
