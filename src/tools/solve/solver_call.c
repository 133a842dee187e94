#include "tools/solve/solver_call.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/limits.h"
#include "model/items/model.h"
#include "model/text/export.h"
#include "pool/forkserver.h"
#include "smt/rules/command_policy.h"
#include "smt/text/commands.h"
#include "tools/call/job_failure.h"
#include "tools/call/solver_options.h"
#include "tools/call/values.h"
#include "json/json.h"

enum {
	TIME_DIGITS = 6,
	/* An answer as quick as this was all but the decision itself. */
	SOON_MS = 100,
	STATISTICS_MAX = 64 * KIB,
	NAMED_MAX = 20,	  /* items in one sentence */
	FAILED_MAX = 100, /* assertions in one list */
	/* Lines that may be of nothing that the client knows. */
	TRIES_MAX = 1000,
	TIME_MIN_MS = 50, /* the start of a solver takes as long */
	SCRIPT_MAX = 2 * LIMIT_MODEL,
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
	struct json_object *statistics;

	if (last == NULL || last->statistics == NULL ||
		strlen(last->statistics) > STATISTICS_MAX)
		return;
	statistics = json_read(last->statistics);
	if (json_kind(statistics) == JSON_OBJECT && json_count(statistics) > 0)
		json_put(structured, "statistics", statistics);
	else
		json_free(statistics);
}

int64_t
solver_call_us(const struct answer *answer)
{
	const struct answer_check *last = answer_last(answer);

	if (last != NULL && answer->job.ran_ms < SOON_MS)
		return (int64_t)last->solve_us;
	return answer->job.ran_ms * 1000;
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
	if (last->solutions.list.count == 0 && last->solutions.counted == 0)
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
	if (last != NULL && answer->checks.count >= checks &&
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

/* --- what was checked ---------------------------------------------------- */

size_t
solve_count_false(const struct answer_check *check)
{
	size_t count = 0;

	for (size_t i = 0; i < check->evaluation.failed.count; i++)
		count += check->evaluation.failed.list[i].is_false;
	return count;
}

const struct answer_check *
solve_check_at(const struct answer *answer, size_t at)
{
	return at < answer->checks.count && answer->outcome != OUTCOME_GARBLED
		       ? &answer->checks.at[at]
		       : NULL;
}

enum status
solve_status_of(const struct answer_check *check)
{
	bool is_open =
		check == NULL || check->status == STATUS_NONE ||
		(check->status == STATUS_SAT && solve_count_false(check) > 0);

	return is_open ? STATUS_UNKNOWN : check->status;
}

/* Where it stands: {line} of a script, {index, name, line} of an item or
 * {argument} of the call; NULL: in none of these. */
static struct json_object *
place_of(const struct solve_request *q, const struct answer_assertion *one)
{
	const struct solve_request_term *term;
	struct json_object *place;
	DROP(text) char *argument = NULL;
	unsigned line = one->line;
	size_t index;

	if (q == NULL)
		return json_new_object_of("line", json_new_int(line), NULL);
	term = solve_request_find_term(q, one->field);
	if (term != NULL && term->index >= 0)
		argument = text_format("%s[%td]", term->argument, term->index);
	if (term != NULL)
		return json_new_object_of("argument",
			json_new_string(
				argument != NULL ? argument : term->argument),
			NULL);
	if (one->field != 0 ||
		!render_locate(&q->text.render, line, &index, &line))
		return NULL;
	place = json_new_object();
	json_put_int(place, "index", (int64_t)index);
	json_put_string(place, "name", model_at(q->model, index)->name);
	json_put_int(place, "line", line);
	return place;
}

struct json_object *
solve_list_failed(const struct solve_request *q,
	const struct answer_check *check, bool is_false)
{
	const struct answer_assertions *failed = &check->evaluation.failed;
	struct json_object *list = json_new_array();
	size_t tries = 0;

	for (size_t i = 0; i < failed->count && tries < TRIES_MAX &&
			   json_count(list) < FAILED_MAX;
		i++) {
		struct json_object *place;

		if (failed->list[i].is_false != is_false)
			continue;
		tries++;
		place = place_of(q, &failed->list[i]);
		if (place != NULL)
			json_add(list, place);
	}
	return list;
}

void
solve_name_failed(const struct json_object *list, struct buf *out)
{
	int64_t last = -1;
	size_t named = 0;

	for (size_t i = 0; i < json_count(list); i++) {
		const struct json_object *one = json_at(list, i);
		const char *argument = json_get_string(one, "argument");
		int64_t item = json_get_int(one, "index", -1);

		if (item >= 0 && item == last)
			continue;
		last = item >= 0 ? item : last;
		if (named == NAMED_MAX) {
			buf_add_text(out, ", ...");
			return;
		}
		buf_add_text(out, named++ > 0 ? ", " : "");
		if (argument != NULL)
			buf_add_text(out, argument);
		else if (item >= 0)
			buf_add_format(out, "item %" PRId64, item);
		else
			buf_add_format(out, "line %" PRId64,
				json_get_int(one, "line", 0));
	}
}

void
solve_verdict_distrust(const struct solve_request *q,
	const struct answer *answer, struct solve_verdict *verdict)
{
	const struct answer_check *check = answer_last(answer);
	DROP(json) struct json_object *failed = NULL;
	DROP(buf) struct buf places = {0};

	if (verdict->status != STATUS_SAT || solve_count_false(check) == 0)
		return;
	buf_init(&places, LIMIT_REPLY);
	failed = solve_list_failed(q, check, true);
	solve_name_failed(failed, &places);
	solve_verdict_set(verdict, STATUS_UNKNOWN, "incomplete",
		text_format(
			"Z3 answered sat, but under its values the assertions "
			"of these are false: %s. That is a fault of Z3, so "
			"neither the answer nor the values can be relied on. "
			"Write them in another way (simpler terms, other "
			"operators, explicit bounds) and solve again.",
			places.data));
}

/* --- a second opinion: the question ----------------------------------------
 */

/* Answers could be preceded by a "success" for each command. */
static const char preamble[] = "(set-option :print-success false)\n"
			       "(set-logic ALL)\n";

/* What other solvers know, and what the answer depends on. */
static bool
is_asked(enum command_kind kind)
{
	static const enum command_kind kinds[] = {COMMAND_DECLARE_SORT,
		COMMAND_DEFINE_SORT, COMMAND_DECLARE_DATATYPE,
		COMMAND_DECLARE_DATATYPES, COMMAND_DECLARE_CONST,
		COMMAND_DECLARE_FUN, COMMAND_DEFINE_CONST, COMMAND_DEFINE_FUN,
		COMMAND_DEFINE_FUN_REC, COMMAND_DEFINE_FUNS_REC, COMMAND_ASSERT,
		COMMAND_PUSH, COMMAND_POP, COMMAND_RESET_ASSERTIONS,
		COMMAND_CHECK_SAT, COMMAND_CHECK_SAT_ASSUMING};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (kinds[i] == kind)
			return true;
	return false;
}

/* The number of checks among the commands. */
static size_t
add_commands(const char *text, size_t size, struct buf *out)
{
	DROP(commands) struct commands forms = {0};
	DROP(buf) struct buf escaped;
	struct diagnostic ignored;
	size_t checks = 0;

	buf_init(&escaped, SCRIPT_MAX);
	export_add_content(text, size, &escaped);
	if (!commands_split(escaped.data, escaped.size, &forms, &ignored))
		return 0; /* it has been before */
	for (size_t i = 0; i < forms.count; i++) {
		const struct command *form = &forms.at[i];

		if (!is_asked(form->command))
			continue;
		checks += form->command == COMMAND_CHECK_SAT ||
			  form->command == COMMAND_CHECK_SAT_ASSUMING;
		buf_add(out, escaped.data + form->list.offset,
			form->list.length);
		buf_add_char(out, '\n');
	}
	return checks;
}

static void
add_term(const struct solve_request_term *term, struct buf *out)
{
	DROP(text)
	char *command =
		text_format(term->as == FIELD_REFUTE ? "(assert (not %.*s\n))"
						     : "(assert %.*s\n)",
			(int)term->size, term->text);

	if (term->as == FIELD_ASSUME || term->as == FIELD_REFUTE)
		(void)add_commands(command, strlen(command), out);
}

static void
write_model(const struct solve_request *q, struct buf *out)
{
	for (size_t i = 0; i < q->model->count; i++) {
		const struct item *item = model_at(q->model, i);

		if (!q->left_out.is[i])
			(void)add_commands(item->content, item->size, out);
	}
	for (size_t i = 0; i < q->terms.count; i++)
		add_term(&q->terms.at[i], out);
}

/*
 * As other solvers read it: declarations, definitions, assertions and, of a
 * script, scopes, up to its check. False: it has several checks.
 */
static bool
write_question(const struct solving *s, struct buf *out)
{
	size_t checks = 0;

	buf_add_text(out, preamble);
	if (s->script != NULL)
		checks = add_commands(s->script->text, s->script->size, out);
	else
		write_model(&s->q, out);
	if (checks == 0)
		buf_add_text(out, "(check-sat)\n");
	return checks <= 1;
}

/* --- its answer ----------------------------------------------------------- */

static const struct {
	const char *word;
	const char *meaning;
} answers[] = {
#define SECOND_ANSWER(id, meaning) {#id, meaning},
#include "wire/second_answers.def"
#undef SECOND_ANSWER
};

static const char *
meaning_of(const char *word)
{
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
		if (strcmp(answers[i].word, word) == 0)
			return answers[i].meaning;
	}
	return "did not answer";
}

static const char *
reason_of(const struct answer *answer, const struct answer_check *check)
{
	if (answer->outcome == OUTCOME_TIMEOUT ||
		answer->outcome == OUTCOME_CANCELLED)
		return meaning_of("late");
	if (answer->outcome != OUTCOME_DONE || check == NULL)
		return "could not be asked";
	return meaning_of(check->reason);
}

static void
compare(struct solve_verdict *v, const struct answer *answer)
{
	const struct answer_check *check = answer_last(answer);
	enum status first = v->status;

	v->second.status = STATUS_UNKNOWN;
	if (answer->outcome == OUTCOME_DONE && check != NULL)
		v->second.status = check->status;
	if (v->second.status != STATUS_SAT &&
		v->second.status != STATUS_UNSAT) {
		v->second.status = STATUS_UNKNOWN;
		v->second.why = reason_of(answer, check);
	} else if (v->second.status != first) {
		solve_verdict_set(v, STATUS_UNKNOWN, "contradiction",
			text_format(
				"Z3 answers %s, but %s answers %s: one of them "
				"is wrong, so neither is relied on. Write the "
				"model in another way and solve again, or "
				"export it as smt2 and ask a third solver.",
				status_name(first), v->second.solver,
				status_name(v->second.status)));
	}
}

static void
on_second(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;

	compare(&c->solving->verdict, owned);
	c->solving->then(c);
}

/* NULL: it is asked. */
static const char *
ask_second(struct call *c, const struct solving *s)
{
	int64_t limit_ms = c->work.limit_ms;
	int64_t left_ms = limit_ms - (clock_now_ms() - c->started_ms);
	DROP(buf) struct buf text = {0};
	struct ask ask = {
		.kind = ASK_CONFIRM,
		.timeout_ms = (uint32_t)(left_ms > 1 ? left_ms : 1),
		.engines = ENGINE_BIT(0), /* of which there is no race */
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
	if (!call_ask(c, &ask, LANE_SOLVE, on_second, &e))
		return "could not be asked";
	c->work.limit_ms = limit_ms; /* that of the call, as before */
	return NULL;
}

/* What is asked in sets of assumptions has many answers. */
static bool
is_second_wanted(const struct call *c, const struct solving *s)
{
	return solve_request_count(&s->q, FIELD_SET) == 0 &&
	       json_get_bool(
		       c->arguments, "confirm", c->server->confirm.always);
}

/* --- the way -------------------------------------------------------------- */

void
solving_release(struct solving *s)
{
	solve_request_release(&s->q);
	answer_free(s->answer);
	solve_verdict_drop(&s->verdict);
	values_drop(&s->values);
}

static void
judge(struct call *c, struct solving *s)
{
	struct second_opinion *second = &s->verdict.second;

	solve_verdict_of(c, s->answer, s->checks, s->what, &s->verdict);
	solve_verdict_distrust(
		s->script != NULL ? NULL : &s->q, s->answer, &s->verdict);
	if (is_second_wanted(c, s)) {
		second->solver = second_solver_name(c->server->confirm.with);
		second->status = STATUS_UNKNOWN;
		second->why = ask_second(c, s);
		if (second->why == NULL)
			return;
	}
	s->then(c);
}

static void
on_answer(struct call *c, struct answer *answer)
{
	struct solving *s = c->solving;
	struct err e;

	answer_free(s->answer);
	s->answer = answer;
	if (answer->fault.kind != DIAGNOSTIC_NONE && s->refuse != NULL) {
		s->refuse(c);
	} else if (answer->fault.kind != DIAGNOSTIC_NONE) {
		(void)solve_request_refuse(&s->q, &answer->fault, &e);
		call_fail(c, &e);
	} else if (!solver_call_read(c, answer, s->wanted, &s->values, &e)) {
		call_fail(c, &e);
	} else {
		judge(c, s);
	}
}

bool
solving_ask(
	struct call *c, struct solving *s, const struct ask *ask, struct err *e)
{
	c->solving = s;
	return solver_call_ask(c, ask, &s->q.setup, on_answer, e);
}
