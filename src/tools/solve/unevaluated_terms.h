#ifndef TOOLS_SOLVE_UNEVALUATED_TERMS_H
#define TOOLS_SOLVE_UNEVALUATED_TERMS_H

/*
 * The terms of a call that got no value: evaluation may leave a term as it is,
 * and may end with the time.
 */

struct json_object;
struct solve_request;
struct values;

/* A warning that names them, if there are any; none of values that were left
 * out for want of room. */
void unevaluated_terms_note(const struct solve_request *q,
	const struct values *values, struct json_object *notes);

#endif
