#include "smt/weight.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "smt/lexer.h"

void
weight_release(struct weight *w)
{
	names_release(&w->names);
	free(w->of);
	*w = (struct weight){0};
}

static void
set_weight(struct weight *w, struct slice name, size_t weight)
{
	size_t number = names_find(&w->names, name);

	if (number >= w->count) {
		w->of = mem_grow(w->of, w->names.capacity, sizeof(*w->of));
		for (size_t i = w->count; i < w->names.capacity; i++)
			w->of[i] = 1;
		w->count = w->names.capacity;
	}
	w->of[number] = weight;
}

static size_t
weight_of(struct weight *w, const struct token *t)
{
	size_t number;

	if (w->count == 0 || !token_is_symbol(t))
		return 1;
	number = names_find(&w->names, token_name(w->text, t));
	return number < w->count ? w->of[number] : 1;
}

/* The name of a function with parameters that the command defines. */
static bool
defined(const char *text, const struct form *form, struct token *name)
{
	struct token parameters, first;
	struct lexer walk;

	if (form->command != COMMAND_DEFINE_FUN ||
		!form_argument(form, text, 0, name) ||
		!form_argument(form, text, 1, &parameters) ||
		parameters.kind != TOKEN_OPEN)
		return false;
	lexer_enter(&walk, text, &parameters);
	return form_next(&walk, &first);
}

size_t
weight_pass(struct weight *w, const struct form *form)
{
	struct fault ignored;
	struct lexer walk;
	struct token t;
	size_t sum = 0;

	lexer_at(&walk, w->text, &form->list);
	while (lexer_next(&walk, &t, &ignored) && t.kind != TOKEN_END) {
		sum += weight_of(w, &t);
		if (sum > WEIGHT_MOST)
			sum = WEIGHT_MOST;
	}
	if (defined(w->text, form, &t))
		set_weight(w, token_name(w->text, &t), sum);
	return sum;
}

/* Of (_ NAME 12 ...). */
static bool
has_large_index(const char *text, const struct form *form)
{
	enum { DIGITS_MAX = 4 };
	struct fault ignored;
	struct lexer walk;
	struct token t;
	bool is_indexed = false;

	lexer_at(&walk, text, &form->list);
	while (lexer_next(&walk, &t, &ignored) && t.kind != TOKEN_END) {
		if (t.kind == TOKEN_OPEN || t.kind == TOKEN_CLOSE)
			is_indexed = false;
		else if (token_is(text, &t, "_"))
			is_indexed = true;
		else if (is_indexed && t.kind == TOKEN_NUMERAL &&
			 t.length > DIGITS_MAX)
			return true;
	}
	return false;
}

bool
weight_is_doubtful(const char *text, const struct form *form)
{
	return form->command == COMMAND_DECLARE_DATATYPE ||
	       form->command == COMMAND_DECLARE_DATATYPES ||
	       has_large_index(text, form);
}
