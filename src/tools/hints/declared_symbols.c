#include "tools/hints/declared_symbols.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "model/items/diff.h"
#include "smt/text/commands.h"
#include "smt/text/lexer.h"

enum { TYPE_MAX = 200 };

void
declared_symbols_drop(struct declared_symbols *k)
{
	for (size_t i = 0; i < k->count; i++) {
		free((char *)(uintptr_t)k->symbols[i].name);
		free((char *)(uintptr_t)k->symbols[i].type);
	}
	free(k->symbols);
	*k = (struct declared_symbols){0};
}

/* "(Int Bool)" of the parameters ((x Int) (p Bool)). */
static void
add_parameter_sorts(const char *text, const struct token *list, struct buf *out)
{
	struct lexer walk;
	struct token parameter;

	lexer_enter(&walk, text, list);
	buf_add_char(out, '(');
	while (command_next(&walk, &parameter)) {
		struct lexer inner;
		struct token t;

		if (out->data[out->size - 1] != '(')
			buf_add_char(out, ' ');
		lexer_enter(&inner, text, &parameter);
		(void)command_next(&inner, &t); /* its name */
		if (command_next(&inner, &t))
			buf_add(out, text + t.offset, t.length);
	}
	buf_add_text(out, ") ");
}

static bool
is_empty_list(const char *text, const struct token *list)
{
	struct lexer walk;
	struct token t;

	lexer_enter(&walk, text, list);
	return !command_next(&walk, &t);
}

/* The type as it was declared; NULL where more than one command says it. */
static char *
read_type(const char *text, const struct command *form)
{
	DROP(buf) struct buf out;
	struct token first;
	struct token second;

	buf_init(&out, TYPE_MAX);
	if (!command_argument(form, text, 1, &first))
		return NULL;
	if (form->command == COMMAND_DECLARE_CONST ||
		form->command == COMMAND_DEFINE_CONST) {
		buf_add(&out, text + first.offset, first.length);
	} else if (form->command == COMMAND_DECLARE_FUN ||
		   form->command == COMMAND_DEFINE_FUN ||
		   form->command == COMMAND_DEFINE_FUN_REC) {
		if (first.kind != TOKEN_OPEN ||
			!command_argument(form, text, 2, &second))
			return NULL;
		if (form->command != COMMAND_DECLARE_FUN) {
			if (!is_empty_list(text, &first))
				add_parameter_sorts(text, &first, &out);
		} else if (!is_empty_list(text, &first)) {
			buf_add(&out, text + first.offset, first.length);
			buf_add_char(&out, ' ');
		}
		buf_add(&out, text + second.offset, second.length);
	}
	return out.size == 0 || out.overflowed ? NULL : buf_take(&out);
}

/* The sort of a constructor without fields, if its command declares no other;
 * libz3 does not know those of sorts with parameters by their names alone. */
static const char *
sort_of_constructor(const struct symbols *found, size_t number)
{
	const struct symbol *symbol = &found->declared[number];
	const struct symbol *sort = NULL;

	if (symbol->kind != SYMBOL_CONSTRUCTOR || symbol->arity > 0)
		return NULL;
	for (size_t i = 0; i < found->declared_count; i++) {
		const struct symbol *other = &found->declared[i];

		if (other->command != symbol->command || !other->is_sort)
			continue;
		if (sort != NULL || other->arity > 0)
			return NULL;
		sort = other;
	}
	return sort != NULL ? sort->name : NULL;
}

static void
add_symbol(struct declared_symbols *k, const struct symbol *symbol,
	const char *type)
{
	*ARRAY_ADD(k->symbols, k->count, k->capacity) = (struct advice_symbol){
		.name = text_copy(symbol->name), .type = type};
}

void
declared_symbols_add(struct declared_symbols *k, const char *text, size_t size)
{
	DROP(symbols) struct symbols found = {0};
	DROP(commands) struct commands forms = {0};
	struct diagnostic fault;

	if (!commands_split(text, size, &forms, &fault) ||
		!symbols_scan(text, size, &found))
		return;
	for (size_t i = 0; i < found.declared_count; i++) {
		const struct symbol *symbol = &found.declared[i];
		const char *sort = sort_of_constructor(&found, i);
		bool has_type = symbol->kind == SYMBOL_FUNCTION ||
				symbol->kind == SYMBOL_DEFINED ||
				symbol->kind == SYMBOL_RECURSIVE;

		/* Nobody writes those. */
		if (symbol_is_outside(symbol->name))
			continue;
		if (symbol->is_sort)
			sort = ADVICE_SORT;
		add_symbol(k, symbol,
			has_type ? read_type(text, &forms.at[symbol->command])
				 : text_copy(sort));
	}
}

/* Those that end before the fault. */
static size_t
count_before(const struct admitted_text *script, const struct diagnostic *fault)
{
	size_t count = 0;

	while (count < script->forms.count &&
		script->forms.at[count].list.offset +
				script->forms.at[count].list.length <=
			fault->offset)
		count++;
	return count;
}

void
declared_symbols_of_script(struct declared_symbols *k,
	const struct admitted_text *script, const struct diagnostic *fault)
{
	size_t count = count_before(script, fault);

	for (size_t i = 0; i < count; i++) {
		const struct token *list = &script->forms.at[i].list;

		declared_symbols_add(
			k, script->text + list->offset, list->length);
	}
}

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
				&scope->known, one->content, one->size);
	}
	items_release(&s.found);
}

void
visible_symbols_drop(struct visible_symbols *scope)
{
	declared_symbols_drop(&scope->known);
	free(scope->late);
}
