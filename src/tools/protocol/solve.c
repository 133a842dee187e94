#include "base/alloc.h"
#include "tools/call/call.h"
#include "tools/protocol/run.h"
#include "json/json.h"

/* The text is the envelope, too: what reads it expects no other. */
static void
reply(struct call *c, struct json_object *response)
{
	DROP(text) char *text = json_text(response);

	call_reply(c, text, response);
}

void
tool_solve(struct call *c)
{
	run_start(c, reply);
}
