#include "advice/advice.h"

#include <string.h>

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
	add_ways_out(&out, b);
	(void)buf_add_text(&out, "Nothing was changed.");
	(void)err_set(e, ERR_TEXT, "%s", out.data);
	buf_release(&out);
	return false;
}
