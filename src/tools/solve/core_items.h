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

struct commands;
struct json_object;
struct model;
struct render;
struct reply;
struct solving;

/* All assertions of a text, for when no core came; the caller's. */
void core_items_all(
	const struct commands *forms, struct answer_assertions *all);

/*
 * [{label?, assertion, line, text}]. `*room` bytes of texts may be used; it is
 * 0 afterwards if that was not enough, and something is not shown.
 */
struct json_object *core_items_of_script(const struct answer_assertions *core,
	const char *text, size_t size, size_t *room);

/* `(a b)`: the labels and [assumption], as (get-unsat-core) prints them. */
void core_items_add_labels(const struct answer_assertions *core,
	const struct json_object *assumptions, struct buf *text);

/* [term]: the assumptions of a core as the text of the ask has them, but for
 * the field that is `hidden`; the first of very many.
 */
struct json_object *core_items_assumptions(
	const struct answer_assertions *assumptions, const char *text,
	size_t size, uint32_t hidden);

/* A comment line for each assertion of core_items_of_script that has no label.
 */
void core_items_add_unnamed(const struct json_object *core, struct buf *text);

/* [{index, name?, note?, content, assertions: [{line, label?, text}]}], the
 * text being the first line of the assertion */
struct json_object *core_items_of_model(const struct answer_assertions *core,
	const struct model *m, const struct render *r, size_t *room);

/* [number] of the items of a core; the caller's. */
struct json_object *core_items_numbers(
	const struct answer_assertions *core, const struct render *r);

/* `item 3 "limit"` */
void core_items_add_item(const struct model *m, size_t index, struct buf *out);

/* `item 3 "limit", item 5 and what is assumed contradict each other` */
void core_items_add_conflict(const struct model *m,
	const struct json_object *numbers, bool with_assumptions,
	struct buf *out);

/* `item 3 "limit" (note):`, and the texts of its assertions, or the whole item,
 * in lines of their own. */
void core_items_add_items(
	const struct json_object *core, bool is_whole, struct buf *text);

/* The same with their names only, on one line, and without the assertions, if
 * all of them have names or notes. */
void core_items_add_names(struct json_object *core, struct buf *text);

/*
 * What the last check of the solve has said of its unsat: the core, or all
 * assertions where none came, what is assumed, but for the field that is
 * `hidden`, and what could go. With `is_whole` whole items are shown.
 */
void core_items_put(const struct solving *s, uint32_t hidden, bool is_whole,
	struct reply *r);

#endif
