#ifndef PROBLEMS_CALL_H
#define PROBLEMS_CALL_H

/* One call of a tool, and what the answer has to be. */

#include <stdbool.h>

#include "base/err.h"
#include "hostile/siege.h"

struct json_object;
struct problem;

/* The structured content, the client's; NULL if there is none: refused, or
 * the call failed; the message has the text. `arguments` are taken. */
const struct json_object *call(struct siege *s, const char *tool,
	struct json_object *arguments, struct err *e);

/* The text of a refusal, the client's; NULL if it was none. */
const char *call_refused(struct siege *s, const char *tool,
	struct json_object *arguments, struct err *e);

/* {"smtlib": text} and a time limit. */
struct json_object *call_text(const char *text);

/* The answer has this status, and all that the problem's patterns say. */
bool call_has_status(
	const struct json_object *answer, const char *status, struct err *e);
bool call_matches(const struct json_object *answer, const struct problem *p,
	struct err *e);

#endif
