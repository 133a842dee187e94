#ifndef TOOLS_MEMO_GET_MEMO_H
#define TOOLS_MEMO_GET_MEMO_H

/*
 * The reply of get_memo and edit_memo: the memo, each line after its number.
 */

#include "store/sessions/sessions.h"

struct call;

/* Answers the call with the memo of that session as it is now. */
void memo_reply(struct call *c, const struct session_info *info);

#endif
