#ifndef TOOLS_HINTS_FAULTS_H
#define TOOLS_HINTS_FAULTS_H

/*
 * The message about all faults of a text: with all of them known, one more try
 * is enough, not one for each. The first is explained; then a line for each
 * reason, with all places that are refused for it.
 */

#include <stdbool.h>
#include <stddef.h>

#include "advice/advice.h"
#include "base/err.h"
#include "smt/text/commands.h"

struct json_object;

enum {
	FAULTS_REASONS = 20, /* that are shown; more are counted */
	FAULTS_PLACES = 10,  /* of one reason, likewise */
	/* That are looked at at all: each is compared with all known names. */
	FAULTS_LOOKED = 100,
};

/* Where a fault of the text lies, for its message; moves it there. False: it is
 * not to be reported. The faults come in their order. */
typedef bool fault_locate(
	struct diagnostic *fault, struct advice_place *place, void *argument);

struct faults {
	/* What was read, and found wrong with it, by offsets. */
	const char *text;
	const struct commands *forms; /* of the text */
	const struct diagnostic *first;
	const struct diagnostics *further; /* by libz3; or NULL */
	fault_locate *locate;
	void *argument;
};

/*
 * Fills *e, unless the first fault is not to be reported: then false. Of the
 * further faults those are left out that an earlier one may have caused (a
 * command that is refused declares nothing, so those that use its names are
 * refused too, and so on), those that stand in no command, and all of a command
 * but the first.
 */
bool faults_describe(const struct faults *f, struct err *e);

/* Adds the place, "line 3", to those that are refused for that reason, ": it is
 * no command": an array of places by reason. */
void faults_group(
	struct json_object *groups, const char *reason, const char *place);

/* Appends them: "- line 3: it is no command; likewise line 7, line 9". */
void faults_append(
	const struct json_object *groups, size_t omitted, struct err *e);

#endif
