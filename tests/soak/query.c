#include "soak/soak.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "replay/place.h"

/* The first column of the first row, the caller's; NULL if there is none. */
static char *
ask(const struct place *p, const char *sql)
{
	DROP(text) char *path = place_path(p, "satchel.db");
	sqlite3 *db = NULL;
	sqlite3_stmt *query = NULL;
	char *said = NULL;

	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) ==
			SQLITE_OK &&
		sqlite3_busy_timeout(db, 5000) == SQLITE_OK &&
		sqlite3_prepare_v2(db, sql, -1, &query, NULL) == SQLITE_OK &&
		sqlite3_step(query) == SQLITE_ROW)
		said = text_copy((const char *)sqlite3_column_text(query, 0));
	(void)sqlite3_finalize(query);
	(void)sqlite3_close(db);
	return said;
}

int64_t
soak_query(const struct place *p, const char *sql)
{
	DROP(text) char *said = ask(p, sql);

	return said != NULL ? strtoll(said, NULL, 10) : -1;
}

char *
soak_check(const struct place *p)
{
	char *said = ask(p, "PRAGMA integrity_check");

	if (said == NULL)
		return text_copy("the database cannot be opened");
	if (strcmp(said, "ok") != 0)
		return said;
	free(said);
	return NULL;
}
