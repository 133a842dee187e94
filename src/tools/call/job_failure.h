#ifndef TOOLS_CALL_JOB_FAILURE_H
#define TOOLS_CALL_JOB_FAILURE_H

/*
 * How a worker's job ended, in words.
 */

#include "wire/answer.h"

struct advice_job;

/*
 * What became of a job that was not done, as a sentence with what to do; on
 * the heap. `answer->outcome` is not OUTCOME_DONE. Fills in job->doing.
 */
char *job_failure_message(const struct answer *answer, struct advice_job *job);

/* timeout, memory, crash or cancelled; NULL for DONE and NO_WORKER. */
const char *job_failure_code(enum outcome outcome);

#endif
