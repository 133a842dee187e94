#ifndef SMT_CEILING_H
#define SMT_CEILING_H

/*
 * The limits of one command, watched while it is read: nesting, digits,
 * indices, widths, arities. Beyond them libz3 takes forever, runs out of
 * memory or dies, all of it while it parses.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/command.h"
#include "smt/fault.h"
#include "smt/token.h"

struct ceiling {
	const char *text;
	enum command command;
	size_t depth;	    /* lists that are open, the command's included */
	size_t run;	    /* atoms in a row since the last parenthesis */
	bool opened;	    /* that parenthesis was a "(" */
	struct slice head;  /* the first atom of the run */
	struct slice name;  /* the second */
	size_t root_depth;  /* of the innermost (root-obj ...), or 0 */
	bool is_parameters; /* the run is the list behind `par` */
};

/* Behind the "(" and the name of a command. */
void ceiling_init(struct ceiling *c, const char *text, enum command command);

/* Looks at the next token; false with FAULT_LIMIT at the first that is
 * beyond a limit, with FAULT_TOKEN at a name or string with a
 * character that it cannot have. */
bool ceiling_pass(
	struct ceiling *c, const struct token *t, struct fault *fault);

#endif
