#include "problems/call.h"

#include <string.h>

#include "base/alloc.h"
#include "problems/problem.h"
#include "replay/match.h"
#include "replay/notation.h"
#include "json/json.h"

enum { TIME_MS = 60000, SHOWN_BYTES = 1500 };

static const struct json_object *
result_of(struct siege *s, const char *tool, struct json_object *arguments,
	struct err *e)
{
	const struct json_object *reply =
		siege_call(s, tool, arguments, TIME_MS + SIEGE_LATE_MS, e);
	const struct json_object *result;

	if (reply == NULL)
		return NULL;
	result = json_get_object(reply, "result");
	if (result == NULL)
		(void)err_set(e, ERR_CONFLICT, "%s: it is no result", tool);
	return result;
}

static const char *
text_of(const struct json_object *result)
{
	const struct json_object *blocks = json_get_array(result, "content");

	return json_count(blocks) > 0
		       ? json_get_string(json_at(blocks, 0), "text")
		       : "";
}

const struct json_object *
call(struct siege *s, const char *tool, struct json_object *arguments,
	struct err *e)
{
	const struct json_object *result = result_of(s, tool, arguments, e);

	if (result == NULL || !json_get_bool(result, "isError", false))
		return json_get_object(result, "structuredContent");
	(void)err_set(e, ERR_TEXT, "%s refused it: %.*s", tool, SHOWN_BYTES,
		text_of(result));
	return NULL;
}

const char *
call_refused(struct siege *s, const char *tool, struct json_object *arguments,
	struct err *e)
{
	const struct json_object *result = result_of(s, tool, arguments, e);

	if (result == NULL)
		return NULL;
	if (json_get_bool(result, "isError", false))
		return text_of(result);
	(void)err_set(e, ERR_CONFLICT, "%s answered: %.*s", tool, SHOWN_BYTES,
		text_of(result));
	return NULL;
}

struct json_object *
call_text(const char *text)
{
	struct json_object *arguments = json_new_object();

	json_put_string(arguments, "smtlib", text);
	json_put_int(arguments, "timeout_ms", TIME_MS);
	return arguments;
}

bool
call_has_status(
	const struct json_object *answer, const char *status, struct err *e)
{
	DROP(text) char *shown = json_text(answer);
	const char *got = json_get_string(answer, "status");

	return (got != NULL && strcmp(got, status) == 0) ||
	       err_set(e, ERR_CONFLICT, "not %s: %.*s", status, SHOWN_BYTES,
		       shown);
}

static bool
matches(const struct json_object *answer, const char *text, struct err *e)
{
	DROP(json) struct json_object *names = json_new_object();
	DROP(json) struct json_object *pattern = NULL;

	return notation_parse(text, NOTATION_PATTERN, names, &pattern, e) &&
	       match(pattern, answer, names, e);
}

bool
call_matches(const struct json_object *answer, const struct problem *p,
	struct err *e)
{
	for (size_t i = 0; i < p->pattern_count; i++) {
		DROP(text) char *shown = json_text(answer);

		if (!matches(answer, p->patterns[i], e))
			return err_add(e, "\n%s\n%.*s", p->patterns[i],
				SHOWN_BYTES, shown);
	}
	return true;
}
