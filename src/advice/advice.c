#include "advice/advice.h"

#include <string.h>

#include "advice/message/location.h"
#include "advice/message/message.h"
#include "advice/slips/infix.h"
#include "advice/slips/slips.h"
#include "advice/z3/z3_errors.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "smt/text/text.h"

/* libz3's words alone, without a place, as for a failure of its own. */
static bool
has_place(const struct diagnostic *f)
{
	return f->line > 0 && f->column > 0 && f->kind != DIAGNOSTIC_EMPTY;
}

static size_t
offset_of(const struct diagnostic *f, const struct advice_place *where)
{
	if (f->kind == DIAGNOSTIC_SOLVER)
		return location_offset(
			where->text, where->size, f->line, f->column);
	/* Line and column say where it is in the item, the offset maybe where
	 * it was in the model. */
	if (f->kind >= DIAGNOSTIC_SOLVER || f->kind == DIAGNOSTIC_USAGE)
		return text_offset(
			where->text, where->size, f->line, f->column);
	return f->offset < where->size ? f->offset : where->size;
}

/*
 * What is seen in the text comes first: the sentence in which libz3 stumbled
 * over x > 0 or == says less than the text itself.
 */
static void
advise(struct message *c, const struct text_context *s,
	const struct diagnostic *f)
{
	char words[sizeof(f->what)];
	size_t i = 0;

	/* libz3 breaks lines. */
	do
		words[i] = f->what[i] == '\n' ? ' ' : f->what[i];
	while (f->what[i++] != '\0');
	if (f->kind != DIAGNOSTIC_SOLVER)
		slips_advise_fault(c, f);
	else if (!has_place(f) || (c->where->is_term && s->depth == 0) ||
		 !slips_advise(c))
		z3_errors_advise(c, words);
}

static void
fill_brief(struct advice_brief *b, const struct message *c,
	const struct advice_place *where, const struct diagnostic *f)
{
	bool has_whole = where->whole != NULL;

	location_name(&b->name, where);
	(void)buf_add_text(&b->problem, c->problem.data);
	if (has_place(f))
		text_place(has_whole ? where->whole : where->text,
			c->at.offset + (has_whole ? where->whole_offset : 0),
			&b->line, &b->column);
}

static void
write_head(struct buf *out, const struct message *c,
	const struct advice_place *where, const struct advice_brief *b)
{
	bool has_whole = where->whole != NULL;
	struct span at = c->at;

	(void)buf_add_text(out, b->name.data);
	if (b->line > 0)
		(void)buf_add_format(
			out, ", line %u, column %u", b->line, b->column);
	(void)buf_add_format(out, ": %s.\n", b->problem.data);
	if (b->line == 0)
		return;
	at.offset += has_whole ? where->whole_offset : 0;
	location_show(out, has_whole ? where->whole : where->text,
		has_whole ? where->whole_size : where->size, at);
}

static void
write_all(struct buf *out, const struct message *c,
	const struct advice_place *where, const struct advice_brief *b)
{
	write_head(out, c, where, b);
	if (c->cause.size > 0)
		(void)buf_add_format(out, "Cause: %s.\n", c->cause.data);
	if (c->step_count == 1)
		(void)buf_add_format(
			out, "What to do: %s", c->steps.data + strlen("1. "));
	else if (c->step_count > 1)
		(void)buf_add_format(out, "What to do:\n%s", c->steps.data);
	(void)buf_add_text(out, where->is_script || where->is_term
					? "Nothing was solved."
					: "Nothing was changed.");
}

/* The whole message, too, unless that is NULL. */
static void
tell(const struct diagnostic *f, const struct advice_place *where,
	struct advice_brief *b, struct buf *whole)
{
	DROP(text_context) struct text_context s = {0};
	DROP(message) struct message c = {0};

	*b = (struct advice_brief){0};
	buf_init(&b->name, ERR_TEXT_MAX);
	buf_init(&b->problem, ERR_TEXT_MAX);
	text_context_init(&s, where->text, where->size, offset_of(f, where));
	message_init(&c, &s, where);
	advise(&c, &s, f);
	fill_brief(b, &c, where, f);
	if (whole != NULL)
		write_all(whole, &c, where, b);
}

bool
advice_fault(const struct diagnostic *f, const struct advice_place *where,
	struct err *e)
{
	DROP(advice_brief) struct advice_brief brief;
	DROP(buf) struct buf whole;

	buf_init(&whole, ERR_TEXT_MAX);
	tell(f, where, &brief, &whole);
	return err_set(e, f->kind == DIAGNOSTIC_LIMIT ? ERR_LIMIT : ERR_TEXT,
		"%s", whole.data);
}

void
advice_tell(const struct diagnostic *f, const struct advice_place *where,
	struct advice_brief *b)
{
	tell(f, where, b, NULL);
}

void
advice_brief_release(struct advice_brief *b)
{
	buf_release(&b->name);
	buf_release(&b->problem);
}

void
advice_brief_drop(struct advice_brief *b)
{
	advice_brief_release(b);
}

char *
advice_infix(const char *text, size_t size)
{
	return infix_rewrite(text, size);
}
