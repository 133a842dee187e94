#ifndef LANGUAGE_LANGUAGE_H
#define LANGUAGE_LANGUAGE_H

/*
 * The ways to write a model: languages.def. Every text of a client that holds
 * commands comes in through language_read.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/text/lexer.h"
#include "wire/reading.h"

struct json_object;

/* A piece of the SMT-LIB text that is to be one item. */
struct translation_item {
	size_t offset;
	size_t size;
	char *name;    /* or NULL */
	char *note;    /* or NULL */
	unsigned line; /* where it begins in the source; 0: it has no lines */
};

struct translation {
	struct buf text;    /* SMT-LIB */
	const char *source; /* what was sent, borrowed */
	enum language language;
	/* False: the text has to be cut into items at its commands. */
	bool has_items;
	struct translation_item *items;
	size_t count, capacity;
	struct json_object *options;	  /* of a session, or NULL */
	struct json_object *expectations; /* likewise */
	char *memo;			  /* likewise */
	/* FlatZinc only: what is printed of a solution (wire/reading.h), or
	 * NULL. */
	char *solution_format;
	bool has_objective; /* of FlatZinc */
};

/*
 * The text, in whatever language it is, as SMT-LIB. Around it there may be a
 * byte order mark, a Markdown fence or backticks. False with a fault, placed
 * in the text (line 0: nowhere), when it is not UTF-8 or cannot be read.
 *
 * Initialises `out`, which has to be released in any case; the text must
 * outlive it.
 */
bool language_read(const char *text, size_t size, struct translation *out,
	struct diagnostic *fault);

/* A copy in which what is around the text is blank; the caller's. */
char *language_unwrap(const char *text, size_t size);

void translation_release(struct translation *t);
DROP_BY(translation, translation_release)

/* The text that a fault in SMT-LIB has its place in: what was sent, unless that
 * was divided into items. */
const char *translation_text(const struct translation *t);

/* For readers: what is appended to t->text from here on is another item. Name
 * and note are copied. */
void translation_add_item(struct translation *t, const char *name,
	const char *note, unsigned line);

/* "5" or "(- 5)". */
void language_add_integer(struct buf *out, int64_t number);
/* The same of digits with a minus; of a Real there may be a point and an
 * exponent, and -1.25e1 is (- 12.5). False if the exponent is too large. */
bool language_add_number(struct buf *out, struct slice number, bool is_real);

/* False, with a fault, if more was appended than it can hold. */
bool translation_check_size(const struct translation *t, const char *language,
	struct diagnostic *fault);

/* A fault at that piece of the text that is read, or nowhere (text NULL): the
 * problem, "; " and what to do. Always false. */
bool language_refuse(struct diagnostic *fault, const char *text,
	struct slice at, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * The functions of a row. Both are given a text without what was around it.
 * `recognise` looks at how it begins. `read` appends to `out`; its faults are
 * those of language_refuse.
 */
#define LANGUAGE(id, word, recognise, read) \
	bool recognise(const char *text); \
	bool read(const char *text, size_t size, struct translation *out, \
		struct diagnostic *fault);
#include "wire/languages.def"
#undef LANGUAGE

#endif
