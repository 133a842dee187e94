#include "tools/call/call.h"

#include <stdio.h>
#include <stdlib.h>

#include "advice/advice.h"
#include "advice/message/location.h"
#include "base/alloc.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "model/items/model.h"
#include "model/text/render.h"
#include "pool/pool.h"
#include "store/revisions/revisions.h"
#include "tools/call/reply.h"
#include "tools/transfer/model_export.h"
#include "json/json.h"

struct format;

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

/* --- the session ---------------------------------------------------------- */

/* The session of the call, at its argument `revision` or the last. */
static bool
load(struct call *c, struct model_export *x, struct err *e)
{
	int64_t revision = json_get_int(c->arguments, "revision", -1);
	struct store *store = c->server->store;
	const char *z3_version;
	struct pool_state pool;

	x->store = store;
	if (!session_argument_find(c, &x->session, e))
		return false;
	x->model = revisions_load(store, x->session.id,
		revision < 0 ? REVISION_LAST : (uint64_t)revision, e);
	if (x->model == NULL ||
		!runs_verdict(store, x->session.id, x->model->revision,
			&x->header.status, e))
		return false;
	x->metadata = session_metadata_load(store, x->session.id, e);
	if (x->metadata == NULL)
		return false;
	x->last = runs_last(store, x->session.id, true, NULL);
	/* Of the last solve, or of the worker that runs. */
	pool_get_state(c->server->pool, &pool);
	z3_version = json_get_string(x->last, "z3_version");
	x->z3_version =
		text_copy(z3_version != NULL ? z3_version : pool.z3_version);
	x->header.session = x->session.name;
	x->header.revision = x->model->revision;
	x->header.version = SATCHEL_VERSION;
	x->header.z3_version = x->z3_version;
	x->header.expectations = json_get(x->metadata, "expectations");
	return true;
}

void
model_export_drop(struct model_export *x)
{
	model_free(x->model);
	json_free(x->last);
	json_free(x->metadata);
	free(x->z3_version);
	*x = (struct model_export){0};
}

/* --- the text ------------------------------------------------------------- */

static bool
write_page(const struct model_export *x, struct buf *out, struct err *e)
{
	DROP(buf) struct buf data;

	buf_init(&data, out->ceiling);
	if (!export_view(x, &data, e))
		return false;
	export_page(data.data, out);
	out->overflowed |= data.overflowed;
	return true;
}

static bool
write_smtlib(const struct model_export *x, struct buf *out, struct err *e)
{
	(void)e;
	export_smtlib(x->model, &x->header, out);
	return true;
}

static const struct format {
	const char *name;
	/* A resource that shows the last revision so; or NULL. */
	const char *resource;
	const char *comment; /* what a line of the text's own begins with */
	/* Or a worker writes it: */
	bool (*write)(
		const struct model_export *x, struct buf *out, struct err *e);
	enum ask_kind ask;
	/* Of no use when it is cut: maximum bytes in a reply to a chat, all or
	 * nothing; or 0. */
	size_t whole;
} formats[] = {
	{"smt2", "model.smt2", "; ", write_smtlib, 0, 0},
	{"json", "model.json", "", export_json, 0, 0},
	{"markdown", "model.md", "", export_markdown, 0, 0},
	{"html", "model.html", "", write_page, 0, 8 * KIB},
	{"view", "view.json", "", export_view, 0, MIB},
	{"dimacs", NULL, "c ", NULL, ASK_DIMACS, 0},
	{"wcnf", NULL, "c ", NULL, ASK_WCNF, 0},
};

static const struct format *
find_format(const char *name)
{
	return name != NULL ? ROW_IN(name, formats, name) : formats;
}

static bool
refuse_clauses(const struct model_export *x, const char *format,
	const struct render *r, const struct diagnostic *fault, struct err *e)
{
	struct diagnostic shown = {
		.kind = DIAGNOSTIC_LANGUAGE,
		.length = fault->length,
		.column = fault->column,
	};
	struct advice_place place = {0};
	const struct item *item;
	size_t index;

	if (!render_locate(r, fault->line, &index, &shown.line))
		return err_advise(e, ERR_LIMIT,
			"The model cannot be exported as %s: %s; export it as "
			"smt2, which says everything; or give every Int bounds",
			format, fault->what);
	item = model_at(x->model, index);
	place = (struct advice_place){.text = item->content,
		.size = item->size,
		.index = (ptrdiff_t)index,
		.name = item->name};
	shown.offset = location_offset(
		item->content, item->size, shown.line, fault->column);
	(void)snprintf(shown.what, sizeof(shown.what),
		"%s takes Bools, bit-vectors, floating-point numbers, "
		"enumerations and sums of bounded Ints, but %.120s; export the "
		"model as smt2, which says everything; or give every Int "
		"bounds, as in (assert (<= 0 x 100)), and write products with "
		"Bools or bit-vectors",
		format, fault->what);
	return advice_fault(&shown, &place, e);
}

/* What a worker has made of the model. */
static bool
write_clauses(const struct call *c, const struct answer *answer,
	struct buf *out, struct err *e)
{
	const struct export *ex = c->state;
	const struct export_header *header = &ex->x.header;
	struct advice_job job = {
		.what = "the export",
		.limit_ms = c->server->timeout_ms,
		.memory_mb = c->server->memory_mb,
	};
	DROP(text) char *message = NULL;

	if (answer->fault.kind != DIAGNOSTIC_NONE)
		return refuse_clauses(&ex->x, ex->format->name, &ex->render,
			&answer->fault, e);
	if (answer->outcome != OUTCOME_DONE) {
		message = advice_failure(answer, &job);
		return err_set(e, ERR_WORKER, "%s", message);
	}
	if (answer->output.text == NULL)
		return err_advise(e, ERR_WORKER,
			"Z3 gave no clauses for this model; export it as smt2, "
			"which says everything; or call again");
	export_add_header(header, "c", out);
	if (header->status != NULL)
		buf_add_format(out, "c status: %s\n", header->status);
	buf_add_text(out, answer->output.text);
	return true;
}

/* --- the reply ------------------------------------------------------------ */

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

	coroutine_pause();
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
	coroutine_pause_early(); /* the reply is copied and written in one piece
				  */
	reply_send(&r, c);
}

static void
finish(struct call *c, const struct answer *answer)
{
	const char *path = json_get_string(c->arguments, "path");
	struct export *ex = c->state;
	DROP(buf) struct buf out;
	bool written;
	struct err e;

	/* Names, notes and the lines around items come on top, and escapes. */
	buf_init(&out, 4 * LIMIT_MODEL);
	written = answer != NULL ? write_clauses(c, answer, &out, &e)
				 : ex->format->write(&ex->x, &out, &e);
	if (written && out.overflowed)
		written = err_advise(&e, ERR_LIMIT,
			"the export has more than %zu bytes; export it as "
			"smt2, the shortest format; or write it to a file with "
			"path",
			out.ceiling);
	if (written && path != NULL)
		written = export_file_write(c->server->export_dir, path,
			out.data, out.size,
			json_get_bool(c->arguments, "overwrite", false), &e);
	if (written)
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
		.engines = ENGINE_BIT(0), /* which has no portfolio */
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
	if (!load(c, &ex->x, &e) ||
		(ex->format->ask != 0 && !ask_clauses(c, ex, &e)))
		call_fail(c, &e);
	else if (ex->format->ask == 0)
		finish(c, NULL);
}
