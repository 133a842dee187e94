#include "store/sessions/session_options.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "store/db/sql.h"

void
session_options_release(struct session_options *settings)
{
	for (size_t i = 0; i < settings->count; i++) {
		free(settings->list[i].name);
		free(settings->list[i].value);
	}
	free(settings->list);
	*settings = (struct session_options){0};
}

void
session_options_drop(struct session_options *settings)
{
	session_options_release(settings);
}

/* Where the name is, or would be. */
static size_t
place_of(const struct session_options *settings, const char *name,
	bool *is_there)
{
	size_t i = 0;
	int order = 1;

	while (i < settings->count &&
		(order = strcmp(settings->list[i].name, name)) < 0)
		i++;
	*is_there = i < settings->count && order == 0;
	return i;
}

const char *
session_options_find(const struct session_options *settings, const char *name)
{
	bool is_there;
	size_t i = place_of(settings, name, &is_there);

	return is_there ? settings->list[i].value : NULL;
}

static void
insert(struct session_options *settings, size_t at, const char *name)
{
	settings->list = mem_room(settings->list, settings->count,
		&settings->capacity, sizeof(*settings->list));
	memmove(settings->list + at + 1, settings->list + at,
		(settings->count - at) * sizeof(*settings->list));
	settings->list[at] = (struct setting){.name = text_copy(name)};
	settings->count++;
}

static void
take_out(struct session_options *settings, size_t at)
{
	assert(settings->list != NULL);
	free(settings->list[at].name);
	free(settings->list[at].value);
	settings->count--;
	memmove(settings->list + at, settings->list + at + 1,
		(settings->count - at) * sizeof(*settings->list));
}

void
session_options_set(
	struct session_options *settings, const char *name, const char *value)
{
	bool is_there;
	size_t at = place_of(settings, name, &is_there);

	if (value == NULL) {
		if (is_there)
			take_out(settings, at);
		return;
	}
	if (!is_there)
		insert(settings, at, name);
	assert(settings->list != NULL);
	free(settings->list[at].value);
	settings->list[at].value = text_copy(value);
}

static bool
read_rows(struct store *s, int64_t session, struct session_options *found,
	struct err *e)
{
	DROP(query) struct query q = {0};
	bool more;

	if (!query_open(&q, s,
		    "SELECT name, value FROM setting WHERE session = ?", e))
		return false;
	query_int(&q, session);
	while (query_next(&q, "tt", &more, e)) {
		if (!more)
			return true;
		session_options_set(
			found, query_get_text(&q, 0), query_get_text(&q, 1));
	}
	return false;
}

bool
session_options_load(struct store *s, int64_t session,
	struct session_options *out, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	struct session_options found = {0};

	if (!transaction_read(&t, s, e) || !read_rows(s, session, &found, e)) {
		session_options_release(&found);
		return false;
	}
	*out = found;
	return true;
}

static bool
delete_all(struct store *s, int64_t session, struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, s, "DELETE FROM setting WHERE session = ?", e))
		return false;
	query_int(&q, session);
	return query_run(&q, e);
}

static bool
insert_row(struct store *s, int64_t session, const struct setting *one,
	struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, s,
		    "INSERT INTO setting (session, name, value)"
		    " SELECT id, ?, ? FROM session WHERE id = ?",
		    e))
		return false;
	query_text(&q, one->name);
	query_text(&q, one->value);
	query_int(&q, session);
	if (!query_run(&q, e))
		return false;
	return sqlite3_changes(s->db) == 1 ||
	       err_set(e, ERR_NOT_FOUND,
		       "the session has been deleted; list_sessions shows "
		       "what there is");
}

bool
session_options_write(struct store *s, int64_t session,
	const struct session_options *settings, struct err *e)
{
	if (!delete_all(s, session, e))
		return false;
	for (size_t i = 0; i < settings->count; i++) {
		if (!insert_row(s, session, &settings->list[i], e))
			return false;
	}
	return true;
}

bool
session_options_save(struct store *s, int64_t session,
	const struct session_options *settings, struct err *e)
{
	DROP(transaction) struct transaction t = {0};

	return transaction_write(&t, s, e) &&
	       session_options_write(s, session, settings, e) &&
	       transaction_commit(&t, e);
}

bool
session_options_copy(struct store *s, int64_t from, int64_t to, struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, s,
		    "INSERT INTO setting (session, name, value)"
		    " SELECT ?, name, value FROM setting WHERE session = ?",
		    e))
		return false;
	query_int(&q, to);
	query_int(&q, from);
	return query_run(&q, e);
}
