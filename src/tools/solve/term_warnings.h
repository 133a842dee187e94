#ifndef TOOLS_SOLVE_TERM_WARNINGS_H
#define TOOLS_SOLVE_TERM_WARNINGS_H

/*
 * What libz3 accepts in the terms of a call and people rarely mean, as a
 * comparison with one argument: (> x) is true, and proved of any model.
 */

struct json_object;
struct solve_request;

/* A warning for each, behind the argument: "property: ...". */
void term_warnings_add(
	const struct solve_request *q, struct json_object *notes);

#endif
