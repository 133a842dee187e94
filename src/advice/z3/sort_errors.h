#ifndef ADVICE_Z3_SORT_ERRORS_H
#define ADVICE_Z3_SORT_ERRORS_H

/* What to do when a term has one sort and another is due. */

#include "advice/message/message.h"

/* A sort in libz3's words. */
struct sort_text {
	const char *text;
	size_t size;
};

/*
 * Adds cause and steps for the term under the caret (message_aim it first),
 * which has the sort `given` where `due` is needed; {head} is what it is an
 * argument of. Says something in every case.
 */
void sort_errors_advise(struct message *c, const struct text_context *s,
	struct sort_text due, struct sort_text given);

/* The first `(...)` of a signature and so on: number-th sort of a list
 * "Int (Array Int Int)"; false if there are fewer. */
bool sort_error_at(
	struct sort_text list, size_t number, struct sort_text *sort);
size_t sort_error_count(struct sort_text list);
bool sort_error_is(struct sort_text a, struct sort_text b);

#endif
