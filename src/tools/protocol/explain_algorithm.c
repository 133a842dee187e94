#include "base/alloc.h"
#include "tools/call/call.h"
#include "tools/protocol/registry.h"
#include "json/json.h"

void
tool_explain_algorithm(struct call *c)
{
	const char *id = json_get_string(c->arguments, "algorithm");
	const struct json_object *engine;
	struct json_object *page;
	DROP(text) char *text = NULL;
	struct err e;

	engine = engine_find(id, &e);
	if (engine != NULL) {
		page = json_copy(engine);
		json_put_bool(page, "found", true);
	} else {
		page = json_new_object_of("found", json_new_bool(false), "id",
			json_new_string(id), "message", json_new_string(e.text),
			NULL);
	}
	text = json_text(page);
	call_reply(c, text, page);
}
