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
 * Starts it and answers the call. The array is copied; its texts are borrowed
 * from the call's arguments, the contents being as the client sent them.
 */
void edit_list_start(struct call *c, const struct edit *list, size_t count);

/* For a call that is one edit, and replies with the number of its item. */
void edit_list_start_one(struct call *c, const struct edit *edit, bool cascade);

/*
 * Arguments with `data` (a JSON object, language/data.h) in the place of
 * `content` get it as their content. False when they have both; when they have
 * neither, only if one of them `is_needed`.
 */
bool edit_list_read_data(
	struct json_object *arguments, bool is_needed, struct err *e);

#endif
