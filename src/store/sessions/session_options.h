#ifndef STORE_SESSIONS_SESSION_OPTIONS_H
#define STORE_SESSIONS_SESSION_OPTIONS_H

/*
 * What belongs to a session beside its model: what is set for its solves,
 * names with values, both texts of the tools' making; and what is expected of
 * its model, objects with a name. Neither is a revision; a branch begins with
 * those of its origin.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/err.h"

struct json_object;
struct store;

struct session_options {
	struct json_object *values; /* texts by name; NULL: none */
};

/* Fills `out`, which need not be initialised; release it. */
bool session_options_load(struct store *s, int64_t session,
	struct session_options *out, struct err *e);
void session_options_release(struct session_options *options);
DROP_BY(session_options, session_options_release)

size_t session_options_count(const struct session_options *options);

/* The value of that name, or NULL. */
const char *session_options_find(
	const struct session_options *options, const char *name);

/* Sets a value in memory; NULL takes it away. */
void session_options_set(
	struct session_options *options, const char *name, const char *value);

/* Keeps these and no others. ERR_NOT_FOUND when the session is gone. */
bool session_options_save(struct store *s, int64_t session,
	const struct session_options *options, struct err *e);

/* An array of objects, the caller's, in the order in which they were added;
 * NULL when it cannot be read. */
struct json_object *session_expectations_load(
	struct store *s, int64_t session, struct err *e);

/* Keeps these and no others. ERR_NOT_FOUND when the session is gone. */
bool session_expectations_save(struct store *s, int64_t session,
	const struct json_object *expectations, struct err *e);

#endif
