#include "formulas/grammar.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct sort {
	char letter;
	const char *text, *declaration;
};

struct form {
	char of;
	const char *text;
};

struct function {
	char of;
	const char *arguments, *name;
};

/* clang-format off */
#define FORM(letter, text)
#define FUNCTION(letter, arguments, name)
#define THEME(letters)
#define SORT(letter, text, declaration) {letter, text, declaration},
static const struct sort sorts[] = {
#include "formulas/grammar.def"
};
#undef SORT
#undef THEME
#define SORT(letter, text, declaration)
#define THEME(letters) letters,
static const char *const themes[] = {
#include "formulas/grammar.def"
};
#undef THEME
#undef FORM
#define THEME(letters)
#define FORM(letter, text) {letter, text},
static const struct form forms[] = {
#include "formulas/grammar.def"
};
#undef FORM
#undef FUNCTION
#define FORM(letter, text)
#define FUNCTION(letter, arguments, name) {letter, arguments, name},
static const struct function functions[] = {
#include "formulas/grammar.def"
};
/* clang-format on */

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { LEAF_PERCENT = 20, KNOWN_PERCENT = 75, FUNCTION_PERCENT = 50 };

void
grammar_init(struct grammar *g, struct dice *dice)
{
	*g = (struct grammar){.dice = dice};
	(void)snprintf(
		g->letters, sizeof(g->letters), "B%s", DICE_PICK(dice, themes));
}

static bool
has(const struct grammar *g, char letter)
{
	return strchr(g->letters, letter) != NULL;
}

char
grammar_pick(struct grammar *g)
{
	char letter;

	do
		letter = g->letters[dice_below(
			g->dice, (unsigned)strlen(g->letters))];
	while (letter == 'X');
	return letter;
}

static const struct sort *
find(char letter)
{
	for (size_t i = 0; i < COUNT(sorts); i++) {
		if (sorts[i].letter == letter)
			return &sorts[i];
	}
	assert(false);
	return NULL;
}

const char *
grammar_sort(char letter)
{
	return find(letter)->text;
}

void
grammar_know(struct grammar *g, char of, const char *form)
{
	struct known *known = &g->known[g->known_count++];

	assert(g->known_count <= KNOWN_MAX);
	known->of = of;
	(void)snprintf(known->form, sizeof(known->form), "%s", form);
}

/* --- terms ---------------------------------------------------------------- */

static bool
is_leaf(const char *form)
{
	return strchr(form, '%') == NULL;
}

/* The text has all sorts that the form names. */
static bool
fits(const struct grammar *g, const char *form)
{
	for (const char *at = form; (at = strchr(at, '%')) != NULL; at++) {
		if (!has(g, at[1]))
			return false;
	}
	return true;
}

/* One of what is known, or of the table; NULL if there is none. */
static const char *
pick_known(struct grammar *g, char of, bool leaf)
{
	const char *found = NULL;
	unsigned count = 0;

	for (unsigned i = 0; i < g->known_count; i++) {
		const struct known *known = &g->known[i];

		if (known->of == of && is_leaf(known->form) == leaf &&
			dice_below(g->dice, ++count) == 0)
			found = known->form;
	}
	return found;
}

static const char *
pick_form(struct grammar *g, char of, bool leaf)
{
	const char *found = NULL;
	unsigned count = 0;

	for (size_t i = 0; i < COUNT(forms); i++) {
		if (forms[i].of == of && is_leaf(forms[i].text) == leaf &&
			fits(g, forms[i].text) &&
			dice_below(g->dice, ++count) == 0)
			found = forms[i].text;
	}
	return found;
}

static const char *
pick(struct grammar *g, char of, unsigned depth)
{
	bool leaf = depth == 0 || dice_says(g->dice, LEAF_PERCENT);
	bool known = leaf ? dice_says(g->dice, KNOWN_PERCENT)
			  : dice_says(g->dice, LEAF_PERCENT);
	const char *found = NULL;

	if (known)
		found = pick_known(g, of, leaf);
	if (found == NULL)
		found = pick_form(g, of, leaf);
	if (found == NULL)
		found = pick_known(g, of, true);
	return found != NULL ? found : pick_form(g, of, true);
}

/* What a form binds: known from ^ on, to its end. */
struct binding {
	struct known at[4];
	unsigned count;
};

static void
bind(struct grammar *g, struct binding *b, char of, struct buf *out)
{
	struct known *variable = &b->at[b->count++];

	variable->of = of;
	(void)snprintf(
		variable->form, sizeof(variable->form), "q%u", g->bound++);
	(void)buf_add_text(out, variable->form);
}

void
grammar_add_term(struct grammar *g, char of, unsigned depth, struct buf *out)
{
	struct binding b = {.count = 0};
	unsigned before = g->known_count;
	char form[200];

	/* What is known moves as terms within bind. */
	(void)snprintf(form, sizeof(form), "%s", pick(g, of, depth));
	for (const char *at = form; *at != '\0'; at++) {
		if (*at == '%')
			grammar_add_term(
				g, *++at, depth > 0 ? depth - 1 : 0, out);
		else if (*at == '@' && strchr(" )", at[1]) != NULL)
			(void)buf_add_text(out, b.at[0].form);
		else if (*at == '@')
			bind(g, &b, *++at, out);
		else if (*at != '^')
			(void)buf_add_char(out, *at);
		for (unsigned i = 0; *at == '^' && i < b.count; i++)
			grammar_know(g, b.at[i].of, b.at[i].form);
	}
	g->known_count = before;
}

/* --- declarations --------------------------------------------------------- */

void
grammar_add_sorts(const struct grammar *g, struct buf *out)
{
	for (size_t i = 0; i < COUNT(sorts); i++) {
		if (has(g, sorts[i].letter) && sorts[i].declaration[0] != '\0')
			(void)buf_add_format(out, "%s\n", sorts[i].declaration);
	}
}

void
grammar_add_functions(struct grammar *g, struct buf *out)
{
	for (size_t i = 0; i < COUNT(functions); i++) {
		const struct function *f = &functions[i];
		char form[KNOWN_BYTES];
		int size = snprintf(form, sizeof(form), "(%s", f->name);

		for (const char *at = f->arguments; *at != '\0'; at++)
			size += snprintf(form + size,
				sizeof(form) - (size_t)size, " %%%c", *at);
		(void)snprintf(form + size, sizeof(form) - (size_t)size, ")");
		if (!has(g, f->of) || !fits(g, form) ||
			!dice_says(g->dice, FUNCTION_PERCENT))
			continue;
		(void)buf_add_format(out, "(declare-fun %s (", f->name);
		for (const char *at = f->arguments; *at != '\0'; at++)
			(void)buf_add_format(out, "%s%s",
				at > f->arguments ? " " : "",
				grammar_sort(*at));
		(void)buf_add_format(out, ") %s)\n", grammar_sort(f->of));
		grammar_know(g, f->of, form);
	}
}
