/* --- names ---------------------------------------------------------------- */
#include "store/sessions/sessions.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "base/clock.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "model/items/model.h"
#include "store/db/db.h"
#include "store/db/sql.h"
#include "json/json.h"

bool
session_name_check(const char *name, struct err *e)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789._-";
	size_t size = strlen(name);

	if (size > LIMIT_NAME)
		return err_advise(e, ERR_ARGUMENT,
			"the session name has %zu characters and the limit is "
			"%d; choose a shorter one, for example %.20s; put a "
			"sentence into description",
			size, LIMIT_NAME, "parity-check");
	if (size > 0 && name[strspn(name, letters)] == '\0' && *name != '.' &&
		*name != '-')
		return true;
	return err_advise(e, ERR_ARGUMENT,
		"\"%s\" cannot be a session name: it is 1 to %d of the letters "
		"A-Z and a-z, digits, \".\", \"_\" and \"-\", and starts with "
		"neither \".\" nor \"-\"; choose another, for example "
		"parity-check; put a sentence into description",
		name, LIMIT_NAME);
}

bool
account_name_check(const char *name, struct err *e)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789._-@+";
	size_t size = strlen(name);

	if (size > 0 && size <= LIMIT_ACCOUNT &&
		name[strspn(name, letters)] == '\0' &&
		isalnum((unsigned char)*name) && strcmp(name, "local") != 0)
		return true;
	return err_set(e, ERR_ARGUMENT,
		"\"%.80s\" cannot be the name of an account: it is 1 to %d of "
		"the letters A-Z and a-z, digits, \".\", \"_\", \"-\", "
		"\"@\" and \"+\", starts with a letter or digit, and is not "
		"\"local\", the user who starts Satchel",
		name, LIMIT_ACCOUNT);
}

/* The name of a session in the table. */
struct session_key {
	char text[LIMIT_SESSION + 1];
	bool is_own; /* it is one that this account may make */
};

/* Reads how the account of the store names a session: "NAME", or "OWNER/NAME".
 */
static bool
read_key(const struct store *s, const char *name, struct session_key *key,
	struct err *e)
{
	static const char local[] = "local";
	const char *slash = strchr(name, '/');
	size_t size = slash != NULL ? (size_t)(slash - name) : 0;
	DROP(text) char *owner = text_copy_n(name, size);
	const char *of = slash != NULL ? owner : s->account.name;

	if (size > LIMIT_ACCOUNT ||
		(slash != NULL && strcmp(owner, local) != 0 &&
			!account_name_check(owner, e)))
		return session_name_check(name, e); /* it has a "/" */
	if (!session_name_check(slash != NULL ? slash + 1 : name, e))
		return false;
	key->is_own = strcmp(of, s->account.name) == 0;
	name = slash != NULL ? slash + 1 : name;
	(void)snprintf(key->text, sizeof(key->text), "%s%s%s",
		strcmp(of, local) == 0 ? "" : of,
		strcmp(of, local) == 0 ? "" : "/", name);
	return true;
}

/* A new name, such as model-2026-11-20-k7qm; hardly ever taken already. It has
 * to be remembered and said: no 0 and o, no 1 and l, no vowels that make words.
 */
static const char *
make_name(char name[LIMIT_NAME + 1])
{
	static const char letters[] = "bcdfghjkmnpqrstvwxz23456789";
	char today[CLOCK_TEXT_SIZE];
	unsigned char random[4];
	char end[sizeof(random) + 1];

	clock_text(clock_wall_ms(), today);
	/* So few bytes come at once; see getrandom(2). */
	(void)!getrandom(random, sizeof(random), 0);
	for (size_t i = 0; i < sizeof(random); i++)
		end[i] = letters[random[i] % (sizeof(letters) - 1)];
	end[sizeof(random)] = '\0';
	(void)snprintf(name, LIMIT_NAME + 1, "model-%.10s-%s", today, end);
	return name;
}

/* --- rows ----------------------------------------------------------------- */

/* Finds the session if the account may see it; without a sentence when there is
 * none. */
static bool
look_up(struct store *s, const struct session_key *key,
	struct session_info *info, bool *found, struct err *e)
{
	DROP(query) struct query q = {0};

	query_start(&q, s, e,
		"SELECT id, revision, items, iif(json_valid(expectations),"
		" json_array_length(expectations), 0), " SESSION_NAME(
			"?2") ", description FROM session WHERE name = ?1"
			      " AND " SESSION_IS_VISIBLE("?2"),
		"ti", key->text, s->account.id);
	*found = query_next(&q, "nnnntt");
	if (*found) {
		*info = (struct session_info){
			.id = query_get_int(&q, 0),
			.revision = (uint64_t)query_get_int(&q, 1),
			.items = (size_t)query_get_int(&q, 2),
			.expectations = (size_t)query_get_int(&q, 3),
		};
		/* Only what fits was ever written. */
		(void)snprintf(info->name, sizeof(info->name), "%s",
			query_get_text(&q, 4));
		(void)snprintf(info->description, sizeof(info->description),
			"%s", query_get_text(&q, 5));
	}
	return query_ok(&q);
}

/* How many sessions are looked through for a misspelt name, and listed. */
enum { NEAREST_MAX = 1000, LATEST_MAX = 3 };

/* ERR_NOT_FOUND with the name that was meant, or else the latest names; inside
 * of a transaction. Always false. */
static bool
refuse_name(struct store *s, const char *name, struct err *e)
{
	DROP(json) struct json_object *names = json_new_array();
	DROP(query) struct query q = {0};
	struct nearest near = {.word = name};

	query_start(&q, s, e,
		"SELECT " SESSION_NAME("?1") " FROM session "
					     "WHERE " SESSION_IS_VISIBLE(
						     "?1") " ORDER BY change "
							   "DESC LIMIT ?2",
		"ii", s->account.id, (int64_t)NEAREST_MAX);
	while (query_next(&q, "t"))
		json_add(names, json_new_string(query_get_text(&q, 0)));
	if (!query_ok(&q))
		return false;
	for (size_t i = 0; i < json_count(names); i++)
		nearest_offer(&near, json_string(json_at(names, i)));
	err_set(e, ERR_NOT_FOUND, "there is no session \"%s\"", name);
	if (near.best != NULL)
		return err_step(e, "Did you mean \"%s\"?", near.best);
	if (json_count(names) == 0)
		return err_add(e, ", and no other either");
	err_step(e, "Pass one that exists: the latest are ");
	for (size_t i = 0; i < json_count(names) && i < LATEST_MAX; i++)
		err_add(e, "%s%s", i > 0 ? ", " : "",
			json_string(json_at(names, i)));
	return err_add(e, " ({list_sessions} shows all).");
}

bool
sessions_find(struct store *s, const char *name, struct session_info *info,
	struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	struct session_key key;
	bool found;

	if (!read_key(s, name, &key, e) || !transaction_read(&t, s, e) ||
		!look_up(s, &key, info, &found, e))
		return false;
	return found || refuse_name(s, name, e);
}

/* --- branches ------------------------------------------------------------- */

/* Makes revision 1 of the empty session `id` from a revision, which there is,
 * of another one. Item ids stay the same, and what is set and
 * expected. */
static bool
copy_revision(struct store *s, const struct session_info *origin,
	uint64_t revision, int64_t id, struct err *e)
{
	DROP(text)
	char *summary = text_format(
		"copy of %s at revision %" PRIu64, origin->name, revision);

	return query_run(s, e,
		       "INSERT INTO item (session, item, ord, content, name,"
		       " note, valid_from)"
		       " SELECT ?1, ifnull(item, row), ord, content, name,"
		       " note, 1 FROM item"
		       " WHERE session = ?2 AND valid_from <= ?3"
		       " AND (valid_to IS NULL OR valid_to > ?3) ORDER BY ord",
		       "iii", id, origin->id, revision) &&
	       query_run(s, e,
		       "UPDATE session SET revision = 1, items = (SELECT"
		       " count(*) FROM item WHERE session = ?1),"
		       " (options, expectations, memo) = (SELECT options,"
		       " expectations, memo FROM session WHERE id = ?2)"
		       " WHERE id = ?1",
		       "ii", id, origin->id) &&
	       query_run(s, e,
		       "INSERT INTO revision (session, number, at_ms, tool,"
		       " summary) VALUES (?, 1, ?, 'open_session', ?)",
		       "iit", id, clock_wall_ms(), summary);
}

static bool
find_origin(struct store *s, const struct session_start *start,
	struct session_info *origin, uint64_t *revision, struct err *e)
{
	struct session_key key;
	bool found;

	if (!read_key(s, start->copy_of, &key, e) ||
		!look_up(s, &key, origin, &found, e))
		return false;
	if (!found)
		return refuse_name(s, start->copy_of, e);
	*revision = start->has_revision ? start->revision : origin->revision;
	return *revision <= origin->revision ||
	       err_advise(e, ERR_NOT_FOUND,
		       "session \"%s\" has no revision %" PRIu64
		       ": its last one is %" PRIu64
		       "; omit revision for the last; {get_history} lists them",
		       origin->name, *revision, origin->revision);
}

/* --- making, describing, deleting ----------------------------------------- */

static bool
check_description(const char *text, struct err *e)
{
	if (strlen(text) > LIMIT_DESCRIPTION)
		return err_advise(e, ERR_LIMIT,
			"the description has %zu bytes and the limit is %d; "
			"say in a sentence what is modelled; put details into "
			"the notes of items",
			strlen(text), LIMIT_DESCRIPTION);
	if (!utf8_check(text, strlen(text), NULL))
		return err_advise(e, ERR_ARGUMENT,
			"the description is not valid UTF-8; send it as plain "
			"text; or leave it out");
	return true;
}

static bool
refuse_change(struct err *e)
{
	return err_advise(e, ERR_ARGUMENT,
		"this account may only read: nothing was changed; ask whoever "
		"runs the server for an account that may edit");
}

/* A session of another account is not made, whether there is one or not. */
static bool
refuse_foreign(struct err *e)
{
	return err_advise(e, ERR_ARGUMENT,
		"\"OWNER/NAME\" is a session that its owner shares, and cannot "
		"be made; choose a name without \"/\"; {list_sessions} shows "
		"those that are shared");
}

/* Refuses an account that may only read, or has as many sessions as it may. */
static bool
check_making(struct store *s, struct err *e)
{
	int64_t most = s->account.limits.sessions;
	DROP(query) struct query q = {0};

	if (s->account.is_reader)
		return refuse_change(e);
	if (most == 0)
		return true;
	query_start(&q, s, e, "SELECT count(*) FROM session WHERE account = ?",
		"i", s->account.id);
	if (query_next(&q, "n") && query_get_int(&q, 0) >= most)
		return err_advise(e, ERR_LIMIT,
			"this account has %" PRId64
			" sessions, which is its limit; delete one that is no "
			"longer needed with {delete_session}; or go on in one "
			"that exists: {list_sessions} shows them",
			most);
	return query_ok(&q);
}

/* Inside of a transaction, with a name that is free. */
static bool
create(struct store *s, const struct session_start *start,
	const struct session_key *key, struct session_info *info, struct err *e)
{
	const char *description = start->description;
	DROP(text)
	char *line =
		line_breaks_flatten(description != NULL ? description : "");
	struct session_info origin;
	uint64_t revision = 0;
	bool found;

	/* First the origin, for a refusal lists the sessions that there are. */
	return check_making(s, e) &&
	       (start->copy_of == NULL ||
		       find_origin(s, start, &origin, &revision, e)) &&
	       query_run(s, e,
		       "INSERT INTO session (name, description, revision,"
		       " items, created_ms, changed_ms, change, account)"
		       " VALUES (?1, ?2, 0, 0, ?3, ?3,"
		       " (SELECT ifnull(max(change), 0) + 1 FROM session), ?4)",
		       "ttii", key->text, line, clock_wall_ms(),
		       s->account.id) &&
	       (start->copy_of == NULL ||
		       copy_revision(s, &origin, revision,
			       sqlite3_last_insert_rowid(s->shared->db), e)) &&
	       look_up(s, key, info, &found, e);
}

bool
sessions_create(struct store *s, const struct session_start *start,
	struct session_info *info, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	const char *name = start->name;
	struct session_key key;
	char fresh[LIMIT_NAME + 1];
	bool found = false;

	if ((name != NULL && !read_key(s, name, &key, e)) ||
		(start->description != NULL &&
			!check_description(start->description, e)) ||
		!transaction_write(&t, s, e))
		return false;
	if (name != NULL && !key.is_own)
		return refuse_foreign(e);
	do {
		if (start->name == NULL &&
			!read_key(s, make_name(fresh), &key, e))
			return false;
		if (!look_up(s, &key, info, &found, e))
			return false;
	} while (found && start->name == NULL);
	if (found)
		return err_advise(e, ERR_CONFLICT,
			"there is a session \"%s\" already, at revision "
			"%" PRIu64 " (items: %zu); choose another name; or "
			"omit it for a fresh one",
			info->name, info->revision, info->items);
	return create(s, start, &key, info, e) && transaction_commit(&t, e);
}

bool
sessions_open(struct store *s, const char *name, struct session_info *info,
	bool *created, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	const struct session_start start = {.name = name};
	struct session_key key;
	bool found;

	if (!read_key(s, name, &key, e) || !transaction_write(&t, s, e) ||
		!look_up(s, &key, info, &found, e))
		return false;
	if (!found && !key.is_own)
		return refuse_name(s, name, e);
	if ((!found && !create(s, &start, &key, info, e)) ||
		!transaction_commit(&t, e))
		return false;
	*created = !found;
	return true;
}

bool
sessions_describe(
	struct store *s, int64_t id, const char *description, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(text) char *line = NULL;

	if (!check_description(description, e) ||
		!transaction_write(&t, s, e) || !sessions_check_edit(s, id, e))
		return false;
	line = line_breaks_flatten(description);
	return query_run(s, e,
		       "UPDATE session SET description = ? WHERE id = ?", "ti",
		       line, id) &&
	       query_wrote(s, e) && transaction_commit(&t, e);
}

/* --- rights --------------------------------------------------------------- */

/* Reads how the account may use a session. */
static bool
read_right(struct store *s, int64_t id, bool *is_owner, bool *may_edit,
	struct err *e)
{
	DROP(query) struct query q = {0};

	query_start(&q, s, e,
		"SELECT account = ?2, account = ?2 OR EXISTS (SELECT 1"
		" FROM share WHERE session = id AND share.account = ?2"
		" AND is_reader = 0) FROM session WHERE id = ?1",
		"ii", id, s->account.id);
	if (query_next(&q, "nn")) {
		*is_owner = query_get_int(&q, 0) != 0;
		*may_edit = query_get_int(&q, 1) != 0 && !s->account.is_reader;
		return true;
	}
	return query_ok(&q) && store_fail_session(e);
}

bool
sessions_check_edit(struct store *s, int64_t id, struct err *e)
{
	bool is_owner;
	bool may_edit;

	if (!read_right(s, id, &is_owner, &may_edit, e))
		return false;
	if (may_edit)
		return true;
	return s->account.is_reader
		       ? refuse_change(e)
		       : err_advise(e, ERR_ARGUMENT,
				 "this session is shared for reading: nothing "
				 "was changed; branch from it with "
				 "{open_session} and {copy_of}, and edit that");
}

static bool
check_deleting(struct store *s, int64_t id, struct err *e)
{
	bool is_owner;
	bool may_edit;

	if (!read_right(s, id, &is_owner, &may_edit, e))
		return false;
	if (!is_owner)
		return err_advise(e, ERR_ARGUMENT,
			"only its owner may delete a session; nothing was "
			"changed; ask the owner");
	return may_edit || refuse_change(e);
}

bool
sessions_share(struct store *s, const char *session, const char *account,
	enum share_right right, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	bool is_local = strcmp(account, "local") == 0;
	struct session_key key;
	bool is_done;

	if (!read_key(s, session, &key, e) || !transaction_write(&t, s, e))
		return false;
	is_done = right == SHARE_NONE
			  ? query_run(s, e,
				    "DELETE FROM share WHERE session ="
				    " (SELECT id FROM session WHERE name = ?)"
				    " AND account = ifnull((SELECT id FROM"
				    " account WHERE name = ?), iif(?, 0, -1))",
				    "tti", key.text, account, (int64_t)is_local)
			  : query_run(s, e,
				    "INSERT INTO share (session, account,"
				    " is_reader) SELECT session.id,"
				    " ifnull(account.id, 0), ?3 FROM session"
				    " LEFT JOIN account ON account.name = ?2"
				    " WHERE session.name = ?1"
				    " AND (account.id IS NOT NULL OR ?4)"
				    " AND session.account <>"
				    " ifnull(account.id, 0)"
				    " ON CONFLICT (session, account) DO UPDATE"
				    " SET is_reader = excluded.is_reader",
				    "ttii", key.text, account,
				    (int64_t)(right == SHARE_READ),
				    (int64_t)is_local);
	if (!is_done)
		return false;
	if (sqlite3_changes(s->shared->db) == 0)
		return err_set(e, ERR_NOT_FOUND,
			right == SHARE_NONE
				? "the session \"%.140s\" is not shared with "
				  "\"%.80s\"; nothing was changed"
				: "there is no session \"%.140s\" that could "
				  "be shared with an account \"%.80s\"; "
				  "satchel account list shows the accounts; a "
				  "session of an account is named OWNER/NAME",
			session, account);
	return transaction_commit(&t, e);
}

bool
sessions_delete(struct store *s, int64_t id, bool *scrubbed, struct err *e)
{
	/* On a full disk this is what makes room. */
	store_checkpoint(s);
	if (!check_deleting(s, id, e) ||
		!query_run(s, e, "DELETE FROM session WHERE id = ?", "i", id) ||
		!query_wrote(s, e))
		return false;
	*scrubbed = store_truncate_log(s);
	return true;
}

/* --- lists ---------------------------------------------------------------- */

#define MATCHES \
	" FROM (SELECT id, " SESSION_NAME( \
		"?3") " AS name, description, items," \
		      " revision, created_ms, changed_ms, change FROM " \
		      "session WHERE " SESSION_IS_VISIBLE( \
			      "?3") ") WHERE (?1 IS NULL" \
				    "  OR instr(lower(name), lower(?1)) > 0" \
				    "  OR instr(lower(description), " \
				    "lower(?1)) > 0)" \
				    " AND (?2 IS NULL" \
				    "  OR lower(substr(name, 1, length(?2))) " \
				    "= lower(?2))"
#define LAST_RUN \
	" FROM run WHERE session = id AND plain = 1 ORDER BY run DESC LIMIT " \
	"1)"
#define PAGE(key) \
	"SELECT name, nullif(description, '') AS description, items," \
	" revision, (SELECT status" LAST_RUN " AS last_status," \
	" (SELECT run.revision" LAST_RUN " AS last_status_revision," \
	" created_ms AS created, changed_ms AS changed, " key \
	" AS cursor" MATCHES " AND (?4 = 0 OR " key " < ?4)" \
	" ORDER BY " key " DESC LIMIT ?5"

/* One row more than the limit tells that there is a next page. */
static bool
read_page(struct store *s, const struct session_filter *filter,
	struct json_object *page, struct err *e)
{
	struct json_object *sessions = json_new_array();
	DROP(query) struct query q = {0};
	struct json_object *one;
	int64_t cursor = 0;

	json_put(page, "sessions", sessions);
	query_start(&q, s, e, filter->by_id ? PAGE("id") : PAGE("change"),
		"ttiii", filter->part, filter->prefix, s->account.id,
		filter->cursor, (int64_t)filter->limit + 1);
	while ((one = query_next_object(&q, "tTnnTNccn")) != NULL) {
		if (json_count(sessions) == filter->limit) {
			json_put_int(page, "next", cursor);
			json_free(one);
			return true;
		}
		cursor = json_get_int(one, "cursor", 0);
		json_delete(one, "cursor");
		json_add(sessions, one);
	}
	return query_ok(&q);
}

struct json_object *
sessions_list(
	struct store *s, const struct session_filter *filter, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};
	DROP(json) struct json_object *page = NULL;

	assert(filter->limit > 0);
	if (!transaction_read(&t, s, e))
		return NULL;
	query_start(&q, s, e, "SELECT count(*) AS total" MATCHES, "tti",
		filter->part, filter->prefix, s->account.id);
	page = query_next_object(&q, "n");
	return page != NULL && read_page(s, filter, page, e) ? TAKE(page)
							     : NULL;
}

/* --- what has changed ----------------------------------------------------- */

/*
 * data_version counts the commits of other connections, total_changes the rows
 * that this one has written; neither counts both.
 */
bool
sessions_version(struct store *s, uint64_t *version, struct err *e)
{
	DROP(query) struct query q = {0};

	*version = s->shared->version;
	/* The caller looks again later, so it need not wait. */
	if (!store_exists(s) || s->shared->use.depth > 0)
		return true;
	query_start(&q, s, e, "PRAGMA data_version", "");
	if (query_next(&q, "n"))
		s->shared->version =
			(uint64_t)query_get_int(&q, 0) << 32 |
			(uint32_t)sqlite3_total_changes(s->shared->db);
	*version = s->shared->version;
	return query_ok(&q);
}

bool
sessions_stamp(struct store *s, const char *session, struct change_stamp *stamp,
	struct err *e)
{
	DROP(query) struct query q = {0};
	struct session_key key;

	*stamp = (struct change_stamp){0};
	if (!store_exists(s))
		return true;
	if (session != NULL && !read_key(s, session, &key, e))
		return false;
	if (session == NULL)
		query_start(&q, s, e,
			"SELECT count(*), max(id), max(change),"
			" max((SELECT max(run) FROM run"
			"  WHERE session = session.id)) FROM session"
			" WHERE " SESSION_IS_VISIBLE("?1"),
			"i", s->account.id);
	else
		query_start(&q, s, e,
			"SELECT 1, id, change, (SELECT max(run) FROM run"
			" WHERE session = session.id) FROM session"
			" WHERE name = ?2 AND " SESSION_IS_VISIBLE("?1"),
			"it", s->account.id, key.text);
	if (query_next(&q, "nNNN"))
		*stamp = (struct change_stamp){
			.sessions = query_get_int(&q, 0),
			.newest = query_get_int(&q, 1),
			.change = query_get_int(&q, 2),
			.run = query_get_int(&q, 3),
		};
	return query_ok(&q);
}

/* --- beside the model ------------------------------------------------------
 */

static bool
is_sound(const struct json_object *metadata)
{
	const struct json_object *options =
		json_get_object(metadata, "options");
	const struct json_object *expectations =
		json_get_array(metadata, "expectations");
	bool are_sound = options != NULL && expectations != NULL;
	struct json_member m = {0};

	while (are_sound && json_next(options, &m))
		are_sound = json_kind(m.value) == JSON_STRING;
	for (size_t i = 0; are_sound && i < json_count(expectations); i++)
		are_sound = json_get_string(json_at(expectations, i), "name") !=
			    NULL;
	return are_sound;
}

/* JSON that is not what was written makes the file damaged. */
struct json_object *
session_metadata_load(struct store *s, int64_t session, struct err *e)
{
	DROP(query) struct query q = {0};
	DROP(json) struct json_object *metadata = NULL;

	query_start(&q, s, e,
		"SELECT options, expectations, memo FROM session WHERE id = ?",
		"i", session);
	metadata = query_next_object(&q, "JJt");
	if (metadata != NULL && is_sound(metadata))
		return TAKE(metadata);
	if (metadata != NULL)
		store_fail(s, SQLITE_CORRUPT, e);
	else if (query_ok(&q))
		store_fail_session(e);
	return NULL;
}

bool
session_metadata_save(struct store *s, int64_t session,
	const struct json_object *metadata, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	const char *memo = json_get_string(metadata, "memo");
	size_t size = memo != NULL ? strlen(memo) : 0;
	DROP(text) char *lines = NULL;

	if (memo != NULL)
		lines = text_format("%s%s", memo,
			size == 0 || memo[size - 1] == '\n' ? "" : "\n");
	if (lines != NULL && strlen(lines) > LIMIT_MEMO)
		return err_advise(e, ERR_LIMIT,
			"the memo would have %zu bytes and the limit is %d; "
			"say it in fewer words; or delete lines of it first",
			strlen(lines), LIMIT_MEMO);
	return transaction_write(&t, s, e) &&
	       sessions_check_edit(s, session, e) &&
	       query_run(s, e,
		       "UPDATE session SET options = ifnull(?1, options),"
		       " expectations = ifnull(?2, expectations),"
		       " memo = ifnull(?3, memo) WHERE id = ?4",
		       "jjti", json_get(metadata, "options"),
		       json_get(metadata, "expectations"), lines, session) &&
	       query_wrote(s, e) && transaction_commit(&t, e);
}

/* The beginning of the line that is `count` further on; or of the last one,
 * with *count lines that there are not. */
static const char *
skip_lines(const char *at, size_t *count)
{
	for (; *count > 0 && *at != '\0'; --*count)
		at = strchrnul(at, '\n') + (*strchrnul(at, '\n') == '\n');
	return at;
}

static bool
refuse_lines(const struct memo_edit *edit, const char *memo, struct err *e)
{
	size_t beyond = SIZE_MAX;

	if (*memo == '\0')
		return err_advise(e, ERR_ARGUMENT,
			"the memo is empty; line_start 1 writes its first "
			"line; {open_session} with the name of another session "
			"if you meant the memo of that one");
	(void)skip_lines(memo, &beyond);
	return err_advise(e, ERR_ARGUMENT,
		"the memo has %zu line%s, and line %zu was asked for; name "
		"lines from 1 to %zu; line_start %zu appends; {get_memo} shows "
		"the lines",
		SIZE_MAX - beyond, SIZE_MAX - beyond == 1 ? "" : "s",
		edit->first + edit->count - (edit->count > 0),
		SIZE_MAX - beyond, SIZE_MAX - beyond + 1);
}

bool
session_memo_edit(struct store *s, int64_t session,
	const struct memo_edit *edit, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(json) struct json_object *metadata = NULL;
	DROP(json) struct json_object *changed = NULL;
	DROP(text) char *edited = NULL;
	const char *memo;
	size_t before = edit->first - 1;
	size_t replaced = edit->count;
	size_t size = strlen(edit->content);
	const char *from;
	const char *to;

	assert(edit->first > 0);
	if (!transaction_write(&t, s, e))
		return false;
	metadata = session_metadata_load(s, session, e);
	if (metadata == NULL)
		return false;
	memo = json_get_string(metadata, "memo");
	from = skip_lines(memo, &before);
	if (*from == '\0')
		replaced = 0; /* it appends */
	to = skip_lines(from, &replaced);
	if (before > 0 || replaced > 0)
		return refuse_lines(edit, memo, e);
	edited = text_format("%.*s%s%s%s", (int)(from - memo), memo,
		edit->content,
		size == 0 || edit->content[size - 1] == '\n' ? "" : "\n", to);
	changed = OBJECT("memo", STRING(edited));
	return session_metadata_save(s, session, changed, e) &&
	       transaction_commit(&t, e);
}
