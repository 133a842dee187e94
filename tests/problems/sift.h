#ifndef PROBLEMS_SIFT_H
#define PROBLEMS_SIFT_H

/*
 * A problem's text in parts, and other texts made of them.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "smt/text/commands.h"

struct sift {
	const char *text; /* borrowed */
	struct commands forms;
	size_t asserts;
	/* Nothing but commands that an item may hold, and one check at the
	 * end or none. */
	bool is_plain;
};

bool sift_init(struct sift *s, const char *text, struct err *e);
void sift_release(struct sift *s);

bool sift_is_assert(const struct sift *s, size_t form);
/* The command is one that becomes an item of a model. */
bool sift_is_item(const struct sift *s, size_t form);
/* Its text; the caller's. */
char *sift_command(const struct sift *s, size_t form);

/* The text with only those assertions that `kept` names; the caller's. */
char *sift_keep(const struct sift *s, const bool *kept);

/*
 * The text with the definitions of a solution where the declarations were, to
 * be solved again: it must be satisfiable if the solution is one. NULL if the
 * solution is no text that can be read back.
 */
char *sift_conjoin(const struct sift *s, const char *solution, struct err *e);

#endif
