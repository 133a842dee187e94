#include "base/alloc.h"
#include "store/runs/runs.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "json/json.h"

static void
reply(struct call *c, const struct session_info *info,
	const struct json_object *last)
{
	static const char *const members[] = {
		"revision", "run", "status", "solve_time"};
	struct reply r;

	reply_init(&r, c);
	buf_add_format(&r.text,
		"The last solve of session %s, run %lld, was %s", info->name,
		(long long)json_get_int(last, "run", 0),
		json_get_string(last, "status"));
	run_add_time(last, &r.text);
	buf_add_text(&r.text, ".\n");
	json_put_string(r.structured, "session", info->name);
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
		if (json_get(last, members[i]) != NULL)
			json_put(r.structured, members[i],
				json_copy(json_get(last, members[i])));
	reply_send(&r, c);
}

void
tool_get_solve_time(struct call *c)
{
	DROP(json) struct json_object *last = NULL;
	struct session_info info;
	struct err e;

	if (session_argument_find(c, &info, &e))
		last = runs_last(c->server->store, info.id, false, &e);
	if (last != NULL)
		reply(c, &info, last);
	else
		call_fail(c, &e);
}
