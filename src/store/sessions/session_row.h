#ifndef STORE_SESSIONS_SESSION_ROW_H
#define STORE_SESSIONS_SESSION_ROW_H

/*
 * A row of the table of sessions; for files of this folder that read it inside
 * of a transaction.
 */

struct query;
struct session_info;

/* What session_row_read reads, and last of all the number of the change. */
#define SESSION_COLUMNS \
	"id, name, description, revision, items, created_ms, changed_ms," \
	" (SELECT status FROM run WHERE session = id AND plain = 1" \
	"  ORDER BY run DESC LIMIT 1)," \
	" (SELECT run.revision FROM run WHERE session = id AND plain = 1" \
	"  ORDER BY run DESC LIMIT 1), change"

#define SESSION_KINDS "nttnnnnTNn"

enum { SESSION_COLUMN_CHANGE = 9 };

/* The session of the row at hand. */
void session_row_read(struct query *q, struct session_info *info);

#endif
