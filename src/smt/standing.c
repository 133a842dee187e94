#include "smt/standing.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/lexer.h"

enum state {
	STATE_FREE, /* not declared so far */
	STATE_STANDS,
	STATE_GONE,
	STATE_AGAIN, /* a label that was one before */
};

static void
read_names(struct standing *s)
{
	size_t count = s->symbols.declared_count;
	size_t at = 0;

	s->first = mem_grow(NULL, s->forms->count + 1, sizeof(*s->first));
	for (size_t i = 0; i <= s->forms->count; i++) {
		while (at < count && s->symbols.declared[at].command < i)
			at++;
		s->first[i] = at;
	}
	s->numbers = mem_grow(NULL, count + 1, sizeof(*s->numbers));
	for (size_t i = 0; i < count; i++)
		s->numbers[i] = names_find(
			&s->names, slice_of(s->symbols.declared[i].name));
	s->declared = s->names.count;
	s->states = mem_new(s->declared + 1);
}

bool
standing_init(struct standing *s, const char *text, const struct forms *forms)
{
	*s = (struct standing){.text = text, .forms = forms};
	if (!symbols_scan(text, strlen(text), &s->symbols))
		return false;
	read_names(s);
	return true;
}

void
standing_release(struct standing *s)
{
	symbols_release(&s->symbols);
	names_release(&s->names);
	free(s->first);
	free(s->numbers);
	free(s->states);
	*s = (struct standing){0};
}

static void
set_state(struct standing *s, size_t name, enum state state)
{
	s->gone -= s->states[name] == STATE_GONE;
	s->again -= s->states[name] == STATE_AGAIN;
	s->states[name] = (unsigned char)state;
	s->gone += state == STATE_GONE;
	s->again += state == STATE_AGAIN;
}

/* t of (assert (! t :named l)), which has nothing else. */
static bool
labelled_term(const char *text, const struct form *form, struct token *term)
{
	struct lexer walk;
	struct token body, t;

	if (form->command != COMMAND_ASSERT ||
		!form_argument(form, text, 0, &body) || body.kind != TOKEN_OPEN)
		return false;
	lexer_enter(&walk, text, &body);
	return form_next(&walk, &t) && token_is(text, &t, "!") &&
	       form_next(&walk, term) && form_next(&walk, &t) &&
	       token_is(text, &t, ":named") && form_next(&walk, &t) &&
	       !form_next(&walk, &t);
}

bool
standing_enter(
	struct standing *s, size_t number, bool *takes_off, struct token *term)
{
	*takes_off = false;
	for (size_t i = s->first[number]; i < s->first[number + 1]; i++) {
		size_t name = s->numbers[i];

		switch ((enum state)s->states[name]) {
		case STATE_FREE:
			set_state(s, name, STATE_STANDS);
			break;
		case STATE_GONE:
			if (!labelled_term(
				    s->text, &s->forms->at[number], term) ||
				s->first[number + 1] - s->first[number] > 1)
				return false;
			*takes_off = true;
			set_state(s, name, STATE_AGAIN);
			break;
		case STATE_STANDS:
		case STATE_AGAIN:
			return false;
		}
	}
	return true;
}

void
standing_leave(struct standing *s, size_t number)
{
	for (size_t i = s->first[number]; i < s->first[number + 1]; i++)
		set_state(s, s->numbers[i], STATE_GONE);
}

bool
standing_misleads(struct standing *s, const struct token *part)
{
	struct fault ignored;
	struct lexer walk;
	struct token t;

	if (s->gone + s->again == 0)
		return false;
	lexer_at(&walk, s->text, part);
	while (lexer_next(&walk, &t, &ignored) && t.kind != TOKEN_END) {
		size_t name;

		if (!token_is_symbol(&t))
			continue;
		name = names_find(&s->names, token_name(s->text, &t));
		if (name < s->declared &&
			(s->states[name] == STATE_GONE ||
				s->states[name] == STATE_AGAIN))
			return true;
	}
	return false;
}
