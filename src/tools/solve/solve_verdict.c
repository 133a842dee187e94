#include "tools/solve/solve_verdict.h"

#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "tools/call/call.h"
#include "tools/call/job_failure.h"
#include "json/json.h"

void
solve_verdict_set(struct solve_verdict *v, enum status status, const char *code,
	char *message)
{
	free(v->message);
	v->status = status;
	v->code = code;
	v->message = message;
}

void
solve_verdict_release(struct solve_verdict *v)
{
	free(v->message);
	v->message = NULL;
}

void
solve_verdict_drop(struct solve_verdict *v)
{
	solve_verdict_release(v);
}

static char *
say_more_solutions(const struct advice_job *job)
{
	return text_format("Time ran out after %lld ms, while more solutions "
			   "were looked for. Raise timeout_ms, ask for fewer, "
			   "or for such as differ on fewer terms, with "
			   "distinct_on.",
		(long long)job->limit_ms);
}

/* The job ended before its answer did; what had arrived still holds. */
static void
cut_short(const struct answer *answer, struct advice_job *job,
	enum status status, struct solve_verdict *v)
{
	const struct answer_check *last = answer_last(answer);
	DROP(text) char *message = NULL;

	if (status == STATUS_SAT && last->solutions.list.count > 0 &&
		answer->outcome == OUTCOME_TIMEOUT) {
		solve_verdict_set(
			v, status, "timeout", say_more_solutions(job));
		return;
	}
	job->is_answered = status != STATUS_UNKNOWN;
	message = job_failure_message(answer, job);
	solve_verdict_set(v, status, job_failure_code(answer->outcome),
		status == STATUS_UNKNOWN
			? TAKE(message)
			: text_format("The answer is %s, but not all of it "
				      "came: %s",
				  status_name(status), message));
}

/*
 * libz3 gives up with many words for the same event ("timeout", "canceled",
 * "(incomplete (theory arithmetic))"), so the clock decides.
 */
static void
gave_up(const struct answer_check *check, const struct advice_job *job,
	bool is_late, struct solve_verdict *v)
{
	const char *reason = check != NULL ? check->reason : "";
	bool is_memory = strstr(reason, "memory") != NULL ||
			 strstr(reason, "memout") != NULL;

	if (is_late)
		solve_verdict_set(
			v, STATUS_UNKNOWN, "timeout", advice_timeout(job));
	else if (is_memory)
		solve_verdict_set(
			v, STATUS_UNKNOWN, "memory", advice_memory(job));
	else
		solve_verdict_set(v, STATUS_UNKNOWN, "incomplete",
			advice_unknown(reason, job));
}

static bool
is_settled(const struct answer_check *check)
{
	for (size_t i = 0; i < check->objectives.count; i++) {
		if (!check->objectives.at[i].optimal)
			return false;
	}
	return true;
}

void
solve_verdict_of(const struct call *c, const struct answer *answer,
	size_t checks, const char *what, struct solve_verdict *v)
{
	const struct answer_check *last = answer_last(answer);
	bool is_late = clock_now_ms() - c->started_ms >= c->limit_ms;
	struct advice_job job = {
		.limit_ms = c->limit_ms,
		.memory_mb =
			c->memory_mb > 0 ? c->memory_mb : c->server->memory_mb,
		.what = what,
	};
	enum status status = STATUS_UNKNOWN;

	*v = (struct solve_verdict){.status = STATUS_UNKNOWN};
	/* Of a garbled answer nothing is believed. */
	if (last != NULL && answer->check_count >= checks &&
		last->status != STATUS_NONE &&
		answer->outcome != OUTCOME_GARBLED)
		status = last->status;
	if (answer->outcome != OUTCOME_DONE) {
		cut_short(answer, &job, status, v);
	} else if (status == STATUS_UNKNOWN) {
		job.doing = is_late ? job_failure_doing(answer) : NULL;
		gave_up(last, &job, is_late, v);
	} else if (status == STATUS_SAT && is_late && !is_settled(last)) {
		solve_verdict_set(v, status, "timeout",
			text_format("Time ran out after %lld ms, before the "
				    "optimum was proved: the values are the "
				    "best found so far. Raise timeout_ms to "
				    "go on.",
				(long long)c->limit_ms));
	} else {
		v->status = status;
	}
}

struct json_object *
solve_verdict_reason(const struct solve_verdict *v)
{
	struct json_object *reason = json_new_object();

	json_put_string(reason, "code", v->code);
	json_put_string(reason, "message", v->message);
	return reason;
}
