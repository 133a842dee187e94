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
	struct session_options *settings, struct err *e)
{
	struct json_member m = {0};

	if (json_get_bool(c->arguments, "reset", false))
		session_options_release(settings);
	while (json_next(json_get_object(c->arguments, "options"), &m)) {
		if (!solver_options_set(c->server, settings, m.key, m.value, e))
			return false;
	}
	return session_options_save(c->server->store, info->id, settings, e);
}

void
tool_configure(struct call *c)
{
	const struct json_object *options =
		json_get_object(c->arguments, "options");
	bool is_reset = json_get_bool(c->arguments, "reset", false);
	DROP(json) struct json_object *none = json_new_object();
	DROP(session_options) struct session_options settings = {0};
	struct session_info info;
	struct reply r;
	struct err e;

	if (!session_argument_find(c, &info, &e) ||
		!session_options_load(
			c->server->store, info.id, &settings, &e) ||
		((options != NULL || is_reset) &&
			!change(c, &info, &settings, &e))) {
		call_fail(c, &e);
		return;
	}
	reply_init(&r, c);
	buf_add_format(&r.text, "Options of session %s%s, %zu of them set:\n",
		info.name, is_reset ? ", reset first" : "",
		session_options_count(&settings));
	json_put_string(r.structured, "session", info.name);
	/* What was changed, or all if nothing was. */
	json_put(r.structured, "options",
		solver_options_list(c->server, &settings,
			is_reset && options == NULL ? none : options, &r.text));
	reply_send(&r, c);
}
