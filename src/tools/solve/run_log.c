#include "tools/solve/run_log.h"

#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/log.h"
#include "model/items/model.h"
#include "store/db/db.h"
#include "store/runs/runs.h"
#include "tools/call/call.h"
#include "tools/solve/solve_reply.h"
#include "tools/solve/solve_request.h"
#include "tools/solve/solver_call.h"
#include "json/json.h"

enum {
	/* Larger ones are in the answer that the client has. */
	SOLUTION_MAX = 2 * MIB,
	/* Of the arguments: a long list of terms is not worth keeping. */
	OPTIONS_MAX = 64 * KIB,
};

/* What differs from the defaults: the call's arguments and the session's
 * settings. */
static char *
describe_options(const struct call *c, const struct solve_request *q)
{
	DROP(json) struct json_object *options = json_copy(c->arguments);
	DROP(text) char *text = NULL;
	struct json_member m = {0};

	json_delete(options, "session");
	json_put_int(options, "timeout_ms", c->work.limit_ms);
	while (json_next(q->settings.values, &m)) {
		if (!json_find(options, m.key, NULL))
			json_put(options, m.key, json_copy(m.value));
	}
	text = json_text(options);
	return strlen(text) <= OPTIONS_MAX ? TAKE(text) : NULL;
}

/* [[ms, value, bound], ...]; the caller's. */
static char *
course_of(const struct call *c, const struct answer_check *check)
{
	DROP(json) struct json_object *list = json_new_array();

	for (size_t i = 0; i < check->course.count; i++) {
		const struct answer_point *p = &check->course.at[i];

		json_add(list, json_new_array_of(
				       json_new_int(p->at_ms - c->started_ms),
				       json_new_string(p->value),
				       json_new_string(p->bound), NULL));
	}
	return check->course.count > 0 ? json_text(list) : NULL;
}

/* Of several objectives that count alike a bound would be one of all. */
static const char *
bound_of(const struct solve_request *q, const struct answer_check *check)
{
	size_t count = check->course.count;
	const char *bound;

	if (count == 0 || (check->objectives.count > 1 &&
				  strcmp(q->text.order, "lex") != 0))
		return NULL;
	bound = check->course.at[count - 1].bound;
	return *bound != '\0' ? bound : NULL;
}

/* Of the answer's objectives, if there are any. */
static char *
objectives_of(const struct json_object *structured)
{
	const struct json_object *list =
		json_get_array(structured, "objectives");

	return list != NULL && json_count(list) > 0 ? json_text(list) : NULL;
}

static const char *
solution_of(const struct answer *answer, const struct solve_verdict *verdict)
{
	const struct answer_check *check = answer_last(answer);

	if (verdict->status != STATUS_SAT || check == NULL ||
		check->model == NULL || strlen(check->model) > SOLUTION_MAX)
		return NULL;
	return check->model;
}

/* What a run that is added borrows; the struct is also what runs_last gives
 * away. */
static char *
borrow(const char *text)
{
	return (char *)(uintptr_t)text;
}

/* As the answer has it; but nobody asks the log why a run is unknown. */
static const char *
status_of(const struct solve_verdict *verdict)
{
	bool is_cancelled = verdict->status == STATUS_UNKNOWN &&
			    verdict->code != NULL &&
			    strcmp(verdict->code, "cancelled") == 0;

	return is_cancelled ? verdict->code : solve_reply_status(verdict);
}

void
run_log_run(struct call *c, const struct solve_request *q,
	const struct answer *answer, const struct solve_verdict *verdict,
	bool is_solution, struct json_object *structured)
{
	DROP(text) char *options = describe_options(c, q);
	DROP(text) char *kept = json_text(structured);
	DROP(text) char *objectives = objectives_of(structured);
	const struct answer_check *check = answer_last(answer);
	DROP(text) char *course = check != NULL ? course_of(c, check) : NULL;
	struct run run = {
		.session = q->session.id,
		.revision = q->model->revision,
		.plain = !solve_request_is_what_if(q) &&
			 solve_request_count(q, FIELD_REFUTE) == 0,
		.status = borrow(status_of(verdict)),
		.options = options,
		.answer = kept,
		.z3_version = answer->z3_version,
		.solve_us = solver_call_us(answer),
		.text_hash = borrow(q->text.hash),
		.solution = is_solution ? borrow(solution_of(answer, verdict))
					: NULL,
		.objectives = objectives,
		.course = course,
		.bound = check != NULL ? borrow(bound_of(q, check)) : NULL,
	};
	struct err e;

	if (runs_add(c->server->store, &run, &e))
		json_put_int(structured, "run", run.id);
	else
		log_warn("%s: the run is not in the history: %s (%s)",
			c->tool->name, e.text, store_detail(c->server->store));
}
