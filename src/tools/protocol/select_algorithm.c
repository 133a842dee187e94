#include "base/alloc.h"
#include "tools/call/call.h"
#include "tools/protocol/registry.h"
#include "json/json.h"

void
tool_select_algorithm(struct call *c)
{
	struct json_object *choice =
		engine_select(json_get_string(c->arguments, "problem_type"),
			json_get_object(c->arguments, "features"));
	DROP(text) char *text = json_text(choice);

	call_reply(c, text, choice);
}
