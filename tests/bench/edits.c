#include "bench/edits.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "json/json.h"

enum { BATCH = 100, GROUP = 4 };

/* --- texts ---------------------------------------------------------------- */

/* Four items that belong together: a constant, a bound, a function, and what
 * uses that and the constant of an earlier group. */
static void
add_group(size_t group, struct buf *out)
{
	size_t earlier = group > 10 ? group - 10 : 0;

	buf_add_format(out,
		"(declare-const x%zu Int)\n"
		"(assert (> x%zu %zu))\n"
		"(define-fun f%zu ((a Int)) Int (+ a x%zu))\n"
		"(assert (< (f%zu 3) (+ x%zu %zu)))\n",
		group, group, group, group, group, group, earlier, group);
}

static char *
write_model(size_t items)
{
	struct buf out;

	buf_init(&out, LIMIT_MODEL);
	for (size_t i = 0; i < items / GROUP; i++)
		add_group(i, &out);
	return buf_take(&out);
}

/* --- edits ---------------------------------------------------------------- */

/* The number of the first item of a group, far enough from both ends. */
static size_t
middle(const struct model *m)
{
	return (m->items / GROUP - TURNS) / 2 * GROUP;
}

struct json_object *
edit_begin(const struct model *m)
{
	struct json_object *arguments = json_new_object();

	json_put_string(arguments, "session", m->name);
	return arguments;
}

/* An edit with that content, which is taken; index -1: none. */
static struct json_object *
content(const struct model *m, int64_t index, char *text)
{
	DROP(text) char *owned = text;
	struct json_object *arguments = edit_begin(m);

	json_put_string(arguments, "content", owned);
	if (index >= 0)
		json_put_int(arguments, "index", index);
	return arguments;
}

struct json_object *
edit_append(const struct model *m, size_t turn)
{
	return content(m, -1, text_format("(assert (> (f0 1) %zu))", turn));
}

static struct json_object *
insert_front(const struct model *m, size_t turn)
{
	return content(m, 0, text_format("(declare-const y%zu Int)", turn));
}

static struct json_object *
replace_front(const struct model *m, size_t turn)
{
	return content(m, 1, text_format("(assert (> x0 %zu))", turn));
}

static struct json_object *
replace_middle(const struct model *m, size_t turn)
{
	return content(m, (int64_t)middle(m) + 1,
		text_format("(assert (> x0 %zu))", turn));
}

static struct json_object *
replace_end(const struct model *m, size_t turn)
{
	return content(m, (int64_t)m->items - 1,
		text_format("(assert (> x0 %zu))", turn));
}

/* With three items that use it, and others that use those. */
static struct json_object *
replace_used(const struct model *m, size_t turn)
{
	return content(m, (int64_t)middle(m),
		text_format("(declare-const x%zu Int) ; %zu", middle(m) / GROUP,
			turn));
}

/* The last of a group, which nothing uses; each turn one group further on. */
static int64_t
next_loose(const struct model *m, size_t turn)
{
	return (int64_t)(middle(m) + GROUP - 1 + turn * (GROUP - 1));
}

static struct json_object *
delete_middle(const struct model *m, size_t turn)
{
	struct json_object *arguments = edit_begin(m);

	json_put_int(arguments, "index", next_loose(m, turn));
	return arguments;
}

static struct json_object *
edits_of(const struct model *m, struct json_object *edits)
{
	struct json_object *arguments = edit_begin(m);

	json_put(arguments, "edits", edits);
	return arguments;
}

static struct json_object *
move_to_end(const struct model *m, size_t turn)
{
	struct json_object *edits = json_new_array();
	struct json_object *edit = json_new_object();

	json_put_string(edit, "op", "move");
	json_put_int(edit, "index", next_loose(m, turn));
	json_put_int(edit, "to", (int64_t)m->items - 1);
	json_add(edits, edit);
	return edits_of(m, edits);
}

static struct json_object *
batch(const struct model *m, size_t turn)
{
	struct json_object *edits = json_new_array();

	for (size_t i = 0; i < BATCH; i++) {
		struct json_object *edit = json_new_object();
		char text[100];

		(void)snprintf(text, sizeof(text), "(assert (> x%zu %zu))",
			i % (m->items / GROUP), turn);
		json_put_string(edit, "op", "add");
		json_put_string(edit, "content", text);
		json_add(edits, edit);
	}
	return edits_of(m, edits);
}

struct json_object *
edit_restore(const struct model *m, int64_t revision)
{
	struct json_object *arguments = edit_begin(m);

	json_put_int(arguments, "revision", revision);
	return arguments;
}

/* To the revision before, which is the next time the one to go back to. */
static struct json_object *
undo(const struct model *m, size_t turn)
{
	(void)turn;
	return edit_restore(m, m->last - 1);
}

struct json_object *
edit_import(const struct model *m, size_t turn)
{
	struct json_object *arguments = edit_begin(m);
	DROP(text) char *text = write_model(m->items);

	(void)turn;
	json_put_string(arguments, "smtlib", text);
	json_put_string(arguments, "mode", "replace");
	return arguments;
}

const struct edit_operation edit_operations[EDIT_OPERATIONS] = {
	{"append (add_item)", "add_item", edit_append, TURNS},
	{"insert at the front", "add_item", insert_front, TURNS},
	{"replace at the front", "replace_item", replace_front, TURNS},
	{"replace in the middle", "replace_item", replace_middle, TURNS},
	{"replace at the end", "replace_item", replace_end, TURNS},
	{"replace what others use", "replace_item", replace_used, TURNS},
	{"delete in the middle", "delete_item", delete_middle, TURNS},
	{"move to the end", "edit_model", move_to_end, TURNS},
	{"batch of 100", "edit_model", batch, TURNS},
	{"undo, redo of one edit", "restore_model", undo, TURNS},
	{"import of as many items", "import_model", edit_import, 3},
};
