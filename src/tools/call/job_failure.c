#include "tools/call/job_failure.h"

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/utf8.h"

/* Not of DONE and NO_WORKER. */
static const struct {
	const char *code;
	const char *end; /* of advice_job */
} outcomes[OUTCOME_LOST + 1] = {
	[OUTCOME_TIMEOUT] = {"timeout", "timeout"},
	[OUTCOME_MEMORY] = {"memory", "memory"},
	[OUTCOME_CRASH] = {"crash", "crash"},
	[OUTCOME_KILLED] = {"crash", "killed"},
	[OUTCOME_JAIL] = {"crash", "jail"},
	[OUTCOME_GARBLED] = {"crash", "crash"},
	[OUTCOME_TOO_LARGE] = {"memory", "too-large"},
	[OUTCOME_CANCELLED] = {"cancelled", "cancelled"},
	[OUTCOME_LOST] = {"crash", "lost"},
};

char *
job_failure_message(const struct answer *answer, struct advice_job *job)
{
	bool is_unplaced = answer->outcome == OUTCOME_TIMEOUT &&
			   answer->phase == PHASE_WAITING &&
			   answer->job.is_launched;
	DROP(text) char *said = NULL;

	if (answer->outcome == OUTCOME_NO_WORKER)
		return advice_worker(answer->detail);
	if (answer->outcome == OUTCOME_LOST)
		job->what = answer->detail;
	job->doing = is_unplaced ? NULL : phase_name(answer->phase);
	said = advice_job(
		is_unplaced ? "unplaced" : outcomes[answer->outcome].end, job);
	return sanitize_text(said); /* it names items */
}

const char *
job_failure_code(enum outcome outcome)
{
	return outcomes[outcome].code;
}
