#ifndef TOOLS_EDIT_WARN_H
#define TOOLS_EDIT_WARN_H

/*
 * What an edit says that is accepted and rarely meant: warnings of its new
 * items, each with item, line and what to do.
 */

struct answer;
struct editing;

/* Adds to ed->warnings, once; `answer` is that of the check. */
void edit_warn(struct editing *ed, const struct answer *answer);

#endif
