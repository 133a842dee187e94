#include "store/db/checkpoint.h"

#include "store/db/sql.h"

static bool
bring(struct store *s, int mode)
{
	return sqlite3_wal_checkpoint_v2(s->db, NULL, mode, NULL, NULL) ==
	       SQLITE_OK;
}

void
checkpoint_lazily(struct store *s)
{
	if (s != NULL && s->db != NULL)
		(void)bring(s, SQLITE_CHECKPOINT_PASSIVE); /* a later one */
}

bool
checkpoint_cut(struct store *s)
{
	return bring(s, SQLITE_CHECKPOINT_TRUNCATE);
}
