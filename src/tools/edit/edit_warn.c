#include "tools/edit/edit_warn.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/text/render.h"
#include "smt/names/builtin.h"
#include "smt/names/symbols.h"
#include "smt/rules/lint.h"
#include "tools/call/warnings.h"
#include "tools/edit/edit_transaction.h"
#include "wire/answer.h"
#include "json/json.h"

enum {
	/* Of one edit; more say nothing new. The last of them are kept for
	 * what libz3 has seen. */
	WARNINGS_MAX = 30,
	TEXT_WARNINGS_MAX = 20,
	SHOWN = 64, /* bytes of a name */
	/* Items that may stand before set-logic: options, information. */
};

/* The items that go, by id, for edits that replace very many. */
struct olds {
	const struct item **at;
	size_t count;
};

static int
compare(const void *a, const void *b)
{
	const struct item *const *x = a;
	const struct item *const *y = b;

	return ((*x)->id > (*y)->id) - ((*x)->id < (*y)->id);
}

static void
olds_init(struct olds *o, const struct items *removed)
{
	o->count = removed->count;
	o->at = mem_grow(NULL, o->count, sizeof(*o->at));
	for (size_t i = 0; i < o->count; i++)
		o->at[i] = removed->at[i].item;
	if (o->count > 0)
		qsort(o->at, o->count, sizeof(*o->at), compare);
}

static void
olds_drop(struct olds *o)
{
	free(o->at);
}

/* Only its place or its name is new. */
static bool
is_old(const struct olds *o, const struct item *item)
{
	const struct item *const *old;

	if (item->id == 0 || o->count == 0)
		return false;
	old = bsearch(&item, o->at, o->count, sizeof(*o->at), compare);
	return old != NULL && strcmp((*old)->content, item->content) == 0;
}

static void
warn(struct edit_transaction *ed, const struct item *item, unsigned line,
	const char *text)
{
	if (ed->warned++ < WARNINGS_MAX)
		warnings_add(ed->warnings, "item %td, line %u: %s.",
			edit_transaction_number(ed, item), line, text);
}

/* The number of an item that declares the name before the edit and after it;
 * -1 if there is none. */
static ptrdiff_t
declarer(const struct edit_transaction *ed, const char *name)
{
	const struct item *item = index_declarer(ed->index, name);

	if (item == NULL || items_have(&ed->diff.removed, item))
		return -1;
	return (ptrdiff_t)model_rank(ed->candidate, item->place);
}

static void
warn_of_remark(struct edit_transaction *ed, const struct item *item,
	const struct remark *remark)
{
	DROP(text) char *text = NULL;
	ptrdiff_t other;

	if (remark->kind != REMARK_BOUND) {
		text = remark_text(remark);
		warn(ed, item, remark->line, text);
		return;
	}
	other = declarer(ed, remark->name);
	if (other < 0)
		return;
	text = text_format("`%.*s` of this `%s` hides the `%.*s` that item "
			   "%td declares: rename it, unless that is meant",
		SHOWN, remark->name, remark->head, SHOWN, remark->name, other);
	warn(ed, item, remark->line, text);
}

static void
warn_of_symbol(struct edit_transaction *ed, const struct item *item,
	const struct symbol *symbol)
{
	DROP(text) char *text = NULL;
	ptrdiff_t other;

	if (symbol->kind == SYMBOL_TESTER)
		return;
	if (builtin_has(symbol->name)) {
		text = text_format("`%.*s` is a name of Z3's own, which this "
				   "overloads: choose another name",
			SHOWN, symbol->name);
		warn(ed, item, symbol->line, text);
		return;
	}
	other = declarer(ed, symbol->name);
	if (other < 0)
		return;
	text = text_format("`%.*s` is declared by item %td too: Z3 tells the "
			   "two apart by their sorts, or finds a use "
			   "ambiguous; choose another name",
		SHOWN, symbol->name, other);
	warn(ed, item, symbol->line, text);
}

static void
warn_of_item(struct edit_transaction *ed, const struct item *item)
{
	DROP(lint) struct lint remarks = {0};
	DROP(symbols) struct symbols symbols = {0};

	lint_scan(item->content, item->size, &remarks);
	for (size_t i = 0; i < remarks.count; i++)
		warn_of_remark(ed, item, &remarks.at[i]);
	if (!symbols_scan(item->content, item->size, &symbols))
		return;
	for (size_t i = 0; i < symbols.declared_count; i++)
		warn_of_symbol(ed, item, &symbols.declared[i]);
}

/* What libz3 has seen. */
static void
warn_of_answer(struct edit_transaction *ed, const struct olds *olds,
	const struct answer_remark_at *remark)
{
	DROP(text) char *text = warnings_remark(remark->remark);
	const struct item *item;
	size_t index;
	unsigned line;

	if (!render_locate(&ed->render, remark->line, &index, &line))
		return;
	item = model_at(ed->slice, index);
	if (items_have(&ed->diff.added, item) && !is_old(olds, item))
		warn(ed, item, line, text);
}

void
edit_warn(struct edit_transaction *ed, const struct answer *answer)
{
	const struct items *added = &ed->diff.added;
	DROP(olds) struct olds olds = {0};

	if (ed->is_warned)
		return;
	ed->is_warned = true;
	olds_init(&olds, &ed->diff.removed);
	for (size_t i = 0; i < added->count && ed->warned < TEXT_WARNINGS_MAX;
		i++)
		if (!is_old(&olds, added->at[i].item))
			warn_of_item(ed, added->at[i].item);
	for (size_t i = 0; i < answer->remarks.count; i++)
		warn_of_answer(ed, &olds, &answer->remarks.at[i]);
	if (ed->warned >= TEXT_WARNINGS_MAX)
		warnings_add(ed->warnings,
			"there may be more: no more than %d of these are told.",
			TEXT_WARNINGS_MAX);
}
