#include "store/sessions/session_options.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "store/db/db.h"
#include "store/db/sql.h"

void
session_options_release(struct session_options *options)
{
	for (size_t i = 0; i < options->count; i++) {
		free(options->list[i].name);
		free(options->list[i].value);
	}
	free(options->list);
	*options = (struct session_options){0};
}

/* Where the name is, or would be. */
static size_t
position_of(
	const struct session_options *options, const char *name, bool *is_there)
{
	size_t i = 0;
	int order = 1;

	while (i < options->count &&
		(order = strcmp(options->list[i].name, name)) < 0)
		i++;
	*is_there = i < options->count && order == 0;
	return i;
}

const char *
session_options_find(const struct session_options *options, const char *name)
{
	bool is_there;
	size_t i = position_of(options, name, &is_there);

	return is_there ? options->list[i].value : NULL;
}

static void
insert(struct session_options *options, size_t at, const char *name)
{
	(void)ARRAY_ADD(options->list, options->count, options->capacity);
	memmove(options->list + at + 1, options->list + at,
		(options->count - 1 - at) * sizeof(*options->list));
	options->list[at] = (struct session_option){.name = text_copy(name)};
}

static void
take_out(struct session_options *options, size_t at)
{
	assert(options->list != NULL);
	free(options->list[at].name);
	free(options->list[at].value);
	options->count--;
	memmove(options->list + at, options->list + at + 1,
		(options->count - at) * sizeof(*options->list));
}

void
session_options_set(
	struct session_options *options, const char *name, const char *value)
{
	bool is_there;
	size_t at = position_of(options, name, &is_there);

	if (value == NULL) {
		if (is_there)
			take_out(options, at);
		return;
	}
	if (!is_there)
		insert(options, at, name);
	assert(options->list != NULL);
	free(options->list[at].value);
	options->list[at].value = text_copy(value);
}

bool
session_options_load(struct store *s, int64_t session,
	struct session_options *out, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(session_options) struct session_options found = {0};
	DROP(query) struct query q = {0};

	if (!transaction_read(&t, s, e))
		return false;
	query_start(&q, s, e,
		"SELECT name, value FROM session_option WHERE session = ?", "i",
		session);
	while (query_next(&q, "tt"))
		session_options_set(
			&found, query_get_text(&q, 0), query_get_text(&q, 1));
	if (!query_ok(&q))
		return false;
	*out = found;
	found = (struct session_options){0};
	return true;
}

bool
session_options_write(struct store *s, int64_t session,
	const struct session_options *options, struct err *e)
{
	if (!query_run(s, e, "DELETE FROM session_option WHERE session = ?",
		    "i", session))
		return false;
	for (size_t i = 0; i < options->count; i++) {
		if (!query_run_in_session(s, e,
			    "INSERT INTO session_option (session, name, value)"
			    " SELECT id, ?, ? FROM session WHERE id = ?",
			    "tti", options->list[i].name,
			    options->list[i].value, session))
			return false;
	}
	return true;
}

bool
session_options_save(struct store *s, int64_t session,
	const struct session_options *options, struct err *e)
{
	DROP(transaction) struct transaction t = {0};

	return transaction_write(&t, s, e) &&
	       session_options_write(s, session, options, e) &&
	       transaction_commit(&t, e);
}

bool
session_options_copy(struct store *s, int64_t from, int64_t to, struct err *e)
{
	return query_run(s, e,
		"INSERT INTO session_option (session, name, value)"
		" SELECT ?, name, value FROM session_option WHERE session = ?",
		"ii", to, from);
}
