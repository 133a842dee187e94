#ifndef TESTS_FORMULAS_CUT_H
#define TESTS_FORMULAS_CUT_H

/* A text that shows something, made shorter as long as it does. */

#include <stdbool.h>

/* Does this text still show it? */
typedef bool cut_shows(const char *text, void *argument);

/* Leaves out commands, and puts parts of terms in their places; the caller's.
 */
char *cut_down(const char *text, cut_shows *shows, void *argument);

#endif
