#ifndef TOOLS_TRANSFER_MODEL_EXPORT_H
#define TOOLS_TRANSFER_MODEL_EXPORT_H

/*
 * A revision of a session as a text that stands for itself, in one of several
 * formats (export_model.c).
 */

#include <stdbool.h>

#include "base/buf.h"
#include "model/text/export.h"
#include "store/runs/runs.h"
#include "store/sessions/sessions.h"

struct model;

struct model_export {
	struct store *store; /* borrowed */
	struct session_info session;
	struct model *model;
	struct json_object
		*last; /* run of the model itself, at any revision; or NULL */
	struct json_object *metadata; /* session_metadata_load */
	char *z3_version;	      /* or NULL */
	/* What it says; borrows from the members above. */
	struct export_header header;
};

void model_export_drop(struct model_export *x); /* for DROP(model_export) */

/* The formats with a file of their own. */
bool export_json(const struct model_export *x, struct buf *out, struct err *e);
bool export_markdown(
	const struct model_export *x, struct buf *out, struct err *e);

/*
 * What the page of view/ shows, as JSON: items with the names that they
 * declare and use, the newest runs with their answers, the history.
 */
bool export_view(const struct model_export *x, struct buf *out, struct err *e);

/* The page with these data in it (JSON), or without any: "null". */
void export_page(const char *data, struct buf *out);

/*
 * An export as a file below the folder that the server was started with, and
 * nowhere else: a path is names with "/" between them, none of them begins
 * with ".", and no link is followed on the way.
 *
 * Writes the file under a temporary name, then renames it: a reader sees all
 * of it or none. ERR_CONFLICT when there is one already and it is not
 * to be replaced. The message shows the path as it was given, never `folder`,
 * which is NULL when there is none.
 */
bool export_file_write(const char *folder, const char *path, const char *text,
	size_t size, bool overwrite, struct err *e);

#endif
