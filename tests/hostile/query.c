/*
 * query DB SQL...
 *
 * Executes each statement and prints the first value of its first row, then
 * waits for the end of its input: so long it holds the locks that it has.
 */

#include <sqlite3.h>
#include <stdio.h>

static int
run(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *query = NULL;
	int code = sqlite3_prepare_v2(db, sql, -1, &query, NULL);

	if (code == SQLITE_OK)
		code = sqlite3_step(query);
	if (code == SQLITE_ROW)
		printf("%s\n", (const char *)sqlite3_column_text(query, 0));
	else if (code == SQLITE_DONE)
		printf("done\n");
	else
		(void)fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(db));
	(void)sqlite3_finalize(query);
	return code;
}

int
main(int argc, char **argv)
{
	sqlite3 *db = NULL;

	if (argc < 3 || sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READWRITE,
				NULL) != SQLITE_OK)
		return 2;
	(void)sqlite3_busy_timeout(db, 5000);
	for (int i = 2; i < argc; i++) {
		int code = run(db, argv[i]);

		if (code != SQLITE_ROW && code != SQLITE_DONE)
			return 1;
	}
	(void)fflush(stdout);
	while (getchar() != EOF)
		;
	return sqlite3_close(db) != SQLITE_OK;
}
