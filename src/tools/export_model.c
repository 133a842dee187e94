#include "tools/call.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/model.h"
#include "model/render.h"
#include "pool/pool.h"
#include "store/revisions.h"
#include "store/runs.h"
#include "tools/notes.h"
#include "tools/resolve.h"
#include "json/json.h"

static void
reply(struct call *c, const struct session_info *info, const struct model *m,
	const struct buf *export)
{
	struct json_object *structured = json_new_object();
	size_t kept = utf8_cut(export->data, export->size, call_reply_text(c));
	DROP(buf) struct buf text;

	buf_init(&text, LIMIT_ANSWER);
	buf_add(&text, export->data, kept);
	json_put_string(structured, "session", info->name);
	json_put_int(structured, "revision", (int64_t)m->revision);
	json_put_string(structured, "format", "smt2");
	json_put_int(structured, "bytes", (int64_t) export->size);
	json_put(structured, "text", json_new_string_n(export->data, kept));
	if (kept < export->size) {
		json_put_bool(structured, "truncated", true);
		buf_add_format(&text,
			"\n; cut: these are %zu of %zu bytes. The command "
			"`satchel export %s` writes all of it.\n",
			kept, export->size, info->name);
	}
	call_reply(c, text.data, structured);
}

/* Of the last solve, or of the worker that runs. */
static char *
z3_version(struct call *c, const struct session_info *info)
{
	DROP(run) struct run *run = NULL;
	struct pool_state state;
	struct err none;

	run = runs_last(c->server->store, info->id, true, &none);
	if (run != NULL && run->z3_version != NULL)
		return text_copy(run->z3_version);
	pool_look(c->server->pool, &state);
	return text_copy(state.z3_version);
}

static bool
write_export(struct call *c, const struct session_info *info,
	const struct model *m, struct buf *out, struct err *e)
{
	DROP(text) char *version = z3_version(c, info);
	struct render_header header = {
		.session = info->name,
		.revision = m->revision,
		.version = SATCHEL_VERSION,
		.z3_version = version,
	};

	if (!runs_verdict(
		    c->server->store, info->id, m->revision, &header.status, e))
		return false;
	render_export(m, &header, out);
	return true;
}

static void
begin(struct call *c)
{
	int64_t revision = json_get_int(c->arguments, "revision", -1);
	DROP(model) struct model *m = NULL;
	DROP(buf) struct buf out;
	struct session_info info;
	struct err e;

	/* Names, notes and the lines around items come on top. */
	buf_init(&out, 4 * LIMIT_MODEL);
	if (resolve_session(c, &info, &e))
		m = revisions_load(c->server->store, info.id,
			revision < 0 ? REVISION_LAST : (uint64_t)revision, &e);
	if (m != NULL && write_export(c, &info, m, &out, &e))
		reply(c, &info, m, &out);
	else
		call_fail(c, &e);
}

void
tool_export_model(struct call *c)
{
	call_in_turn(c, resolve_name(c), false, begin);
}
