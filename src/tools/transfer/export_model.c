#include "tools/call/call.h"

#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/items/model.h"
#include "model/text/render.h"
#include "tools/call/job_failure.h"
#include "tools/call/reply.h"
#include "tools/transfer/export_file.h"
#include "tools/transfer/model_export.h"
#include "json/json.h"

/* The formats of which a resource shows the last revision. */
static const struct format {
	const char *name;
	const char *resource; /* or NULL */
	const char *comment;  /* what a line of the text's own begins with */
	enum ask_kind ask;    /* of a worker that writes it; or 0 */
	/* Of no use when it is cut: maximum bytes in a reply to a chat, all or
	 * nothing; or 0. */
	size_t whole;
} formats[] = {
	{"smt2", "model.smt2", "; ", 0, 0},
	{"json", "model.json", "", 0, 0},
	{"markdown", "model.md", "", 0, 0},
	{"html", "model.html", "", 0, 8 * KIB},
	{"view", "view.json", "", 0, MIB},
	{"dimacs", NULL, "c ", ASK_DIMACS, 0},
	{"wcnf", NULL, "c ", ASK_WCNF, 0},
};

static const struct format *
find_format(const char *name)
{
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		if (name != NULL && strcmp(formats[i].name, name) == 0)
			return &formats[i];
	}
	return &formats[0];
}

/* Where the whole text is, when the answer has its beginning. */
static void
add_pointer(struct call *c, const struct model_export *x,
	const struct format *format, size_t kept, size_t size, struct buf *text)
{
	const char *path = json_get_string(c->arguments, "path");

	buf_add_format(text, "\n%scut: these are %zu of %zu bytes. ",
		format->comment, kept, size);
	if (path != NULL)
		buf_add_format(text, "All of it is in the file %s.\n", path);
	else if (format->resource != NULL &&
		 x->model->revision == x->session.revision)
		buf_add_format(text,
			"All of it is the resource satchel://session/%s/%s, "
			"and `satchel export %s --format %s` writes it.\n",
			x->session.name, format->resource, x->session.name,
			format->name);
	else
		buf_add_text(text, "With path all of it is written to a file, "
				   "if the server has an export folder.\n");
}

/* A chat has no use for the text of a page, which would fill its context; a
 * host of MCP Apps that cannot read resources reads the data with the tool. */
static size_t
room_for(struct call *c, const struct format *format, const struct buf *export)
{
	size_t room = call_reply_text(c);

	if (format->whole == 0)
		return utf8_cut(export->data, export->size, room);
	if (room <= LIMIT_REPLY_TEXT)
		room = format->whole;
	return export->size <= room ? export->size : 0;
}

static void
reply(struct call *c, const struct model_export *x, const struct format *format,
	const struct buf *export)
{
	size_t kept = room_for(c, format, export);
	struct reply r;

	reply_init(&r, c);
	buf_add(&r.text, export->data, kept);
	json_put_string(r.structured, "session", x->session.name);
	json_put_int(r.structured, "revision", (int64_t)x->model->revision);
	json_put_string(r.structured, "format", format->name);
	json_put_int(r.structured, "bytes", (int64_t) export->size);
	json_put(r.structured, "text", json_new_string_n(export->data, kept));
	json_put_string(
		r.structured, "path", json_get_string(c->arguments, "path"));
	if (kept < export->size) {
		reply_put_truncated(&r);
		add_pointer(c, x, format, kept, export->size, &r.text);
	}
	reply_send(&r, c);
}

static bool
write_file(struct call *c, const struct buf *export, struct err *e)
{
	const char *path = json_get_string(c->arguments, "path");

	if (path == NULL)
		return true;
	return export_file_write(c->server->export_dir, path, export->data,
		export->size, json_get_bool(c->arguments, "overwrite", false),
		e);
}

/* The state of a call. */
struct export
{
	struct model_export x;
	const struct format *format;
	struct render render; /* what the worker makes clauses of */
};

static void
export_free(void *state)
{
	struct export *ex = state;

	model_export_drop(&ex->x);
	render_release(&ex->render);
	free(ex);
}

/* What a worker has made of the model. */
static bool
write_clauses(const struct call *c, const struct answer *answer,
	struct buf *out, struct err *e)
{
	const struct export *ex = c->state;
	struct advice_job job = {
		.what = "the export",
		.limit_ms = c->server->timeout_ms,
		.memory_mb = c->server->memory_mb,
	};
	DROP(text) char *message = NULL;

	if (answer->fault.kind != DIAGNOSTIC_NONE ||
		answer->outcome == OUTCOME_DONE)
		return model_export_write_clauses(
			&ex->x, ex->format->name, &ex->render, answer, out, e);
	message = job_failure_message(answer, &job);
	return err_set(e, ERR_WORKER, "%s", message);
}

static void
finish(struct call *c, const struct answer *answer)
{
	struct export *ex = c->state;
	DROP(buf) struct buf out;
	bool written;
	struct err e;

	/* Names, notes and the lines around items come on top, and escapes. */
	buf_init(&out, 4 * LIMIT_MODEL);
	written = answer != NULL ? write_clauses(c, answer, &out, &e)
				 : model_export_write(
					   &ex->x, ex->format->name, &out, &e);
	if (written && write_file(c, &out, &e))
		reply(c, &ex->x, ex->format, &out);
	else
		call_fail(c, &e);
}

static void
on_clauses(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;

	finish(c, owned);
}

static bool
ask_clauses(struct call *c, struct export *ex, struct err *e)
{
	struct ask ask = {
		.kind = ex->format->ask,
		.engines = ENGINE_BIT(0), /* of which there is no race */
		.timeout_ms = (uint32_t)c->server->timeout_ms,
	};

	render_worker(ex->x.model, &ex->render);
	ask.text = ex->render.text.data;
	ask.size = ex->render.text.size;
	return call_ask(c, &ask, QUEUE_SOLVE, on_clauses, e);
}

void
tool_export_model(struct call *c)
{
	struct export *ex = mem_new(sizeof(*ex));
	struct err e;

	c->state = ex;
	c->state_free = export_free;
	ex->format = find_format(json_get_string(c->arguments, "format"));
	if (!model_export_load(c, &ex->x, &e) ||
		(ex->format->ask != 0 && !ask_clauses(c, ex, &e)))
		call_fail(c, &e);
	else if (ex->format->ask == 0)
		finish(c, NULL);
}
