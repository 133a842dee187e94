#include "tools/call/call.h"
#include "tools/memo/memo_reply.h"

void
tool_get_memo(struct call *c)
{
	struct session_info info;
	struct err e;

	if (session_argument_find(c, &info, &e))
		memo_reply(c, &info);
	else
		call_fail(c, &e);
}
