#ifndef TOOLS_TERM_REMARKS_H
#define TOOLS_TERM_REMARKS_H

/*
 * What libz3 accepts in the terms of a call and people rarely mean, as a
 * comparison with one argument: (> x) is true, and proved of any model.
 */

struct json_object;
struct question;

/* A warning for each, behind the argument: "property: ...". */
void term_remarks_add(const struct question *q, struct json_object *notes);

#endif
