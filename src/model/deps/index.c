#include "model/deps/index.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/coroutine.h"
#include "base/hash.h"
#include "model/items/model.h"
#include "smt/names/builtin.h"
#include "smt/rules/parsed_text.h"

/* --- words --------------------------------------------------------------- */

/* What points to the word, or to the end of the list where it would stand. */
static struct index_word **
find_slot(const struct index *ix, const char *name)
{
	uint64_t hash = hash_bytes(name, strlen(name));
	struct index_word **at = &ix->slots[hash & (ix->slot_count - 1)];

	while (*at != NULL && strcmp((*at)->name, name) != 0)
		at = &(*at)->next;
	return at;
}

struct index_word *
index_find(const struct index *ix, const char *name)
{
	return *find_slot(ix, name);
}

/* Twice as many slots. */
static void
grow(struct index *ix)
{
	struct index_word **old = ix->slots;
	size_t count = ix->slot_count;

	ix->slot_count = 2 * count;
	ix->slots = mem_new(ix->slot_count * sizeof(struct index_word *));
	for (size_t i = 0; i < count; i++) {
		for (struct index_word *word = old[i], *next; word != NULL;
			word = next) {
			next = word->next;
			word->next = NULL;
			*find_slot(ix, word->name) = word;
		}
	}
	free(old);
}

static struct index_word *
make_word(struct index *ix, const char *name)
{
	struct index_word **at = find_slot(ix, name);
	size_t size = strlen(name);
	struct index_word *word = *at;

	if (word != NULL)
		return word;
	word = mem_new(sizeof(*word) + size + 1);
	memcpy(word->name, name, size + 1);
	word->is_builtin = builtin_has(name);
	*at = word;
	ix->bytes += sizeof(*word) + size;
	if (++ix->word_count == ix->slot_count)
		grow(ix);
	return word;
}

static void
release_word(struct index *ix, struct index_word *word)
{
	if (--word->mentions > 0)
		return;
	*find_slot(ix, word->name) = word->next;
	ix->word_count--;
	ix->bytes -= sizeof(*word) + strlen(word->name);
	free(word);
}

struct item *
index_declarer(const struct index_word *word, const struct items *except)
{
	struct item *first = NULL;

	for (const struct index_mention *m = word != NULL ? word->declares
							  : NULL;
		m != NULL; m = m->next) {
		struct item *item = m->record->item;

		if ((first == NULL || item->place < first->place) &&
			(except == NULL || !items_have(except, item)))
			first = item;
	}
	return first;
}

/* --- mentions ------------------------------------------------------------ */

static void
link_mention(struct index_mention *m)
{
	struct index_mention **list =
		m->declares ? &m->word->declares : &m->word->uses;

	if (m->word->is_builtin && !m->declares)
		return;
	m->next = *list;
	if (m->next != NULL)
		m->next->link = &m->next;
	m->link = list;
	*list = m;
}

static void
unlink_mention(struct index_mention *m)
{
	if (m->link == NULL)
		return;
	*m->link = m->next;
	if (m->next != NULL)
		m->next->link = m->link;
	m->link = NULL;
}

/* A new mention is the first of its list; so a second one is seen there. */
static void
mention(struct index *ix, struct index_record *record, const char *name,
	bool declares, bool is_pattern)
{
	struct index_word *word = make_word(ix, name);
	struct index_mention *first = declares ? word->declares : word->uses;
	struct index_mention *m = &record->mentions[record->count];

	if (first != NULL && first->record == record) {
		first->is_pattern &= is_pattern;
		return;
	}
	*m = (struct index_mention){.word = word,
		.record = record,
		.declares = declares,
		.is_pattern = is_pattern};
	record->count++;
	word->mentions++;
	link_mention(m);
}

/* --- records ------------------------------------------------------------- */

static size_t
size_of(const struct index_record *record)
{
	return sizeof(*record) + record->count * sizeof(record->mentions[0]) +
	       sizeof(*record->item) + record->item->size +
	       parsed_text_bytes(item_parsed(record->item));
}

/* List, or a sort with parameters whose command declares constructors, too. */
static bool
is_parametric(const struct symbols *s)
{
	bool found = false;

	for (size_t i = 0; i < s->used_count; i++)
		found |= strcmp(s->used[i].name, "List") == 0;
	for (size_t i = 0; i < s->declared_count; i++) {
		const struct symbol *sort = &s->declared[i];
		bool has_parameters =
			sort->kind == SYMBOL_SORT && sort->arity > 0;

		found |= strcmp(sort->name, "List") == 0;
		for (size_t k = i + 1; k < s->declared_count && has_parameters;
			k++)
			found |= s->declared[k].command == sort->command &&
				 s->declared[k].kind == SYMBOL_CONSTRUCTOR;
	}
	return found;
}

/* Returns false for a text that is no assertion. */
static bool
name_of_text(const struct item *item, char *name, size_t room)
{
	static const char assertion[] = "(assert ";

	(void)snprintf(name, room, INDEX_SAME "%016" PRIx64,
		hash_bytes(item->content, item->size));
	return strncmp(item->content, assertion, strlen(assertion)) == 0;
}

enum { SAME_SIZE = sizeof(INDEX_SAME) + 16 };

static bool
uses_names(const struct index_record *record)
{
	bool found = false;

	for (size_t i = 0; i < record->count && !found; i++)
		found = !record->mentions[i].declares &&
			!record->mentions[i].word->is_builtin;
	return found;
}

struct item *
index_find_same(const struct index *ix, const struct item *item)
{
	char name[SAME_SIZE];
	const struct index_word *word = NULL;
	struct item *first = NULL;

	if (name_of_text(item, name, sizeof(name)))
		word = index_find(ix, name);
	for (const struct index_mention *m = word != NULL ? word->uses : NULL;
		m != NULL; m = m->next) {
		struct item *other = m->record->item;

		if (other->place < item->place && other->size == item->size &&
			strcmp(other->content, item->content) == 0 &&
			(first == NULL || other->place < first->place))
			first = other;
	}
	return first;
}

/* Makes the record of an item, linked to its words. */
static struct index_record *
make_record(struct index *ix, struct item *item)
{
	enum { TRAITS = 3 };
	struct parsed_text *parsed = item_parsed(item);
	const struct symbols *s = parsed_text_symbols(parsed);
	char same[SAME_SIZE];
	struct index_record *record = mem_new(
		sizeof(*record) + (s->declared_count + s->used_count + TRAITS) *
					  sizeof(record->mentions[0]));

	record->item = item_ref(item);
	for (size_t i = 0; i < s->declared_count; i++)
		mention(ix, record, s->declared[i].name, true, false);
	for (size_t i = 0; i < s->used_count; i++)
		mention(ix, record, s->used[i].name, false,
			s->used[i].is_pattern);
	if (name_of_text(item, same, sizeof(same)) && uses_names(record))
		mention(ix, record, same, false, false);
	if (commands_have(&parsed->commands, COMMAND_SET_LOGIC))
		mention(ix, record, INDEX_LOGIC, false, false);
	if (is_parametric(s))
		mention(ix, record, INDEX_PARAMETRIC, false, false);
	return record;
}

struct index_record *
index_add(struct index *ix, struct item *item)
{
	struct index_record *record;

	assert(item->record == NULL);
	record = make_record(ix, item);
	item->record = record;
	LIST_INSERT_HEAD(&ix->records, record, all);
	ix->bytes += size_of(record);
	return record;
}

void
index_hide(struct index_record *record)
{
	for (size_t i = 0; i < record->count; i++)
		unlink_mention(&record->mentions[i]);
}

void
index_show(struct index_record *record)
{
	for (size_t i = 0; i < record->count; i++)
		link_mention(&record->mentions[i]);
}

/* One that is hidden. */
static void
release_record(struct index *ix, struct index_record *record)
{
	ix->bytes -= size_of(record);
	for (size_t i = 0; i < record->count; i++)
		release_word(ix, record->mentions[i].word);
	LIST_REMOVE(record, all);
	record->item->record = NULL;
	item_free(record->item);
	free(record);
}

void
index_remove(struct index *ix, const struct item *item)
{
	index_hide(item->record);
	release_record(ix, item->record);
}

/* --- the whole ----------------------------------------------------------- */

struct index *
index_new(void)
{
	enum { SLOTS = 64 };
	struct index *ix = mem_new(sizeof(*ix));

	ix->slots = mem_new(SLOTS * sizeof(struct index_word *));
	ix->slot_count = SLOTS;
	return ix;
}

void
index_free(struct index *ix)
{
	if (ix == NULL)
		return;
	for (struct index_record *record;
		(record = LIST_FIRST(&ix->records));) {
		coroutine_pause();
		release_record(ix, record);
	}
	free(ix->slots);
	free(ix);
}

/* --- an edited model ----------------------------------------------------- */

void
index_overlay_apply(struct index *ix, const struct diff *d)
{
	for (size_t i = 0; i < d->removed.count; i++) {
		coroutine_pause();
		index_hide(d->removed.at[i].item->record);
	}
	for (size_t i = 0; i < d->added.count; i++) {
		coroutine_pause();
		(void)index_add(ix, d->added.at[i].item);
	}
}

void
index_overlay_undo(struct index *ix, const struct diff *d)
{
	for (size_t i = 0; i < d->added.count; i++) {
		coroutine_pause();
		index_remove(ix, d->added.at[i].item);
	}
	for (size_t i = 0; i < d->removed.count; i++) {
		coroutine_pause();
		index_show(d->removed.at[i].item->record);
	}
}

void
index_overlay_commit(struct index *ix, const struct diff *d)
{
	for (size_t i = 0; i < d->removed.count; i++) {
		coroutine_pause();
		release_record(ix, d->removed.at[i].item->record);
	}
}

struct index *
index_of_model(const struct model *m)
{
	struct index *ix = index_new();

	for (size_t i = 0; i < m->count; i++) {
		coroutine_pause();
		(void)index_add(ix, model_at(m, i));
	}
	return ix;
}
