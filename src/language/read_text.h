#ifndef LANGUAGE_READ_TEXT_H
#define LANGUAGE_READ_TEXT_H

/* Reads the texts of a request, in whatever language they are, and answers in
 * the frames of wire/reading.h. Runs in a jailed child. */

struct ask;
struct buf;

/* Appends the frames; ask_kind_reads(ask->kind). */
void reading_answer(const struct ask *ask, struct buf *frames);

#endif
