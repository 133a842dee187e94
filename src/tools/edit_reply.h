#ifndef TOOLS_EDIT_REPLY_H
#define TOOLS_EDIT_REPLY_H

struct call;
struct editing;

/* Answers the call: what happened, and how the other items were renumbered. */
void edit_reply(struct call *c, struct editing *ed);

#endif
