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
#include "formulas/cut.h"
#include "formulas/draft.h"
#include "formulas/inquiry.h"
#include "formulas/mangle.h"
#include "hostile/siege.h"
#include "props/dice.h"
#include "props/seeds.h"

enum { TIMES = 30, PROPERTY_DEPTH = 2, TERM_DEPTH = 2 };

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
