#ifndef MODEL_TEXT_EXPORT_H
#define MODEL_TEXT_EXPORT_H

/*
 * A model as a standalone SMT-LIB file that comes back as it was:
 *
 *	; Satchel export, format 1
 *	; session: parity
 *	; revision: 3
 *	; made by: Satchel 0.1.0, Z3 4.8.12
 *	(set-info :status sat)
 *	(set-option :produce-models true)
 *	(set-logic ALL)
 *
 *	; item 0: 1 line
 *	; name: bound
 *	; note: x is small
 *	(assert (< x 9))
 *
 *	; item 1: 1 line, escaped
 *	; = (assert (= s "\xc3\xa9"))
 *	(assert (= s "\u{e9}"))
 *
 *	; end of items
 *	(check-sat)
 *	(get-model)
 *
 *	; expectations: 1
 *	; expect {"name":"small","status":"unsat","assume":["(> x 9)"]}
 *	(push 1)
 *	(assert (> x 9))
 *	(check-sat) ; unsat
 *	(pop 1)
 *	; end of expectations
 *
 * An item is the given number of lines after its comments, so that comments
 * inside of an item cannot be mistaken for those of the file. Characters
 * outside of ASCII in strings are escaped, since solvers differ in what they
 * read there, and what only libz3 knows is written in the words of the standard
 * (model/text/standard.h); the lines after "=" are as the item has them.
 *
 * (get-model), and the option that it needs, stand there for status "sat"
 * only; the logic when no item sets one, as the standard demands, unless the
 * model uses names that libz3 knows without a logic only.
 */

#include <stdint.h>

#include "base/buf.h"
#include "model/items/model.h"

struct json_object;

#define EXPORT_FIRST_LINE "Satchel export, format 1"

/* The contents of a file's header; all but status are needed. */
struct export_header {
	const char *session;
	uint64_t revision;
	const char *version;	/* Satchel's */
	const char *z3_version; /* of the library, or NULL if not known */
	const char *status;	/* "sat", "unsat", or NULL when not known */
	/* tools/solve/expectations.h; NULL: none */
	const struct json_object *expectations;
};

/* The lines of the header, each after the prefix. */
void export_add_header(const struct export_header *header, const char *prefix,
	struct buf *out);

/* Appends a text of commands as it is exported: with characters escaped and
 * words replaced that other solvers do not read, and without its logic.
 * `is_own` is that of standard_add. */
void export_add_content(
	const char *content, size_t size, bool is_own, struct buf *out);

/* When `out` overflows it stops, and the caller sees out->overflowed. */
void export_smtlib(const struct model *m, const struct export_header *header,
	struct buf *out);

#endif
