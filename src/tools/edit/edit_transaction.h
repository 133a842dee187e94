#ifndef TOOLS_EDIT_EDIT_TRANSACTION_H
#define TOOLS_EDIT_EDIT_TRANSACTION_H

/*
 * The way of every edit: its turn at the session, the model as it is (the
 * base), a candidate made from it, the check of what the difference touches
 * by a worker, the commit, the reply. A refused edit leaves no trace.
 *
 * A new editing tool is a function that turns a copy of the base into the
 * candidate, and says in ready words what it did. All else is seen from the
 * difference of the two models: what libz3 has to read, whom the edit breaks,
 * the cascade, what is written, the new numbers. So `make` may insert, replace,
 * remove and move as it likes (model_apply, model_insert,
 * diff_share_items), by these rules:
 * - an item is never changed in place; an unchanged one stays the very same
 *   object, or else it is read and written again;
 * - a new version of an item carries on its id, so that history and renumbering
 *   know it for the same;
 * - contents went through command_policy_item, names and notes through
 *   model/items/edit (as in model_apply, which does these), and the limits
 *   of a model hold;
 * - it may be called again, on another base: when another server edits the
 *   session meanwhile, the edit is made again on what there is now, unless the
 *   call expects a revision.
 *
 * Texts that a worker has to read before (tools/call/text_reading.h) are asked
 * for when the edit has its turn at the session, so that edits are made in the
 * order of their calls.
 *
 * Tools whose edit is a list of struct edit have tools/edit/edit_model.h for
 * that. The arguments session, expect_revision, dry_run and check_sat are read
 * here.
 */

#include <stdbool.h>

#include "base/err.h"
#include "tools/edit/candidate.h"

struct call;
struct json_object;
struct reading_request;

struct edit_operation {
	void *plan;
	void (*release)(void *plan);
	/* The texts that are to be read first, borrowed from the plan; or NULL.
	 */
	const struct reading_request *reading;
	/* Takes what was read into the plan: on failure *e is the whole
	 * message. */
	bool (*take)(void *plan, struct answer *answer, struct err *e);
	/*
	 * Makes the candidate of cand->model, which is a copy of the base,
	 * finds the difference, and fills in the phrases. On failure *e is the
	 * whole message.
	 */
	bool (*make)(struct candidate *cand, void *plan, struct edit_phrases *p,
		struct err *e);
	struct json_object *warnings; /* texts (warnings_add); or NULL */
	/* What changes with it beside the model, of the plan: options,
	 * expectations and memo of session_metadata_save; or NULL. */
	const struct json_object *metadata;
	bool cascade;	    /* items that it breaks are deleted with it */
	bool lists_deleted; /* the reply has the numbers of deleted items */
};

/* Starts the edit and answers the call; plan and warnings are taken. */
void edit_transaction_start(struct call *c, const struct edit_operation *op);

#endif
