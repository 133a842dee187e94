#ifndef TOOLS_EXPORTING_H
#define TOOLS_EXPORTING_H

/*
 * A revision of a session as a text that stands for itself, in one of four
 * formats.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "model/export.h"
#include "store/runs.h"
#include "store/sessions.h"
#include "store/settings.h"

struct answer;
struct call;
struct model;
struct render;

struct exporting {
	struct session_info session;
	struct model *model;
	struct settings settings;
	struct run *last; /* of the model itself, at any revision; or NULL */
	char *z3_version; /* or NULL */
	/* What it says; borrows from the members above. */
	struct export_header header;
};

/* Loads what is exported: the session of the call, at its argument `revision`
 * or the last. `x` is all zero before, and to be dropped in any case. */
bool exporting_load(struct call *c, struct exporting *x, struct err *e);
void exporting_drop(struct exporting *x); /* for DROP(exporting) */

/* Appends the text. The format is one that export_model's schema names, but
 * not dimacs. Fails when the text is too large. */
bool exporting_write(const struct exporting *x, const char *format,
	struct buf *out, struct err *e);

/* Appends the text of the format dimacs, which a worker has made of `r`, the
 * model. Fails when it has not, or when the model has no clauses. */
bool exporting_write_clauses(const struct exporting *x, const struct render *r,
	const struct answer *answer, struct buf *out, struct err *e);

/* The formats with a file of their own. */
void export_json(const struct exporting *x, struct buf *out);
void export_markdown(const struct exporting *x, struct buf *out);

#endif
