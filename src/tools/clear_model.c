#include "tools/call.h"
#include "tools/editing.h"

void
tool_clear_model(struct call *c)
{
	const struct edit edit = {.op = EDIT_CLEAR};

	editing_start(c, &edit, false);
}
