#include "store/revisions/revision_check.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "store/db/sql.h"
#include "store/revisions/item_rows.h"

/* What a conflict is explained by. */
enum {
	TOLD_MAX = 10,	 /* revisions */
	TOLD_EDITS = 20, /* of one of them */
};

/* The edits of a summary, a line each, on one line. */
static void
tell_edits(const char *summary, struct err *e)
{
	const char *at = summary;

	for (int told = 0; *at != '\0'; told++) {
		size_t length = strcspn(at, "\n");

		if (told == TOLD_EDITS) {
			(void)err_add(e, ", ...");
			return;
		}
		(void)err_add(
			e, "%s%.*s", told > 0 ? ", " : "", (int)length, at);
		at += length;
		at += *at == '\n';
	}
}

/* What happened behind a revision; the newest are left out when it is much.
 * Always false; a database that fails meanwhile is the error instead. */
static bool
add_changes(struct store *s, int64_t session, uint64_t since, uint64_t last,
	struct err *e)
{
	DROP(query) struct query q = {0};
	bool found;

	if (!query_open(&q, s,
		    "SELECT number, summary FROM revision"
		    " WHERE session = ? AND number > ?"
		    " ORDER BY number LIMIT ?",
		    e))
		return false;
	query_int(&q, session);
	query_int(&q, (int64_t)since);
	query_int(&q, TOLD_MAX);
	while (query_next(&q, "nt", &found, e) && found) {
		(void)err_add(
			e, "\n  revision %" PRId64 ": ", query_get_int(&q, 0));
		tell_edits(query_get_text(&q, 1), e);
	}
	if (e->code == ERR_CONFLICT && last - since > TOLD_MAX)
		(void)err_add(
			e, "\n  and %" PRIu64 " more", last - since - TOLD_MAX);
	return false;
}

bool
revision_check_revision(
	struct store *s, int64_t session, uint64_t expected, struct err *e)
{
	uint64_t last = 0;

	if (!item_rows_last(s, session, &last, e))
		return false;
	if (last == expected)
		return true;
	(void)err_set(e, ERR_CONFLICT,
		"the session is at revision %" PRIu64 ", not %" PRIu64
		"; nothing was changed. ",
		last, expected);
	if (expected > last)
		return err_add(e,
			"There is no such revision yet: send expect_revision "
			"%" PRIu64 ", or look at the model with get_model.",
			last);
	(void)err_add(e,
		"Look at the model with get_model, since item numbers may "
		"have moved, and send the edit again with expect_revision "
		"%" PRIu64 ". What changed since:",
		last);
	return add_changes(s, session, expected, last, e);
}
