#ifndef TOOLS_CALL_REPLY_H
#define TOOLS_CALL_REPLY_H

/*
 * A reply while it is made: the structured content, the same as text to read,
 * and warnings, which go into both.
 *
 *	struct reply r;
 *
 *	reply_init(&r, c);
 *	json_put_string(r.structured, "session", name);
 *	buf_add_format(&r.text, "Session %s.\n", name);
 *	reply_send(&r, c);
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "wire/answer.h"

struct call;
struct json_object;
struct model;
struct parsed_text;
struct render;
struct warning;

struct reply {
	struct json_object *structured;
	struct json_object *warnings; /* texts, for warnings_add */
	struct buf text;
	const char *prefix; /* of lines that explain: "", or "; " in SMT-LIB */
	size_t room; /* maximum bytes of model or solution text in a part */
};

void reply_init(struct reply *r, const struct call *c);

/* Ends the call with it. */
void reply_send(struct reply *r, struct call *c);

/* Takes members out that repeat others or are rarely read, unless the call has
 * asked for them by `detail`. */
void reply_drop_details(struct reply *r, const struct call *c);

/* Moves the warnings into text and structure, which reply_send does if it is
 * not done before. */
void reply_put_warnings(struct reply *r);

/* Members `session`, `revision` and `items`. */
void reply_put_model(
	struct reply *r, const char *session, const struct model *m);

/* One line: `Session parity, revision 5, 4 items.` */
void reply_add_state(
	struct reply *r, const char *session, const struct model *m);

/* Says that a part is not whole: member `truncated`. */
void reply_put_truncated(struct reply *r);

/* Each line of a message after the prefix. */
void reply_add_lines(const char *prefix, const char *message, struct buf *text);

/* "1 item", "2 items" */
void reply_add_count(size_t count, const char *what, struct buf *text);

/*
 * A copy of a text for a reply, on the heap, as much as a part has room for.
 * That it is cut, between two characters, is said: member `truncated`, and a
 * warning with the hint, "; get_model shows it", or "".
 */
char *reply_cut(
	struct reply *r, const char *name, const char *text, const char *hint);

/* --- warnings: an array of texts ------------------------------------------ */

/* Adds the warnings of a text after the prefix: "line 2: ...". */
void warnings_add_list(struct json_object *warnings, const char *prefix,
	const struct warning *list, size_t count);

/* What commands show that is rarely meant (smt/rules/lint.h): of a script, by
 * line (NULL), or of what is called so. */
void warnings_add_lint(struct json_object *warnings, const char *name,
	struct parsed_text *parsed);

/* What the worker has seen, and what a solution leaves open if there is one; of
 * the items, or of a script (NULL). */
void warnings_add_answer(struct json_object *warnings,
	const struct render *items, const struct answer *answer,
	bool has_solution);

void warnings_add(struct json_object *warnings, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
