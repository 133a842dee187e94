#ifndef TOOLS_SOLVE_CHECK_RESULTS_H
#define TOOLS_SOLVE_CHECK_RESULTS_H

/*
 * The checks of a script, each with what it came to.
 */

#include <stddef.h>

struct admitted_text;
struct answer;
struct json_object;
struct solve_verdict;

/*
 * [{status, line, output?, values?, objectives?, core?}], the caller's. The
 * last three are there for checks before the last one of the script, which has
 * `count`: of that one the answer as a whole has them. They are what the script
 * asked for. `*room` bytes may be used; it is 0 afterwards if that was not
 * enough.
 */
struct json_object *check_results_list(const struct answer *answer,
	const struct admitted_text *script, size_t count, size_t *room);

/*
 * An answer sat under whose values an assertion is false is none: of the last
 * check it becomes unknown, with the lines of these assertions.
 */
void check_results_distrust(
	const struct answer *answer, struct solve_verdict *ruling);

/* What a check printed behind its status. Borrowed. */
const char *check_results_printed(const struct answer *answer, size_t number);

#endif
