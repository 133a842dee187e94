#include "tools/edit/broken_dependents.h"

#include <stdlib.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "model/deps/undeclared_users.h"
#include "tools/edit/edit_transaction.h"
#include "wire/answer.h"

enum {
	EXPLAINED =
		10, /* items that the refusal speaks of; it counts the rest */
	RECORDED = 100, /* lines of the history; likewise */
	/* Items of a slice, see broken_dependents_trim. */
	MANY = 1000,
	BEGINNING = 250,
	EXTENSION = 20,
};

/* Takes it out of the candidate. */
static void
mark(struct edit_transaction *ed, struct item *item)
{
	items_add(&ed->broken, item, model_rank(ed->base, item->place));
	model_remove(ed->candidate, model_rank(ed->candidate, item->place));
}

static int
compare(const void *a, const void *b)
{
	const struct numbered *x = a;
	const struct numbered *y = b;

	return x->number < y->number ? -1 : 1;
}

static void
find_diff(struct edit_transaction *ed)
{
	diff_drop(&ed->diff);
	diff_find(&ed->diff, ed->base, ed->candidate);
}

void
broken_dependents_find(const struct edit_transaction *ed,
	const struct answer *answer, struct items *found)
{
	for (size_t i = 0; i <= answer->further.count; i++) {
		const struct diagnostic *fault =
			i > 0 ? &answer->further.at[i - 1] : &answer->fault;
		struct item *item;
		size_t index;
		unsigned line;

		if (!render_locate(&ed->render, fault->line, &index, &line))
			continue;
		item = model_at(ed->slice, index);
		if (i > 0 && ed->is_trimmed && item->place > ed->trimmed_at)
			return;
		if (items_have(&ed->diff.added, item)) {
			if (i == 0)
				return;
		} else if (!items_have(found, item)) {
			items_add(found, item, 0);
		}
	}
}

/* Many in a beginning: the next one may be longer. */
static void
widen(struct edit_transaction *ed, size_t found)
{
	if (ed->is_trimmed && !ed->orphans_trimmed && found > BEGINNING / 2)
		ed->extensions++;
}

bool
broken_dependents_add(struct edit_transaction *ed, struct items *found)
{
	struct items orphans;

	if (ed->rounds == BROKEN_DEPENDENTS_ROUNDS)
		return false;
	ed->rounds++;
	independent_errors_keep(ed->index, &ed->diff, found);
	for (size_t i = 0; i < found->count; i++)
		mark(ed, found->at[i].item);
	widen(ed, found->count);
	find_diff(ed);
	undeclared_users_find(ed->index, &ed->diff, ed->base, &orphans);
	for (size_t i = 0; i < orphans.count; i++)
		mark(ed, orphans.at[i].item);
	items_release(&orphans);
	find_diff(ed);
	qsort(ed->broken.at, ed->broken.count, sizeof(ed->broken.at[0]),
		compare);
	return true;
}

/* The beginning of a slice with very many old items. */
static bool
trim_end(struct edit_transaction *ed)
{
	struct model *slice = ed->slice;
	size_t most = BEGINNING;

	for (unsigned i = 0; i < ed->extensions; i++)
		most *= EXTENSION;
	if (slice->count < ed->diff.added.count + MANY || slice->count <= most)
		return false;
	ed->trimmed_at = model_at(slice, most - 1)->place;
	while (slice->count > most)
		model_remove(slice, slice->count - 1);
	return true;
}

static bool
trim_orphans(struct edit_transaction *ed)
{
	struct items orphans;
	size_t left_out = 0;

	undeclared_users_find(ed->index, &ed->diff, ed->base, &orphans);
	for (size_t i = orphans.count; i-- > 1;) {
		const struct item *item = orphans.at[i].item;
		size_t index = model_rank(ed->slice, item->place);

		if (index == ed->slice->count ||
			model_at(ed->slice, index) != item)
			continue;
		model_remove(ed->slice, index);
		left_out++;
	}
	if (left_out > 0)
		ed->trimmed_at = orphans.at[0].item->place;
	items_release(&orphans);
	return left_out > 0;
}

bool
broken_dependents_trim(struct edit_transaction *ed)
{
	bool is_beginning = trim_end(ed);

	ed->orphans_trimmed = !ed->orphans_fit && trim_orphans(ed);
	return is_beginning || ed->orphans_trimmed;
}

void
broken_dependents_extend(struct edit_transaction *ed)
{
	/* The first of them was read, and is fine. */
	if (ed->orphans_trimmed)
		ed->orphans_fit = true;
	else
		ed->extensions++;
}

/* What it has to do with the edit, if our index knows. */
static void
explain(const struct edit_transaction *ed, const struct item *item,
	struct advice_user *user)
{
	user->symbols = undeclared_users_names(
		ed->index, &ed->diff, item, &user->symbol_count);
	if (user->symbol_count > 0)
		return;
	free((void *)(uintptr_t)user->symbols);
	user->declares = true;
	user->symbols = undeclared_users_doubles(
		ed->index, &ed->diff, item, &user->symbol_count);
}

bool
broken_dependents_refuse(const struct edit_transaction *ed, struct err *e)
{
	struct advice_user *users = mem_new(ed->broken.count * sizeof(*users));
	struct advice_break refusal = {
		.index = -1, .users = users, .user_count = ed->broken.count};
	DROP(buf) struct buf what;

	buf_init(&what, LIMIT_REPLY);
	ed->kind->name_edit(ed, &refusal, &what);
	if (what.size > 0)
		refusal.what = what.data;
	for (size_t i = 0; i < ed->broken.count; i++) {
		const struct numbered *broken = &ed->broken.at[i];

		users[i].index = broken->number;
		users[i].name = broken->item->name;
		if (i < EXPLAINED)
			explain(ed, broken->item, &users[i]);
	}
	(void)advice_dependents(&refusal, e);
	for (size_t i = 0; i < ed->broken.count; i++)
		free((void *)(uintptr_t)users[i].symbols);
	free(users);
	return false;
}

void
broken_dependents_record(const struct edit_transaction *ed, struct buf *out)
{
	for (size_t i = 0; i < ed->broken.count; i++) {
		const struct numbered *broken = &ed->broken.at[i];

		if (i == RECORDED) {
			buf_add_format(out, "\n%zu more (cascade)",
				ed->broken.count - i);
			return;
		}
		buf_add_format(out, "%sdelete_item %zu",
			out->size > 0 ? "\n" : "", broken->number);
		if (broken->item->name != NULL)
			buf_add_format(out, " \"%s\"", broken->item->name);
		buf_add_text(out, " (cascade)");
	}
}
