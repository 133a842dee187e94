#include "worker/read/datatypes.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/names/symbols.h"

static bool
is_datatype(const struct command *form)
{
	return form->command == COMMAND_DECLARE_DATATYPE ||
	       form->command == COMMAND_DECLARE_DATATYPES;
}

static bool
has_datatype(const struct commands *forms)
{
	for (size_t i = 0; i < forms->count; i++) {
		if (is_datatype(&forms->at[i]))
			return true;
	}
	return false;
}

/*
 * Whether the same bytes mean the same in any text: the sorts of its fields
 * are libz3's own, the datatypes of this definition, or others that are plain
 * (or else they have stopped this text already).
 */
static bool
is_plain(const struct symbols *own, const struct symbols *all,
	const struct commands *forms)
{
	for (size_t i = 0; i < own->declared_count; i++) {
		if (own->declared[i].kind == SYMBOL_SORT &&
			own->declared[i].arity > 0)
			return false;
	}
	for (size_t i = 0; i < own->used_count; i++) {
		const struct symbol *used = &own->used[i];
		const struct symbol *from = symbols_declared(all, used->name);

		if (from == NULL ? !used->is_builtin
				 : !is_datatype(&forms->at[from->command]))
			return false;
	}
	return true;
}

static const struct datatype *
find(const struct datatypes *known, const char *name)
{
	for (size_t i = 0; i < known->count; i++) {
		if (strcmp(known->list[i].name, name) == 0)
			return &known->list[i];
	}
	return NULL;
}

static void
add(struct datatypes *known, const char *name, const char *definition)
{
	struct datatype one = {text_copy(name), text_copy(definition)};

	known->list = mem_room(known->list, known->count, &known->capacity,
		sizeof(known->list[0]));
	known->list[known->count++] = one;
}

static enum datatypes_news
read_form(struct datatypes *known, const char *definition,
	const struct symbols *all, const struct commands *forms)
{
	DROP(symbols) struct symbols own = {0};

	if (!symbols_scan(definition, strlen(definition), &own) ||
		!is_plain(&own, all, forms))
		return DATATYPES_LAST;
	for (size_t i = 0; i < own.declared_count; i++) {
		const char *name = own.declared[i].name;
		const struct datatype *before = find(known, name);

		if (own.declared[i].kind != SYMBOL_SORT)
			continue;
		if (before == NULL)
			add(known, name, definition);
		else if (strcmp(before->definition, definition) != 0)
			return DATATYPES_CLASH;
	}
	return known->count <= DATATYPES_MAX ? DATATYPES_FIT : DATATYPES_LAST;
}

enum datatypes_news
datatypes_read(
	struct datatypes *known, const char *text, const struct commands *forms)
{
	DROP(symbols) struct symbols all = {0};
	enum datatypes_news worst = DATATYPES_FIT;

	if (!has_datatype(forms))
		return DATATYPES_FIT;
	if (!symbols_scan(text, strlen(text), &all))
		return DATATYPES_LAST;
	for (size_t i = 0; i < forms->count; i++) {
		const struct token *list = &forms->at[i].list;
		DROP(text) char *definition = NULL;
		enum datatypes_news news;

		if (!is_datatype(&forms->at[i]))
			continue;
		definition = text_copy_n(text + list->offset, list->length);
		news = read_form(known, definition, &all, forms);
		if (news == DATATYPES_CLASH)
			return news;
		if (news == DATATYPES_LAST)
			worst = news;
	}
	return worst;
}

void
datatypes_release(struct datatypes *known)
{
	for (size_t i = 0; i < known->count; i++) {
		free(known->list[i].name);
		free(known->list[i].definition);
	}
	free(known->list);
	*known = (struct datatypes){0};
}
