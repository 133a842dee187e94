#include "advice/advice.h"

#include <string.h>

#include "advice/narrow.h"
#include "base/buf.h"

/* More are only counted: the client has get_model to look at them. */
enum { USERS_MAX = 10, SYMBOLS_MAX = 6 };

static void
add_item(struct buf *out, const char *word, size_t index, const char *name)
{
	(void)buf_add_format(out, "%s %zu", word, index);
	if (name != NULL)
		(void)buf_add_format(out, " \"%s\"", name);
}

static void
add_symbols(struct buf *out, const struct advice_user *user)
{
	size_t i;

	if (user->symbol_count == 0)
		return;
	(void)buf_add_text(out, user->declares ? " declares " : " uses ");
	for (i = 0; i < user->symbol_count && i < SYMBOLS_MAX; i++)
		(void)buf_add_format(
			out, "%s%s", i > 0 ? ", " : "", user->symbols[i]);
	if (user->symbol_count > SYMBOLS_MAX)
		(void)buf_add_format(
			out, " and %zu more", user->symbol_count - SYMBOLS_MAX);
	if (user->declares)
		(void)buf_add_text(out, ", too");
}

static void
add_users(struct buf *out, const struct advice_break *b)
{
	size_t i;

	for (i = 0; i < b->user_count && i < USERS_MAX; i++) {
		(void)buf_add_text(out, "- ");
		add_item(out, "item", b->users[i].index, b->users[i].name);
		add_symbols(out, &b->users[i]);
		(void)buf_add_char(out, '\n');
	}
	if (b->user_count > USERS_MAX)
		(void)buf_add_format(out, "- and %zu more items\n",
			b->user_count - USERS_MAX);
}

/* By what was done; the last stands for all else. */
static const struct way {
	const char *action;
	const char *text;
} ways[] = {
	{"deleted", "1. To delete these items too: delete_item with "
		    "cascade: true.\n"
		    "2. To keep them: one edit_model that replaces "
		    "each of them, so that it no longer uses it, and "
		    "deletes this one.\n"
		    "3. To change it only: replace_item with content "
		    "that declares the same names.\n"},
	{"replaced", "1. Keep declaring the same names with the same "
		     "sorts in the new content.\n"
		     "2. Or change these items with it: one "
		     "edit_model that replaces or deletes each of "
		     "them and replaces this one.\n"},
	{"inserted", "1. Use another name in the new item: they can "
		     "no longer tell which one is meant.\n"
		     "2. Or insert it behind them: add_item without "
		     "index.\n"
		     "3. Or change these items with it: one "
		     "edit_model that replaces each of them and adds "
		     "this one.\n"},
	{"moved", "1. Move it to a place where all that it uses stands "
		  "before it, and all that use it behind it.\n"
		  "2. Or move the others along: edit_model with an op "
		  "move for each.\n"},
	{"made", "1. Add edits of these items to the list: replace "
		 "them so that they no longer use it, or delete "
		 "them.\n"
		 "2. Or keep declaring the same names with the same "
		 "sorts.\n"},
	{"", "1. First replace_item (or delete_item) each of these "
	     "items.\n"},
};

static void
add_ways_out(struct buf *out, const struct advice_break *b)
{
	const struct way *way = ways;

	while (*way->action != '\0' && strcmp(way->action, b->action) != 0)
		way++;
	(void)buf_add_format(out, "What to do:\n%s", way->text);
}

/* It is no name that they miss. */
static void
add_logic(struct buf *out, const struct fault *f)
{
	struct narrow n;

	if (f->kind == FAULT_LOGIC_PLACE) {
		(void)buf_add_format(out,
			"Cause: %s.\n"
			"What to do:\n"
			"1. Keep the item with set-logic in front of all "
			"others: put this one behind it.\n"
			"2. Or delete the item with set-logic: without it "
			"everything is allowed.\n",
			f->what);
		return;
	}
	n = narrow_read(f->what);
	(void)buf_add_format(out,
		"Cause: (set-logic %.*s) leaves out %s, which the first of "
		"them needs; Z3's own command and other solvers refuse that.\n"
		"What to do:\n"
		"1. Take a wider logic, (set-logic ALL), or no set-logic at "
		"all: then everything is allowed.\n"
		"2. Or change these items with it: one edit_model that "
		"replaces or deletes each of them.\n",
		(int)n.logic.length, n.logic.start, n.lacked);
}

bool
advice_dependents(const struct advice_break *b, struct err *e)
{
	struct buf out;

	buf_init(&out, ERR_TEXT_MAX);
	if (b->what != NULL)
		(void)buf_add_text(&out, b->what);
	else if (b->index >= 0)
		add_item(&out, "Item", (size_t)b->index, b->name);
	else
		(void)buf_add_text(&out, "The new item");
	(void)buf_add_format(&out,
		" cannot be %s: %zu other item%s would no longer be "
		"accepted.\n",
		b->action, b->user_count, b->user_count == 1 ? "" : "s");
	add_users(&out, b);
	if (b->logic != NULL)
		add_logic(&out, b->logic);
	else
		add_ways_out(&out, b);
	(void)buf_add_text(&out, "Nothing was changed.");
	(void)err_set(e, ERR_TEXT, "%s", out.data);
	buf_release(&out);
	return false;
}
