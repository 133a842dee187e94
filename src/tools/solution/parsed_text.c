#include "tools/solution/parsed_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "smt/text/lexer.h"
#include "smt/text/text.h"
#include "wire/answer.h"

static int
compare_entries(const void *a, const void *b)
{
	return strcmp(((const struct parsed_text_entry *)a)->name,
		((const struct parsed_text_entry *)b)->name);
}

static void
add_entries(struct parsed_text *s)
{
	size_t capacity = 0;

	for (size_t i = 0; i < s->forms.count; i++) {
		for (size_t j = 0; j < s->symbols[i].declared_count; j++) {
			const struct symbol *one = &s->symbols[i].declared[j];

			s->entries = mem_room(s->entries, s->entry_count,
				&capacity, sizeof(*s->entries));
			s->entries[s->entry_count++] =
				(struct parsed_text_entry){
					one->name, i, one->kind};
		}
	}
	if (s->entry_count > 0)
		qsort(s->entries, s->entry_count, sizeof(*s->entries),
			compare_entries);
}

const struct parsed_text_entry *
parsed_text_find(const struct parsed_text *s, const char *name)
{
	const struct parsed_text_entry wanted = {.name = name};

	if (s->entry_count == 0)
		return NULL;
	return bsearch(&wanted, s->entries, s->entry_count, sizeof(wanted),
		compare_entries);
}

/* --- constants, by sort -------------------------------------------------- */

static int
compare_slices(struct slice a, struct slice b)
{
	size_t size = a.length < b.length ? a.length : b.length;
	int order = memcmp(a.start, b.start, size);

	return order != 0 ? order
			  : (a.length > b.length) - (a.length < b.length);
}

static int
compare_elements(const void *a, const void *b)
{
	const struct parsed_text_element *x = a;
	const struct parsed_text_element *y = b;
	int order = compare_slices(x->sort, y->sort);

	return order != 0
		       ? order
		       : (x->command > y->command) - (x->command < y->command);
}

static void
add_elements(struct parsed_text *s)
{
	size_t capacity = 0;

	for (size_t i = 0; i < s->forms.count; i++) {
		const struct command *form = &s->forms.at[i];
		struct token sort;

		if (form->command != COMMAND_DECLARE_FUN ||
			!command_argument(form, s->text, 2, &sort))
			continue;
		s->elements = mem_room(s->elements, s->element_count, &capacity,
			sizeof(*s->elements));
		s->elements[s->element_count++] = (struct parsed_text_element){
			token_name(s->text, &sort), i};
	}
	if (s->element_count > 0)
		qsort(s->elements, s->element_count, sizeof(*s->elements),
			compare_elements);
}

static bool
is_of(const struct parsed_text_element *element, struct slice sort)
{
	return compare_slices(element->sort, sort) == 0;
}

/* The first of the constants of a sort; element_count if there is none. */
static size_t
find_elements(const struct parsed_text *s, struct slice sort)
{
	size_t low = 0;
	size_t high = s->element_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_slices(s->elements[middle].sort, sort) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < s->element_count && is_of(&s->elements[low], sort)
		       ? low
		       : s->element_count;
}

bool
parsed_text_read(struct parsed_text *s, const char *text, size_t size)
{
	struct diagnostic ignored;

	s->text = text;
	if (!commands_split(text, size, &s->forms, &ignored))
		return false;
	s->symbols = mem_new((s->forms.count + 1) * sizeof(*s->symbols));
	s->is_done = mem_new(s->forms.count + 1);
	for (size_t i = 0; i < s->forms.count; i++) {
		const struct token *list = &s->forms.at[i].list;

		if (!symbols_scan(
			    text + list->offset, list->length, &s->symbols[i]))
			return false;
	}
	add_entries(s);
	add_elements(s);
	return true;
}

void
parsed_text_write(struct parsed_text *s, size_t number, struct buf *out)
{
	const struct token *list = &s->forms.at[number].list;

	buf_add(out, s->text + list->offset, list->length);
	buf_add_char(out, '\n');
	s->is_done[number] = true;
}

void
parsed_text_release(struct parsed_text *s)
{
	for (size_t i = 0; s->symbols != NULL && i < s->forms.count; i++)
		symbols_release(&s->symbols[i]);
	free(s->symbols);
	free(s->is_done);
	free(s->entries);
	free(s->elements);
	commands_release(&s->forms);
}

bool
universe_sorts_write_sort(
	struct parsed_text *s, struct slice sort, struct buf *out)
{
	DROP(text) char *name = text_copy_n(sort.start, sort.length);
	size_t first = find_elements(s, sort);

	if (first == s->element_count)
		return false;
	buf_add_text(out, "(declare-datatypes ((");
	text_add_symbol(out, name);
	buf_add_text(out, " 0)) ((");
	for (size_t i = first;
		i < s->element_count && is_of(&s->elements[i], sort); i++) {
		size_t number = s->elements[i].command;
		struct token element;

		if (!command_argument(
			    &s->forms.at[number], s->text, 0, &element))
			continue;
		buf_add_format(out, "(%.*s)", (int)element.length,
			s->text + element.offset);
		s->is_done[number] = true;
	}
	buf_add_text(out, ")))\n");
	return true;
}

/* The name of an element of a sort with parameters, (declare-fun E () (Q Int)).
 */
static bool
find_name(const struct parsed_text *s, const struct parsed_text_element *one,
	struct token *name)
{
	return one->sort.length > 0 && one->sort.start[0] == '(' &&
	       command_argument(&s->forms.at[one->command], s->text, 0, name) &&
	       memmem(s->text + name->offset, name->length, ELEMENT_MARK,
		       strlen(ELEMENT_MARK)) != NULL;
}

/* `before`, the name and `after` for each of these elements. */
static size_t
add_names(const struct parsed_text *s, size_t from, size_t end,
	const char *before, const char *after, struct buf *out)
{
	size_t count = 0;

	for (size_t i = from; i < end; i++) {
		struct token name;

		if (!find_name(s, &s->elements[i], &name))
			continue;
		buf_add_format(out, "%s%.*s%s", before, (int)name.length,
			s->text + name.offset, after);
		count++;
	}
	return count;
}

/* Those from `from` up to `end` are of one sort. */
static void
write_instance(struct parsed_text *s, size_t from, size_t end, struct buf *out)
{
	struct slice sort = s->elements[from].sort;
	size_t before;
	struct token name;

	for (size_t i = from; i < end; i++) {
		if (find_name(s, &s->elements[i], &name))
			parsed_text_write(s, s->elements[i].command, out);
	}
	before = out->size;
	buf_add_text(out, "(assert (distinct");
	if (add_names(s, from, end, " ", "", out) > 1)
		buf_add_text(out, "))\n");
	else
		buf_truncate(out, before);
	buf_add_format(out, "(assert (forall ((satchel!e %.*s)) (or false",
		(int)sort.length, sort.start);
	(void)add_names(s, from, end, " (= satchel!e ", ")", out);
	buf_add_text(out, ")))\n");
}

void
universe_sorts_write_instances(struct parsed_text *s, struct buf *out)
{
	size_t end;

	for (size_t i = 0; i < s->element_count; i = end) {
		struct token name;
		bool has_any = false;

		for (end = i; end < s->element_count &&
			      is_of(&s->elements[end], s->elements[i].sort);
			end++)
			has_any |= find_name(s, &s->elements[end], &name);
		if (has_any && !s->is_done[s->elements[i].command])
			write_instance(s, i, end, out);
	}
}

enum {
	/* Shorter ones may be recursive functions. */
	ENTRIES_MIN = 64,
	/* Stores in one definition: each is a level of nesting. */
	STORES_MAX = 100,
	ARGUMENTS_MAX = 16,
};

struct table {
	const struct parsed_text *s;
	size_t number;
	struct token name, range;
	struct token sorts[ARGUMENTS_MAX];
	struct token names[ARGUMENTS_MAX];
	size_t arity;
	struct lexer entries; /* at the first of them */
	size_t entry_count;
	struct token otherwise;
};

static bool
is_argument(const struct table *t, size_t argument, struct slice name)
{
	struct slice wanted = token_name(t->s->text, &t->names[argument]);

	return name.length == wanted.length &&
	       memcmp(name.start, wanted.start, name.length) == 0;
}

static void
add(const struct table *t, const struct token *token, struct buf *out)
{
	buf_add(out, t->s->text + token->offset, token->length);
}

/* --- reading ------------------------------------------------------------- */

/* ((x!0 S) (x!1 T)) */
static bool
read_parameters(struct table *t, const struct token *list)
{
	struct lexer walk;
	struct lexer one;
	struct token parameter;

	lexer_enter(&walk, t->s->text, list);
	while (command_next(&walk, &parameter)) {
		if (t->arity == ARGUMENTS_MAX || parameter.kind != TOKEN_OPEN)
			return false;
		lexer_enter(&one, t->s->text, &parameter);
		if (!command_next(&one, &t->names[t->arity]) ||
			!command_next(&one, &t->sorts[t->arity]))
			return false;
		t->arity++;
	}
	return t->arity > 0;
}

/* (= x!0 3): the 3 */
static bool
read_equation(const struct table *t, const struct token *list, size_t argument,
	struct token *value)
{
	struct lexer walk;
	struct token head;
	struct token name;

	if (list->kind != TOKEN_OPEN)
		return false;
	lexer_enter(&walk, t->s->text, list);
	return command_next(&walk, &head) && token_is(t->s->text, &head, "=") &&
	       command_next(&walk, &name) &&
	       is_argument(t, argument, token_name(t->s->text, &name)) &&
	       command_next(&walk, value);
}

/* (= x!0 3), or (and (= x!0 3) (= x!1 4)) */
static bool
read_condition(const struct table *t, const struct token *list,
	struct token values[ARGUMENTS_MAX])
{
	struct lexer walk;
	struct token one;

	if (t->arity == 1)
		return read_equation(t, list, 0, &values[0]);
	if (list->kind != TOKEN_OPEN)
		return false;
	lexer_enter(&walk, t->s->text, list);
	if (!command_next(&walk, &one) || !token_is(t->s->text, &one, "and"))
		return false;
	for (size_t i = 0; i < t->arity; i++) {
		if (!command_next(&walk, &one) ||
			!read_equation(t, &one, i, &values[i]))
			return false;
	}
	return !command_next(&walk, &one);
}

/*
 * The next (ite CONDITION VALUE after the lexer, which then stands before what
 * comes otherwise. Lists are not skipped as a whole: each holds all that
 * follow.
 */
static bool
read_entry(const struct table *t, struct lexer *walk,
	struct token values[ARGUMENTS_MAX], struct token *value)
{
	struct lexer inner = *walk;
	struct token token;
	struct diagnostic ignored;

	if (!lexer_next(&inner, &token, &ignored) || token.kind != TOKEN_OPEN ||
		!lexer_next(&inner, &token, &ignored) ||
		!token_is(t->s->text, &token, "ite") ||
		!command_next(&inner, &token) ||
		!read_condition(t, &token, values) ||
		!command_next(&inner, value))
		return false;
	*walk = inner;
	return true;
}

/* What comes otherwise has to be a value. */
static bool
uses_arguments(const struct table *t)
{
	struct lexer walk;
	struct token token;
	struct diagnostic ignored;
	const char *text = t->s->text + t->otherwise.offset;

	lexer_init(&walk, text, t->otherwise.length);
	while (lexer_next(&walk, &token, &ignored) && token.kind != TOKEN_END) {
		for (size_t i = 0; i < t->arity; i++) {
			if (token_is_symbol(&token) &&
				is_argument(t, i, token_name(text, &token)))
				return true;
		}
	}
	return false;
}

static bool
table_read(struct table *t)
{
	const struct command *form = &t->s->forms.at[t->number];
	struct token values[ARGUMENTS_MAX];
	struct token list;
	struct token value;
	struct lexer walk;

	if (form->command != COMMAND_DEFINE_FUN ||
		!command_argument(form, t->s->text, 0, &t->name) ||
		!command_argument(form, t->s->text, 1, &list) ||
		list.kind != TOKEN_OPEN || !read_parameters(t, &list) ||
		!command_argument(form, t->s->text, 2, &t->range))
		return false;
	command_walk(form, t->s->text, &walk);
	for (int i = 0; i < 3; i++)
		(void)command_next(&walk, &list);
	t->entries = walk;
	while (read_entry(t, &walk, values, &value))
		t->entry_count++;
	return t->entry_count >= ENTRIES_MIN &&
	       command_next(&walk, &t->otherwise) && !uses_arguments(t);
}

/* --- writing ------------------------------------------------------------- */

/* (Array S T R) */
static void
add_sort(const struct table *t, struct buf *out)
{
	buf_add_text(out, "(Array ");
	for (size_t i = 0; i < t->arity; i++) {
		add(t, &t->sorts[i], out);
		buf_add_char(out, ' ');
	}
	add(t, &t->range, out);
	buf_add_char(out, ')');
}

static void
add_name(const struct table *t, size_t chunk, struct buf *out)
{
	buf_add_format(out, "satchel!table!%zu!%zu", t->number, chunk);
}

/* The entries of a table are for different arguments, so any order will do. */
static void
add_chunk(struct table *t, size_t chunk, size_t stores, struct buf *out)
{
	struct token values[ARGUMENTS_MAX];
	struct token value;

	buf_add_text(out, "(define-fun ");
	add_name(t, chunk, out);
	buf_add_text(out, " () ");
	add_sort(t, out);
	buf_add_char(out, ' ');
	for (size_t i = 0; i < stores; i++)
		buf_add_text(out, "(store ");
	if (chunk == 0) {
		buf_add_text(out, "((as const ");
		add_sort(t, out);
		buf_add_text(out, ") ");
		add(t, &t->otherwise, out);
		buf_add_char(out, ')');
	} else {
		add_name(t, chunk - 1, out);
	}
	for (size_t i = 0; i < stores; i++) {
		if (!read_entry(t, &t->entries, values, &value))
			break;
		for (size_t j = 0; j < t->arity; j++) {
			buf_add_char(out, ' ');
			add(t, &values[j], out);
		}
		buf_add_char(out, ' ');
		add(t, &value, out);
		buf_add_char(out, ')');
	}
	buf_add_text(out, ")\n");
}

static void
add_function(const struct table *t, size_t chunk, struct buf *out)
{
	buf_add_text(out, "(define-fun ");
	add(t, &t->name, out);
	buf_add_text(out, " (");
	for (size_t i = 0; i < t->arity; i++) {
		buf_add_char(out, '(');
		add(t, &t->names[i], out);
		buf_add_char(out, ' ');
		add(t, &t->sorts[i], out);
		buf_add_char(out, ')');
	}
	buf_add_text(out, ") ");
	add(t, &t->range, out);
	buf_add_text(out, " (select ");
	add_name(t, chunk, out);
	for (size_t i = 0; i < t->arity; i++) {
		buf_add_char(out, ' ');
		add(t, &t->names[i], out);
	}
	buf_add_text(out, "))\n");
}

bool
table_as_array_write(
	const struct parsed_text *s, size_t number, struct buf *out)
{
	struct table t = {.s = s, .number = number};
	size_t chunk = 0;
	size_t left;

	if (!table_read(&t))
		return false;
	for (left = t.entry_count; left > STORES_MAX; left -= STORES_MAX)
		add_chunk(&t, chunk++, STORES_MAX, out);
	add_chunk(&t, chunk, left, out);
	add_function(&t, chunk, out);
	return true;
}
