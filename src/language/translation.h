#ifndef LANGUAGE_TRANSLATION_H
#define LANGUAGE_TRANSLATION_H

/*
 * A text as SMT-LIB: what a reader of a language (language/language.h) makes,
 * and where its pieces stand in the text that was sent.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "smt/text/diagnostic.h"

struct json_object;

/* A piece of the SMT-LIB text that is to be one item. */
struct translation_item {
	size_t offset;
	size_t size;
	char *name;    /* or NULL */
	char *note;    /* or NULL */
	unsigned line; /* where it begins in the source; 0: it has no lines */
};

/* From this byte of the SMT-LIB text on, up to the next place. */
struct translation_place {
	size_t offset;
	size_t source;
	size_t source_size;
};

struct translation {
	struct buf text;    /* SMT-LIB */
	const char *source; /* what was sent, borrowed */
	size_t source_size;
	unsigned language; /* enum language */
	/* False: the text has to be cut into items at its commands. */
	bool has_items;
	struct translation_item *items;
	size_t count, capacity;
	struct translation_place *places;
	size_t place_count, place_capacity;
	struct json_object *options; /* of a session, or NULL */
};

void translation_init(
	struct translation *t, const char *source, size_t source_size);
void translation_release(struct translation *t);
void translation_drop(struct translation *t); /* for DROP(translation) */

/*
 * For readers. What is appended to t->text from here on is another item, or
 * comes from that piece of the source. Name and note are copied.
 */
void translation_add_item(struct translation *t, const char *name,
	const char *note, unsigned line);
void translation_add_place(
	struct translation *t, size_t source, size_t source_size);

/*
 * Moves a fault in the SMT-LIB text to where it comes from; returns the text
 * that it is in now: the source, or the SMT-LIB text when that has items but
 * no places. Without either all places are the same in both.
 */
const char *translation_locate(
	const struct translation *t, struct diagnostic *fault);

#endif
