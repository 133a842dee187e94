#include "store/sessions/session_suggestion.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "store/db/sql.h"

/* How many sessions are looked through for a misspelt name, and told. */
enum { NEAREST_MAX = 1000, LATEST_MAX = 3 };

struct names {
	struct nearest near;
	char best[LIMIT_NAME + 1];
	struct buf latest; /* "b, a" */
	size_t seen;
};

static void
offer(struct names *names, const char *name)
{
	if (names->seen < LATEST_MAX)
		(void)buf_add_format(&names->latest, "%s%s",
			names->seen > 0 ? ", " : "", name);
	names->seen++;
	nearest_offer(&names->near, name);
	if (names->near.best != name)
		return;
	/* The name itself is gone with its row. */
	(void)snprintf(names->best, sizeof(names->best), "%s", name);
	names->near.best = names->best;
}

static bool
look_through(struct store *s, struct names *names, struct err *e)
{
	DROP(query) struct query q = {0};
	bool found;

	if (!query_open(&q, s,
		    "SELECT name FROM session ORDER BY change DESC LIMIT ?", e))
		return false;
	query_int(&q, NEAREST_MAX);
	while (query_next(&q, "t", &found, e)) {
		if (!found)
			return true;
		offer(names, query_get_text(&q, 0));
	}
	return false;
}

bool
session_suggestion_refuse(struct store *s, const char *name, struct err *e)
{
	struct names names = {0};

	buf_init(&names.latest, LATEST_MAX * (LIMIT_NAME + sizeof(", ")));
	nearest_init(&names.near, name);
	if (look_through(s, &names, e)) {
		(void)err_set(
			e, ERR_NOT_FOUND, "there is no session \"%s\"", name);
		if (names.near.best != NULL)
			(void)err_add(
				e, "; did you mean \"%s\"?", names.near.best);
		else if (names.seen > 0)
			(void)err_add(e,
				"; the latest are %s (list_sessions shows "
				"all).",
				names.latest.data);
		else
			(void)err_add(e, ", and no other either.");
	}
	buf_release(&names.latest);
	return false;
}
