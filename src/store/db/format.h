#ifndef STORE_DB_FORMAT_H
#define STORE_DB_FORMAT_H

/*
 * The format of a database file is the number of its schema, kept in the file's
 * user_version. schema/store.sql makes an empty file of the current format, and
 * each row of migrations.def leads from one format to the next. Not for other
 * rooms.
 *
 * A file of an earlier format, from FORMAT_FIRST on, is migrated when it is
 * opened: in one transaction that holds the write lock from the start, so that
 * of several servers one migrates and the others wait. Beside the file stands a
 * copy of it meanwhile (FILE.format-7), for the case that a migration itself is
 * wrong; it is deleted afterwards. A file of a later format is refused, when it
 * is opened and at the start of each transaction: a newer server may migrate a
 * file that older ones have open.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct store;

/* The oldest format that is migrated. */
enum { FORMAT_FIRST = 7 };

struct format {
	int64_t version;
	const char *schema; /* SQL that makes an empty file of this format */
	/* SQL per step: the first leads from FORMAT_FIRST to the next format,
	 * the last to `version`. */
	const char *const *migrations;
};

/* The format of this program. */
extern const struct format format_current;

/* Makes the tables of an empty file, migrates one of an earlier format, and
 * refuses any other. The store has no transaction. Foreign keys must be off. */
bool format_prepare(struct store *s, struct err *e);

/* Copies the file at the path of the store, which need not be open, as it is
 * after the last commit; the copy must not be there yet. */
bool format_copy(struct store *s, const char *path, struct err *e);

/* Reads the format of the open file. */
bool format_read(struct store *s, int64_t *version, struct err *e);

/* Refuses the open file if it does not have the format of the store. */
bool format_check(struct store *s, struct err *e);

#endif
