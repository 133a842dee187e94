#include "store/sessions/session_query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "store/db/change_counter.h"
#include "store/db/sql.h"

void
session_query_list_drop(struct session_query_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->entries[i].description);
	free(list->entries);
	*list = (struct session_query_list){0};
}

static void
add(struct session_query_list *list, struct query *q)
{
	struct session_query_entry *entry;
	const char *description = query_get_text(q, 2);

	list->entries = mem_room(
		list->entries, list->count, &list->capacity, sizeof(*entry));
	entry = &list->entries[list->count++];
	*entry = (struct session_query_entry){
		.id = query_get_int(q, 0),
		.description =
			description[0] != '\0' ? text_copy(description) : NULL,
		.changed_ms = query_get_int(q, 3),
	};
	/* It fits: no longer name was ever made. */
	(void)snprintf(
		entry->name, sizeof(entry->name), "%s", query_get_text(q, 1));
}

/* The rows, one of which more than `limit` tells that there are more. */
static bool
read_rows(struct query *q, size_t limit, struct session_query_list *list,
	struct err *e)
{
	bool found;

	for (;;) {
		if (!query_next(q, "nttn", &found, e))
			return false;
		if (!found)
			return true;
		if (list->count == limit) {
			list->has_more = true;
			return true;
		}
		add(list, q);
	}
}

bool
session_query_page(struct store *s, int64_t before, size_t limit,
	struct session_query_list *list, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};

	*list = (struct session_query_list){0};
	if (!change_counter_exists(s))
		return true;
	if (!transaction_read(&t, s, e) ||
		!query_open(&q, s,
			"SELECT id, name, description, changed_ms FROM session"
			" WHERE id < ? ORDER BY id DESC LIMIT ?",
			e))
		return false;
	query_int(&q, before > 0 ? before : INT64_MAX);
	query_int(&q, (int64_t)limit + 1);
	if (read_rows(&q, limit, list, e))
		return true;
	session_query_list_drop(list);
	return false;
}

static bool
count(struct store *s, const char *begin, size_t *total, struct err *e)
{
	DROP(query) struct query q = {0};
	bool found;

	if (!query_open(&q, s,
		    "SELECT count(*) FROM session WHERE"
		    " lower(substr(name, 1, length(?1))) = lower(?1)",
		    e))
		return false;
	query_text(&q, begin);
	if (!query_next(&q, "n", &found, e))
		return false;
	*total = (size_t)query_get_int(&q, 0);
	return true;
}

static bool
list_beginning(struct store *s, const char *begin, size_t limit,
	struct session_query_list *list, struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, s,
		    "SELECT id, name, description, changed_ms FROM session"
		    " WHERE lower(substr(name, 1, length(?1))) = lower(?1)"
		    " ORDER BY change DESC LIMIT ?2",
		    e))
		return false;
	query_text(&q, begin);
	query_int(&q, (int64_t)limit + 1);
	return read_rows(&q, limit, list, e);
}

bool
session_query_complete(struct store *s, const char *begin, size_t limit,
	struct session_query_list *list, struct err *e)
{
	DROP(transaction) struct transaction t = {0};

	*list = (struct session_query_list){0};
	if (!change_counter_exists(s))
		return true;
	if (transaction_read(&t, s, e) &&
		list_beginning(s, begin, limit, list, e) &&
		count(s, begin, &list->total, e))
		return true;
	session_query_list_drop(list);
	return false;
}
