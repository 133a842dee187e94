#include "tools/exporting.h"

#include <stdlib.h>
#include <string.h>

#include "advice/place.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "model/dimacs.h"
#include "model/model.h"
#include "pool/pool.h"
#include "store/revisions.h"
#include "tools/call.h"
#include "tools/resolve.h"
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
load_all(struct call *c, struct exporting *x, struct err *e)
{
	int64_t revision = json_get_int(c->arguments, "revision", -1);
	struct store *store = c->server->store;
	struct err none;

	if (!resolve_session(c, &x->session, e))
		return false;
	x->model = revisions_load(store, x->session.id,
		revision < 0 ? REVISION_LAST : (uint64_t)revision, e);
	if (x->model == NULL ||
		!settings_load(store, x->session.id, &x->settings, e) ||
		!runs_verdict(store, x->session.id, x->model->revision,
			&x->header.status, e))
		return false;
	x->last = runs_last(store, x->session.id, true, &none);
	return true;
}

bool
exporting_load(struct call *c, struct exporting *x, struct err *e)
{
	if (!load_all(c, x, e))
		return false;
	x->z3_version = find_z3_version(c, x->last);
	x->header.session = x->session.name;
	x->header.revision = x->model->revision;
	x->header.version = SATCHEL_VERSION;
	x->header.z3_version = x->z3_version;
	return true;
}

void
exporting_drop(struct exporting *x)
{
	model_free(x->model);
	settings_release(&x->settings);
	run_free(x->last);
	free(x->z3_version);
	*x = (struct exporting){0};
}

static bool
refuse_dimacs(const struct exporting *x, size_t index,
	const struct fault *fault, struct err *e)
{
	const struct item *item = model_at(x->model, index);
	const struct advice_place place = {
		.index = (ptrdiff_t)index, .name = item->name};
	const struct span span = {fault->offset, fault->length};
	DROP(buf) struct buf name;
	DROP(buf) struct buf lines;

	buf_init(&name, LIMIT_REPLY);
	buf_init(&lines, LIMIT_REPLY);
	place_name(&name, &place);
	place_show(&lines, item->content, item->size, span);
	return err_set(e, fault->kind == FAULT_LIMIT ? ERR_LIMIT : ERR_ARGUMENT,
		"The format dimacs takes propositional models only. %s is the "
		"first item that is not, line %u, column %u: %s.\n%s"
		"What to do: export it as smt2, which says everything; or "
		"model it with Bool constants, and, or, not, xor, =>, =, "
		"distinct and ite alone.",
		name.data, fault->line, fault->column, fault->what, lines.data);
}

static bool
write_dimacs(const struct exporting *x, struct buf *out, struct err *e)
{
	struct fault fault = {0};
	size_t index;

	return dimacs_render(x->model, &x->header, out, &index, &fault) ||
	       refuse_dimacs(x, index, &fault, e);
}

bool
exporting_write(const struct exporting *x, const char *format, struct buf *out,
	struct err *e)
{
	if (strcmp(format, "dimacs") == 0) {
		if (!write_dimacs(x, out, e))
			return false;
	} else if (strcmp(format, "json") == 0) {
		export_json(x, out);
	} else if (strcmp(format, "markdown") == 0) {
		export_markdown(x, out);
	} else {
		export_smtlib(x->model, &x->header, out);
	}
	return !out->overflowed ||
	       err_set(e, ERR_LIMIT,
		       "the export has more than %zu bytes; export it as smt2, "
		       "the shortest format",
		       out->ceiling);
}
