#include "tools/call/call.h"
#include "tools/edit/edit_list.h"

void
tool_clear_model(struct call *c)
{
	const struct edit edit = {.op = EDIT_CLEAR};

	edit_list_start_one(c, &edit, false);
}
