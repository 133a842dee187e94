#include "faults/acts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "model/items/edit.h"
#include "model/items/model.h"
#include "store/revisions/revisions.h"
#include "store/runs/jobs.h"
#include "store/runs/runs.h"
#include "store/sessions/session_options.h"
#include "store/sessions/sessions.h"

static const struct revision_reason reason = {"edit_model", "an edit"};

static bool
find(struct store *s, struct session_info *info, struct err *e)
{
	return sessions_find(s, "a", info, e);
}

static bool
edit(struct store *s, const struct edit *edits, size_t count, struct err *e)
{
	DROP(model) struct model *base = NULL;
	DROP(model) struct model *candidate = NULL;
	struct session_info info;
	struct edit_done done;

	if (!find(s, &info, e))
		return false;
	base = revisions_load(s, info.id, REVISION_LAST, e);
	if (base == NULL)
		return false;
	candidate = model_copy(base);
	for (size_t i = 0; i < count; i++) {
		if (!model_apply(candidate, &edits[i], &done, e))
			return false;
	}
	return revisions_commit(s, info.id, base, candidate, &reason, e);
}

bool
act_create(struct store *s, struct err *e)
{
	const struct session_start start = {
		.name = "new", .description = "what for"};
	struct session_info info;

	return sessions_create(s, &start, &info, e);
}

/* An edit that makes its session. */
bool
act_first_edit(struct store *s, struct err *e)
{
	DROP(model) struct model *candidate = model_new();
	struct session_info info;

	model_insert(candidate, 0, item_new("(assert true)", NULL, NULL));
	return revisions_begin(s, "new", candidate, &reason, &info, e);
}

bool
act_branch(struct store *s, struct err *e)
{
	const struct session_start start = {.name = "new",
		.copy_of = "a",
		.has_revision = true,
		.revision = 2};
	struct session_info info;

	return sessions_create(s, &start, &info, e);
}

bool
act_describe(struct store *s, struct err *e)
{
	struct session_info info;

	return find(s, &info, e) &&
	       sessions_describe(s, info.id, "another word", e);
}

bool
act_add(struct store *s, struct err *e)
{
	const struct edit edits[] = {{.op = EDIT_ADD,
		.content = "(declare-const new Int)",
		.name = "new",
		.note = "a note"}};

	return edit(s, edits, 1, e);
}

bool
act_replace(struct store *s, struct err *e)
{
	const struct edit edits[] = {{.op = EDIT_REPLACE,
		.has_index = true,
		.index = 1,
		.content = "(assert true)"}};

	return edit(s, edits, 1, e);
}

bool
act_delete(struct store *s, struct err *e)
{
	const struct edit edits[] = {
		{.op = EDIT_DELETE, .has_index = true, .index = 0}};

	return edit(s, edits, 1, e);
}

bool
act_clear(struct store *s, struct err *e)
{
	const struct edit edits[] = {{.op = EDIT_CLEAR}};

	return edit(s, edits, 1, e);
}

/* More than the cache of pages holds, so that some are written before the
 * commit. */
bool
act_edit_much(struct store *s, struct err *e)
{
	enum { MUCH = 24, SIZE = 60000 };
	struct edit edits[MUCH];
	char *content = mem_new(SIZE);
	bool done;

	memset(content, 'x', SIZE - 1);
	for (size_t i = 0; i < MUCH; i++)
		edits[i] = (struct edit){.op = EDIT_ADD,
			.has_index = true,
			.index = i % 2,
			.content = content};
	done = edit(s, edits, MUCH, e);
	free(content);
	return done;
}

bool
act_remove_session(struct store *s, struct err *e)
{
	struct session_info info;
	bool scrubbed;

	return find(s, &info, e) && sessions_delete(s, info.id, &scrubbed, e);
}

bool
act_keep_run(struct store *s, struct err *e)
{
	char sat[] = "sat";
	struct session_info info;
	struct run run = {.revision = 2, .plain = true, .status = sat};

	if (!find(s, &info, e))
		return false;
	run.session = info.id;
	return runs_add(s, &run, e);
}

bool
act_keep_option(struct store *s, struct err *e)
{
	DROP(session_options) struct session_options settings = {0};
	struct session_info info;

	if (!find(s, &info, e))
		return false;
	session_options_set(&settings, "timeout_ms", "7");
	return session_options_save(s, info.id, &settings, e);
}
