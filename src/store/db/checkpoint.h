#ifndef STORE_DB_CHECKPOINT_H
#define STORE_DB_CHECKPOINT_H

/*
 * What was kept last stands in the log beside the file (-wal). By itself
 * SQLite brings it into the file when the log has grown long, and when the
 * last server ends.
 */

#include <stdbool.h>

struct store;

/*
 * Brings into the file what it can without waiting for anybody. Who copies the
 * file alone has all of it then, and the next write begins the log anew: there
 * is room for it on a full disk. Does nothing (NULL too) when it is not open.
 */
void checkpoint_lazily(struct store *s);

/* Waits for the others, and cuts the log to nothing. False: they kept on. */
bool checkpoint_cut(struct store *s);

#endif
