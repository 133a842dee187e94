#include "tools/hints/more_errors.h"

#include <ctype.h>
#include <string.h>

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
