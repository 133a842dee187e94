#include "tools/call.h"
#include "tools/edits.h"

void
tool_clear_model(struct call *c)
{
	const struct edit edit = {.op = EDIT_CLEAR};

	edits_start_one(c, &edit, false);
}
