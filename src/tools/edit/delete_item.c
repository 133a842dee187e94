#include "tools/call/call.h"
#include "tools/edit/edit_list.h"

void
tool_delete_item(struct call *c)
{
	edit_list_start_one(c, EDIT_DELETE);
}
