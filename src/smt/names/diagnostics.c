#include "smt/names/diagnostics.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "smt/names/symbols.h"
#include "smt/text/commands.h"

bool
diagnostics_add(struct diagnostics *f, const struct diagnostic *fault)
{
	if (f->count == DIAGNOSTICS_MAX)
		return false;
	*ARRAY_ADD(f->at, f->count, f->capacity) = *fault;
	return true;
}

void
diagnostics_release(struct diagnostics *f)
{
	free(f->at);
	*f = (struct diagnostics){0};
}

/* Over the faulty commands of a text, from its beginning. */
struct sieve {
	const char *text;
	struct commands forms;
	size_t at;		   /* the command of the last fault */
	struct symbol_table names; /* borrowed from the scans */
	struct symbols *scans;
	size_t count, capacity;
};

static void
sieve_drop(struct sieve *s)
{
	for (size_t i = 0; i < s->count; i++)
		symbols_release(&s->scans[i]);
	free(s->scans);
	symbol_table_release(&s->names);
	commands_release(&s->forms);
}

/* The command that the fault lies in, or NULL when it is that of the last
 * fault, or none. */
static const struct command *
find_command(struct sieve *s, const struct diagnostic *fault)
{
	while (s->at < s->forms.count) {
		const struct command *form = &s->forms.at[s->at];

		if (fault->offset < form->list.offset)
			return NULL;
		s->at++;
		if (fault->offset < form->list.offset + form->list.length)
			return form;
	}
	return NULL;
}

static bool
uses_lost(struct sieve *s, const struct symbols *command)
{
	for (size_t i = 0; i < command->used_count; i++) {
		size_t number = symbol_table_find(
			&s->names, slice_of(command->used[i].name));

		if (s->names.at[number].declared[SPACE_FUNCTION])
			return true;
	}
	return false;
}

/* Whether the fault's command may be refused for what it says itself; and what
 * it declares is lost. */
static bool
is_cause(struct sieve *s, const struct diagnostic *fault)
{
	const struct command *form = find_command(s, fault);
	struct symbols command;
	bool is_own;

	if (form == NULL || !symbols_scan(s->text + form->list.offset,
				    form->list.length, &command))
		return false;
	*ARRAY_ADD(s->scans, s->count, s->capacity) = command;
	is_own = !uses_lost(s, &command);
	for (size_t i = 0; i < command.declared_count; i++) {
		size_t number = symbol_table_find(
			&s->names, slice_of(command.declared[i].name));

		s->names.at[number].declared[SPACE_FUNCTION] = true;
	}
	return is_own;
}

void
diagnostics_keep_causes(struct diagnostics *f, const struct diagnostic *first,
	const char *text, size_t size)
{
	DROP(sieve) struct sieve s = {.text = text};
	struct diagnostic ignored;
	size_t kept = 0;

	if (!commands_split(text, size, &s.forms, &ignored)) {
		f->count = 0;
		return;
	}
	(void)is_cause(&s, first);
	for (size_t i = 0; i < f->count; i++) {
		if (is_cause(&s, &f->at[i]))
			f->at[kept++] = f->at[i];
	}
	f->count = kept;
}
