#include "base/alloc.h"
#include "store/runs/runs.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "json/json.h"

enum { TIME_DIGITS = 6 };

static void
reply(struct call *c, const struct session_info *info, const struct run *last)
{
	double seconds = (double)last->solve_us / 1e6;
	struct reply r;

	reply_init(&r, c);
	buf_add_format(&r.text,
		"The last solve of session %s, run %lld, took %.3f s: %s.\n",
		info->name, (long long)last->id, seconds, last->status);
	json_put_string(r.structured, "session", info->name);
	json_put_int(r.structured, "revision", (int64_t)last->revision);
	json_put_int(r.structured, "run", last->id);
	json_put_string(r.structured, "status", last->status);
	json_put(r.structured, "solve_time",
		json_new_decimal(seconds, TIME_DIGITS));
	reply_send(&r, c);
}

void
tool_get_solve_time(struct call *c)
{
	DROP(run) struct run *last = NULL;
	struct session_info info;
	struct err e;

	if (session_argument_find(c, &info, &e))
		last = runs_last(c->server->store, info.id, false, &e);
	if (last != NULL)
		reply(c, &info, last);
	else
		call_fail(c, &e);
}
