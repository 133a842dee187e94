#ifndef STORE_DB_CHANGE_COUNTER_H
#define STORE_DB_CHANGE_COUNTER_H

/*
 * Whether something has changed, whoever did it: this process or another one
 * that shares the database. For looking often; a database that is not there
 * yet is not made by looking.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct store;

/*
 * A number that stays the same as long as nothing was written. 0 without a
 * database. It may change without need, and is for one store only.
 */
bool change_counter_version(struct store *s, uint64_t *version, struct err *e);

/* What differs when a session, or the whole database, reads differently. */
struct change_stamp {
	int64_t sessions; /* their number */
	int64_t newest;	  /* id of the last one made */
	int64_t change;	  /* the last one, see schema/store.sql */
	int64_t run;	  /* id of the last one */
};

/* Of the session of that name, if there is one; NULL: of all together. */
bool change_counter_read(struct store *s, const char *session,
	struct change_stamp *stamp, struct err *e);

#endif
