#ifndef MCP_PAGES_H
#define MCP_PAGES_H

/*
 * Lists are short and go out whole: there is one page, and no cursor leads to
 * another. An empty or null cursor is what a client may send for the first.
 */

#include <stdbool.h>

struct json_object;
struct request;

/* False when the request named a cursor and is refused for it. */
bool pages_are_one(struct request *r, const struct json_object *params);

#endif
