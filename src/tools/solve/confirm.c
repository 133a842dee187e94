#include "tools/solve/confirm.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/limits.h"
#include "model/items/model.h"
#include "model/text/export.h"
#include "pool/forkserver.h"
#include "smt/text/commands.h"
#include "tools/solve/solve_reply.h"
#include "tools/solve/solve_request.h"
#include "tools/solve/solver_call.h"
#include "wire/answer.h"
#include "json/json.h"

enum {
	TIME_MIN_MS = 50, /* the start of a solver takes as long */
	SCRIPT_MAX = 2 * LIMIT_MODEL,
};

/* Answers could be preceded by a "success" for each command. */
static const char preamble[] = "(set-option :print-success false)\n"
			       "(set-logic ALL)\n";

bool
confirm_is_wanted(const struct call *c)
{
	return json_get_bool(c->arguments, "confirm", c->server->confirms);
}

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

void
confirm_write_model(const struct solve_request *q, struct buf *out)
{
	buf_add_text(out, preamble);
	for (size_t i = 0; i < q->model->count; i++) {
		const struct item *item = model_at(q->model, i);

		if (!q->is_left_out[i])
			(void)add_commands(item->content, item->size, out);
	}
	for (size_t i = 0; i < q->term_count; i++)
		add_term(&q->terms[i], out);
	buf_add_text(out, "(check-sat)\n");
}

bool
confirm_write_script(const char *text, size_t size, struct buf *out)
{
	size_t checks;

	buf_add_text(out, preamble);
	checks = add_commands(text, size, out);
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

/* The next step is the tool's. */
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
	struct solve_verdict *verdict = c->confirming;

	compare(verdict, owned);
	verdict->second.next(c);
}

void
confirm_ask(struct call *c, struct solve_verdict *verdict,
	const struct buf *script, tool_run *next)
{
	int64_t left_ms = c->work.limit_ms - (clock_now_ms() - c->started_ms);
	struct ask ask = {
		.kind = ASK_CONFIRM,
		.timeout_ms = (uint32_t)(left_ms > 1 ? left_ms : 1),
		.engines = ENGINE_BIT(0), /* of which there is no race */
	};
	struct err e;

	verdict->second.solver = second_solver_name(c->server->confirm_with);
	verdict->second.status = STATUS_UNKNOWN;
	verdict->second.next = next;
	c->confirming = verdict;
	if (script != NULL) {
		ask.text = script->data;
		ask.size = script->size;
	}
	if (verdict->status == STATUS_UNKNOWN)
		verdict->second.why = "was not asked: Z3 has no answer";
	else if (script == NULL)
		verdict->second.why = "was not asked: the text has several "
				      "checks";
	else if (script->overflowed)
		verdict->second.why = "was not asked: the text is too long";
	else if (left_ms < TIME_MIN_MS)
		verdict->second.why = "was not asked: no time was left";
	else if (call_ask(c, &ask, LANE_SOLVE, on_second, &e))
		return;
	else
		verdict->second.why = "could not be asked";
	next(c);
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
confirm_put(struct solve_reply *w)
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
