#include "tools/hints/more_errors.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/names/symbols.h"
#include "smt/text/commands.h"

/* --- causes --------------------------------------------------------------- */

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
more_errors_keep_causes(struct diagnostics *f, const struct diagnostic *first,
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

/* --- the message ---------------------------------------------------------- */

static bool
is_same(const struct buf *a, const struct buf *b)
{
	return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* "line 7", or "item 3, line 7" if the others are elsewhere. */
static void
add_place(struct more_errors_reason *r, const struct advice_brief *b)
{
	struct buf *out = &r->others;

	if (++r->places > MORE_ERRORS_PLACES)
		return;
	(void)buf_add_text(out, ", ");
	if (!is_same(&r->first.name, &b->name))
		(void)buf_add_format(out, "%c%s, ",
			tolower((unsigned char)b->name.data[0]),
			b->name.data + 1);
	(void)buf_add_format(out, "line %u", b->line);
}

bool
more_errors_is_full(const struct more_errors *f)
{
	return f->looked == MORE_ERRORS_LOOKED;
}

void
more_errors_add(struct more_errors *f, const struct diagnostic *fault,
	const struct advice_place *where)
{
	struct advice_brief brief;

	f->looked++;
	advice_tell(fault, where, &brief);
	for (size_t i = 0; i < f->count; i++) {
		struct more_errors_reason *r = &f->reasons[i];

		if (!is_same(&r->first.problem, &brief.problem))
			continue;
		add_place(r, &brief);
		advice_brief_release(&brief);
		return;
	}
	if (f->count == MORE_ERRORS_REASONS) {
		f->omitted++;
		advice_brief_release(&brief);
		return;
	}
	f->reasons[f->count].first = brief;
	buf_init(&f->reasons[f->count].others, ERR_TEXT_MAX);
	f->count++;
}

static void
append_reason(const struct more_errors_reason *r, struct err *e)
{
	(void)err_add(e, "\n- %s, line %u, column %u: %s", r->first.name.data,
		r->first.line, r->first.column, r->first.problem.data);
	if (r->places == 0)
		return;
	(void)err_add(e, "; likewise %s", r->others.data + strlen(", "));
	if (r->places > MORE_ERRORS_PLACES)
		(void)err_add(e, " and %zu more places",
			r->places - MORE_ERRORS_PLACES);
}

void
more_errors_append(const struct more_errors *f, struct err *e)
{
	if (f->count == 0)
		return;
	(void)err_add(e, "\nAlso refused:");
	for (size_t i = 0; i < f->count; i++)
		append_reason(&f->reasons[i], e);
	if (f->omitted > 0)
		(void)err_add(
			e, "\n- and at least %zu more places", f->omitted);
}

void
more_errors_drop(struct more_errors *f)
{
	for (size_t i = 0; i < f->count; i++) {
		advice_brief_release(&f->reasons[i].first);
		buf_release(&f->reasons[i].others);
	}
}
