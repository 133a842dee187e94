#ifndef TOOLS_TRANSFER_MODEL_IMPORT_H
#define TOOLS_TRANSFER_MODEL_IMPORT_H

/*
 * Items that come from elsewhere, all at once: as an edit of a session that
 * replaces what is there, or is put behind it.
 */

#include <stdbool.h>
#include <stddef.h>

#include "model/text/import.h"
#include "store/sessions/session_options.h"

struct call;
struct json_object;

/* The plan, see tools/edit/edit_transaction.h. */
struct model_import {
	/* The items; the rest of it is there for SMT-LIB only. Items of a
	 * language without lines have line 0. */
	struct import found;
	bool appends;
	bool has_settings; /* they replace the session's */
	struct session_options settings;
	struct item **made; /* of the last time that it was made */
};

struct model_import *model_import_new(void);
void model_import_free(struct model_import *i);

/* Reads a text in any language. Refuses it with all that cannot be in an item.
 */
bool model_import_read(const struct call *c, struct model_import *i,
	const char *text, size_t size, struct json_object *warnings,
	struct err *e);

/* Starts the edit and answers the call; the plan and the warnings are taken.
 */
void model_import_start(
	struct call *c, struct model_import *i, struct json_object *warnings);

#endif
