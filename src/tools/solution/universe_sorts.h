#ifndef TOOLS_SOLUTION_UNIVERSE_SORTS_H
#define TOOLS_SOLUTION_UNIVERSE_SORTS_H

/*
 * Declared sorts with the elements that a solution gives them, in the text in
 * which terms are evaluated. Each writes what it takes and marks it as done.
 */

#include <stdbool.h>

#include "base/buf.h"
#include "smt/text/token.h"

struct parsed_text;

/*
 * A sort whose universe is known becomes an enumeration of its elements: they
 * differ from each other, there are no others, and each is its own value.
 * False when the solution has no universe for it. A name comes without bars.
 */
bool universe_sorts_write_sort(
	struct parsed_text *solution, struct slice sort, struct buf *out);

/*
 * An instance of a sort with parameters, (Q Int), is no enumeration: that it
 * has its elements, and no others, is asserted. The worker calls each element
 * as the constant that it is (worker/print/printer.h).
 */
void universe_sorts_write_instances(
	struct parsed_text *solution, struct buf *out);

#endif
