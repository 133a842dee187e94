#include "tools/hints/more_errors.h"

#include <ctype.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/names/symbols.h"
#include "smt/text/commands.h"
#include "json/json.h"

/* --- causes --------------------------------------------------------------- */

/* Over the faulty commands of a text, from its beginning. */
struct causes {
	const char *text;
	struct commands forms;
	size_t at;		  /* the command after that of the last fault */
	struct json_object *lost; /* the names that refused commands declare */
};

/* The command that the fault lies in, or NULL when it is that of the last
 * fault, or none. */
static const struct command *
find_command(struct causes *s, const struct diagnostic *fault)
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

/* Whether the fault's command may be refused for what it says itself; and what
 * it declares is lost. */
static bool
is_cause(struct causes *s, const struct diagnostic *fault)
{
	const struct command *form = find_command(s, fault);
	DROP(symbols) struct symbols names = {0};
	bool is_own = true;

	if (form == NULL || !symbols_scan(s->text + form->list.offset,
				    form->list.length, &names))
		return false;
	for (size_t i = 0; i < names.used_count; i++)
		is_own &= !json_find(s->lost, names.used[i].name, NULL);
	for (size_t i = 0; i < names.declared_count; i++)
		json_put_bool(s->lost, names.declared[i].name, true);
	return is_own;
}

/* --- the message ---------------------------------------------------------- */

struct reason {
	struct advice_summary first;
	struct buf others; /* ", line 7, line 9" */
	size_t places;
};

struct reasons {
	struct reason at[MORE_ERRORS_REASONS];
	size_t count;
	size_t looked;
	size_t omitted; /* places of other reasons */
};

static bool
is_same(const struct buf *a, const struct buf *b)
{
	return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* "line 7", or "item 3, line 7" if the others are elsewhere. */
static void
add_place(struct reason *r, const struct advice_summary *b)
{
	if (++r->places > MORE_ERRORS_PLACES)
		return;
	(void)buf_add_text(&r->others, ", ");
	if (!is_same(&r->first.name, &b->name))
		(void)buf_add_format(&r->others, "%c%s, ",
			tolower((unsigned char)b->name.data[0]),
			b->name.data + 1);
	(void)buf_add_format(&r->others, "line %u", b->line);
}

static void
add_fault(struct reasons *list, const struct diagnostic *fault,
	const struct advice_place *place)
{
	struct reason new = {0};
	size_t i = 0;

	advice_summarize(fault, place, &new.first);
	while (i < list->count &&
		!is_same(&list->at[i].first.problem, &new.first.problem))
		i++;
	if (i == list->count && i < MORE_ERRORS_REASONS) {
		buf_init(&new.others, ERR_TEXT_MAX);
		list->at[list->count++] = new;
		return;
	}
	if (i < list->count)
		add_place(&list->at[i], &new.first);
	else
		list->omitted++;
	advice_summary_release(&new.first);
}

static void
collect(const struct more_errors *more, struct causes *causes,
	struct reasons *list)
{
	(void)is_cause(causes, more->first);
	for (size_t i = 0; i < more->further->count; i++) {
		struct diagnostic fault = more->further->at[i];
		struct advice_place place;

		if (!is_cause(causes, &fault) ||
			!more->locate(&fault, &place, more->argument))
			continue;
		if (list->looked++ < MORE_ERRORS_LOOKED)
			add_fault(list, &fault, &place);
		else
			list->omitted++;
	}
}

static void
append_reason(const struct reason *r, struct err *e)
{
	(void)err_add(e, "\n- %s, line %u, column %u: %s", r->first.name.data,
		r->first.line, r->first.column, r->first.problem.data);
	if (r->places > 0)
		(void)err_add(
			e, "; likewise %s", r->others.data + strlen(", "));
	if (r->places > MORE_ERRORS_PLACES)
		(void)err_add(e, " and %zu more places",
			r->places - MORE_ERRORS_PLACES);
}

void
more_errors_append(const struct more_errors *more, struct err *e)
{
	DROP(json) struct json_object *lost = json_new_object();
	DROP(commands) struct commands forms = {0};
	struct causes causes = {.text = more->text, .lost = lost};
	struct reasons list = {0};
	struct diagnostic ignored;

	if (!commands_split(more->text, more->size, &forms, &ignored))
		return;
	causes.forms = forms;
	collect(more, &causes, &list);
	if (list.count > 0)
		(void)err_add(e, "\nAlso refused:");
	for (size_t i = 0; i < list.count; i++) {
		append_reason(&list.at[i], e);
		advice_summary_release(&list.at[i].first);
		buf_release(&list.at[i].others);
	}
	if (list.omitted > 0)
		(void)err_add(
			e, "\n- and at least %zu more places", list.omitted);
}
