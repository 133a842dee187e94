#ifndef ADVICE_Z3_ENCLOSING_FORM_H
#define ADVICE_Z3_ENCLOSING_FORM_H

/* Why a name is not known, told from what stands around it. */

#include <stdbool.h>

#include "advice/message/message.h"

/*
 * The name under the caret is not known: maybe since it is an argument of a
 * function that only other languages have, or the name that its own define-fun
 * is about to define, or a variable whose binder has ended. Fills the message,
 * and moves the caret; false if it is none of these.
 */
bool enclosing_form_explains(struct message *c, const struct text_context *s,
	const struct advice_place *where, const char *name);

/* A name that its own define-fun is about to define. Likewise. */
bool enclosing_form_is_own_name(
	struct message *c, const struct text_context *s, const char *name);

/* A command inside another: (and (assert p) q). Likewise. */
bool enclosing_form_is_command(struct message *c, const struct text_context *s);

/* Whether an argument of that enclosing form (0 the innermost) is a Bool. */
bool enclosing_form_wants_bool(const struct text_context *s, size_t outward);

/* The first of these, for any place in the arguments. */
bool enclosing_form_is_foreign(struct message *c, const struct text_context *s,
	const struct advice_place *where);

#endif
