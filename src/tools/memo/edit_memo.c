#include "tools/call/call.h"
#include "tools/memo/get_memo.h"
#include "json/json.h"

/* Without line_end it is about one line. */
static bool
read_edit(const struct call *c, struct memo_edit *edit, struct err *e)
{
	int64_t first = json_get_int(c->arguments, "line_start", 1);
	int64_t last = json_get_int(c->arguments, "line_end", first);

	if (last < first - 1)
		return err_advise(e, ERR_ARGUMENT,
			"line_end %lld is before line_start %lld; omit "
			"line_end to replace one line; pass line_end %lld to "
			"insert before line %lld",
			(long long)last, (long long)first, (long long)first - 1,
			(long long)first);
	*edit = (struct memo_edit){
		.first = (size_t)first,
		.count = (size_t)(last - first + 1),
		.content = json_get_string(c->arguments, "content"),
	};
	return true;
}

void
tool_edit_memo(struct call *c)
{
	struct session_info info;
	struct memo_edit edit;
	struct err e;

	if (session_argument_find(c, &info, &e) && read_edit(c, &edit, &e) &&
		session_memo_edit(c->server->store, info.id, &edit, &e))
		memo_reply(c, &info);
	else
		call_fail(c, &e);
}
