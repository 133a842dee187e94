#include "tools/hints/symbols_at.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"

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

/* Moves what is behind the first `count` names. */
static void
lose(struct symbols_at *f, size_t count)
{
	struct declared_symbols *k = &f->known;

	while (k->count > count)
		declared_symbols_move_last(k, &f->gone);
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
	declared_symbols_release(&f->known);
	declared_symbols_release(&f->gone);
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
		"\nLine %zu declares %.*s behind a (push), and (pop) takes "
		"declarations away too: declare it before the (push).",
		line, LIMIT_NAME, name);
}
