#ifndef SOLVER_REPORT_H
#define SOLVER_REPORT_H

/*
 * What the child says, as soon as it knows it: frames of wire/answer.h are put
 * into report_frames() and written by report_send. When the server no longer
 * listens, the process ends.
 */

#include "base/buf.h"
#include "smt/fault.h"
#include "smt/standin.h"
#include "wire/answer.h"

void report_open(int fd);

/* Another answer begins; the one before has been sent. */
void report_next(void);

/* Where the next frames are put. */
struct buf *report_frames(void);

/* From here on libz3 says these for sorts of the text; there may be none. */
void report_standins(const struct standins *standins);

void report_send(void);

/*
 * The same, if it has been a while: for facts that more will follow at once.
 * A write wakes the server, which costs a trivial job more than its answer.
 */
void report_send_late(void);

/* One frame, sent. */
void report_phase(enum phase phase); /* unless it is the one before */
void report_phase_late(enum phase phase);
void report_fault(const struct fault *fault);

#endif
