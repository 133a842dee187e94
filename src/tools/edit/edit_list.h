#ifndef TOOLS_EDIT_EDIT_LIST_H
#define TOOLS_EDIT_EDIT_LIST_H

/*
 * An edit of a session that is a list of struct edit: made one after another,
 * checked once, kept as one revision or not at all.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "model/items/edit.h"

struct call;
struct json_object;

/*
 * An edit from the arguments of its tool, or from an element of edit_model's
 * list, which lend their texts. `data` (a JSON object, language/data.h) becomes
 * `content`. False when both are given, or what a new item needs is not.
 */
bool edit_list_read(struct json_object *arguments, enum edit_op op,
	struct edit *edit, struct err *e);

/*
 * Starts it and answers the call. The array is copied; its texts are borrowed
 * from the call's arguments, the contents being as the client sent them.
 */
void edit_list_start(struct call *c, const struct edit *list, size_t count);

/* For a call that is one edit, and replies with the number of its item. */
void edit_list_start_one(struct call *c, enum edit_op op);

#endif
