#ifndef TOOLS_EDIT_EDIT_TRANSACTION_H
#define TOOLS_EDIT_EDIT_TRANSACTION_H

/*
 * The way of every edit: its turn at the session, the model as it is (the
 * base), a candidate made from it, the check of what the difference touches
 * by a worker, the commit, the reply. A refused edit leaves no trace.
 *
 * A new editing tool is a struct edit_transaction_kind: a function that turns a
 * copy of the base into the candidate, in whatever way, and a few that speak of
 * it. All else is seen from the difference of the two models: what libz3 has to
 * read, whom the edit breaks, the cascade, what is written, the new numbers.
 * So `make` may insert, replace, remove and move as it likes (model_apply,
 * model_insert, revisions_move), by these rules:
 * - an item is never changed in place; an unchanged one stays the very same
 *   object, or else it is read and written again;
 * - a new version of an item carries on its id, so that history and renumbering
 *   know it for the same;
 * - contents went through command_policy_item, names and notes through
 * model/items/item_name (as in model_apply, which does these), and the limits
 * of a model hold;
 * - it may be called again, on another base: when another server edits the
 *   session meanwhile, the edit is made again on what there is now, unless the
 *   call expects a revision.
 *
 * Tools whose edit is a list of struct edit have tools/edit/edit_list.h for
 * that. The arguments session, revision_check_revision, dry_run and check_sat
 * are read here.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "advice/advice.h"
#include "base/buf.h"
#include "base/err.h"
#include "model/deps/index.h"
#include "model/items/diff.h"
#include "model/items/model.h"
#include "model/text/render.h"
#include "smt/text/diagnostic.h"
#include "store/sessions/sessions.h"
#include "tools/edit/edit_check_sat.h"

struct call;
struct edit_solve;
struct edit_transaction;
struct json_object;
struct session_options;
struct cached_model;
struct model_cache;
struct store;

struct edit_transaction_kind {
	/* Makes the candidate of ed->candidate, which is the base. On failure
	 * *e is the whole message. */
	bool (*make)(
		struct call *c, struct edit_transaction *ed, struct err *e);
	/* For the history, a line per edit: `add_item 3 "limit"`. */
	void (*record)(const struct edit_transaction *ed, struct buf *out);
	/* For the reply, in the words of ed->dry_run if that is set: `Added
	 * item 3 "limit"`. Without what a cascade takes along. */
	void (*describe)(const struct edit_transaction *ed, struct buf *out);
	/* Members of the reply of its own; or NULL. */
	void (*put)(
		const struct edit_transaction *ed, struct json_object *answer);
	/* A new or changed item in a message about its text: "the new item",
	 * "the command in line 7"; nothing for "item 3". */
	void (*name_item)(const struct edit_transaction *ed,
		const struct item *item, struct buf *out);
	/* Of an item that is a piece of what the client sent: what that is, and
	 * where (what, whole, whole_offset of the place); or NULL. */
	void (*locate)(const struct edit_transaction *ed,
		const struct item *item, struct advice_place *place);
	/* What was being read when the worker died: "the new item", "the model
	 * without item 3". */
	void (*name_result)(const struct edit_transaction *ed, struct buf *out);
	/* What cannot be done since others would break: action, and index with
	 * name, or the buffer as `what`. */
	void (*name_edit)(const struct edit_transaction *ed,
		struct advice_break *b, struct buf *what);
	/* Frees ed->plan. */
	void (*release)(void *plan);
};

/* An edit under way; the state of its call. */
struct edit_transaction {
	const struct edit_transaction_kind *kind;
	void *plan; /* of the kind */
	bool cascade;
	bool dry_run;
	bool check_sat; /* it is solved, too */
	bool expects;
	uint64_t expected;
	struct json_object *warnings; /* texts; for warnings_add */
	bool is_warned;		      /* edit_warn has added its own */
	unsigned warned;	      /* of those */
	/* What is to be configured with it, of the plan; or NULL. */
	const struct session_options *settings;

	/* What it is made on. */
	struct session_info session;
	bool exists;
	struct store *store;
	struct model_cache *cache;
	struct cached_model *shelved; /* the base and its index are of it */
	const struct model *base;
	struct index *index;
	unsigned attempts;
	bool is_kept;

	/* What it would give: while items are found to break, without them. */
	struct model *candidate;
	struct diff diff;    /* of base and candidate */
	struct items broken; /* of the base, in their order */
	unsigned rounds;     /* checks that found one */
	struct model *slice; /* what is read of the candidate */
	/* Of broken_dependents_trim. */
	bool is_trimmed;
	bool orphans_trimmed;
	bool orphans_fit; /* libz3 says so */
	unsigned extensions;
	int64_t trimmed_at;
	struct render render; /* of the slice */

	/* Of edit_verdict.c. */
	struct edit_solve *solve;
	struct edit_check_sat verdict;
};

/* Starts the edit and answers the call. The plan is taken, and so are the
 * warnings (an array, or NULL). */
void edit_transaction_start(struct call *c,
	const struct edit_transaction_kind *kind, void *plan,
	struct json_object *warnings, bool cascade);

/* The number of a new or changed item in the candidate, or -1 if it is not
 * there any more. */
ptrdiff_t edit_transaction_number(
	const struct edit_transaction *ed, const struct item *item);

#endif
