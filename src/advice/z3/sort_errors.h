#ifndef ADVICE_Z3_SORT_ERRORS_H
#define ADVICE_Z3_SORT_ERRORS_H

/* A term has one sort where another is expected: the functions of z3.rules
 * that find the term, named as there. */

#include "advice/message/message.h"

bool sort_error_mismatch(struct message *c, const struct text_context *s);
bool sort_error_position(struct message *c, const struct text_context *s);
bool sort_error_incompatible(struct message *c, const struct text_context *s);
bool sort_error_index(struct message *c, const struct text_context *s);
bool sort_error_lists(struct message *c, const struct text_context *s);
bool sort_error_unapplied(struct message *c, const struct text_context *s);
bool sort_error_assertion(struct message *c, const struct text_context *s);
bool sort_error_definition(struct message *c, const struct text_context *s);
bool sort_error_hexadecimal(struct message *c, const struct text_context *s);
bool sort_error_narrower(struct message *c, const struct text_context *s);
bool sort_error_wider(struct message *c, const struct text_context *s);

/* Aims at the term, and adds the cause and steps for its having the sort
 * `given` where `due` is expected. */
void sort_errors_argument(struct message *c, struct span at, struct slice due,
	struct slice given);

#endif
