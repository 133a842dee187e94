#include "worker/base/termset.h"

#include <stdlib.h>

#include "base/alloc.h"

enum { ROOM_FIRST = 64 };

static size_t *
place_of(const struct termset *s, Z3_context c, Z3_ast term)
{
	size_t at = Z3_get_ast_id(c, term) % s->room;

	while (s->places[at] != 0 && s->at[s->places[at] - 1] != term)
		at = (at + 1) % s->room;
	return &s->places[at];
}

static void
grow(struct termset *s, Z3_context c)
{
	s->room = s->room == 0 ? ROOM_FIRST : 2 * s->room;
	free(s->places);
	s->places = mem_new(s->room * sizeof(*s->places));
	for (size_t i = 0; i < s->count; i++)
		*place_of(s, c, s->at[i]) = i + 1;
}

bool
termset_has(const struct termset *s, Z3_context c, Z3_ast term)
{
	return termset_find(s, c, term) != TERMSET_NONE;
}

size_t
termset_find(const struct termset *s, Z3_context c, Z3_ast term)
{
	return s->count > 0 ? *place_of(s, c, term) - 1 : TERMSET_NONE;
}

bool
termset_add(struct termset *s, Z3_context c, Z3_ast term)
{
	size_t *place;

	if (2 * s->count >= s->room)
		grow(s, c);
	place = place_of(s, c, term);
	if (*place != 0)
		return false;
	s->at = mem_room(s->at, s->count, &s->capacity, sizeof(*s->at));
	s->at[s->count++] = term;
	*place = s->count;
	return true;
}

void
termset_add_parts(struct termset *s, Z3_context c, Z3_ast term, bool deep)
{
	size_t i = s->count;

	(void)termset_add(s, c, term);
	for (; i < s->count; i++) {
		Z3_ast part = s->at[i];
		unsigned count = 0;

		if (deep && Z3_get_ast_kind(c, part) == Z3_QUANTIFIER_AST)
			(void)termset_add(
				s, c, Z3_get_quantifier_body(c, part));
		if (Z3_get_ast_kind(c, part) == Z3_APP_AST)
			count = Z3_get_app_num_args(c, Z3_to_app(c, part));
		for (unsigned k = 0; k < count; k++)
			(void)termset_add(
				s, c, Z3_get_app_arg(c, Z3_to_app(c, part), k));
	}
}

void
termset_release(struct termset *s)
{
	free(s->at);
	free(s->places);
	*s = (struct termset){0};
}

void
termset_drop(struct termset *s)
{
	termset_release(s);
}
