#ifndef TOOLS_IMPORTING_H
#define TOOLS_IMPORTING_H

/*
 * Items that come from elsewhere, all at once: as an edit of a session that
 * replaces what is there, or is put behind it.
 */

#include <stdbool.h>
#include <stddef.h>

#include "model/import.h"
#include "store/settings.h"

struct call;
struct json_object;

/* The plan, see tools/editing.h. */
struct importing {
	/* The items; the rest of it is there for a text only. */
	struct import found;
	bool is_text; /* the items have lines; otherwise numbers */
	bool appends;
	bool has_settings; /* they replace the session's */
	struct settings settings;
	struct item **made; /* of the last time that it was made */
};

struct importing *importing_new(void);
void importing_free(struct importing *i);

/* Reads an SMT-LIB text. Refuses it with all that cannot be in an item. */
bool importing_read_text(struct importing *i, const char *text, size_t size,
	struct json_object *warnings, struct err *e);

/* Reads what export_json wrote, in the words of tools/export_json.c. */
bool importing_read_export(struct call *c, struct importing *i,
	const struct json_object *export, struct json_object *warnings,
	struct err *e);

/* Starts the edit and answers the call; the plan and the warnings are taken.
 */
void importing_start(
	struct call *c, struct importing *i, struct json_object *warnings);

#endif
