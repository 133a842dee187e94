/*
 * formulas [--seed N] [--times N] [--seconds N]
 *
 * Random texts over all theories, solved by the real programs as a text and
 * as a model, and what is said of them put to libz3 by itself; and the same
 * texts with a fault, of which there must be no status. A text that shows a
 * difference is cut down and printed.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "formulas/draft.h"
#include "formulas/inquiry.h"
#include "problems/siege.h"
#include "props/dice.h"
#include "props/seeds.h"
#include "smt/text/commands.h"
#include "smt/text/lexer.h"

enum { TIMES = 30, PROPERTY_DEPTH = 2, TERM_DEPTH = 2 };

/* --- texts with a fault, most of them --------------------------------------
 */

static size_t
count_tokens(const char *text)
{
	struct lexer walk;
	struct token t;
	struct diagnostic ignored;
	size_t count = 0;

	lexer_init(&walk, text, strlen(text));
	while (lexer_next(&walk, &t, &ignored) && t.kind != TOKEN_END)
		count++;
	return count;
}

static struct token
token_at(const char *text, size_t number)
{
	struct lexer walk;
	struct token t = {0};
	struct diagnostic ignored;

	lexer_init(&walk, text, strlen(text));
	do
		(void)lexer_next(&walk, &t, &ignored);
	while (number-- > 0);
	return t;
}

/* Adds the text with a token left out, doubled or in the place of another. */
static void
mangle(const char *text, struct dice *dice, struct buf *out)
{
	unsigned count = (unsigned)count_tokens(text);
	struct token one = token_at(text, dice_below(dice, count));
	struct token other = token_at(text, dice_below(dice, count));
	unsigned how = dice_below(dice, 3);

	(void)buf_add(out, text, one.offset);
	if (how == 1)
		other = one;
	if (how > 0)
		(void)buf_add_format(
			out, " %.*s ", (int)other.length, text + other.offset);
	if (how == 1)
		(void)buf_add_format(
			out, " %.*s ", (int)other.length, text + other.offset);
	(void)buf_add_text(out, text + one.offset + one.length);
}

/* --- a text made shorter as long as it shows it ----------------------------
 */

/* A cut takes tries, and each of them a few solves. */
enum { TRIES = 600 };

/* Does this text still show it? */
typedef bool cut_shows(const char *text, void *argument);

struct cutting {
	char *text;
	cut_shows *shows;
	void *argument;
	unsigned tries;
};

/* `with` in the place of what begins there. True if it was kept. */
static bool
replace(struct cutting *c, size_t offset, size_t length, const char *with)
{
	char *shorter = text_format("%.*s%s%s", (int)offset, c->text, with,
		c->text + offset + length);

	if (c->tries++ < TRIES && c->shows(shorter, c->argument)) {
		free(c->text);
		c->text = shorter;
		return true;
	}
	free(shorter);
	return false;
}

static bool
cut_commands(struct cutting *c)
{
	bool has_cut = false;
	struct commands forms;
	struct diagnostic ignored;

	if (!commands_split(c->text, strlen(c->text), &forms, &ignored))
		return false;
	for (size_t i = forms.count; i-- > 0;) {
		const struct token *list = &forms.at[i].list;

		if (replace(c, list->offset, list->length, ""))
			has_cut = true;
	}
	commands_release(&forms);
	return has_cut;
}

/* The first part of a list that can stand in its place. */
static bool
cut_list(struct cutting *c, const struct token *list)
{
	static const char *const words[] = {"true", "0", "0.0", "\"\""};
	struct lexer walk;
	struct token part;

	lexer_enter(&walk, c->text, list);
	while (command_next(&walk, &part)) {
		DROP(text)
		char *text = text_copy_n(c->text + part.offset, part.length);

		if (replace(c, list->offset, list->length, text))
			return true;
	}
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (list->length > strlen(words[i]) &&
			replace(c, list->offset, list->length, words[i]))
			return true;
	}
	return false;
}

static bool
cut_terms(struct cutting *c)
{
	bool has_cut = false;

	for (size_t at = 0; c->text[at] != '\0'; at++) {
		struct lexer walk;
		struct token list;

		if (c->text[at] != '(' || at == 0 || c->text[at - 1] == '\n')
			continue;
		lexer_init(&walk, c->text + at, strlen(c->text + at));
		if (!command_next(&walk, &list) || list.kind != TOKEN_OPEN)
			continue;
		list.offset += at;
		while (c->text[at] == '(' && cut_list(c, &list)) {
			has_cut = true;
			lexer_init(&walk, c->text + at, strlen(c->text + at));
			if (!command_next(&walk, &list) ||
				list.kind != TOKEN_OPEN)
				break;
			list.offset += at;
		}
	}
	return has_cut;
}

/* Leaves out commands, and puts parts of terms in their places; the caller's.
 */
static char *
cut_down(const char *text, cut_shows *shows, void *argument)
{
	struct cutting c = {
		.text = text_copy(text), .shows = shows, .argument = argument};
	bool has_cut = true;

	while (has_cut && c.tries < TRIES) {
		has_cut = cut_commands(&c);
		has_cut = cut_terms(&c) || has_cut;
	}
	return c.text;
}

/* --- the runs ------------------------------------------------------------- */

struct trial {
	struct siege siege;
	struct question question;
	char sign[60]; /* how what it shows begins */
};

static bool
shows(const char *text, void *argument)
{
	struct trial *t = argument;
	struct question q = t->question;
	struct tally ignored = {0};
	struct err e;

	q.text = text;
	return !inquiry_run(&t->siege, &q, &ignored, &e) &&
	       strncmp(e.text, t->sign, strlen(t->sign)) == 0;
}

static void
print_lines(const char *text)
{
	for (const char *end; *text != '\0'; text = end + (*end != '\0')) {
		end = strchrnul(text, '\n');
		printf("# %.*s\n", (int)(end - text), text);
	}
}

static void
show_failure(struct trial *t, const char *text, const struct err *e)
{
	DROP(text) char *less = NULL;

	print_lines(e->text);
	printf("# cut down:\n");
	(void)fflush(stdout); /* the next takes a while */
	(void)snprintf(t->sign, sizeof(t->sign), "%.*s",
		(int)strcspn(e->text, ":\n"), e->text);
	less = cut_down(text, shows, t);
	print_lines(less);
	printf("# property: %s\n", t->question.property);
	if (t->question.term != NULL)
		printf("# term: %s\n", t->question.term);
}

static bool
try_mangled(struct trial *t, const char *text, struct dice *dice,
	struct tally *tally)
{
	DROP(buf) struct buf mangled;
	struct err e;

	buf_init(&mangled, LIMIT_MESSAGE);
	mangle(text, dice, &mangled);
	if (inquiry_glance(&t->siege, mangled.data, tally, &e))
		return true;
	print_lines(e.text);
	return false;
}

static bool
try_seed(struct trial *t, uint64_t seed, struct tally *tally)
{
	DROP(buf) struct buf text;
	DROP(buf) struct buf property;
	DROP(buf) struct buf term;
	struct grammar grammar;
	struct question q;
	struct dice dice;
	struct err e;

	dice_init(&dice, seed);
	buf_init(&text, LIMIT_MESSAGE);
	buf_init(&property, LIMIT_MESSAGE);
	buf_init(&term, LIMIT_MESSAGE);
	grammar_init(&grammar, &dice);
	draft_add(&grammar, &text);
	grammar_add_term(&grammar, 'B', PROPERTY_DEPTH, &property);
	q = (struct question){.text = text.data, .property = property.data};
	q.of = grammar_pick(&grammar);
	if (strchr("IRV", q.of) != NULL) {
		grammar_add_term(&grammar, q.of, TERM_DEPTH, &term);
		q.term = term.data;
	}
	t->question = q;
	if (!inquiry_run(&t->siege, &q, tally, &e)) {
		printf("# seed %" PRIu64 "\n", seed);
		show_failure(t, text.data, &e);
		return false;
	}
	return try_mangled(t, text.data, &dice, tally);
}

int
main(int argc, char **argv)
{
	DROP(text) char *build = siege_build();
	struct seeds seeds = seeds_read(argc, argv, TIMES);
	uint64_t seed;
	struct tally tally = {0};
	struct trial t = {0};
	struct err e;
	bool ok = siege_begin(&t.siege, build, "", &e);

	printf("1..1\n");
	while (ok && seeds_take(&seeds, &seed))
		ok = try_seed(&t, seed, &tally);
	siege_release(&t.siege);
	printf("# %" PRIu64 " texts: %" PRIu64 " sat, %" PRIu64
	       " unsat, %" PRIu64 " undecided, %" PRIu64 " refused; %" PRIu64
	       " with a fault; libz3 wrong in %" PRIu64
	       "; %d s; the next seed is %" PRIu64 "\n",
		tally.texts, tally.sat, tally.unsat, tally.undecided,
		tally.refused, tally.mangled, tally.libz3_wrong,
		seeds_took_s(&seeds), seeds.next);
	printf("%s 1 - what_is_said_of_random_formulas_is_so\n",
		ok ? "ok" : "not ok");
	return ok ? 0 : 1;
}
