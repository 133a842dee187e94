#ifndef BASE_ERR_H
#define BASE_ERR_H

/*
 * What a client can cause is answered with `bool` or NULL and a struct err:
 * a code for the program and a sentence that an LLM can act on. What only a
 * bug can cause is assert().
 *
 * A format names a tool or an argument in braces, {add_item}
 * (base/wording.h).
 *
 * What a terminal would obey is shown in it as base/utf8.h says: it holds
 * names of items and files. A text longer than ERR_TEXT_MAX is cut on a
 * character boundary and ends in
 * "...": an error message is read by a model with a limited context.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"

enum { ERR_TEXT_MAX = 6144 };

enum err_code {
	ERR_NONE,
	ERR_ARGUMENT,  /* an argument is missing, of the wrong kind or range */
	ERR_NOT_FOUND, /* no such session, item, revision, prompt, tool */
	ERR_TEXT,      /* the SMT-LIB text is refused */
	ERR_CONFLICT,  /* the session moved on; an expectation does not hold */
	ERR_LIMIT,     /* larger than a limit of base/limits.h */
	ERR_WORKER,    /* no worker, or it died before it could answer */
	ERR_STORE,     /* the database cannot do it */
	ERR_SYSTEM,    /* the operating system said no */
};

struct err {
	enum err_code code;
	/* Where the fault lies, as the text says it: the number of an item or
	 * -1; line and column, from 1, or 0. */
	int64_t item;
	unsigned line;
	unsigned column;
	/* Bytes at the beginning of the text that say where: "Item 3, line 1,
	 * column 5: "; 0 if the text begins with the problem. */
	unsigned location_size;
	unsigned steps; /* of err_step */
	char text[ERR_TEXT_MAX];
};

/* Replaces code and text, without a location. Always false, so that it can be
 * returned. Here and below e may be NULL: nobody wants to know why. */
bool err_set(struct err *e, enum err_code code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Appends to the text. Always false. */
bool err_add(struct err *e, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Appends a numbered line to what there is to do. Always false. */
bool err_step(struct err *e, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* err_set and err_step at once: "what is wrong; what to do; or what else". */
bool err_advise(struct err *e, enum err_code code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The line before the steps of a message, which are numbered lines. */
#define ERR_STEPS "What to do:\n"

/* Sets *step to the next step of a message, without its number; to the first
 * one if step->start is NULL. Returns false after the last. */
bool err_next_step(const char *text, struct slice *step);

/* Whether it is our own fault, and not that of the client. */
bool err_is_internal(const struct err *e);

/* "not_found" */
const char *err_code_name(enum err_code code);

#endif
