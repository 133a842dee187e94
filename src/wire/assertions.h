#ifndef WIRE_ASSERTIONS_H
#define WIRE_ASSERTIONS_H

/* Assertions of a text, as a core or a failed check of a solution names them.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "wire/frame.h"

struct answer_assertion {
	uint32_t index;	 /* among all (assert ...) of the text, from 0 */
	uint32_t line;	 /* where it begins; from 1 */
	uint32_t offset; /* bytes of the text */
	uint32_t length;
	char *label; /* its :named label, or "" */
	/* In `failed`: it is false; otherwise libz3 could not decide it. */
	bool is_false;
};

struct answer_assertions {
	struct answer_assertion *list;
	size_t count;
	size_t capacity;
};

/* Appends a copy; the label is copied too. */
void assertions_add(
	struct answer_assertions *list, const struct answer_assertion *one);
void assertions_release(struct answer_assertions *list);

/* As fields of a frame. The count that is read is not believed. */
void assertions_put(struct buf *out, const struct answer_assertions *list);
void assertions_get(struct reader *r, struct answer_assertions *list);

#endif
