#ifndef REPLAY_MATCH_H
#define REPLAY_MATCH_H

/* Does a value hold what a pattern (see notation.h) asks for? */

#include <stdbool.h>

#include "base/err.h"

struct json_object;

/* A pattern that speaks of text: ~piece, ~not or ~regex. */
bool match_is_text(const struct json_object *pattern);

/*
 * Members that the pattern does not name are free. What $names are bound to
 * is put into `names`, of a failed match too. The message says at which path
 * pattern and value part.
 */
bool match(const struct json_object *pattern, const struct json_object *value,
	struct json_object *names, struct err *e);

#endif
