#ifndef TOOLS_EDIT_EDIT_REPLY_H
#define TOOLS_EDIT_EDIT_REPLY_H

struct call;
struct edit_transaction;

/* Answers the call: what happened, and how the other items were renumbered. */
void edit_reply(struct call *c, struct edit_transaction *ed);

#endif
