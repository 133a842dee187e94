#include "tools/call/call.h"

#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/items/edit.h"
#include "model/items/model.h"
#include "model/text/render.h"
#include "smt/rules/parsed_text.h"
#include "store/revisions/revisions.h"
#include "tools/call/arguments.h"
#include "tools/call/reply.h"
#include "json/json.h"

enum { COUNT_DEFAULT = 200 };

/* What is shown of a model. */
struct shown {
	struct buf text; /* of at most the bytes that go into an answer */
	const char *view;
	size_t from;  /* of the view items */
	size_t count; /* items shown */
	bool is_cut;
	bool is_selection; /* not of all items */
};

/* As much of a text as there is room for. */
static void
show_text(const struct buf *whole, struct shown *shown)
{
	size_t kept = utf8_cut(whole->data, whole->size, shown->text.ceiling);

	buf_add(&shown->text, whole->data, kept);
	shown->is_cut = kept < whole->size;
}

/* Of an item that alone is too long to be shown the beginning. */
static void
show_items(const struct model *m, size_t wanted, struct shown *shown)
{
	DROP(buf) struct buf whole;

	buf_init(&whole, LIMIT_REPLY);
	shown->count = render_items(m, shown->from, wanted, &shown->text);
	if (shown->count > 0 || wanted == 0)
		return;
	shown->count = render_items(m, shown->from, 1, &whole);
	show_text(&whole, shown);
}

/* --- the items with a symbol ---------------------------------------------- */

/* 2 if the item declares the name, 1 if it uses it, else 0. */
static int
mentions(const struct item *item, const char *name)
{
	const struct symbols *symbols = parsed_text_symbols(item_parsed(item));

	if (symbols_declared(symbols, name) != NULL)
		return 2;
	for (size_t i = 0; i < symbols->used_count; i++) {
		if (strcmp(symbols->used[i].name, name) == 0)
			return 1;
	}
	return 0;
}

/* The items that declare it and that use it, with their numbers before. */
static bool
show_symbol(const struct model *m, const char *name, struct shown *shown,
	struct err *e)
{
	static const char *const verbs[] = {"used", "declared"};

	for (size_t i = 0; i < m->count; i++) {
		int how;

		coroutine_pause();
		how = mentions(model_at(m, i), name);
		if (how == 0)
			continue;
		buf_add_format(
			&shown->text, "; %s by item %zu:\n", verbs[how - 1], i);
		shown->count += render_items(m, i, 1, &shown->text);
	}
	shown->is_cut = shown->text.overflowed;
	return shown->count > 0 ||
	       err_advise(e, ERR_NOT_FOUND,
		       "no item declares or uses \"%.64s\"; {get_model} with "
		       "view outline shows the names; check its spelling: "
		       "capitals count",
		       name);
}

/* --- a view of all -------------------------------------------------------- */

static void
show_all(const struct model *m,
	void (*render)(const struct model *m, struct buf *out),
	struct shown *shown)
{
	DROP(buf) struct buf whole;

	buf_init(&whole, 2 * LIMIT_MODEL);
	render(m, &whole);
	show_text(&whole, shown);
	shown->count = m->count;
}

static bool
show(struct call *c, const struct model *m, struct shown *shown, struct err *e)
{
	const struct json_object *index = json_get(c->arguments, "index");
	const char *symbol = json_get_string(c->arguments, "symbol");
	size_t count =
		(size_t)json_get_int(c->arguments, "count", COUNT_DEFAULT);
	struct edit target = {0};

	shown->is_selection = index != NULL || symbol != NULL;
	if (index != NULL) {
		arguments_read_item(index, &target);
		if (!edit_target(m, &target, &shown->from, e))
			return false;
		show_items(m, 1, shown);
		return true;
	}
	if (symbol != NULL)
		return show_symbol(m, symbol, shown, e);
	shown->from = (size_t)json_get_int(c->arguments, "from", 0);
	if (shown->from > m->count)
		return err_advise(e, ERR_ARGUMENT,
			"from %zu is out of range: the model has %zu item%s, "
			"numbered from 0; omit from to begin with the first; "
			"or send a smaller number",
			shown->from, m->count, m->count == 1 ? "" : "s");
	if (strcmp(shown->view, "outline") == 0)
		show_all(m, render_outline, shown);
	else if (strcmp(shown->view, "smtlib") == 0)
		show_all(m, render_smtlib, shown);
	else
		show_items(m,
			count < m->count - shown->from ? count
						       : m->count - shown->from,
			shown);
	return true;
}

static void
reply(struct call *c, const struct session_info *info, const struct model *m,
	const struct shown *shown)
{
	bool is_items =
		strcmp(shown->view, "items") == 0 && !shown->is_selection;
	size_t next = shown->from + shown->count;
	struct reply r;

	reply_init(&r, c);
	/* Comment lines, so that the view smtlib is SMT-LIB with them. */
	buf_add_text(&r.text, "; ");
	reply_add_state(&r, info->name, m);
	if (m->count == 0)
		buf_add_text(&r.text,
			"; The model is empty: add_item adds to it.\n");
	reply_put_model(&r, info->name, m);
	if (!is_items)
		json_put_string(r.structured, "view", shown->view);
	json_put_string(r.structured, "text", shown->text.data);
	buf_add_text(&r.text, shown->text.data);
	if (is_items && next < m->count) {
		json_put_int(r.structured, "next", (int64_t)next);
		buf_add_format(&r.text, "; more: from: %zu\n", next);
	}
	if (shown->is_cut) {
		reply_put_truncated(&r);
		buf_add_format(&r.text, "\n; cut after %zu bytes%s\n",
			shown->text.size,
			is_items ? ""
				 : "; the view items shows all of it, "
				   "page by page");
	}
	reply_send(&r, c);
}

void
tool_get_model(struct call *c)
{
	int64_t revision = json_get_int(c->arguments, "revision", -1);
	const char *view = json_get_string(c->arguments, "view");
	struct shown shown = {.view = view != NULL ? view : "items"};
	DROP(model) struct model *m = NULL;
	struct session_info info;
	struct err e;

	if (session_argument_name(c)[0] == '\0' && !c->server->names_sessions) {
		/* As MCP-Solver: nothing was begun yet, so the model is empty.
		 */
		info = (struct session_info){0};
		m = model_new();
	} else if (session_argument_find(c, &info, &e))
		m = revision < 0 ? model_cache_read(c->server->cache,
					   c->server->store, info.id,
					   info.revision, &e)
				 : revisions_load(c->server->store, info.id,
					   (uint64_t)revision, &e);
	buf_init(&shown.text, call_reply_text(c));
	if (m != NULL && info.id == c->server->sessions.renumbered.session)
		c->server->sessions.renumbered.session = 0;
	if (m != NULL && show(c, m, &shown, &e))
		reply(c, &info, m, &shown);
	else
		call_fail(c, &e);
	buf_release(&shown.text);
}
