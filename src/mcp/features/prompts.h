#ifndef MCP_FEATURES_PROMPTS_H
#define MCP_FEATURES_PROMPTS_H

/*
 * The prompts and the guides, texts of prompts/; prompts.def is THE list. All
 * are parsed once, at first use.
 *
 * A file is a JSON head, a line "---", then a template (base/template.h):
 * {argument} is the value of an argument, and {section of the guide} what the
 * guide on patterns says of the argument `pattern`. The head of a prompt is
 * what prompts/list shows: name, title, description, arguments; that of a
 * guide, which is read as a resource, has a topic in the place of a name.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct json_object;

enum {
	/* Of one argument: a problem in words, with its data. */
	PROMPT_ARGUMENT_MAX = 64 * 1024, /* characters */
};

struct prompt {
	struct json_object *head;
	const char *text; /* after the "---", borrowed from the source */
};

/* The source is a file of the program, and must outlive the prompt; its head is
 * the caller's. */
void prompt_read(struct prompt *p, const char *source);

/* Whether the head declares an argument of that name. */
bool prompt_has(const struct prompt *p, const char *name);

/* Whether the arguments are an object of strings, or NULL, with all that the
 * head requires and nothing that it does not declare; mends them as
 * schema_check does. */
bool prompt_check(
	const struct prompt *p, struct json_object **arguments, struct err *e);

/*
 * The text with its arguments, a string value owned by the caller. They are
 * put in as they are: what looks like {a placeholder} in one stays. One that
 * is not given, or not declared, is empty.
 */
struct json_object *prompt_fill(
	const struct prompt *p, struct json_object *arguments);

/* The next after p (NULL: the first) whose head has this member, "name" or
 * "topic", in the order of the list; NULL after the last. */
const struct prompt *prompt_next(const struct prompt *p, const char *member);

/* The one with this value of the member, or NULL. */
const struct prompt *prompt_find(const char *member, const char *value);

#endif
