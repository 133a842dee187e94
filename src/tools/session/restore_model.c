#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "store/revisions/revisions.h"
#include "tools/call/call.h"
#include "tools/edit/edit_transaction.h"
#include "json/json.h"

struct restoring {
	int64_t asked; /* or -1 */
	uint64_t revision;
};

/* A session that is not made yet has revision 0 only. */
static bool
restore(struct candidate *cand, uint64_t revision, struct err *e)
{
	if (cand->exists) {
		if (!revisions_move(cand->store, cand->session.id, cand->model,
			    revision, e))
			return false;
		diff_share_items(cand->base, cand->model);
		return true;
	}
	return revision == 0 ||
	       err_advise(e, ERR_NOT_FOUND,
		       "there is no revision %" PRIu64
		       ": this call names no session, and no edit has made one "
		       "yet; pass the session that you mean; {list_sessions} "
		       "shows them",
		       revision);
}

/* An item was accepted once, maybe by another libz3. */
static char *
name_item(const void *plan, const struct item *item, size_t number,
	struct advice_place *place)
{
	const struct restoring *r = plan;

	(void)item;
	(void)place;
	return text_format(
		"item %zu of revision %" PRIu64, number, r->revision);
}

static bool
make(struct candidate *cand, void *plan, struct edit_phrases *p, struct err *e)
{
	struct restoring *r = plan;
	uint64_t last = cand->base->revision;
	bool is_equal;

	if (r->asked < 0 && last == 0)
		return err_advise(e, ERR_NOT_FOUND,
			"there is nothing to undo: the session is at revision "
			"0, its empty model; pass the session that you mean; "
			"{list_sessions} shows them");
	r->revision = r->asked >= 0 ? (uint64_t)r->asked : last - 1;
	if (!restore(cand, r->revision, e))
		return false;
	candidate_find_diff(cand);
	is_equal = cand->diff.added.count == 0 && cand->diff.removed.count == 0;
	*p = (struct edit_phrases){
		.verbs = {"Restored", "Would restore"},
		.record = text_format("restore_model %" PRIu64, r->revision),
		.done = text_format("revision %" PRIu64 "%s", r->revision,
			is_equal ? ", which the model is equal to already"
				 : ""),
		.result = text_format(
			"the model of revision %" PRIu64, r->revision),
		.refused = {.what = "This revision",
			.action = "restored",
			.index = -1},
		.name = name_item,
		.plan = r,
	};
	return true;
}

/* Without a revision: the one before the last edit. */
void
tool_restore_model(struct call *c)
{
	struct restoring *r = mem_new(sizeof(*r));

	r->asked = json_get_int(c->arguments, "revision", -1);
	edit_transaction_start(
		c, &(struct edit_operation){
			   .plan = r, .release = free, .make = make});
}
