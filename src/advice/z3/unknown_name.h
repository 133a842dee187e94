#ifndef ADVICE_Z3_UNKNOWN_NAME_H
#define ADVICE_Z3_UNKNOWN_NAME_H

/* libz3's "unknown constant": a name alone, or one that is applied. */

#include "advice/message/message.h"

/* Fills the message; always true. */
bool unknown_name_tell(struct message *c, const struct text_context *s);

#endif
