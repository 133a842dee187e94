#include "tools/hints/visible_symbols.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "model/items/diff.h"

enum {
	LATEST = 200, /* items before it that are spoken of in any case */
	MISSING = 4,  /* undeclared names that are looked for */
};

/* The items whose declarations are collected, in no order, maybe twice. */
struct search {
	struct index *ix;
	struct visible_symbols *scope;
	const struct item *item;
	struct items found;
	size_t missing;
};

/* Those that declare the word before the item; false if none does. */
static bool
add_declarers(struct search *s, const struct index_word *word)
{
	size_t before = s->found.count;

	for (const struct index_mention *m = word->declares; m != NULL;
		m = m->next) {
		if (m->record->item->place < s->item->place)
			items_add(&s->found, m->record->item, 0);
	}
	return s->found.count > before;
}

struct near_search {
	struct search *search;
	const char *name;
};

static void
add_if_near(const struct index_word *word, void *argument)
{
	const struct near_search *n = argument;
	struct nearest near;

	if (word->declares == NULL)
		return;
	nearest_init(&near, n->name);
	nearest_offer(&near, word->name);
	if (near.best != NULL)
		(void)add_declarers(n->search, word);
}

static void
add_near(struct search *s, const char *name)
{
	struct near_search n = {s, name};

	index_each(s->ix, add_if_near, &n);
}

/* An item may mention as many words as it likes; few items declare a word. */
static bool
declares(const struct index_record *record, const struct index_word *word)
{
	for (const struct index_mention *m = word->declares; m != NULL;
		m = m->next) {
		if (m->record == record)
			return true;
	}
	return false;
}

static void
add_use(struct search *s, const struct index_word *word)
{
	const struct item *later = NULL;

	if (add_declarers(s, word) || word->is_builtin || s->missing == MISSING)
		return;
	s->missing++;
	for (const struct index_mention *m = word->declares; m != NULL;
		m = m->next) {
		if (later == NULL || m->record->item->place < later->place)
			later = m->record->item;
	}
	if (later != NULL && s->scope->late == NULL) {
		s->scope->late = text_copy(word->name);
		s->scope->late_place = later->place;
	}
	add_near(s, word->name);
}

static void
search_uses(struct search *s)
{
	const struct index_record *record = index_record(s->ix, s->item);

	for (size_t i = 0; i < record->count; i++) {
		const struct index_mention *m = &record->mentions[i];

		if (!m->declares && !declares(record, m->word))
			add_use(s, m->word);
	}
}

static int
compare(const void *a, const void *b)
{
	const struct numbered *x = a;
	const struct numbered *y = b;

	return (x->item->place > y->item->place) -
	       (x->item->place < y->item->place);
}

void
visible_symbols_find(struct visible_symbols *scope, struct index *ix,
	const struct model *candidate, const struct item *item)
{
	struct search s = {.ix = ix, .scope = scope, .item = item};
	size_t end = model_rank(candidate, item->place);
	size_t i = end > LATEST ? end - LATEST : 0;

	*scope = (struct visible_symbols){0};
	search_uses(&s);
	for (; i <= end; i++)
		items_add(&s.found, model_at(candidate, i), i);
	if (s.found.count > 0)
		qsort(s.found.at, s.found.count, sizeof(s.found.at[0]),
			compare);
	for (i = 0; i < s.found.count; i++) {
		const struct item *one = s.found.at[i].item;

		if (i == 0 || one != s.found.at[i - 1].item)
			declared_symbols_add(
				&scope->known, one->content, one->size, 0);
	}
	items_release(&s.found);
}

void
visible_symbols_drop(struct visible_symbols *scope)
{
	declared_symbols_release(&scope->known);
	free(scope->late);
}
