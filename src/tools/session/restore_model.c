#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "store/revisions/revisions.h"
#include "tools/call/call.h"
#include "tools/edit/edit_transaction.h"
#include "json/json.h"

/* A session that is not made yet has revision 0 only. */
static bool
restore(struct candidate *cand, uint64_t revision, struct err *e)
{
	if (cand->exists) {
		if (!revisions_move(cand->store, cand->session.id, cand->model,
			    revision, e))
			return false;
		diff_settle(cand->base, cand->model);
		return true;
	}
	return revision == 0 ||
	       err_advise(e, ERR_NOT_FOUND,
		       "there is no revision %" PRIu64
		       ": this call names no session, and no edit has made one "
		       "yet; pass the session that you mean; list_sessions "
		       "shows them",
		       revision);
}

static bool
make(struct candidate *cand, void *plan, struct edit_phrases *p, struct err *e)
{
	const int64_t *asked = plan;
	uint64_t last = cand->base->revision;
	uint64_t revision = *asked >= 0 ? (uint64_t)*asked : last - 1;
	bool is_equal;

	if (*asked < 0 && last == 0)
		return err_advise(e, ERR_NOT_FOUND,
			"there is nothing to undo: the session is at revision "
			"0, its empty model; pass the session that you mean; "
			"list_sessions shows them");
	if (!restore(cand, revision, e))
		return false;
	candidate_find_diff(cand);
	is_equal = cand->diff.added.count == 0 && cand->diff.removed.count == 0;
	p->record = text_format("restore_model %" PRIu64, revision);
	p->done = text_format("%s revision %" PRIu64 "%s",
		p->is_dry_run ? "Would restore" : "Restored", revision,
		is_equal ? ", which the model is equal to already" : "");
	p->result = text_format("the model of revision %" PRIu64, revision);
	p->origin = text_format("of revision %" PRIu64, revision);
	p->subject = text_format("Revision %" PRIu64, revision);
	p->action = "restored";
	return true;
}

/* Without a revision: the one before the last edit. */
void
tool_restore_model(struct call *c)
{
	int64_t *revision = mem_new(sizeof(*revision));

	*revision = json_get_int(c->arguments, "revision", -1);
	edit_transaction_start(
		c, &(struct edit_operation){
			   .plan = revision, .release = free, .make = make});
}
