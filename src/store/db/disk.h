#ifndef STORE_DB_DISK_H
#define STORE_DB_DISK_H

/*
 * The file of the database: where it stands, that it is there, that it is
 * still the one that was opened.
 */

#include <stdbool.h>

#include "base/err.h"

struct store;

/*
 * The path for what somebody named, the caller's: always that of a file.
 * SQLite takes ":memory:" and "file:x?mode=memory" for no file at all, and
 * nothing would be kept.
 */
char *disk_path(const char *named);

/*
 * Makes the file, if it is not there, and the folders above it. Not SQLite
 * does it, so that nobody else may read it; the files beside it get the same
 * mode. Refuses what is no file.
 */
bool disk_make_file(struct store *s, struct err *e);

/* A file that was moved or deleted would swallow every edit from then on. */
bool disk_file_is_gone(struct store *s);

#endif
