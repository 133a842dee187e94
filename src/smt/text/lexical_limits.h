#ifndef SMT_TEXT_LEXICAL_LIMITS_H
#define SMT_TEXT_LEXICAL_LIMITS_H

/*
 * The limits of one command, watched while it is read: nesting, digits,
 * indices, widths, arities. Beyond them libz3 takes forever, runs out of
 * memory or dies, all of it while it parses.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/text/command_kind.h"
#include "smt/text/diagnostic.h"
#include "smt/text/token.h"

struct lexical_limits {
	const char *text;
	enum command_kind command;
	size_t depth;	    /* lists that are open, the command's included */
	size_t run;	    /* atoms in a row since the last parenthesis */
	bool opened;	    /* that parenthesis was a "(" */
	struct slice head;  /* the first atom of the run */
	struct slice name;  /* the second */
	size_t root_depth;  /* of the innermost (root-obj ...), or 0 */
	bool is_parameters; /* the run is the list behind `par` */
};

/* Behind the "(" and the name of a command. */
void lexical_limits_init(
	struct lexical_limits *c, const char *text, enum command_kind command);

/* Looks at the next token; false with DIAGNOSTIC_LIMIT at the first that is
 * beyond a limit, with DIAGNOSTIC_TOKEN at a name or string with a
 * character that it cannot have. */
bool lexical_limits_pass(struct lexical_limits *c, const struct token *t,
	struct diagnostic *fault);

#endif
