#ifndef TOOLS_CALL_WARNINGS_H
#define TOOLS_CALL_WARNINGS_H

/*
 * What stands in many answers: warnings, and where a session is.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "wire/answer.h"

struct admitted_text;
struct json_object;
struct model;

/* The warnings of a text, "line 2: ...", as an array; the caller's. */
struct json_object *warnings_of(const struct admitted_text *allowed);
/* The same behind those of other texts, each with the prefix. */
void warnings_add_of(struct json_object *notes, const char *prefix,
	const struct admitted_text *allowed);

/* What the text of a script shows that is rarely meant (smt/rules/lint.h). */
void warnings_add_remarks(
	struct json_object *notes, const struct admitted_text *script);

/* What libz3 has seen, in a sentence without its full stop. */
char *warnings_remark(enum answer_remark remark);
/* The same of a script. */
void warnings_add_answer(
	struct json_object *notes, const struct answer *answer);

void warnings_add(struct json_object *notes, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Takes the array: it becomes the member `warnings`, and lines of the text
 * behind `prefix`; an empty one becomes nothing.
 */
void warnings_finish(struct json_object *notes, struct json_object *answer,
	const char *prefix, struct buf *text);

/* One line: `Session parity, revision 5, 4 items.` */
void warnings_add_state(
	const char *session, const struct model *m, struct buf *text);

/* Each line of a message behind the prefix. */
void warnings_add_lines(
	const char *prefix, const char *message, struct buf *text);

/* "1 item", "2 items" */
void warnings_add_count(size_t count, const char *what, struct buf *text);

/*
 * A copy of a text for an answer, on the heap, of which `*room` bytes are left;
 * it takes what it needs. What does not fit is cut between two characters, and
 * *is_cut set.
 */
char *warnings_cut(const char *text, size_t *room, bool *is_cut);

#endif
