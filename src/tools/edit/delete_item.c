#include "tools/call/call.h"
#include "tools/edit/edit_model.h"

void
tool_delete_item(struct call *c)
{
	edit_model_start(c, EDIT_DELETE);
}
