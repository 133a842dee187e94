#ifndef TOOLS_CALL_SOLVER_OPTIONS_H
#define TOOLS_CALL_SOLVER_OPTIONS_H

/*
 * How the solves of a session are to be done. For each option the call's
 * argument counts, else what configure has set for the session, else what the
 * server was started with, else the default; options.def lists them.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "store/sessions/sessions.h"
#include "wire/ask.h"

struct json_object;
struct server;

/* How a field of a request is compared with that of an earlier run, to decide
 * whether the run answers the request (wire/request_fields.def). */
enum comparison { MUST_EQUAL, MAY_DIFFER, SEEDS_ONLY };

struct solver_options {
	int64_t timeout_ms;
	int memory_mb;
	uint32_t engines;
	bool minimize_core;
};

/* What holds for a call with these arguments, which may be NULL, in a session
 * with these options, texts by name, which may be NULL, too. Values that an
 * option cannot have count as not set. */
void solver_options_read(const struct server *server,
	const struct json_object *settings, const struct json_object *arguments,
	struct solver_options *setup);

/* Returns whether all options that must be equal are. Either may be NULL. */
bool solver_options_agree(
	const struct json_object *a, const struct json_object *b);

/* Adds a FIELD_OPTION for each that Z3 knows. */
void solver_options_add(const struct json_object *settings,
	struct ask_fields *fields, struct buf *text);

/*
 * Sets an option from a JSON value, or takes it back (NULL). Refuses a name
 * that is none and a value out of range.
 */
bool solver_options_set(const struct server *server,
	struct json_object *settings, const char *name,
	const struct json_object *value, struct err *e);

/* [{name, value, default, is_set}] of those that are members
 * of `only`, or of all if that is NULL; the caller's, and the same as lines. */
struct json_object *solver_options_list(const struct server *server,
	const struct json_object *settings, const struct json_object *only,
	struct buf *text);

#endif
