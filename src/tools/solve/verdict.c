#include "tools/solve/verdict.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "base/wording.h"
#include "model/items/model.h"
#include "model/text/export.h"
#include "model/text/standard.h"
#include "pool/spawn.h"
#include "smt/rules/command_policy.h"
#include "smt/text/commands.h"
#include "tools/call/solver_options.h"
#include "tools/call/values.h"
#include "json/json.h"

enum {
	TIME_DIGITS = 6,
	/* An answer as quick as this was all but the decision itself. */
	SOON_MS = 100,
	NAMED_MAX = 20,	  /* items in one sentence */
	FAILED_MAX = 100, /* assertions in one list */
	TIME_MIN_MS = 50, /* the start of a solver takes as long */
	SCRIPT_MAX = 2 * LIMIT_MODEL,
};

bool
solve_ask_worker(struct call *c, struct solve *s, call_on_answer *on_answer,
	struct err *e)
{
	int64_t left_ms =
		s->setup.timeout_ms - (clock_now_ms() - c->started_ms);

	s->ask.kind = ASK_SOLVE;
	s->ask.timeout_ms = left_ms > 1 ? (uint32_t)left_ms : 1;
	s->ask.engines = s->setup.engines;
	s->ask.minimize_core = s->setup.minimize_core;
	c->solve = s;
	if (!call_ask(c, &s->ask, QUEUE_SOLVE, on_answer, e))
		return false;
	if (c->work.yields)
		portfolio_set_background(c->work.portfolio, true);
	c->work.limit_ms = s->setup.timeout_ms;
	return true;
}

int64_t
solve_time_us(const struct answer *answer)
{
	const struct answer_check *last = answer_last(answer);

	if (last != NULL && answer->job.ran_ms < SOON_MS)
		return (int64_t)last->solve_us;
	return answer->job.ran_ms * 1000;
}

void
solve_put_time(const struct answer *answer, struct json_object *structured)
{
	json_put(structured, "solve_time",
		json_new_decimal(
			(double)solve_time_us(answer) / 1e6, TIME_DIGITS));
	if (answer->z3_version != NULL)
		json_put_string(structured, "z3_version", answer->z3_version);
}

static void
set_verdict(struct solve_verdict *v, enum status status, const char *code,
	char *message)
{
	free(v->message);
	v->status = status;
	v->code = code;
	v->message = message;
}

const char *
solve_verdict_word(const struct solve_verdict *verdict)
{
	const char *code = verdict->code != NULL ? verdict->code : "";

	if (verdict->status != STATUS_UNKNOWN)
		return status_name(verdict->status);
	if (strcmp(code, "memory") == 0 || strcmp(code, "crash") == 0)
		return "error";
	return strcmp(code, "timeout") == 0 ? code : "unknown";
}

static void
set_timeout(struct solve_verdict *v, int64_t limit_ms, const char *what)
{
	DROP(text) char *worded = wording_text(what);

	set_verdict(v, STATUS_SAT, "timeout",
		text_format("Time ran out after %lld ms%s", (long long)limit_ms,
			worded));
}

/* What was being looked for when there was a solution; NULL: its values. */
static const char *
search_after(const struct answer_check *check)
{
	if (check->forced.count > 0)
		return ", before it was decided for all terms. Raise "
		       "{timeout_ms}, or ask for fewer terms.";
	if (check->solutions.list.count > 0 || check->solutions.counted > 0)
		return " in the search for more solutions. Raise {timeout_ms}, "
		       "ask for fewer solutions, or let them differ on fewer "
		       "terms with distinct_on.";
	return NULL;
}

/* The job ended before its answer did; what had arrived still holds. */
static void
set_incomplete(const struct answer *answer, struct advice_job *job,
	enum status status, struct solve_verdict *v)
{
	const char *search =
		status == STATUS_SAT && answer->outcome == OUTCOME_TIMEOUT
			? search_after(answer_last(answer))
			: NULL;
	DROP(text) char *message = NULL;

	if (search != NULL) {
		set_timeout(v, job->limit_ms, search);
		return;
	}
	job->is_answered = status != STATUS_UNKNOWN;
	message = advice_failure(answer, job);
	set_verdict(v, status, advice_failure_code(answer->outcome),
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
set_unknown(const struct answer_check *check, const struct advice_job *job,
	bool is_late, struct solve_verdict *v)
{
	const char *reason = check != NULL ? check->reason : "";
	bool is_memory =
		advice_z3(reason, &(struct slice){0}) == ADVICE_Z3_MEMORY;
	const char *code = is_late ? "timeout" : is_memory ? "memory" : NULL;

	if (code != NULL)
		set_verdict(v, STATUS_UNKNOWN, code, advice_job(code, job));
	else
		set_verdict(v, STATUS_UNKNOWN, "incomplete",
			advice_unknown(reason, job));
}

/* A search for the best ends a little before its time, to report it. */
static bool
is_cut_search(const struct call *c, const struct answer_check *check)
{
	int64_t ran_ms = clock_now_ms() - c->started_ms;
	bool is_proved = true;

	for (size_t i = 0; i < check->objectives.count; i++)
		is_proved &= objective_is_optimal(&check->objectives.at[i]);
	return !is_proved &&
	       ran_ms >= c->work.limit_ms - c->work.limit_ms / 10 - 30;
}

/* A solution under which an assertion is false is none. */
static void
set_contradicted(const struct solve *s, const struct answer_check *check,
	struct solve_verdict *v)
{
	DROP(json)
	struct json_object *failed = solve_list_failed(s, check, true);
	DROP(buf) struct buf places;

	buf_init(&places, LIMIT_REPLY);
	solve_name_failed(failed, &places);
	set_verdict(v, STATUS_UNKNOWN, "incomplete",
		text_format(
			"Z3 answered sat, but under its values the assertions "
			"of these are false: %s. That is a fault of Z3, so "
			"neither the answer nor the values can be relied on. "
			"Write them in another way (simpler terms, other "
			"operators, explicit bounds) and solve again.",
			places.data));
}

void
solve_reach_verdict(const struct call *c, struct solve *s)
{
	const struct answer *answer = s->answer;
	const struct answer_check *last = answer_last(answer);
	bool is_late = clock_now_ms() - c->started_ms >= c->work.limit_ms;
	struct solve_verdict *v = &s->verdict;
	struct advice_job job = {
		.limit_ms = c->work.limit_ms,
		.memory_mb = s->setup.memory_mb,
		.what = s->steps.what,
	};
	enum status status = STATUS_UNKNOWN;

	if (last != NULL && answer->checks.count >= s->ask.checks)
		status = last->status;
	solve_verdict_drop(v);
	v->status = status;
	if (answer->outcome != OUTCOME_DONE || status == STATUS_UNKNOWN)
		job.hardest = advice_hardest(s->ask.text, s->ask.size);
	if (answer->outcome != OUTCOME_DONE) {
		set_incomplete(answer, &job, status, v);
	} else if (status == STATUS_UNKNOWN) {
		job.has_phase = is_late;
		job.phase = answer->phase;
		set_unknown(last, &job, is_late, v);
	} else if (status == STATUS_SAT && is_cut_search(c, last)) {
		/* A text of its own leaves no run to go on from. */
		set_timeout(v, c->work.limit_ms,
			s->model != NULL
				? ", before the optimum was proved: the values "
				  "are the best found so far. Solving again "
				  "continues from them."
				: ", before the optimum was proved: the values "
				  "are the best found so far. Raise "
				  "{timeout_ms}.");
	}
	assert(v->status != STATUS_SAT || last != NULL);
	if (v->status == STATUS_SAT && answer_count_false(last) > 0)
		set_contradicted(s, last, v);
}

/* --- what was checked ---------------------------------------------------- */

const struct answer_check *
solve_check_at(const struct answer *answer, size_t at)
{
	return at < answer->checks.count ? &answer->checks.at[at] : NULL;
}

enum status
solve_status_of(const struct answer_check *check)
{
	bool is_open = check == NULL || (check->status == STATUS_SAT &&
						answer_count_false(check) > 0);

	return is_open ? STATUS_UNKNOWN : check->status;
}

/* Where it stands; NULL: in nothing that the client knows. */
static struct json_object *
place_of(const struct solve *s, const struct answer_assertion *one)
{
	const struct solve_term *term;
	DROP(text) char *argument = NULL;
	unsigned line = one->line;
	size_t index;

	if (s->model == NULL)
		return json_new_object_of("line", json_new_int(line), NULL);
	term = solve_find_term(s, one->field);
	if (term != NULL) {
		argument = solve_term_name(term);
		return json_new_object_of(
			"argument", json_new_string(argument), NULL);
	}
	if (one->field != 0 ||
		!render_locate(&s->text.render, line, &index, &line))
		return NULL;
	return json_new_object_of("index", json_new_int((int64_t)index), "name",
		json_new_string(model_at(s->model, index)->name), "line",
		json_new_int(line), NULL);
}

struct json_object *
solve_list_failed(
	const struct solve *s, const struct answer_check *check, bool is_false)
{
	const struct answer_assertions *failed = &check->evaluation.failed;
	struct json_object *list = json_new_array();

	for (size_t i = 0; i < failed->count && json_count(list) < FAILED_MAX;
		i++) {
		struct json_object *place = NULL;

		if (failed->list[i].is_false == is_false)
			place = place_of(s, &failed->list[i]);
		if (place != NULL)
			json_add(list, place);
	}
	return list;
}

void
solve_name_failed(const struct json_object *list, struct buf *out)
{
	DROP(text) char *last = NULL;
	size_t named = 0;

	for (size_t i = 0; i < json_count(list); i++) {
		const struct json_object *one = json_at(list, i);
		const char *argument = json_get_string(one, "argument");
		int64_t item = json_get_int(one, "index", -1);
		DROP(text)
		char *name = argument != NULL ? text_copy(argument)
			     : item >= 0
				     ? text_format("item %" PRId64, item)
				     : text_format("line %" PRId64,
					       json_get_int(one, "line", 0));

		if (last != NULL && strcmp(name, last) == 0)
			continue;
		if (named == NAMED_MAX) {
			buf_add_text(out, ", ...");
			return;
		}
		buf_add_format(out, "%s%s", named++ > 0 ? ", " : "", name);
		free(last);
		last = TAKE(name);
	}
}

/* --- a second opinion ---------------------------------------------------- */

/*
 * As other solvers read it: declarations, definitions, assertions and, of a
 * script, scopes, up to its check. False: it has several checks.
 */
static bool
write_question(const struct solve *s, struct buf *out)
{
	DROP(buf) struct buf text;
	DROP(parsed_text) struct parsed_text parsed = {0};
	struct diagnostic ignored; /* it has been read before */
	size_t checks = 0;
	bool is_own;

	buf_init(&text, SCRIPT_MAX);
	if (s->script != NULL) {
		(void)parsed_text_init(
			&parsed, s->script->text, s->script->size, &ignored);
	} else {
		solve_add_script(s, &text, &parsed.commands);
		parsed.text = text.data;
		parsed.size = text.size;
	}
	if (text.overflowed) {
		out->overflowed = true;
		return true;
	}
	coroutine_pause_early();
	is_own = standard_is_own(&parsed);
	/* Answers could be preceded by a "success" for each command. */
	buf_add_text(
		out, "(set-option :print-success false)\n(set-logic ALL)\n");
	for (size_t i = 0; i < parsed.commands.count; i++) {
		const struct command *form = &parsed.commands.at[i];
		enum command_kind kind = form->command;

		coroutine_pause();
		/* What other solvers know, and what the answer depends on. */
		if ((kind < COMMAND_DECLARE_SORT || kind > COMMAND_ASSERT) &&
			kind != COMMAND_PUSH && kind != COMMAND_POP &&
			kind != COMMAND_RESET_ASSERTIONS &&
			kind != COMMAND_CHECK_SAT &&
			kind != COMMAND_CHECK_SAT_ASSUMING)
			continue;
		checks += kind == COMMAND_CHECK_SAT ||
			  kind == COMMAND_CHECK_SAT_ASSUMING;
		export_add_content(parsed.text + form->list.offset,
			form->list.length, is_own, out);
		buf_add_char(out, '\n');
	}
	if (checks == 0)
		buf_add_text(out, "(check-sat)\n");
	return checks <= 1;
}

/* Why it has neither confirmed nor contradicted. */
static const char *
reason_of(const struct answer *answer)
{
	const struct answer_check *check = answer_last(answer);
	const char *word = "late";

	if (answer->outcome == OUTCOME_DONE && check != NULL)
		word = check->reason;
	else if (answer->outcome != OUTCOME_TIMEOUT &&
		 answer->outcome != OUTCOME_CANCELLED)
		return "could not be asked";
#define SECOND_ANSWER(id, meaning) \
	if (strcmp(word, #id) == 0) \
		return meaning;
#include "wire/second_answers.def"
#undef SECOND_ANSWER
	return "did not answer";
}

static void
on_second(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	struct solve *s = c->solve;
	struct solve_verdict *v = &s->verdict;

	v->second.status = solve_status_of(
		owned->outcome == OUTCOME_DONE ? answer_last(owned) : NULL);
	if (v->second.status == STATUS_UNKNOWN)
		v->second.why = reason_of(owned);
	else if (v->second.status != v->status)
		set_verdict(v, STATUS_UNKNOWN, "contradiction",
			text_format(
				"Z3 answers %s, but %s answers %s: one of them "
				"is wrong, so neither is relied on. Write the "
				"model in another way and solve again, or "
				"export it as smt2 and ask a third solver.",
				status_name(v->status), v->second.solver,
				status_name(v->second.status)));
	s->steps.reply(c, s);
}

/* NULL: it is asked. */
static const char *
ask_second(struct call *c, const struct solve *s)
{
	int64_t limit_ms = c->work.limit_ms;
	int64_t left_ms = limit_ms - (clock_now_ms() - c->started_ms);
	DROP(buf) struct buf text = {0};
	struct ask ask = {
		.kind = ASK_CONFIRM,
		.timeout_ms = (uint32_t)(left_ms > 1 ? left_ms : 1),
		.engines = ENGINE_BIT(0), /* which has no portfolio */
	};
	struct err e;

	if (s->verdict.status == STATUS_UNKNOWN)
		return "was not asked: Z3 has no answer";
	if (s->answer->outcome == OUTCOME_CANCELLED)
		return "was not asked: the call was cancelled";
	buf_init(&text, LIMIT_ASK);
	if (!write_question(s, &text))
		return "was not asked: the text has several checks";
	if (text.overflowed)
		return "was not asked: the text is too long";
	if (left_ms < TIME_MIN_MS)
		return "was not asked: no time was left";
	ask.text = text.data;
	ask.size = text.size;
	if (!call_ask(c, &ask, QUEUE_SOLVE, on_second, &e))
		return "could not be asked";
	c->work.limit_ms = limit_ms; /* that of the call, as before */
	return NULL;
}

static void
reach_verdict(struct call *c, struct solve *s)
{
	struct second_opinion *second = &s->verdict.second;

	solve_reach_verdict(c, s);
	if (s->steps.may_confirm && s->request.confirm) {
		second->solver = second_solver_name(c->server->confirm.with);
		second->status = STATUS_UNKNOWN;
		second->why = ask_second(c, s);
		if (second->why == NULL)
			return;
	}
	s->steps.reply(c, s);
}

static void
on_answer(struct call *c, struct answer *answer)
{
	struct solve *s = c->solve;
	const struct answer_check *last = answer_last(answer);
	/* Those that were asked for come before others. */
	size_t wanted = solve_count(s, FIELD_VALUE) +
			solve_count(s, FIELD_DISTINCT) +
			solve_count(s, FIELD_FORCED);
	struct advice_job job = {.what = "the text"};
	DROP(text) char *message = NULL;
	struct err e;

	answer_free(s->answer);
	s->answer = answer;
	if (answer->fault.kind != DIAGNOSTIC_NONE && s->steps.refuse != NULL) {
		s->steps.refuse(c, s);
	} else if (answer->fault.kind != DIAGNOSTIC_NONE) {
		(void)solve_refuse(s, &answer->fault, &e);
		call_fail(c, &e);
	} else if (answer->outcome == OUTCOME_NO_WORKER) {
		message = advice_failure(answer, &job);
		(void)err_set(&e, ERR_WORKER, "%s", message);
		call_fail(c, &e);
	} else {
		if (last != NULL)
			values_read(
				last, call_reply_text(c), wanted, &s->values);
		reach_verdict(c, s);
	}
}

bool
solve_ask(struct call *c, struct solve *s, struct err *e)
{
	if (s->script != NULL) {
		s->ask.text = s->script->text;
		s->ask.size = s->script->size;
	} else if (!solve_write(s, e)) {
		return false;
	}
	return solve_ask_worker(c, s, on_answer, e);
}
