#include "tools/transfer/model_export.h"

#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "advice/message/location.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "model/items/model.h"
#include "model/text/render.h"
#include "pool/pool.h"
#include "store/revisions/revisions.h"
#include "tools/call/call.h"
#include "json/json.h"

/* Of the last solve, or of the worker that runs. */
static char *
find_z3_version(struct call *c, const struct run *last)
{
	struct pool_state state;

	if (last != NULL && last->z3_version != NULL)
		return text_copy(last->z3_version);
	pool_look(c->server->pool, &state);
	return text_copy(state.z3_version);
}

static bool
load_all(struct call *c, struct model_export *x, struct err *e)
{
	int64_t revision = json_get_int(c->arguments, "revision", -1);
	struct store *store = c->server->store;

	x->store = store;
	if (!session_argument_find(c, &x->session, e))
		return false;
	x->model = revisions_load(store, x->session.id,
		revision < 0 ? REVISION_LAST : (uint64_t)revision, e);
	if (x->model == NULL ||
		!session_options_load(store, x->session.id, &x->settings, e) ||
		!runs_verdict(store, x->session.id, x->model->revision,
			&x->header.status, e))
		return false;
	x->expectations = session_expectations_load(store, x->session.id, e);
	x->memo = session_memo_load(store, x->session.id, e);
	if (x->expectations == NULL || x->memo == NULL)
		return false;
	x->last = runs_last(store, x->session.id, true, NULL);
	return true;
}

bool
model_export_load(struct call *c, struct model_export *x, struct err *e)
{
	if (!load_all(c, x, e))
		return false;
	x->z3_version = find_z3_version(c, x->last);
	x->header.session = x->session.name;
	x->header.revision = x->model->revision;
	x->header.version = SATCHEL_VERSION;
	x->header.z3_version = x->z3_version;
	x->header.expectations = x->expectations;
	return true;
}

void
model_export_drop(struct model_export *x)
{
	model_free(x->model);
	session_options_release(&x->settings);
	run_free(x->last);
	json_free(x->expectations);
	free(x->memo);
	free(x->z3_version);
	*x = (struct model_export){0};
}

static bool
fits(const struct buf *out, struct err *e)
{
	return !out->overflowed ||
	       err_advise(e, ERR_LIMIT,
		       "the export has more than %zu bytes; export it as smt2, "
		       "the shortest format; or write it to a file with path",
		       out->ceiling);
}

static bool
refuse_item(const struct model_export *x, const char *format, size_t index,
	unsigned line, const struct diagnostic *fault, struct err *e)
{
	const struct item *item = model_at(x->model, index);
	const struct advice_place place = {
		.index = (ptrdiff_t)index, .name = item->name};
	const struct span span = {
		location_offset(item->content, item->size, line, fault->column),
		fault->length};
	DROP(buf) struct buf name;
	DROP(buf) struct buf lines;

	buf_init(&name, LIMIT_REPLY);
	buf_init(&lines, LIMIT_REPLY);
	location_name(&name, &place);
	location_show(&lines, item->content, item->size, span);
	return err_set(e, ERR_ARGUMENT,
		"The format %s takes what can be written in bits: Bool, "
		"at-most and at-least, bit-vectors, floating-point numbers, "
		"enumerations, and sums of Ints with bounds. %s cannot, line "
		"%u, "
		"column %u: %s.\n%sWhat to do:\n1. Export the model as smt2, "
		"which says everything.\n2. Or give every Int constant bounds, "
		"as in (assert (<= 0 x 100)), and write products and case "
		"distinctions of numbers with Bools or bit-vectors.",
		format, name.data, line, fault->column, fault->what,
		lines.data);
}

static bool
refuse_clauses(const struct model_export *x, const char *format,
	const struct render *r, const struct diagnostic *fault, struct err *e)
{
	size_t index;
	unsigned line;

	if (render_locate(r, fault->line, &index, &line))
		return refuse_item(x, format, index, line, fault, e);
	return err_advise(e, ERR_LIMIT,
		"The model cannot be exported as %s: %s; export it as "
		"smt2, which says everything; or give every Int bounds",
		format, fault->what);
}

bool
model_export_write_clauses(const struct model_export *x, const char *format,
	const struct render *r, const struct answer *answer, struct buf *out,
	struct err *e)
{
	if (answer->fault.kind != DIAGNOSTIC_NONE)
		return refuse_clauses(x, format, r, &answer->fault, e);
	if (answer->output.text == NULL)
		return err_advise(e, ERR_WORKER,
			"Z3 gave no clauses for this model; export it as smt2, "
			"which says everything; or call again");
	export_add_header(&x->header, "c", out);
	if (x->header.status != NULL)
		(void)buf_add_format(out, "c status: %s\n", x->header.status);
	(void)buf_add_text(out, answer->output.text);
	return fits(out, e);
}

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

bool
model_export_write(const struct model_export *x, const char *format,
	struct buf *out, struct err *e)
{
	if (strcmp(format, "html") == 0 && !write_page(x, out, e))
		return false;
	if (strcmp(format, "view") == 0 && !export_view(x, out, e))
		return false;
	if (strcmp(format, "json") == 0) {
		export_json(x, out);
	} else if (strcmp(format, "markdown") == 0) {
		export_markdown(x, out);
	} else if (strcmp(format, "smt2") == 0) {
		export_smtlib(x->model, &x->header, out);
	}
	return fits(out, e);
}
