#include "tools/call/call.h"
#include "tools/edit/edit_list.h"
#include "json/json.h"

void
tool_delete_item(struct call *c)
{
	int64_t index = json_get_int(c->arguments, "index", -1);
	struct edit edit = {
		.op = EDIT_DELETE,
		.has_index = index >= 0,
		.index = index,
		.target = json_get_string(c->arguments, "name"),
	};

	edit_list_start_one(
		c, &edit, json_get_bool(c->arguments, "cascade", false));
}
