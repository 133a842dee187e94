#include <inttypes.h>
#include <stdlib.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "store/revisions/revisions.h"
#include "tools/call/call.h"
#include "tools/edit/edit_transaction.h"
#include "json/json.h"

struct restoring {
	uint64_t revision;
};

/* A session that is not made yet has revision 0 only. */
static bool
make(struct call *c, struct edit_transaction *ed, struct err *e)
{
	const struct restoring *r = ed->plan;

	if (ed->exists) {
		if (!revisions_move(c->server->store, ed->session.id,
			    ed->candidate, r->revision, e))
			return false;
		diff_settle(ed->base, ed->candidate);
		return true;
	}
	return r->revision == 0 ||
	       err_set(e, ERR_NOT_FOUND,
		       "there is no revision %" PRIu64
		       ": this call names no session, and no edit has made one "
		       "yet; pass the session that you mean.",
		       r->revision);
}

static void
record(const struct edit_transaction *ed, struct buf *out)
{
	const struct restoring *r = ed->plan;

	buf_add_format(out, "restore_model %" PRIu64, r->revision);
}

static void
describe(const struct edit_transaction *ed, struct buf *out)
{
	const struct restoring *r = ed->plan;

	buf_add_format(out, "%s revision %" PRIu64,
		ed->dry_run ? "Would restore" : "Restored", r->revision);
	if (ed->diff.added.count == 0 && ed->diff.removed.count == 0)
		buf_add_text(out, ", which the model is equal to already");
}

/* An item was accepted once, maybe by another libz3. */
static void
name_item(const struct edit_transaction *ed, const struct item *item,
	struct buf *out)
{
	const struct restoring *r = ed->plan;

	buf_add_format(out, "item %td of revision %" PRIu64,
		edit_transaction_number(ed, item), r->revision);
}

static void
name_result(const struct edit_transaction *ed, struct buf *out)
{
	const struct restoring *r = ed->plan;

	buf_add_format(out, "the model of revision %" PRIu64, r->revision);
}

static void
name_edit(const struct edit_transaction *ed, struct advice_break *b,
	struct buf *what)
{
	const struct restoring *r = ed->plan;

	b->action = "restored";
	buf_add_format(what, "Revision %" PRIu64, r->revision);
}

static const struct edit_transaction_kind kind = {
	.make = make,
	.record = record,
	.describe = describe,
	.name_item = name_item,
	.name_result = name_result,
	.name_edit = name_edit,
	.release = free,
};

void
tool_restore_model(struct call *c)
{
	struct restoring *r = mem_new(sizeof(*r));

	r->revision = (uint64_t)json_get_int(c->arguments, "revision", 0);
	edit_transaction_start(c, &kind, r, NULL, false);
}
