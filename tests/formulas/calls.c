#include "formulas/calls.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "json/json.h"

enum { SOLVE_MS = 1000, LATE_MS = SIEGE_LATE_MS };

bool
calls_make(struct calls *c, const char *tool, struct json_object *arguments,
	struct err *e)
{
	const struct json_object *reply =
		siege_call(c->siege, tool, arguments, SOLVE_MS + LATE_MS, e);
	const struct json_object *result = json_get_object(reply, "result");
	const struct json_object *blocks = json_get_array(result, "content");

	calls_release(c);
	if (reply == NULL)
		return false;
	if (blocks == NULL)
		return err_set(e, ERR_CONFLICT, "%s gave no result", tool);
	if (json_get_bool(result, "isError", false))
		c->refusal =
			text_copy(json_get_string(json_at(blocks, 0), "text"));
	else
		c->answer =
			json_copy(json_get_object(result, "structuredContent"));
	return true;
}

void
calls_release(struct calls *c)
{
	json_free(c->answer);
	free(c->refusal);
	c->answer = NULL;
	c->refusal = NULL;
}

struct json_object *
calls_model(void)
{
	return siege_json("{\"session\": \"formulas\"}");
}

struct json_object *
calls_timed(struct json_object *arguments)
{
	json_put_int(arguments, "timeout_ms", SOLVE_MS);
	json_put_bool(arguments, "detail", true);
	return arguments;
}

bool
calls_say(const struct calls *c, const char *status)
{
	const char *got = json_get_string(c->answer, "status");

	return got != NULL && strcmp(got, status) == 0;
}

bool
calls_are_cut_short(const struct calls *c)
{
	return json_get_object(c->answer, "reason") != NULL ||
	       json_get_bool(c->answer, "truncated", false);
}
