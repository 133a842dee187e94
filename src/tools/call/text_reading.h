#ifndef TOOLS_CALL_TEXT_READING_H
#define TOOLS_CALL_TEXT_READING_H

/*
 * The texts of a call that a worker has to read (wire/reading.h): in another
 * language than SMT-LIB, or long. Short SMT-LIB is read in the server.
 *
 *	reading_request_init(&r, ASK_READ_SCRIPT);
 *	reading_request_add(&r, text, size);
 *	if (!reading_ask_solve(c, &r, timeout_ms, on_read, &e)) ...
 */

#include <stdbool.h>
#include <stddef.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "tools/call/call.h"
#include "wire/ask.h"

/* Returns whether the server reads the text itself. */
bool reading_is_here(const char *text, size_t size);

struct reading_request {
	struct ask ask;
	struct buf text;
	struct ask_fields fields;
};

void reading_request_init(struct reading_request *r, enum ask_kind kind);
/* The text is copied. */
void reading_request_add(
	struct reading_request *r, const char *text, size_t size);
void reading_request_release(struct reading_request *r);
DROP_BY(reading_request, reading_request_release)

/*
 * Asks a worker; the call goes on in on_answer, which owns the answer. The
 * request may be released then. An edit, whose session is `owner` or that has
 * none (0), has CHECK_TIMEOUT_MS from when a worker begins. A solve has what is
 * left of timeout_ms.
 */
bool reading_ask_edit(struct call *c, const struct reading_request *r,
	int64_t owner, call_on_answer *on_answer, struct err *e);
bool reading_ask_solve(struct call *c, const struct reading_request *r,
	int64_t timeout_ms, call_on_answer *on_answer, struct err *e);

/* The request as it is asked; ERR_LIMIT if it is too large. It borrows the
 * texts of `r`, and lacks a time limit. */
bool reading_request_ask(
	const struct reading_request *r, struct ask *ask, struct err *e);

/*
 * Returns whether the worker has said all that was to be read, or found a
 * fault. Otherwise *e says how the worker ended; `what` names what it was to
 * read.
 */
bool reading_has_ended(const struct answer *answer,
	const struct advice_job *job, struct err *e);

/* Fills *e for the first fault of the answer. The place describes the text that
 * was sent and is changed if the fault is in another one. Always false. */
bool reading_refuse(
	const struct answer *answer, struct advice_place *place, struct err *e);

/* Adds the remarks to the warnings, "PREFIXline 2: ..."; the prefix of text
 * number i stands at i - 1. NULL: there are none. */
void reading_add_remarks(const struct answer *answer, char *const *prefixes,
	struct json_object *warnings);

#endif
