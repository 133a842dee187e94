#ifndef STORE_SESSIONS_SESSIONS_H
#define STORE_SESSIONS_SESSIONS_H

/*
 * The sessions: named models that outlive the process.
 *
 * A session belongs to the account of the store that made it. That account
 * knows it by its name; others, with whom it is shared, as "OWNER/NAME". A
 * session that is not shared with an account does not exist for it.
 *
 * Deleted is deleted: the session, all its revisions and its runs are gone,
 * and their text is no longer in the file.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/err.h"
#include "base/limits.h"

struct json_object;
struct store;

/* What a session may be called: 1 to 64 of A-Za-z0-9._-, not starting with "."
 * or "-". ERR_ARGUMENT says which rule is broken. */
bool session_name_check(const char *name, struct err *e);

/* Returns whether an account may have that name: 1 to 64 of A-Za-z0-9.@+_-,
 * starting with a letter or digit, and not "local", which is the local user.
 * ERR_ARGUMENT says what a name may be. */
bool account_name_check(const char *name, struct err *e);

struct session_info {
	int64_t id;		      /* never used for another session */
	char name[LIMIT_SESSION + 1]; /* as this account knows it */
	char description[LIMIT_DESCRIPTION + 1]; /* or "" */
	uint64_t revision;
	size_t items;
	size_t expectations;
};

/* ERR_NOT_FOUND names the nearest sessions. */
bool sessions_find(struct store *s, const char *name, struct session_info *info,
	struct err *e);

struct session_start {
	const char *name;	 /* NULL: a fresh one, model-2026-11-20-k7qm */
	const char *description; /* or NULL */
	const char *copy_of;	 /* a session to branch from, or NULL */
	bool has_revision;	 /* branch from this revision, not the last */
	uint64_t revision;
};

/*
 * Makes a session; at revision 0 and empty, or as a branch at revision 1.
 * ERR_CONFLICT when the name is taken, ERR_NOT_FOUND when there is nothing to
 * copy.
 */
bool sessions_create(struct store *s, const struct session_start *start,
	struct session_info *info, struct err *e);

/* The session of that name, made if there is none. */
bool sessions_open(struct store *s, const char *name, struct session_info *info,
	bool *created, struct err *e);

/* Replaces the description ("" takes it away); not a revision. */
bool sessions_describe(
	struct store *s, int64_t id, const char *description, struct err *e);

/* Refuses an account that may only read the session, or anything. Whatever
 * changes a session asks this within its transaction. */
bool sessions_check_edit(struct store *s, int64_t id, struct err *e);

/* How an account may use a session of another one. */
enum share_right { SHARE_NONE, SHARE_READ, SHARE_EDIT };

/*
 * Shares a session of any owner ("NAME" is the local user's) with an account,
 * or takes that back. For whoever runs the server, since it shows which
 * sessions there are. ERR_NOT_FOUND without that session or account.
 */
bool sessions_share(struct store *s, const char *session, const char *account,
	enum share_right right, struct err *e);

/*
 * Deletes for good; only the owner may. `*scrubbed` is false when another
 * process was reading for so long that the write-ahead log, which may hold text
 * of the session, could not be emptied; the next server that closes the
 * database does it.
 */
bool sessions_delete(
	struct store *s, int64_t id, bool *scrubbed, struct err *e);

/* Which sessions are listed: all that match, a page at a time. */
struct session_filter {
	const char *part; /* of a name or a description, or NULL */
	const char
		*prefix; /* of a name, or NULL; letter case is free in both */
	/* Last made first, an order that never changes, whatever is edited
	 * meanwhile; otherwise last changed first. */
	bool by_id;
	int64_t cursor; /* 0 for the first page, then `next` of the one before
			 */
	size_t limit;
};

/*
 * An object, the caller's; NULL after a failure:
 *
 *	sessions	{name, description, items, revision, last_status,
 *			last_status_revision, created, changed}: the status of
 *			the last run of the model itself, times as clock_text
 *			writes them; what is not known is left out
 *	total		that match, on all pages
 *	next		the cursor of the next page, if there is one
 */
struct json_object *sessions_list(
	struct store *s, const struct session_filter *filter, struct err *e);

/*
 * Whether something has changed, by this process or by another one that
 * shares the database. For looking often; a database that is not there
 * yet is not made by looking.
 *
 * A number that stays the same as long as nothing was written. 0 without a
 * database. It may change without need, and is for one store only.
 */
bool sessions_version(struct store *s, uint64_t *version, struct err *e);

/* What differs when a session, or the whole database, reads differently. */
struct change_stamp {
	int64_t sessions; /* their number */
	int64_t newest;	  /* id of the last one made */
	int64_t change;	  /* the last one, see schema/store.sql */
	int64_t run;	  /* id of the last one */
};

/* Of the session of that name, if there is one; NULL: of all together. */
bool sessions_stamp(struct store *s, const char *session,
	struct change_stamp *stamp, struct err *e);

/*
 * What a session has beside its model. It is no revision, and a branch begins
 * with that of its origin. An object, the caller's, of
 *
 *	options		what is set for its solves: texts by name
 *	expectations	of its model: objects with a name, the oldest first
 *	memo		lines, each with its line break
 *
 * NULL when it cannot be read; ERR_NOT_FOUND when the session is gone.
 */
struct json_object *session_metadata_load(
	struct store *s, int64_t session, struct err *e);

/* Keeps those of the members that there are; the others stay. ERR_NOT_FOUND
 * when the session is gone, ERR_LIMIT for a memo over LIMIT_MEMO. */
bool session_metadata_save(struct store *s, int64_t session,
	const struct json_object *metadata, struct err *e);

/* `count` lines from `first` on, counted from 1, are replaced. To name the line
 * after the last one is to append. */
struct memo_edit {
	size_t first;
	size_t count;
	const char *content; /* lines; "" for none */
};

/* Reads, edits and keeps in one transaction, whoever else does the same.
 * ERR_ARGUMENT for lines that there are not. */
bool session_memo_edit(struct store *s, int64_t session,
	const struct memo_edit *edit, struct err *e);

#endif
