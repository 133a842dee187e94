#ifndef TOOLS_CALL_ARGUMENTS_H
#define TOOLS_CALL_ARGUMENTS_H

/*
 * The arguments of a call, from what was sent to what the tool reads.
 *
 * What tools/list advertises is short: an argument that means the same in many
 * tools has its type only. Its limits, default and description are in
 * schema/arguments.json, and count in every tool. Words of aliases.def stand
 * for arguments.
 */

#include <stdbool.h>

#include "base/err.h"

struct edit;
struct json_object;
struct tool;

/* inputSchema with what schema/arguments.json adds, and closed to all other
 * arguments; borrowed. */
const struct json_object *arguments_schema(const struct tool *tool);

/* Puts arguments in the places of their aliases, then checks them. */
bool arguments_check(
	const struct tool *tool, struct json_object **arguments, struct err *e);

/* The item that is meant by a number or a name, and is NULL for none. No
 * symbol begins with a digit, so "3" is a number. */
void arguments_read_item(const struct json_object *value, struct edit *edit);

#endif
