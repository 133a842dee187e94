#ifndef TOOLS_EDITING_H
#define TOOLS_EDITING_H

/*
 * The way of every edit: its turn at the session, the text of the new content
 * (allow_item), the candidate model, the check of the whole candidate by a
 * worker, the commit, the reply. A refused edit leaves no trace.
 *
 * When another server edits the session meanwhile, the edit is made again on
 * what there is now, unless the call expects a revision.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/edit.h"
#include "model/render.h"
#include "smt/allow.h"
#include "store/sessions.h"
#include "tools/breakage.h"

struct call;

/* An edit under way; the state of its call. */
struct editing {
	/* What is asked. Texts are borrowed from the call's arguments, but the
	 * content is `content`, as it is to be kept. */
	struct edit edit;
	bool cascade;
	bool dry_run;
	bool expects;
	uint64_t expected;
	struct allowed allowed;
	char *content;

	/* What it is made on. */
	struct session_info session;
	bool exists;
	struct model *base;
	unsigned attempts;

	/* What it would give: while items are found to break, without them. */
	struct model *candidate;
	struct render render;
	struct breakage breakage;
	/* The edit, behind the deletes of a cascade. */
	struct edit_done *dones;
	size_t done_count;
};

/* The edit itself; valid once the candidate is made. */
const struct edit_done *editing_done(const struct editing *ed);

/*
 * Starts the edit with the arguments session, expect_revision and dry_run of
 * the call, and answers the call. The content, if any, is as the client sent
 * it.
 */
void editing_start(struct call *c, const struct edit *edit, bool cascade);

#endif
