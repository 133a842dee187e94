#include "advice/advice.h"

#include <string.h>

#include "advice/counsel.h"
#include "advice/mistakes.h"
#include "advice/operators.h"
#include "advice/place.h"
#include "advice/refusal.h"
#include "advice/scanned.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "smt/text.h"

/* libz3's words alone, without a place, as for a failure of its own. */
static bool
has_place(const struct fault *f)
{
	return f->line > 0 && f->column > 0 && f->kind != FAULT_EMPTY;
}

static size_t
offset_of(const struct fault *f, const struct advice_place *where)
{
	if (f->kind == FAULT_SOLVER)
		return place_offset(
			where->text, where->size, f->line, f->column);
	/* Line and column say where it is in the item, the offset maybe where
	 * it was in the model. */
	if (f->kind >= FAULT_SOLVER || f->kind == FAULT_USAGE)
		return text_offset(
			where->text, where->size, f->line, f->column);
	return f->offset < where->size ? f->offset : where->size;
}

/*
 * What is seen in the text comes first: the sentence in which libz3 stumbled
 * over x > 0 or == says less than the text itself.
 */
static void
advise(struct counsel *c, const struct scene *s,
	const struct advice_place *where, const struct fault *f)
{
	if (f->kind != FAULT_SOLVER)
		scanned_advise(c, s, where, f);
	else if (!has_place(f) || (where->is_term && s->depth == 0) ||
		 !mistakes_advise(c, s))
		refusal_advise(c, s, where, f->what);
}

static void
write_head(struct buf *out, const struct counsel *c,
	const struct advice_place *where, const struct fault *f)
{
	bool has_whole = where->whole != NULL;
	const char *text = has_whole ? where->whole : where->text;
	size_t size = has_whole ? where->whole_size : where->size;
	struct span at = c->at;
	unsigned line, column;

	place_name(out, where);
	if (!has_place(f)) {
		(void)buf_add_format(out, ": %s.\n", c->problem.data);
		return;
	}
	at.offset += has_whole ? where->whole_offset : 0;
	text_place(text, at.offset, &line, &column);
	(void)buf_add_format(out, ", line %u, column %u: %s.\n", line, column,
		c->problem.data);
	place_show(out, text, size, at);
}

static void
write_all(struct buf *out, const struct counsel *c,
	const struct advice_place *where, const struct fault *f)
{
	write_head(out, c, where, f);
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

bool
advice_fault(
	const struct fault *f, const struct advice_place *where, struct err *e)
{
	DROP(scene) struct scene s = {0};
	DROP(counsel) struct counsel c = {0};
	DROP(buf) struct buf out = {0};

	scene_init(&s, where->text, where->size, offset_of(f, where));
	counsel_init(&c, &s);
	advise(&c, &s, where, f);
	buf_init(&out, ERR_TEXT_MAX);
	write_all(&out, &c, where, f);
	return err_set(e, f->kind == FAULT_LIMIT ? ERR_LIMIT : ERR_TEXT, "%s",
		out.data);
}

char *
advice_infix(const char *text, size_t size)
{
	return operators_rewrite(text, size);
}
