#ifndef SMT_NAMES_TERM_H
#define SMT_NAMES_TERM_H

/*
 * A text that is to be one complete term, so that it can stand between the
 * parentheses of a command and cannot reach out of them.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/text/diagnostic.h"

/*
 * False with a fault for all but one term, blanks and comments around it
 * allowed: no term, a second one, a parenthesis too many or too few, a
 * command, what is beyond base/limits.h. On success *start and *length are
 * the term's bytes in the text.
 */
bool term_check(const char *text, size_t size, size_t *start, size_t *length,
	struct diagnostic *fault);

#endif
