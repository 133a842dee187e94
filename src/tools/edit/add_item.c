#include "tools/call/call.h"
#include "tools/edit/edit_list.h"
#include "json/json.h"

void
tool_add_item(struct call *c)
{
	struct err e;
	bool is_read = edit_list_read_data(c->arguments, true, &e);
	int64_t index = json_get_int(c->arguments, "index", -1);
	struct edit edit = {
		.op = EDIT_ADD,
		.has_index = index >= 0,
		.index = index,
		.content = json_get_string(c->arguments, "content"),
		.name = json_get_string(c->arguments, "name"),
		.note = json_get_string(c->arguments, "note"),
	};

	if (is_read)
		edit_list_start_one(c, &edit, false);
	else
		call_fail(c, &e);
}
