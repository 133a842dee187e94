#ifndef TOOLS_EDIT_EDIT_WARN_H
#define TOOLS_EDIT_EDIT_WARN_H

/*
 * What an edit says that is accepted and rarely meant: warnings of its new
 * items, each with item, line and what to do.
 */

struct answer;
struct edit_transaction;

/* Adds to ed->warnings, once; `answer` is that of the check. */
void edit_warn(struct edit_transaction *ed, const struct answer *answer);

#endif
