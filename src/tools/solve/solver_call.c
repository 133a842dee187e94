#include "tools/solve/solver_call.h"

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
	if (c->is_spare)
		portfolio_set_spare(c->race, true);
	c->limit_ms = limit_ms;
	c->memory_mb = setup->memory_mb;
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
