#ifndef CORPORA_COMPARISON_H
#define CORPORA_COMPARISON_H

/* One text, solved with the z3 command and with the server. */

#include <stdbool.h>
#include <stddef.h>

#include "hostile/siege.h"
#include "smt/text/commands.h"

/* OUTCOME(name, what it is, whether a file of it is printed) */
#define OUTCOMES \
	OUTCOME(AGREES, "answered alike", false) \
	OUTCOME(CONTRADICTS, "answered otherwise", true) \
	OUTCOME(KNOWS_MORE, "undecided by z3 only", false) \
	OUTCOME(KNOWS_LESS, "undecided here only", true) \
	OUTCOME(FORBIDDEN, "hold a command that is not allowed", false) \
	OUTCOME(REFUSED, "refused, and read by z3", true) \
	OUTCOME(ASKS_NOTHING, "without a check", false) \
	OUTCOME(COMPLAINED, "z3 complains", false) \
	OUTCOME(HARD, "z3 is not done in time, or dies", false) \
	OUTCOME(LEFT, "not of that shape", false)

/* clang-format off */
enum outcome {
#define OUTCOME(name, text, is_shown) name,
	OUTCOMES
#undef OUTCOME
	OUTCOME_COUNT,
};
/* clang-format on */

enum { CHECKS_MAX = 1000, SHOWN_BYTES = 200 };

/* Of the checks of a text; one letter each: s, u (unsat), ? */
struct answers {
	char of[CHECKS_MAX];
	size_t count;
};

struct comparison {
	struct siege *siege;
	const char *text;
	struct answers z3;
	char shown[SHOWN_BYTES]; /* how they differ, or why it is refused */
};

/* Runs the z3 command; LEFT if there is something to compare with. */
enum outcome comparison_run_z3(struct comparison *c);

/* The whole text in one call. */
enum outcome comparison_solve_whole(struct comparison *c);

/*
 * The commands of the text, which are `forms`, one by one as the items of a
 * session. LEFT if it is not declarations and assertions with one check.
 */
enum outcome comparison_solve_items(
	struct comparison *c, const struct commands *forms);

#endif
