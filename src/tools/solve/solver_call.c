#include "tools/solve/solver_call.h"

#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/limits.h"
#include "tools/call/job_failure.h"
#include "tools/call/solver_options.h"
#include "tools/call/values.h"
#include "json/json.h"

enum {
	TIME_DIGITS = 6,
	/* An answer as quick as this was all but the decision itself. */
	SOON_MS = 100,
	STATISTICS_MAX = 64 * KIB,
};

bool
solver_call_ask(struct call *c, const struct ask *ask,
	const struct solver_options *setup, call_on_answer *on_answer,
	struct err *e)
{
	int64_t limit_ms =
		json_get_int(c->arguments, "timeout_ms", setup->timeout_ms);
	int64_t left_ms = limit_ms - (clock_now_ms() - c->started_ms);
	struct ask complete = *ask;

	complete.kind = ASK_SOLVE;
	complete.timeout_ms = left_ms > 1 ? (uint32_t)left_ms : 1;
	complete.want_values = true;
	complete.engines = setup->engines;
	complete.minimize_core = json_get_bool(
		c->arguments, "minimize_core", setup->minimize_core);
	if (!call_ask(c, &complete, LANE_SOLVE, on_answer, e))
		return false;
	if (c->work.is_spare)
		portfolio_set_spare(c->work.race, true);
	c->work.limit_ms = limit_ms;
	c->work.memory_mb = setup->memory_mb;
	c->work.text = ask->text;
	c->work.size = ask->size;
	return true;
}

bool
solver_call_read(struct call *c, struct answer *answer, size_t asked,
	struct values *values, struct err *e)
{
	const struct answer_check *last = answer_last(answer);
	struct advice_job job = {.what = "the text"};

	if (answer->outcome == OUTCOME_NO_WORKER) {
		DROP(text) char *message = job_failure_message(answer, &job);

		return err_set(e, ERR_WORKER, "%s", message);
	}
	if (last != NULL &&
		!values_read(last, call_reply_text(c), asked, values))
		answer->outcome = OUTCOME_GARBLED;
	return true;
}

void
solver_call_put_statistics(
	const struct answer *answer, struct json_object *structured)
{
	const struct answer_check *last = answer_last(answer);
	struct json_object *statistics = NULL;
	struct err ignored;

	if (last == NULL || last->statistics == NULL ||
		strlen(last->statistics) > STATISTICS_MAX ||
		!json_parse(last->statistics, strlen(last->statistics),
			&statistics, &ignored))
		return;
	if (json_kind(statistics) == JSON_OBJECT && json_count(statistics) > 0)
		json_put(structured, "statistics", statistics);
	else
		json_free(statistics);
}

int64_t
solver_call_us(const struct answer *answer)
{
	const struct answer_check *last = answer_last(answer);

	if (last != NULL && answer->ran_ms < SOON_MS)
		return (int64_t)last->solve_us;
	return answer->ran_ms * 1000;
}

void
solver_call_put_run(const struct answer *answer, struct json_object *structured)
{
	json_put(structured, "solve_time",
		json_new_decimal(
			(double)solver_call_us(answer) / 1e6, TIME_DIGITS));
	if (answer->z3_version != NULL)
		json_put_string(structured, "z3_version", answer->z3_version);
}

void
solver_call_add_run(const struct answer *answer, struct buf *text)
{
	if (answer->z3_version != NULL)
		buf_add_format(text, "Z3 %s, %.3f s.\n", answer->z3_version,
			(double)solver_call_us(answer) / 1e6);
}

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
solve_verdict_drop(struct solve_verdict *v)
{
	free(v->message);
	free(v->second.solver);
	*v = (struct solve_verdict){0};
}

/* NULL: all came that was asked of a solution. */
static char *
say_cut_solution(const struct answer_check *last, const struct advice_job *job)
{
	if (last->forced.count > 0)
		return text_format(
			"Time ran out after %lld ms, before it was decided for "
			"all terms. Raise timeout_ms, or ask for fewer terms.",
			(long long)job->limit_ms);
	if (last->solutions.list.count == 0 && last->counted == 0)
		return NULL;
	return text_format(
		"Time ran out after %lld ms in the search for more solutions. "
		"Raise timeout_ms, ask for fewer solutions, or let them differ "
		"on fewer terms with distinct_on.",
		(long long)job->limit_ms);
}

/* The job ended before its answer did; what had arrived still holds. */
static void
cut_short(const struct answer *answer, struct advice_job *job,
	enum status status, struct solve_verdict *v)
{
	const struct answer_check *last = answer_last(answer);
	DROP(text) char *message = NULL;

	if (status == STATUS_SAT && answer->outcome == OUTCOME_TIMEOUT)
		message = say_cut_solution(last, job);
	if (message != NULL) {
		solve_verdict_set(v, status, "timeout", TAKE(message));
		return;
	}
	job->is_answered = status != STATUS_UNKNOWN;
	message = job_failure_message(answer, job);
	solve_verdict_set(v, status, job_failure_code(answer->outcome),
		status == STATUS_UNKNOWN
			? TAKE(message)
			: text_format(
				  "The answer is %s, but it is incomplete: %s",
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
		solve_verdict_set(v, STATUS_UNKNOWN, "timeout",
			advice_job("timeout", job));
	else if (is_memory)
		solve_verdict_set(
			v, STATUS_UNKNOWN, "memory", advice_job("memory", job));
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

/* A search for the best ends a little before its time, to report it. */
static bool
is_cut_search(const struct call *c, const struct answer_check *check)
{
	int64_t ran_ms = clock_now_ms() - c->started_ms;

	return !is_settled(check) &&
	       ran_ms >= c->work.limit_ms - c->work.limit_ms / 10 - 30;
}

void
solve_verdict_of(const struct call *c, const struct answer *answer,
	size_t checks, const char *what, struct solve_verdict *v)
{
	const struct answer_check *last = answer_last(answer);
	bool is_late = clock_now_ms() - c->started_ms >= c->work.limit_ms;
	struct advice_job job = {
		.limit_ms = c->work.limit_ms,
		.memory_mb = c->work.memory_mb > 0 ? c->work.memory_mb
						   : c->server->memory_mb,
		.what = what,
	};
	enum status status = STATUS_UNKNOWN;

	*v = (struct solve_verdict){.status = STATUS_UNKNOWN};
	/* Of a garbled answer nothing is believed. */
	if (last != NULL && answer->check_count >= checks &&
		last->status != STATUS_NONE &&
		answer->outcome != OUTCOME_GARBLED)
		status = last->status;
	if (c->work.text != NULL &&
		(answer->outcome != OUTCOME_DONE || status == STATUS_UNKNOWN))
		job.hardest = advice_hardest(c->work.text, c->work.size);
	if (answer->outcome != OUTCOME_DONE) {
		cut_short(answer, &job, status, v);
	} else if (status == STATUS_UNKNOWN) {
		job.doing = is_late ? job_failure_doing(answer) : NULL;
		gave_up(last, &job, is_late, v);
	} else if (status == STATUS_SAT && is_cut_search(c, last)) {
		solve_verdict_set(v, status, "timeout",
			text_format("Time ran out after %lld ms, before the "
				    "optimum was proved: the values are the "
				    "best found so far. Solving again "
				    "continues from them.",
				(long long)c->work.limit_ms));
	} else {
		v->status = status;
	}
}
