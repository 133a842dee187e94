#ifndef WORKER_BASE_ANSWER_STREAM_H
#define WORKER_BASE_ANSWER_STREAM_H

/*
 * What the child says, as soon as it knows it: frames of wire/answer.h are put
 * into answer_stream_frames() and written by answer_stream_send. When the
 * server no longer listens, the process ends.
 */

#include "base/buf.h"
#include "smt/text/diagnostic.h"
#include "wire/answer.h"
#include "worker/base/sort_alias.h"

void answer_stream_open(int fd);

/* Another answer begins; the one before has been sent. */
void answer_stream_next(void);

/* Where the next frames are put. */
struct buf *answer_stream_frames(void);

/* From here on libz3 says these for sorts of the text; there may be none. */
void answer_stream_standins(const struct standins *standins);

void answer_stream_send(void);

/*
 * The same, if it has been a while: for facts that more will follow at once.
 * A write wakes the server, which costs a trivial job more than its answer.
 */
void answer_stream_send_late(void);

/* One frame, sent. */
void answer_stream_phase(enum phase phase); /* unless it is the one before */
void answer_stream_phase_late(enum phase phase);
void answer_stream_fault(const struct diagnostic *fault);

#endif
