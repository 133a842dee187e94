#include "store/accounts/accounts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/clock.h"
#include "base/nearest.h"
#include "store/db/sql.h"
#include "store/sessions/sessions.h"
#include "json/json.h"

enum { DIGEST_TEXT_SIZE = 2 * SHA256_SIZE + 1 };

/* Writes bytes in hexadecimal, two letters for each. */
static void
write_hexadecimal(const uint8_t *bytes, size_t count, char *text)
{
	for (size_t i = 0; i < count; i++)
		(void)snprintf(text + 2 * i, 3, "%02x", bytes[i]);
}

void
token_make(char token[TOKEN_SIZE])
{
	static const char prefix[] = "satchel_";
	uint8_t random[SHA256_SIZE];

	/* As many bytes as that come at once; without them nothing here can be
	 * kept secret. */
	if (getrandom(random, sizeof(random), 0) != (ssize_t)sizeof(random))
		abort();
	memcpy(token, prefix, sizeof(prefix));
	write_hexadecimal(random, sizeof(random), token + strlen(prefix));
}

bool
accounts_add(struct store *s, const char *name, bool is_reader,
	char token[TOKEN_SIZE], struct err *e)
{
	uint8_t digest[SHA256_SIZE];
	char text[DIGEST_TEXT_SIZE];

	if (!account_name_check(name, e))
		return false;
	token_make(token);
	sha256(token, strlen(token), digest);
	write_hexadecimal(digest, sizeof(digest), text);
	if (!query_run(s, e,
		    "INSERT INTO account (name, token, is_reader, created_ms)"
		    " VALUES (?1, ?2, ?3, ?4) ON CONFLICT (name) DO UPDATE SET"
		    " token = excluded.token, is_reader = excluded.is_reader"
		    " WHERE token IS NULL",
		    "ttii", name, text, (int64_t)is_reader, clock_wall_ms()))
		return false;
	return sqlite3_changes(s->shared->db) > 0 ||
	       err_set(e, ERR_CONFLICT,
		       "there is an account \"%.80s\" already; its token was "
		       "shown when it was made; for a new one, say satchel "
		       "account revoke %.80s first",
		       name, name);
}

bool
accounts_revoke(struct store *s, const char *name, struct err *e)
{
	if (!query_run(s, e,
		    "UPDATE account SET token = NULL WHERE name = ?"
		    " AND token IS NOT NULL",
		    "t", name))
		return false;
	return sqlite3_changes(s->shared->db) > 0 ||
	       err_set(e, ERR_NOT_FOUND,
		       "there is no account \"%.80s\" that has a token; "
		       "satchel "
		       "account list shows all",
		       name);
}

struct json_object *
accounts_list(struct store *s, struct err *e)
{
	DROP(query) struct query q = {0};

	query_start(&q, s, e,
		"SELECT name, is_reader AS read_only, token IS NULL AS revoked,"
		" limits,"
		" (SELECT count(*) FROM session WHERE account = account.id)"
		" AS sessions, created_ms AS created FROM account"
		" ORDER BY name",
		"");
	return query_array(&q, "tbbJnc");
}

bool
accounts_exist(struct store *s, bool *exist, struct err *e)
{
	DROP(query) struct query q = {0};

	*exist = false;
	if (!store_exists(s))
		return true;
	query_start(&q, s, e, "SELECT count(*) FROM account", "");
	if (query_next(&q, "n"))
		*exist = query_get_int(&q, 0) > 0;
	return query_ok(&q);
}

/* --- limits --------------------------------------------------------------- */

static const struct limit {
	const char *name;
	int64_t value; /* the default */
	int64_t most;
} limits[] = {
#define ACCOUNT_LIMIT(name, value, most, what) {#name, value, most},
#include "store/db/account_limits.def"
#undef ACCOUNT_LIMIT
};

bool
accounts_set(struct store *s, const char *name, const char *limit,
	int64_t value, struct err *e)
{
	const struct limit *one = ROW_IN(limit, limits, name);

	if (one == NULL || value < -1 || value == 0 || value > one->most) {
		err_set(e, ERR_ARGUMENT,
			"the limits of an account are numbers from 1 on, or "
			"-1 for the default:");
#define ACCOUNT_LIMIT(name, value, most, what) \
	err_add(e, " " #name " (" what ", at most " #most \
		   "; the default is " #value ")");
#include "store/db/account_limits.def"
#undef ACCOUNT_LIMIT
		return false;
	}
	if (!query_run(s, e,
		    "UPDATE account SET limits = iif(?3 = -1,"
		    " json_remove(limits, '$.' || ?2),"
		    " json_set(limits, '$.' || ?2, ?3)) WHERE name = ?1",
		    "tti", name, limit, value))
		return false;
	return sqlite3_changes(s->shared->db) > 0 ||
	       err_set(e, ERR_NOT_FOUND,
		       "there is no account \"%.80s\"; satchel account list "
		       "shows all",
		       name);
}

static void
read_limits(const char *text, struct account_limits *all)
{
	DROP(json) struct json_object *set = json_read(text);

#define ACCOUNT_LIMIT(name, value, most, what) \
	all->name = json_get_int(set, #name, value);
#include "store/db/account_limits.def"
#undef ACCOUNT_LIMIT
}

/* --- look-up -------------------------------------------------------------- */

/* Reads the account of a query that has at most one row. */
static bool
read_account(struct query *q, struct account *account, bool *found)
{
	*found = query_next(q, "ntbJ");
	if (*found) {
		*account = (struct account){.id = query_get_int(q, 0),
			.is_reader = query_get_int(q, 2) != 0};
		/* Only what fits was ever written. */
		(void)snprintf(account->name, sizeof(account->name), "%s",
			query_get_text(q, 1));
		read_limits(query_get_text(q, 3), &account->limits);
	}
	return query_ok(q);
}

bool
accounts_find_token(struct store *s, const uint8_t digest[SHA256_SIZE],
	struct account *account, bool *found, struct err *e)
{
	DROP(query) struct query q = {0};
	char text[DIGEST_TEXT_SIZE];

	/* How long the look-up takes says something of the digest, of which
	 * nobody can choose even the first bytes. */
	write_hexadecimal(digest, SHA256_SIZE, text);
	query_start(&q, s, e,
		"SELECT id, name, is_reader, limits FROM account WHERE token = "
		"?",
		"t", text);
	return read_account(&q, account, found);
}

bool
accounts_find_name(struct store *s, const char *name, struct account *account,
	bool *found, struct err *e)
{
	DROP(query) struct query q = {0};

	query_start(&q, s, e,
		"SELECT id, name, is_reader, limits FROM account WHERE name = ?"
		" AND token IS NOT NULL",
		"t", name);
	return read_account(&q, account, found);
}
