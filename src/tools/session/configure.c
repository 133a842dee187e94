#include "tools/call/call.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "store/sessions/sessions.h"
#include "tools/call/reply.h"
#include "tools/call/solver_options.h"
#include "json/json.h"

/* All or nothing: what is refused changes no other option either. */
static bool
change(struct call *c, const struct session_info *info,
	struct json_object *metadata, struct err *e)
{
	struct json_object *options = json_get(metadata, "options");
	struct json_member m = {0};

	while (json_next(json_get_object(c->arguments, "options"), &m)) {
		if (!solver_options_set(c->server, options, m.key, m.value, e))
			return false;
	}
	/* Another server may be at the rest. */
	json_delete(metadata, "expectations");
	json_delete(metadata, "memo");
	return session_metadata_save(c->server->store, info->id, metadata, e);
}

void
tool_configure(struct call *c)
{
	const struct json_object *asked =
		json_get_object(c->arguments, "options");
	bool is_reset = json_get_bool(c->arguments, "reset", false);
	DROP(json) struct json_object *none = json_new_object();
	DROP(json) struct json_object *metadata = NULL;
	const struct json_object *options;
	struct session_info info;
	struct reply r;
	struct err e;

	if (session_argument_find(c, &info, &e))
		metadata = session_metadata_load(c->server->store, info.id, &e);
	if (metadata != NULL && is_reset)
		json_put(metadata, "options", json_new_object());
	if (metadata == NULL || ((asked != NULL || is_reset) &&
					!change(c, &info, metadata, &e))) {
		call_fail(c, &e);
		return;
	}
	options = json_get(metadata, "options");
	reply_init(&r, c);
	buf_add_format(&r.text, "Options of session %s%s, %zu of them set:\n",
		info.name, is_reset ? ", reset first" : "",
		json_count(options));
	json_put_string(r.structured, "session", info.name);
	/* What was changed, or all if nothing was. */
	json_put(r.structured, "options",
		solver_options_list(c->server, options,
			is_reset && asked == NULL ? none : asked, &r.text));
	reply_send(&r, c);
}
