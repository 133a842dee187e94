/*
 * Forwards: the words that changed items declare, their users after the first
 * change, the words that those declare in turn (a label has the sort of what
 * it names, so even an item that stays accepted may mean something else), and
 * so on. Backwards: for every word of these, used or declared, all items
 * before it that declare it, and so on. An item whose words are all declared
 * as they were is read by libz3 as it was.
 *
 * To libz3 an item that mentions an instance of a datatype with parameters, by
 * whatever name, declares the constructors of that instance. A model with such
 * a datatype is read as a whole.
 */
#include "model/deps/affected.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/coroutine.h"

/* Also in what is hidden: the base had it. */
static bool
has_parametric(const struct index *ix)
{
	return index_find(ix, INDEX_PARAMETRIC) != NULL;
}

struct words {
	struct index_word **at;
	size_t count, capacity;
};

/* Those that the record declares, each once. */
static void
add_declared(struct index *ix, struct words *words,
	const struct index_record *record)
{
	for (size_t i = 0; i < record->count; i++) {
		struct index_word *word = record->mentions[i].word;

		if (!record->mentions[i].declares || word->round == ix->round)
			continue;
		word->round = ix->round;
		*ARRAY_ADD(words->at, words->count, words->capacity) = word;
	}
}

struct slice_search {
	struct index *ix;
	const struct model *candidate;
	int64_t first; /* the place of the first change */
	bool has_changes;
	bool is_whole;
	/* The items to read. */
	struct index_record **records;
	size_t count;
	size_t capacity;
	struct words words; /* whose users may be broken */
};

static void
slice_search_drop(struct slice_search *s)
{
	free(s->records);
	free(s->words.at);
}

static void
add_record(struct slice_search *s, struct index_record *record)
{
	if (record->round == s->ix->round)
		return;
	record->round = s->ix->round;
	*ARRAY_ADD(s->records, s->count, s->capacity) = record;
}

static void
add_change(struct slice_search *s, const struct index_record *record)
{
	s->has_changes = true;
	if (record->item->place < s->first)
		s->first = record->item->place;
	add_declared(s->ix, &s->words, record);
}

/* --- forwards ------------------------------------------------------------ */

static void
add_later(struct slice_search *s, const struct index_mention *list)
{
	for (; list != NULL; list = list->next) {
		struct index_record *record = list->record;

		if (record->item->place <= s->first ||
			record->spread == s->ix->round)
			continue;
		record->spread = s->ix->round;
		add_record(s, record);
		add_declared(s->ix, &s->words, record);
	}
}

static void
find_affected(struct slice_search *s)
{
	for (size_t i = 0; i < s->words.count && !s->is_whole; i++) {
		coroutine_pause();
		/* The users of libz3's own are not listed. */
		s->is_whole = s->words.at[i]->is_builtin;
		add_later(s, s->words.at[i]->declares);
		add_later(s, s->words.at[i]->uses);
	}
}

/* --- backwards ----------------------------------------------------------- */

static void
find_needed(struct slice_search *s)
{
	for (size_t i = 0; i < s->count && !s->is_whole; i++) {
		const struct index_record *record = s->records[i];

		coroutine_pause();
		for (size_t k = 0; k < record->count; k++) {
			const struct index_mention *m =
				record->mentions[k].word->declares;

			for (; m != NULL; m = m->next) {
				if (m->record->item->place <
					record->item->place)
					add_record(s, m->record);
			}
		}
	}
}

/* For the warning of what the logic leaves out. */
static void
add_logic(struct slice_search *s)
{
	const struct index_word *logic = index_find(s->ix, INDEX_LOGIC);

	if (logic != NULL && logic->uses != NULL && s->count > 0 &&
		!s->is_whole)
		add_record(s, logic->uses->record);
}

/* --- the slice ----------------------------------------------------------- */

static int
compare(const void *a, const void *b)
{
	const struct index_record *const *x = a;
	const struct index_record *const *y = b;
	int64_t one = (*x)->item->place;
	int64_t other = (*y)->item->place;

	return one < other ? -1 : one > other;
}

static struct model *
collect(struct slice_search *s)
{
	struct model *slice;

	if (s->is_whole)
		return model_draft(s->candidate);
	slice = model_new();
	coroutine_pause_early();
	if (s->count > 0)
		qsort(s->records, s->count, sizeof(s->records[0]), compare);
	coroutine_pause_early();
	for (size_t i = 0; i < s->count; i++)
		model_append(slice, item_ref(s->records[i]->item));
	return slice;
}

/* Only its name or note is another one. */
static bool
is_renamed(const struct item *old, const struct item *now)
{
	return old->place == now->place &&
	       strcmp(old->content, now->content) == 0;
}

static struct item *
item_of(const struct items *list, size_t index)
{
	return index < list->count ? list->at[index].item : NULL;
}

/* The changes of the text; both lists rise by place. */
static void
add_changes(struct slice_search *s, const struct diff *d)
{
	const struct item *old;
	size_t i = 0;
	size_t k = 0;

	while ((old = item_of(&d->removed, i)) != NULL ||
		item_of(&d->added, k) != NULL) {
		const struct item *now = item_of(&d->added, k);

		if (old != NULL && now != NULL && is_renamed(old, now)) {
			i++;
			k++;
		} else if (now == NULL ||
			   (old != NULL && old->place <= now->place)) {
			add_change(s, old->record);
			i++;
		} else {
			add_change(s, now->record);
			add_record(s, now->record);
			k++;
		}
	}
}

struct model *
slice_find(
	struct index *ix, const struct diff *d, const struct model *candidate)
{
	DROP(slice_search)
	struct slice_search s = {
		.ix = ix, .candidate = candidate, .first = INT64_MAX};

	ix->round++;
	add_changes(&s, d);
	s.is_whole |= has_parametric(ix) && s.has_changes;
	find_affected(&s);
	add_logic(&s);
	find_needed(&s);
	return collect(&s);
}

/* --- who lacks a name ----------------------------------------------------- */

/* Names that are no longer declared as they were, and the items that lack one.
 */
struct lost_items {
	struct index *ix;
	struct words words;
	struct items users;
};

static void
lost_items_drop(struct lost_items *s)
{
	free(s->words.at);
	items_release(&s->users);
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
remove_users(struct lost_items *s, const struct index_word *word)
{
	for (struct index_mention *m = word->uses, *next; m != NULL; m = next) {
		struct index_record *record = m->record;

		coroutine_pause();
		next = m->next;
		if (record->round == s->ix->round || m->is_pattern ||
			is_declared_for(word, record->item))
			continue;
		record->round = s->ix->round;
		items_add(&s->users, record->item, 0);
		index_hide(record);
		add_declared(s->ix, &s->words, record);
	}
}

static void
find_users(struct lost_items *s, const struct diff *d)
{
	for (size_t i = 0; i < d->removed.count; i++)
		add_declared(s->ix, &s->words, d->removed.at[i].item->record);
	for (size_t i = 0; i < d->added.count; i++)
		d->added.at[i].item->record->round = s->ix->round;
	/* The list grows on the way; another user may bring a word again. */
	for (size_t i = 0; i < s->words.count; i++) {
		s->words.at[i]->round = 0;
		remove_users(s, s->words.at[i]);
	}
	for (size_t i = 0; i < s->users.count; i++)
		index_show(s->users.at[i].item->record);
}

void
undeclared_users_find(struct index *ix, const struct diff *d,
	const struct model *base, struct items *users)
{
	DROP(lost_items) struct lost_items s = {.ix = ix};

	ix->round++;
	find_users(&s, d);
	for (size_t i = 0; i < s.users.count; i++) {
		coroutine_pause();
		s.users.at[i].number =
			model_rank(base, s.users.at[i].item->place);
	}
	coroutine_pause_early();
	items_sort(&s.users);
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
	for (size_t i = 0; i < list->count; i++) {
		coroutine_pause();
		mark_declared(ix, list->at[i].item->record);
	}
}

/* How many of the record's names are marked that it declares, or else uses. */
static size_t
marked_names(const struct index *ix, const struct index_record *record,
	bool declares, const char **names)
{
	size_t count = 0;

	for (size_t i = 0; i < record->count; i++) {
		const struct index_mention *m = &record->mentions[i];

		if (m->declares == declares && m->word->round == ix->round)
			names[count++] = m->word->name;
	}
	return count;
}

const char **
affected_names(struct index *ix, const struct diff *d, const struct item *item,
	bool *declares, size_t *count)
{
	const struct index_record *record = item->record;
	const char **names = mem_grow(NULL, record->count, sizeof(names[0]));

	ix->round++;
	mark_all_declared(ix, &d->removed);
	mark_all_declared(ix, &d->added);
	*count = marked_names(ix, record, false, names);
	*declares = *count == 0;
	if (*declares) {
		ix->round++;
		mark_all_declared(ix, &d->added);
		*count = marked_names(ix, record, true, names);
	}
	return names;
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
independent_errors_filter(struct index *ix, struct items *found)
{
	size_t kept = 0;

	ix->round++;
	for (size_t i = 0; i < found->count; i++) {
		const struct index_record *record = found->at[i].item->record;

		coroutine_pause();
		if (is_independent(ix, record))
			found->at[kept++] = found->at[i];
		mark_declared(ix, record);
	}
	/* There any two may have to do with each other. */
	if (has_parametric(ix) && kept > 1)
		kept = 1;
	found->count = kept;
}
