#include "model/deps/undeclared_users.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "smt/names/builtin.h"

/* Names that are no longer declared as they were, and the items that lack one.
 */
struct search {
	struct index *ix;
	struct index_word **words;
	size_t word_count;
	size_t word_capacity;
	struct items users;
};

static void
search_drop(struct search *s)
{
	free(s->words);
	items_release(&s->users);
}

/* A name of libz3's own is never missing. */
static void
add_words(struct search *s, const struct index_record *record)
{
	for (size_t i = 0; i < record->count; i++) {
		struct index_word *word = record->mentions[i].word;

		if (!record->mentions[i].declares ||
			word->round == s->ix->round || builtin_has(word->name))
			continue;
		word->round = s->ix->round;
		*ARRAY_ADD(s->words, s->word_count, s->word_capacity) = word;
	}
}

static bool
is_declared_for(const struct index_word *word, const struct item *user)
{
	const struct index_mention *m = word->declares;

	while (m != NULL && m->record->item->place > user->place)
		m = m->next;
	return m != NULL;
}

/* Items that lack a word go, and what they declare goes with them. */
static void
take_users(struct search *s, const struct index_word *word)
{
	for (struct index_mention *m = word->uses, *next; m != NULL; m = next) {
		struct index_record *record = m->record;

		next = m->next;
		if (record->round == s->ix->round || m->is_pattern ||
			is_declared_for(word, record->item))
			continue;
		record->round = s->ix->round;
		items_add(&s->users, record->item, 0);
		index_hide(s->ix, record);
		add_words(s, record);
	}
}

static int
compare(const void *a, const void *b)
{
	const struct numbered *x = a;
	const struct numbered *y = b;

	return x->item->place < y->item->place ? -1 : 1;
}

static void
search(struct search *s, const struct diff *d)
{
	for (size_t i = 0; i < d->removed.count; i++)
		add_words(s, index_record(s->ix, d->removed.at[i].item));
	for (size_t i = 0; i < d->added.count; i++)
		index_record(s->ix, d->added.at[i].item)->round = s->ix->round;
	/* The list grows on the way; another user may bring a word again. */
	for (size_t i = 0; i < s->word_count; i++) {
		s->words[i]->round = 0;
		take_users(s, s->words[i]);
	}
	for (size_t i = 0; i < s->users.count; i++)
		index_show(s->ix, index_record(s->ix, s->users.at[i].item));
}

void
undeclared_users_find(struct index *ix, const struct diff *d,
	const struct model *base, struct items *users)
{
	DROP(search) struct search s = {.ix = ix};

	ix->round++;
	index_overlay_enter(ix, d);
	search(&s, d);
	index_overlay_leave(ix, d);
	if (s.users.count > 0)
		qsort(s.users.at, s.users.count, sizeof(s.users.at[0]),
			compare);
	for (size_t i = 0; i < s.users.count; i++)
		s.users.at[i].number =
			model_rank(base, s.users.at[i].item->place);
	*users = s.users;
	/* cppcheck-suppress unreadVariable ; it is dropped */
	s.users = (struct items){0};
}

static void
mark_declared(struct index *ix, const struct index_record *record)
{
	for (size_t i = 0; i < record->count; i++)
		if (record->mentions[i].declares)
			record->mentions[i].word->round = ix->round;
}

static void
mark_all_declared(struct index *ix, const struct items *list)
{
	for (size_t i = 0; i < list->count; i++)
		mark_declared(ix, index_record(ix, list->at[i].item));
}

/* Those of the item that are marked, and that it declares, or else uses. */
static const char **
marked_names(
	struct index *ix, const struct item *item, bool declares, size_t *count)
{
	const struct index_record *record = index_record(ix, item);
	const char **names = mem_grow(NULL, record->count, sizeof(names[0]));

	*count = 0;
	for (size_t i = 0; i < record->count; i++) {
		const struct index_mention *m = &record->mentions[i];

		if (m->declares == declares && m->word->round == ix->round)
			names[(*count)++] = m->word->name;
	}
	return names;
}

const char **
undeclared_users_names(struct index *ix, const struct diff *d,
	const struct item *item, size_t *count)
{
	ix->round++;
	index_overlay_enter(ix, d);
	mark_all_declared(ix, &d->removed);
	mark_all_declared(ix, &d->added);
	index_overlay_leave(ix, d);
	return marked_names(ix, item, false, count);
}

const char **
undeclared_users_doubles(struct index *ix, const struct diff *d,
	const struct item *item, size_t *count)
{
	ix->round++;
	index_overlay_enter(ix, d);
	mark_all_declared(ix, &d->added);
	index_overlay_leave(ix, d);
	return marked_names(ix, item, true, count);
}

/* --- errors that stand alone --------------------------------------------- */

static bool
is_independent(const struct index *ix, const struct index_record *record)
{
	for (size_t i = 0; i < record->count; i++)
		if (record->mentions[i].word->round == ix->round)
			return false;
	return true;
}

void
independent_errors_keep(
	struct index *ix, const struct diff *d, struct items *found)
{
	size_t kept = 0;

	ix->round++;
	index_overlay_enter(ix, d);
	for (size_t i = 0; i < found->count; i++) {
		const struct index_record *record =
			index_record(ix, found->at[i].item);

		if (is_independent(ix, record))
			found->at[kept++] = found->at[i];
		mark_declared(ix, record);
	}
	/* There any two may have to do with each other. */
	if (ix->parametric_count > 0 && kept > 1)
		kept = 1;
	index_overlay_leave(ix, d);
	found->count = kept;
}
