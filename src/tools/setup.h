#ifndef TOOLS_SETUP_H
#define TOOLS_SETUP_H

/*
 * How the solves of a session are to be done. For each option the call's
 * argument counts, else what configure has set for the session, else what the
 * server was started with, else the default; options.def lists them.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "store/settings.h"
#include "wire/ask.h"

struct json_object;
struct server;

struct setup {
	int64_t timeout_ms;
	int memory_mb;
	uint32_t engines;
	bool minimize_core;
};

/* What holds for a session with these settings. Values that a setting cannot
 * have count as not set. */
void setup_read(const struct server *server, const struct settings *settings,
	struct setup *setup);

/* Appends what Z3 is told of it, a (set-option ...) on each line; returns the
 * number of lines. */
size_t setup_write(const struct settings *settings, struct buf *text);

/*
 * Sets an option from a JSON value, or takes it back (NULL). Refuses a name
 * that is none and a value out of range.
 */
bool setup_set(const struct server *server, struct settings *settings,
	const char *name, const struct json_object *value, struct err *e);

/* [{name, value, default, range, meaning, source}], the caller's, and the
 * same as lines. */
struct json_object *setup_list(const struct server *server,
	const struct settings *settings, struct buf *text);

#endif
