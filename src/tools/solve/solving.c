#include "tools/solve/solving.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/limits.h"
#include "model/items/model.h"
#include "model/text/export.h"
#include "pool/forkserver.h"
#include "smt/rules/command_policy.h"
#include "smt/text/commands.h"
#include "tools/solve/solve_reply.h"
#include "json/json.h"

enum {
	TIME_MIN_MS = 50, /* the start of a solver takes as long */
	SCRIPT_MAX = 2 * LIMIT_MODEL,
};

/* Answers could be preceded by a "success" for each command. */
static const char preamble[] = "(set-option :print-success false)\n"
			       "(set-logic ALL)\n";

/* --- the question --------------------------------------------------------- */

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

		if (!q->is_left_out[i])
			(void)add_commands(item->content, item->size, out);
	}
	for (size_t i = 0; i < q->term_count; i++)
		add_term(&q->terms[i], out);
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
	int64_t left_ms = c->work.limit_ms - (clock_now_ms() - c->started_ms);
	DROP(buf) struct buf text = {0};
	struct ask ask = {
		.kind = ASK_CONFIRM,
		.timeout_ms = (uint32_t)(left_ms > 1 ? left_ms : 1),
		.engines = ENGINE_BIT(0), /* of which there is no race */
	};
	struct err e;

	if (s->verdict.status == STATUS_UNKNOWN)
		return "was not asked: Z3 has no answer";
	buf_init(&text, LIMIT_ASK);
	if (!write_question(s, &text))
		return "was not asked: the text has several checks";
	if (text.overflowed)
		return "was not asked: the text is too long";
	if (left_ms < TIME_MIN_MS)
		return "was not asked: no time was left";
	ask.text = text.data;
	ask.size = text.size;
	return call_ask(c, &ask, LANE_SOLVE, on_second, &e)
		       ? NULL
		       : "could not be asked";
}

/* What is asked in sets of assumptions has many answers. */
static bool
is_second_wanted(const struct call *c)
{
	return json_get(c->arguments, "what_if") == NULL &&
	       json_get_bool(c->arguments, "confirm", c->server->confirms);
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
	solve_reply_distrust(
		s->script != NULL ? NULL : &s->q, s->answer, &s->verdict);
	if (is_second_wanted(c)) {
		second->solver = second_solver_name(c->server->confirm_with);
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

/* --- the reply ------------------------------------------------------------ */

static char *
describe(const struct solve_reply *w)
{
	const struct second_opinion *second = &w->verdict->second;

	if (second->status == STATUS_UNKNOWN)
		return text_format(
			"Not confirmed: %s %s.", second->solver, second->why);
	if (second->status != w->verdict->status)
		return NULL; /* the reason says so */
	return text_format("Confirmed: %s answers %s, too%s.", second->solver,
		status_name(second->status),
		w->check != NULL && w->check->objectives.count > 0
			? " (it was not asked for the best)"
			: "");
}

void
solving_put_second(struct solve_reply *w)
{
	const struct second_opinion *second = &w->verdict->second;
	DROP(text) char *message = NULL;
	struct json_object *one;

	if (second->solver == NULL)
		return;
	message = describe(w);
	one = json_new_object();
	json_put_string(one, "solver", second->solver);
	json_put_string(one, "status", status_name(second->status));
	json_put(one, "agrees",
		second->status == STATUS_UNKNOWN
			? NULL
			: json_new_bool(second->status == w->verdict->status));
	json_put_string(one, "message", message);
	json_put(w->r.structured, "confirmed", one);
	if (message != NULL)
		buf_add_format(&w->r.text, "%s%s\n", w->r.prefix, message);
}
