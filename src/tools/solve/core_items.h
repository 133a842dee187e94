#ifndef TOOLS_SOLVE_CORE_ITEMS_H
#define TOOLS_SOLVE_CORE_ITEMS_H

/*
 * Why a text is unsat, as JSON and as lines to read: by assertion for a
 * script, by item for a model.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "wire/answer.h"

struct json_object;
struct model;
struct reply;
struct solve;

/* [number or term]: the items of assertions, and assumptions as the call has
 * them, but for a property, whose contrary was assumed; the first of very many.
 * The caller's. */
struct json_object *core_items_list(
	const struct solve *s, const struct answer_assertions *core);

/* `item 3 "limit"` */
void core_items_add_item(const struct model *m, size_t index, struct buf *out);

/* `item 3 "limit", item 5 and what is assumed contradict each other` */
void core_items_add_conflict(const struct model *m,
	const struct json_object *numbers, bool with_assumptions,
	struct buf *out);

/*
 * What the last check of the solve has said of its unsat: the core, what
 * is assumed, and what could go. Of a script:
 * [{label?, assertion, line, text}]. Of a model: [{index, name?, note?,
 * content, assertions: [{line, label?, text}]}], the text being the first line
 * of the assertion. With the argument detail whole items are
 * shown.
 */
void core_items_put(const struct solve *s, struct reply *r);

#endif
