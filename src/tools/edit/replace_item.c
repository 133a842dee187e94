#include "tools/call/call.h"
#include "tools/edit/edit_list.h"
#include "json/json.h"

void
tool_replace_item(struct call *c)
{
	struct err e;
	bool is_read = edit_list_read_data(c->arguments, false, &e);
	int64_t index = json_get_int(c->arguments, "index", -1);
	struct edit edit = {
		.op = EDIT_REPLACE,
		.has_index = index >= 0,
		.index = index,
		.target = json_get_string(c->arguments, "name"),
		.content = json_get_string(c->arguments, "content"),
		.name = json_get_string(c->arguments, "new_name"),
		.note = json_get_string(c->arguments, "note"),
	};

	if (!is_read) {
		call_fail(c, &e);
		return;
	}
	if (edit.content != NULL || edit.name != NULL || edit.note != NULL) {
		edit_list_start_one(c, &edit, false);
		return;
	}
	(void)err_set(&e, ERR_ARGUMENT,
		"replace_item needs something to put in the place of the old: "
		"content, data, new_name or note. What is left out stays as it "
		"is; "
		"an empty new_name or note takes it away.");
	call_fail(c, &e);
}
