#ifndef STORE_ACCOUNTS_ACCOUNTS_H
#define STORE_ACCOUNTS_ACCOUNTS_H

/*
 * The accounts of a server for several people. Each has at most one token, of
 * which the database keeps the SHA-256 only. An account is never deleted: its
 * sessions stay its own, and a new token brings them back.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/sha256.h"
#include "store/db/db.h"

struct json_object;

/* "satchel_" and 32 random bytes in hexadecimal. */
enum { TOKEN_SIZE = 8 + 64 + 1 };

/* Writes a new token. */
void token_make(char token[TOKEN_SIZE]);

/* Makes an account, or gives one whose token was revoked a new one, and writes
 * the token. ERR_CONFLICT if the account has a token. */
bool accounts_add(struct store *s, const char *name, bool is_reader,
	char token[TOKEN_SIZE], struct err *e);

/* Takes the token away; from then on nobody is let in for the account.
 * ERR_NOT_FOUND without such an account, or without a token. */
bool accounts_revoke(struct store *s, const char *name, struct err *e);

/* Sets a limit of account_limits.def, or, for a value of -1, its default; it
 * counts from the next request on. ERR_ARGUMENT if the name is none, or the
 * value out of range. */
bool accounts_set(struct store *s, const char *name, const char *limit,
	int64_t value, struct err *e);

/* Returns an array, the caller's, of {name, read_only, revoked, limits (those
 * that were set), sessions, created}; NULL after a failure. */
struct json_object *accounts_list(struct store *s, struct err *e);

/* Returns whether there is an account, also a revoked one; false without a
 * database, which is not made. */
bool accounts_exist(struct store *s, bool *exist, struct err *e);

/* These find an account that was not revoked. *found is false without one. */
bool accounts_find_token(struct store *s, const uint8_t digest[SHA256_SIZE],
	struct account *account, bool *found, struct err *e);
bool accounts_find_name(struct store *s, const char *name,
	struct account *account, bool *found, struct err *e);

#endif
