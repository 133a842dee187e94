#ifndef MCP_SESSION_PAGINATION_H
#define MCP_SESSION_PAGINATION_H

/*
 * Lists in pages. A cursor is opaque to the client and says where in which
 * list to go on; it holds no state of ours, so it is good for ever, and in
 * another process, too.
 */

#include <stdbool.h>
#include <stddef.h>

#include "mcp/session/catalog.h"

struct json_object;
struct request;

enum {
	PAGE_SIZE = 100, /* entries */
};

/* Answers a request of a list: a result whose `member` is the page that the
 * cursor asks for. */
void pagination_answer(struct request *r, const struct json_object *params,
	const char *member, page_fill *fill);

/* For a list of `count` entries that are numbered from 0. */
typedef struct json_object *page_entry(size_t index);
bool pages_fill_numbered(
	struct page *page, size_t count, page_entry *new_entry, struct err *e);

bool pagination_refuse_cursor(struct err *e); /* always false */

#endif
