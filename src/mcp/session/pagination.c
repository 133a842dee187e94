#include "mcp/session/pagination.h"

#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "mcp/session/client.h"
#include "mcp/session/methods.h"
#include "mcp/session/request.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

/* The number in "LIST 17", if it is of that list. */
static bool
read_place(const char *text, const char *list, uint64_t *at)
{
	size_t size = strlen(list);
	const char *digit = text + size + 1;
	uint64_t value = 0;

	if (strncmp(text, list, size) != 0 || text[size] != ' ' ||
		*digit == '\0' || strlen(digit) > 18)
		return false;
	for (; *digit >= '0' && *digit <= '9'; digit++)
		value = value * 10 + (uint64_t)(*digit - '0');
	*at = value;
	return *digit == '\0';
}

bool
pagination_refuse_cursor(struct err *e)
{
	return err_set(e, ERR_ARGUMENT,
		"cursor: this is none that this list has given; leave it out "
		"to begin with the first page");
}

/* An empty cursor, or null, is what some clients send for the first page. */
static bool
read_cursor(const struct request *r, const struct json_object *params,
	uint64_t *at, struct err *e)
{
	const struct json_object *cursor = json_get(params, "cursor");
	const char *place = rpc_get_name(params, "cursor");

	*at = 0;
	if (cursor == NULL || (json_kind(cursor) == JSON_STRING &&
				      json_string_size(cursor) == 0))
		return true;
	return (place != NULL && read_place(place, r->method->name, at)) ||
	       pagination_refuse_cursor(e);
}

static void
put_cursor(const struct request *r, uint64_t at, struct json_object *result)
{
	DROP(text)
	char *place = text_format("%s %" PRIu64, r->method->name, at);

	json_put_string(result, "nextCursor", place);
}

void
pagination_answer(struct request *r, const struct json_object *params,
	const char *member, page_fill *fill)
{
	struct page page = {0};
	struct json_object *result;
	struct err e;

	if (!read_cursor(r, params, &page.at, &e)) {
		request_fail(r, &e);
		return;
	}
	page.entries = json_new_array();
	if (!fill(r->client, &page, &e)) {
		json_free(page.entries);
		request_fail(r, &e);
		return;
	}
	result = json_new_object();
	json_put(result, member, page.entries);
	if (page.has_next)
		put_cursor(r, page.next, result);
	request_answer(r, result);
}

bool
pages_fill_numbered(
	struct page *page, size_t count, page_entry *new_entry, struct err *e)
{
	size_t end = count;

	if (page->at > 0 && page->at >= count)
		return pagination_refuse_cursor(e);
	if (count - page->at > PAGE_SIZE) {
		end = (size_t)page->at + PAGE_SIZE;
		page->has_next = true;
		page->next = end;
	}
	for (size_t i = (size_t)page->at; i < end; i++)
		json_add(page->entries, new_entry(i));
	return true;
}
