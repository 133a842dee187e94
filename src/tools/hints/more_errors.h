#ifndef TOOLS_HINTS_MORE_ERRORS_H
#define TOOLS_HINTS_MORE_ERRORS_H

/*
 * Further faults, after the message of the first: with all of them known, one
 * more try is enough, not one for each. A line each, and one line for all that
 * are refused for the same reason.
 */

#include <stdbool.h>
#include <stddef.h>

#include "advice/advice.h"
#include "base/err.h"
#include "smt/text/diagnostic.h"

enum {
	MORE_ERRORS_REASONS = 20, /* that are shown; more are counted */
	MORE_ERRORS_PLACES = 10,  /* of one reason, likewise */
	/* That are looked at at all: each is compared with all known names. */
	MORE_ERRORS_LOOKED = 100,
};

/* Where a fault of the text lies, for its message; moves it there. False: it is
 * not to be reported. */
typedef bool more_errors_locate(
	struct diagnostic *fault, struct advice_place *place, void *argument);

struct more_errors {
	/* What libz3 has read, and found wrong with it, by offsets. */
	const char *text;
	size_t size;
	const struct diagnostic *first;
	const struct diagnostics *further;
	more_errors_locate *locate;
	void *argument;
};

/*
 * Appends the further faults to the message of the first, but for those that an
 * earlier one may have caused: a command that is refused declares nothing, so
 * those that use its names are refused too, and so on. Left out are also a
 * fault that stands in no command, and a second one of a command.
 */
void more_errors_append(const struct more_errors *more, struct err *e);

#endif
