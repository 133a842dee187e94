#ifndef STORE_SETTINGS_H
#define STORE_SETTINGS_H

/*
 * What is set for the solves of a session: names with values, both texts of
 * the tools' making. Not a revision; a branch begins with those of its origin.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct store;

struct setting {
	char *name;
	char *value;
};

struct settings {
	struct setting *list; /* sorted by name */
	size_t count;
	size_t capacity;
};

/* Fills `out`, which need not be initialised; release it. */
bool settings_load(
	struct store *s, int64_t session, struct settings *out, struct err *e);
void settings_release(struct settings *settings);
void settings_drop(struct settings *settings); /* for DROP(settings) */

/* The value of that name, or NULL. */
const char *settings_find(const struct settings *settings, const char *name);

/* Sets a value in memory; NULL takes it away. */
void settings_set(
	struct settings *settings, const char *name, const char *value);

/* Keeps these and no others. ERR_NOT_FOUND when the session is gone. */
bool settings_save(struct store *s, int64_t session,
	const struct settings *settings, struct err *e);

/* The same inside of a transaction. */
bool settings_write(struct store *s, int64_t session,
	const struct settings *settings, struct err *e);

/* For a branch, inside of its transaction. */
bool settings_copy(struct store *s, int64_t from, int64_t to, struct err *e);

#endif
