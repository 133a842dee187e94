#ifndef MCP_SESSION_PAGINATION_H
#define MCP_SESSION_PAGINATION_H

/*
 * Lists in pages. A cursor is opaque to the client and says where in which
 * list to go on; it holds no state of ours, so it is good for ever, and in
 * another process, too.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct client;
struct json_object;
struct request;

enum {
	PAGE_SIZE = 100, /* entries */
};

struct page {
	struct json_object *entries; /* an array, to add to */
	uint64_t at; /* the first one wanted, in the list's own counting */
	bool has_next;
	uint64_t next; /* what `at` will be then */
};

/* False, with an error: ERR_ARGUMENT if no cursor leads there. */
typedef bool page_fill(struct client *c, struct page *page, struct err *e);

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
