#include "tools/hints/declared_symbols.h"

#include <stdbool.h>
#include <stdint.h>
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
	free(k->owners);
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

static void
add_symbol(struct declared_symbols *k, const struct symbol *symbol,
	const char *type, size_t owner)
{
	k->owners = mem_room(
		k->owners, k->count, &k->owner_capacity, sizeof(k->owners[0]));
	k->symbols = mem_room(
		k->symbols, k->count, &k->capacity, sizeof(k->symbols[0]));
	k->owners[k->count] = owner;
	k->symbols[k->count++] = (struct advice_symbol){
		.name = text_copy(symbol->name), .type = type};
}

void
declared_symbols_add(
	struct declared_symbols *k, const char *text, size_t size, size_t owner)
{
	DROP(symbols) struct symbols found = {0};
	DROP(commands) struct commands forms = {0};
	struct diagnostic fault;

	if (!commands_split(text, size, &forms, &fault) ||
		!symbols_scan(text, size, &found))
		return;
	for (size_t i = 0; i < found.declared_count; i++) {
		const struct symbol *symbol = &found.declared[i];
		bool has_type = symbol->kind == SYMBOL_FUNCTION ||
				symbol->kind == SYMBOL_DEFINED ||
				symbol->kind == SYMBOL_RECURSIVE;

		add_symbol(k, symbol,
			has_type ? read_type(text, &forms.at[symbol->command])
				 : NULL,
			owner);
	}
}

/* Takes the last name away, into another list. */
static void
move_last(struct declared_symbols *from, struct declared_symbols *to)
{
	size_t last = --from->count;

	to->owners = mem_room(to->owners, to->count, &to->owner_capacity,
		sizeof(to->owners[0]));
	to->symbols = mem_room(
		to->symbols, to->count, &to->capacity, sizeof(to->symbols[0]));
	to->owners[to->count] = from->owners[last];
	to->symbols[to->count++] = from->symbols[last];
}

bool
declared_symbols_find(
	const struct declared_symbols *k, const char *name, size_t *owner)
{
	for (size_t i = 0; i < k->count; i++) {
		if (strcmp(k->symbols[i].name, name) == 0) {
			*owner = k->owners[i];
			return true;
		}
	}
	return false;
}

/* What was known at each push. */
struct marks {
	size_t *at;
	size_t count, capacity;
};

static size_t
levels(const struct command *form, const char *text)
{
	struct token count;
	size_t number = 1;

	if (command_argument(form, text, 0, &count))
		number = token_number(text, &count);
	return number <= LIMIT_PUSH ? number : 0;
}

/* Moves the names after the first `count`. */
static void
lose(struct symbols_at *f, size_t count)
{
	struct declared_symbols *k = &f->known;

	while (k->count > count)
		move_last(k, &f->gone);
}

static void
pass(struct symbols_at *f, struct marks *m, const struct command *form,
	const char *text)
{
	size_t number;

	if (form->command == COMMAND_PUSH) {
		for (number = levels(form, text); number > 0; number--) {
			m->at = mem_room(m->at, m->count, &m->capacity,
				sizeof(m->at[0]));
			m->at[m->count++] = f->known.count;
		}
	} else if (form->command == COMMAND_POP) {
		number = levels(form, text);
		if (number == 0 || number > m->count)
			return;
		m->count -= number;
		lose(f, m->at[m->count]);
	} else {
		declared_symbols_add(&f->known, text + form->list.offset,
			form->list.length, form->list.line);
	}
}

void
symbols_at_find(
	struct symbols_at *f, const struct admitted_text *text, unsigned line)
{
	struct marks m = {0};

	*f = (struct symbols_at){0};
	for (size_t i = 0; i < text->forms.count; i++)
		if (text->forms.at[i].list.line <= line)
			pass(f, &m, &text->forms.at[i], text->text);
	free(m.at);
}

void
symbols_at_drop(struct symbols_at *f)
{
	declared_symbols_drop(&f->known);
	declared_symbols_drop(&f->gone);
}

void
symbols_at_explain(const struct symbols_at *f, const struct diagnostic *fault,
	struct err *e)
{
	static const char unknown[] = "unknown constant ";
	DROP(text) char *name = NULL;
	size_t line;

	if (fault->kind != DIAGNOSTIC_SOLVER ||
		strncmp(fault->what, unknown, strlen(unknown)) != 0)
		return;
	name = text_copy_n(fault->what + strlen(unknown),
		strcspn(fault->what + strlen(unknown), " "));
	if (!declared_symbols_find(&f->gone, name, &line))
		return;
	(void)err_add(e,
		"\nLine %zu declares %.*s after a (push), and (pop) takes "
		"declarations away too: declare it before the (push).",
		line, LIMIT_NAME, name);
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
				&scope->known, one->content, one->size, 0);
	}
	items_release(&s.found);
}

void
visible_symbols_drop(struct visible_symbols *scope)
{
	declared_symbols_drop(&scope->known);
	free(scope->late);
}
