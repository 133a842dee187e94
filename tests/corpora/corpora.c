/*
 * corpora < NAMES
 *
 * Solves the files whose names it reads, a line each, with the z3 command and
 * with the real server: the whole text at once, and where it is declarations
 * and assertions with one check, command by command as the items of a session.
 * What differs is printed, then how often there was what. Such files belong to
 * others, and are not kept here: the regression tests of solvers will do.
 *
 * Where z3 complains nothing is compared. It fails if an answer contradicts.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "corpora/comparison.h"
#include "smt/text/commands.h"

/* clang-format off */
static const struct {
	const char *text;
	bool is_shown;
} outcomes[] = {
#define OUTCOME(name, text, is_shown) {text, is_shown},
	OUTCOMES
#undef OUTCOME
};
/* clang-format on */

struct corpora {
	struct siege siege;
	const char *file;
	size_t counts[2][OUTCOME_COUNT];
};

static void
count(struct corpora *c, bool by_item, enum outcome outcome, const char *why)
{
	c->counts[by_item][outcome]++;
	if (outcomes[outcome].is_shown)
		printf("%s%s: %s: %s\n", c->file, by_item ? " by item" : "",
			outcomes[outcome].text, why);
	(void)fflush(stdout);
}

static void
try_text(struct corpora *c, const char *text)
{
	struct comparison one = {.siege = &c->siege, .text = text};
	DROP(commands) struct commands forms = {0};
	struct diagnostic fault;
	enum outcome outcome = comparison_run_z3(&one);

	if (outcome == LEFT)
		outcome = comparison_solve_whole(&one);
	count(c, false, outcome, one.shown);
	if (one.z3.count == 0 || outcome == COMPLAINED || outcome == HARD ||
		outcome == FORBIDDEN ||
		!commands_split(text, strlen(text), &forms, &fault))
		return;
	outcome = comparison_solve_items(&one, &forms);
	count(c, true, outcome, one.shown);
}

/* False if the file is none, or too large for a message. */
static bool
read_text(const char *name, struct buf *text)
{
	FILE *file = fopen(name, "re");
	char bytes[65536];
	size_t size;

	if (file == NULL)
		return false;
	while ((size = fread(bytes, 1, sizeof(bytes), file)) > 0)
		(void)buf_add(text, bytes, size);
	(void)fclose(file); /* it was only read */
	return !text->overflowed;
}

static void
try_file(struct corpora *c, const char *name)
{
	DROP(buf) struct buf text;

	buf_init(&text, LIMIT_MESSAGE / 2);
	if (!read_text(name, &text) || text.size == 0)
		return;
	c->file = name;
	try_text(c, text.data);
}

static void
print_counts(const struct corpora *c)
{
	for (int by_item = 0; by_item < 2; by_item++) {
		puts(by_item ? "Item by item:" : "Whole texts:");
		for (int i = 0; i < OUTCOME_COUNT; i++)
			if (c->counts[by_item][i] > 0)
				printf("%7zu %s\n", c->counts[by_item][i],
					outcomes[i].text);
	}
}

int
main(void)
{
	DROP(text) char *build = siege_build();
	struct corpora c = {0};
	char *name = NULL;
	size_t capacity = 0;
	struct err e;

	if (!siege_begin(&c.siege, build, "", &e)) {
		fprintf(stderr, "%s\n", e.text);
		return EXIT_FAILURE;
	}
	while (getline(&name, &capacity, stdin) > 0) {
		name[strcspn(name, "\n")] = '\0';
		try_file(&c, name);
	}
	free(name);
	print_counts(&c);
	siege_release(&c.siege);
	return c.counts[0][CONTRADICTS] + c.counts[1][CONTRADICTS] > 0
		       ? EXIT_FAILURE
		       : EXIT_SUCCESS;
}
