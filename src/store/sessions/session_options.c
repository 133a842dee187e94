#include "store/sessions/session_options.h"

#include <string.h>

#include "store/db/db.h"
#include "store/db/sql.h"
#include "json/json.h"

void
session_options_release(struct session_options *options)
{
	json_free(options->values);
	options->values = NULL;
}

size_t
session_options_count(const struct session_options *options)
{
	return options->values != NULL ? json_count(options->values) : 0;
}

const char *
session_options_find(const struct session_options *options, const char *name)
{
	return json_get_string(options->values, name);
}

void
session_options_set(
	struct session_options *options, const char *name, const char *value)
{
	if (options->values == NULL)
		options->values = json_new_object();
	if (value == NULL)
		json_delete(options->values, name);
	else
		json_put_string(options->values, name, value);
}

static bool
are_texts(const struct json_object *values)
{
	struct json_member m = {0};

	if (json_kind(values) != JSON_OBJECT)
		return false;
	while (json_next(values, &m)) {
		if (json_kind(m.value) != JSON_STRING)
			return false;
	}
	return true;
}

bool
session_options_load(struct store *s, int64_t session,
	struct session_options *out, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};
	const char *text;

	*out = (struct session_options){0};
	if (!transaction_read(&t, s, e))
		return false;
	query_start(&q, s, e, "SELECT options FROM session WHERE id = ?", "i",
		session);
	if (!query_next(&q, "t"))
		return query_ok(&q);
	text = query_get_text(&q, 0);
	if (json_parse(text, strlen(text), &out->values, e) &&
		are_texts(out->values))
		return true;
	session_options_release(out);
	return store_fail(s, SQLITE_CORRUPT, e);
}

bool
session_options_save(struct store *s, int64_t session,
	const struct session_options *options, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(text)
	char *text = options->values != NULL ? json_text(options->values)
					     : text_copy("{}");

	return transaction_write(&t, s, e) &&
	       query_run_in_session(s, e,
		       "UPDATE session SET options = ? WHERE id = ?", "ti",
		       text, session) &&
	       transaction_commit(&t, e);
}

static bool
have_names(const struct json_object *expectations)
{
	if (json_kind(expectations) != JSON_ARRAY)
		return false;
	for (size_t i = 0; i < json_count(expectations); i++) {
		if (json_get_string(json_at(expectations, i), "name") == NULL)
			return false;
	}
	return true;
}

struct json_object *
session_expectations_load(struct store *s, int64_t session, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};
	DROP(json) struct json_object *list = NULL;
	const char *text;

	if (!transaction_read(&t, s, e))
		return NULL;
	query_start(&q, s, e, "SELECT expectations FROM session WHERE id = ?",
		"i", session);
	if (!query_next(&q, "t"))
		return query_ok(&q) ? json_new_array() : NULL;
	text = query_get_text(&q, 0);
	if (json_parse(text, strlen(text), &list, e) && have_names(list))
		return TAKE(list);
	(void)store_fail(s, SQLITE_CORRUPT, e);
	return NULL;
}

bool
session_expectations_save(struct store *s, int64_t session,
	const struct json_object *expectations, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(text) char *text = json_text(expectations);

	return transaction_write(&t, s, e) &&
	       query_run_in_session(s, e,
		       "UPDATE session SET expectations = ? WHERE id = ?", "ti",
		       text, session) &&
	       transaction_commit(&t, e);
}
