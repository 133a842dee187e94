#include "tools/call/job_failure.h"

#include <stddef.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/sanitize.h"

typedef char *say_outcome(const struct advice_job *job);

static char *
say_too_large(const struct advice_job *job)
{
	return text_format(
		"Z3's answer to %s was stopped: it grew over %d MiB. "
		"Ask for less: fewer (get-value ...) and "
		"(simplify ...), smaller widths and fewer "
		"quantified functions.",
		job->what, LIMIT_ANSWER / MIB);
}

static const struct {
	const char *code;
	say_outcome *say;
} outcomes[] = {
	[OUTCOME_DONE] = {NULL, NULL},
	[OUTCOME_TIMEOUT] = {"timeout", advice_timeout},
	[OUTCOME_MEMORY] = {"memory", advice_memory},
	[OUTCOME_CRASH] = {"crash", advice_crash},
	[OUTCOME_KILLED] = {"crash", advice_killed},
	[OUTCOME_JAIL] = {"crash", advice_jail},
	[OUTCOME_GARBLED] = {"crash", advice_crash},
	[OUTCOME_TOO_LARGE] = {"memory", say_too_large},
	[OUTCOME_CANCELLED] = {"cancelled", advice_cancelled},
	[OUTCOME_NO_WORKER] = {NULL, NULL},
};

static const char *const doings[] = {
	[PHASE_WAITING] = "waiting for a free worker",
	[PHASE_PARSING] = "reading the text",
	[PHASE_SOLVING] = "searching for an answer",
	[PHASE_OPTIMIZING] = "searching for the optimum",
	[PHASE_MODEL] = "working out the values",
	[PHASE_CORE] = "looking for the conflict",
};

const char *
job_failure_doing(const struct answer *answer)
{
	return doings[answer->phase];
}

char *
job_failure_message(const struct answer *answer, struct advice_job *job)
{
	DROP(text) char *said = NULL;

	if (answer->outcome == OUTCOME_NO_WORKER)
		return advice_worker(answer->detail);
	job->doing = job_failure_doing(answer);
	said = outcomes[answer->outcome].say(job);
	return sanitize_text(said); /* it names items */
}

const char *
job_failure_code(enum outcome outcome)
{
	return outcomes[outcome].code;
}
