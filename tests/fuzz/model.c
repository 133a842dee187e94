/*
 * A model that a client edits, as the texts that are made of it: none of them
 * can be forged by what an item, a name or a note holds. The bytes are items,
 * with a NUL between them; the first byte of each says what becomes of it.
 */

#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "model/deps/affected.h"
#include "model/deps/index.h"
#include "model/items/diff.h"
#include "model/items/edit.h"
#include "model/items/model.h"
#include "model/text/export.h"
#include "model/text/render.h"
#include "smt/rules/command_policy.h"

enum { ITEMS_MAX = 30 };

static struct edit
make_edit(const struct model *m, const char *text, unsigned char what)
{
	struct edit edit = {.op = (enum edit_op)(what % (EDIT_MOVE + 1)),
		.has_index = true,
		.index = what / 8};

	if (edit.op == EDIT_MOVE) {
		edit.has_to = true;
		edit.to = what / 16;
	}
	if (edit.op == EDIT_ADD && (what & 0x40) != 0)
		edit.has_index = false;
	if (edit.op == EDIT_ADD && (what & 0x80) != 0)
		edit.note = text;
	if (edit.op == EDIT_REPLACE && (what & 0x80) != 0)
		edit.name = text;
	else if (edit.op == EDIT_ADD || edit.op == EDIT_REPLACE)
		edit.content = text;
	if (m->count > 0 && edit.has_index)
		edit.index %= (int64_t)m->count;
	return edit;
}

/* Each line of the worker's text belongs to one item, in order. */
static void
look_at_worker(const struct model *m)
{
	DROP(render) struct render r = {0};
	size_t index;
	size_t last = 0;
	unsigned line;

	render_worker(m, &r);
	for (unsigned i = 1; i < r.end_line; i++) {
		REQUIRE(render_locate(&r, i, &index, &line));
		REQUIRE(index < m->count && index >= last && line >= 1);
		last = index;
	}
	REQUIRE(!render_locate(&r, r.end_line, &index, &line));
}

/* The numbers of the list are those of the items, in order, and no line of an
 * item looks like one. */
static void
look_at_list(const struct model *m)
{
	DROP(buf) struct buf out;
	size_t next = 0;

	buf_init(&out, 16 * MIB);
	REQUIRE(render_items(m, 0, m->count, &out) == m->count);
	REQUIRE(!out.overflowed);
	for (const char *at = out.data; *at != '\0'; at++) {
		size_t blanks = strspn(at, " ");
		size_t digits = strspn(at + blanks, "0123456789");

		if (digits > 0)
			REQUIRE(strtoull(at, NULL, 10) == next++);
		else
			REQUIRE(blanks > 0 && at[blanks] == '|');
		at += strcspn(at, "\n");
		if (*at == '\0')
			break;
	}
	REQUIRE(next == m->count);
}

static void
look_at(struct model *m)
{
	const struct export_header header = {
		.session = "s", .version = "0", .status = "sat"};
	DROP(buf) struct buf out;

	look_at_worker(m);
	look_at_list(m);
	buf_init(&out, 16 * MIB);
	render_outline(m, &out);
	export_smtlib(m, &header, &out);
	REQUIRE(utf8_check(out.data, out.size, NULL));
}

struct world {
	struct model *model;
	struct index *index;
};

/* What has to be read again is part of the candidate, in its order. */
static void
advance(struct world *w, struct model *candidate)
{
	struct diff d;
	struct model *slice;
	ptrdiff_t last = -1;

	diff_find(&d, w->model, candidate);
	index_overlay_apply(w->index, &d);
	slice = slice_find(w->index, &d, candidate);
	for (size_t i = 0; i < slice->count; i++) {
		const struct item *item = model_at(slice, i);
		ptrdiff_t at = (ptrdiff_t)model_rank(candidate, item->place);

		REQUIRE(at > last);
		last = at;
	}
	model_free(slice);
	index_overlay_commit(w->index, &d);
	diff_commit(&d, w->model, candidate);
	diff_drop(&d);
	w->model = candidate;
}

static void
take(struct world *w, const char *text, size_t size)
{
	DROP(admitted_text) struct admitted_text allowed = {0};
	DROP(text) char *content = NULL;
	struct diagnostic fault;
	struct edit edit;
	struct edit_done done;
	struct model *candidate;
	struct err e;

	if (size < 2 || w->model->count >= ITEMS_MAX ||
		!utf8_check(text + 1, size - 1, NULL))
		return;
	edit = make_edit(w->model, text + 1, (unsigned char)text[0]);
	if (edit.content != NULL) {
		if (!command_policy_item(text + 1, size - 1, &allowed, &fault))
			return;
		content = admitted_text_content(&allowed);
		edit.content = content;
	}
	candidate = model_draft(w->model);
	if (model_apply(candidate, &edit, &done, &e)) {
		advance(w, candidate);
		return;
	}
	REQUIRE(e.code != ERR_NONE && e.text[0] != '\0');
	model_free(candidate);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	DROP(text) char *all = text_copy_n((const char *)data, size);
	struct world w = {model_new(), index_new()};

	for (size_t at = 0; at < size;) {
		size_t length = strlen(all + at);

		take(&w, all + at, length);
		at += length + 1;
	}
	look_at(w.model);
	model_free(w.model);
	index_free(w.index);
	return 0;
}
