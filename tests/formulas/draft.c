#include "formulas/draft.h"

#include <stdio.h>
#include <string.h>

enum {
	CONSTANTS = 4,
	DEFINITIONS = 3,
	ASSERTIONS = 5,
	DEPTH = 4,
	NAMED_PERCENT = 30,
	STRANGE_PERCENT = 5,
};

static void
add_constant(struct grammar *g, unsigned number, char of, struct buf *out)
{
	const char *sort = grammar_sort(of);
	char name[KNOWN_BYTES];

	(void)snprintf(name, sizeof(name),
		dice_says(g->dice, STRANGE_PERCENT) ? "|c %u;|" : "c%u",
		number);
	if (dice_says(g->dice, 50))
		(void)buf_add_format(
			out, "(declare-const %s %s)\n", name, sort);
	else
		(void)buf_add_format(
			out, "(declare-fun %s () %s)\n", name, sort);
	grammar_know(g, of, name);
}

/* At least one of each sort, since some have no other leaves. */
static void
add_constants(struct grammar *g, struct buf *out)
{
	unsigned more = dice_below(g->dice, CONSTANTS);
	unsigned number = 0;

	for (const char *at = g->letters; *at != '\0'; at++) {
		if (*at != 'X')
			add_constant(g, number++, *at, out);
	}
	while (more-- > 0)
		add_constant(g, number++, grammar_pick(g), out);
}

static void
add_value(struct grammar *g, unsigned number, char of, struct buf *out)
{
	char name[KNOWN_BYTES];

	(void)snprintf(name, sizeof(name), "d%u", number);
	(void)buf_add_format(
		out, "(define-fun %s () %s ", name, grammar_sort(of));
	grammar_add_term(g, of, 2, out);
	(void)buf_add_text(out, ")\n");
	grammar_know(g, of, name);
}

/* The argument is known in the body only. */
static void
add_macro(struct grammar *g, unsigned number, char of, struct buf *out)
{
	char argument = grammar_pick(g);
	unsigned before = g->known_count;
	char form[KNOWN_BYTES];

	(void)buf_add_format(out, "(define-fun m%u ((z %s)) %s ", number,
		grammar_sort(argument), grammar_sort(of));
	grammar_know(g, argument, "z");
	grammar_add_term(g, of, 2, out);
	g->known_count = before;
	(void)buf_add_text(out, ")\n");
	(void)snprintf(form, sizeof(form), "(m%u %%%c)", number, argument);
	grammar_know(g, of, form);
}

/* Of integers; counts down, so that it ends. */
static void
add_recursion(struct grammar *g, unsigned number, struct buf *out)
{
	unsigned before = g->known_count;
	char form[KNOWN_BYTES];

	(void)buf_add_format(out,
		"(define-fun-rec r%u ((z Int)) Int (ite (<= z 0) ", number);
	grammar_know(g, 'I', "z");
	grammar_add_term(g, 'I', 1, out);
	(void)buf_add_format(out, " (+ z (r%u (- z 1)))))\n", number);
	g->known_count = before;
	(void)snprintf(form, sizeof(form), "(r%u %%I)", number);
	grammar_know(g, 'I', form);
}

static void
add_definitions(struct grammar *g, struct buf *out)
{
	unsigned count = dice_below(g->dice, DEFINITIONS);

	for (unsigned i = 0; i < count; i++) {
		char of = grammar_pick(g);

		if (of == 'I' && dice_says(g->dice, 30))
			add_recursion(g, i, out);
		else if (dice_says(g->dice, 50))
			add_value(g, i, of, out);
		else
			add_macro(g, i, of, out);
	}
}

static void
add_assertion(struct grammar *g, unsigned number, struct buf *out)
{
	bool is_named = dice_says(g->dice, NAMED_PERCENT);

	(void)buf_add_text(out, is_named ? "(assert (! " : "(assert ");
	grammar_add_term(g, 'B', 1 + dice_below(g->dice, DEPTH), out);
	if (is_named)
		(void)buf_add_format(out, " :named a%u)", number);
	(void)buf_add_text(out, ")\n");
}

void
draft_add(struct grammar *g, struct buf *out)
{
	unsigned count;

	grammar_add_sorts(g, out);
	add_constants(g, out);
	grammar_add_functions(g, out);
	add_definitions(g, out);
	count = 1 + dice_below(g->dice, ASSERTIONS);
	for (unsigned i = 0; i < count; i++)
		add_assertion(g, i, out);
}
