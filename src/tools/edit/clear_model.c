#include "tools/call/call.h"
#include "tools/edit/edit_list.h"

void
tool_clear_model(struct call *c)
{
	edit_list_start_one(c, EDIT_CLEAR);
}
