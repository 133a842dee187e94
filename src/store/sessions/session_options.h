#ifndef STORE_SESSIONS_SESSION_OPTIONS_H
#define STORE_SESSIONS_SESSION_OPTIONS_H

/*
 * What is set for the solves of a session: names with values, both texts of
 * the tools' making. Not a revision; a branch begins with those of its origin.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/err.h"

struct store;

struct session_option {
	char *name;
	char *value;
};

struct session_options {
	struct session_option *list; /* sorted by name */
	size_t count;
	size_t capacity;
};

/* Fills `out`, which need not be initialised; release it. */
bool session_options_load(struct store *s, int64_t session,
	struct session_options *out, struct err *e);
void session_options_release(struct session_options *options);
DROP_BY(session_options, session_options_release)

/* The value of that name, or NULL. */
const char *session_options_find(
	const struct session_options *options, const char *name);

/* Sets a value in memory; NULL takes it away. */
void session_options_set(
	struct session_options *options, const char *name, const char *value);

/* Keeps these and no others. ERR_NOT_FOUND when the session is gone. */
bool session_options_save(struct store *s, int64_t session,
	const struct session_options *options, struct err *e);

/* The same inside of a transaction. */
bool session_options_write(struct store *s, int64_t session,
	const struct session_options *options, struct err *e);

/* For a branch, inside of its transaction. */
bool session_options_copy(
	struct store *s, int64_t from, int64_t to, struct err *e);

#endif
