#ifndef WORKER_BASE_ANSWER_STREAM_H
#define WORKER_BASE_ANSWER_STREAM_H

/*
 * What the child says, as soon as it knows it: frames of wire/answer.h are put
 * into `frames` and written by answer_stream_send. When the server no longer
 * listens, the process ends.
 */

#include "base/buf.h"
#include "smt/text/diagnostic.h"
#include "wire/answer.h"
#include "worker/base/sort_alias.h"

struct answer_stream {
	struct buf frames; /* that are not sent yet */
	int fd;
	int64_t sent_us;
	enum phase phase; /* the last one that was reported */
	struct sort_aliases aliases;
};

void answer_stream_open(struct answer_stream *s, int fd);

/* Another answer begins; the one before has been sent. */
void answer_stream_next(struct answer_stream *s);

/* From here on libz3 says these for sorts of the text; there may be none. */
void answer_stream_sort_aliases(
	struct answer_stream *s, const struct sort_aliases *aliases);

void answer_stream_send(struct answer_stream *s);

/*
 * The same, if it has been a while: for facts that more will follow at once.
 * A write wakes the server, which costs a trivial job more than its answer.
 */
void answer_stream_send_late(struct answer_stream *s);

/* One frame, sent. */
void answer_stream_phase(struct answer_stream *s,
	enum phase phase); /* unless it is the one before */
void answer_stream_phase_late(struct answer_stream *s, enum phase phase);
void answer_stream_fault(
	struct answer_stream *s, const struct diagnostic *fault);

#endif
