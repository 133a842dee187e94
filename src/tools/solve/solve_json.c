#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "smt/rules/command_policy.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "tools/call/solver_options.h"
#include "tools/call/text_reading.h"
#include "tools/solve/verdict.h"
#include "json/json.h"

/*
 * Each verification is an ask of its own, with a time limit of its own: the
 * program and the condition. The knowledge base is asked alone when none of
 * them was found consistent with it; the optimisation is the last.
 */

enum stage { VERIFY, ALONE, OPTIMIZE, REPLY };

static const struct {
	const char *argument;
	int64_t otherwise;
} limits_ms[] = {
	[VERIFY] = {"verify_timeout_ms", 10000},
	[ALONE] = {"verify_timeout_ms", 10000},
	[OPTIMIZE] = {"optimize_timeout_ms", 100000},
};

/* The state of the call. */
struct program_call {
	char *source;	     /* the program as text */
	struct answer *read; /* the program as SMT-LIB, and its questions */
	enum stage stage;
	struct admitted_text asked; /* the question at hand */
	struct solve solve;
	enum status alone; /* NONE: not known yet */
	size_t counts[STATUS_UNKNOWN + 1];
	struct json_object *verifications, *best;
	struct buf lines; /* on both, to read */
};

static void
program_free(void *state)
{
	struct program_call *s = state;

	answer_free(s->read);
	admitted_text_release(&s->asked);
	solve_release(&s->solve);
	json_free(s->verifications);
	json_free(s->best);
	buf_release(&s->lines);
	free(s->source);
	free(s);
}

/* --- the texts ----------------------------------------------------------- */

static const char *
text_of(const struct program_call *s)
{
	return s->read->output.text != NULL ? s->read->output.text : "";
}

static const struct reading_program *
program_of(const struct program_call *s)
{
	return &s->read->reading.program;
}

static bool
has_optimization(const struct program_call *s)
{
	return program_of(s)->optimizes &&
	       s->read->output.size > program_of(s)->known;
}

/* How many verifications are asked. */
static size_t
count_asked(const struct program_call *s)
{
	return program_of(s)->verifies ? s->read->reading.questions.count : 0;
}

/* All of it, as a script for any solver. */
static void
write_script(const struct program_call *s, struct buf *out)
{
	size_t known = program_of(s)->known;

	buf_add_text(out, "(set-logic ALL)\n");
	buf_add(out, text_of(s), known);
	buf_add_text(out, "; the knowledge base alone\n(check-sat)\n");
	for (size_t i = 1; i <= count_asked(s); i++)
		buf_add_format(out,
			"(push 1)\n(assert verify_%zu!)\n(check-sat)\n"
			"(pop 1)\n",
			i);
	if (has_optimization(s))
		buf_add_format(out,
			"; optimization\n%s(check-sat)\n(get-objectives)\n",
			text_of(s) + known);
}

/* --- the reply ----------------------------------------------------------- */

/* The answer is null where the verifications do not agree, and where one is
 * open. */
static void
put_answer(const struct program_call *s, struct reply *r)
{
	static const char *const words[] = {
		"unknown", "consistent", "contradictory", "unknown"};
	size_t sat = s->counts[STATUS_SAT];
	bool is_open = s->counts[STATUS_UNKNOWN] > 0 ||
		       (sat > 0) == (s->counts[STATUS_UNSAT] > 0);

	buf_add_format(&r->text,
		"Answer: %s. Of %zu verifications %zu consistent, %zu "
		"contradicting, %zu unknown. Knowledge base alone: %s.\n",
		is_open	  ? "Unknown"
		: sat > 0 ? "True"
			  : "False",
		json_count(s->verifications), sat, s->counts[STATUS_UNSAT],
		s->counts[STATUS_UNKNOWN], words[s->alone]);
	if (s->alone == STATUS_UNSAT)
		buf_add_text(&r->text,
			"The knowledge base contradicts itself, so the answer "
			"says nothing: mend its assertions and rules first.\n");
	json_put(r->structured, "answer",
		is_open ? NULL : json_new_bool(sat > 0));
	if (s->alone != STATUS_UNKNOWN)
		json_put_bool(
			r->structured, "vacuous", s->alone == STATUS_UNSAT);
	json_put_string(r->structured, "knowledge_base", words[s->alone]);
	for (enum status i = STATUS_SAT; i <= STATUS_UNKNOWN; i++) {
		DROP(text) char *key = text_format("%s_count", status_name(i));

		json_put_int(r->structured, key, (int64_t)s->counts[i]);
	}
}

static void
reply(struct call *c)
{
	const struct program_call *s = c->state;
	DROP(buf) struct buf script;
	DROP(text) char *shown = NULL;
	struct reply r;

	reply_init(&r, c);
	put_answer(s, &r);
	json_put(r.structured, "verifications", json_share(s->verifications));
	if (s->best != NULL)
		json_put(r.structured, "optimization", json_share(s->best));
	buf_init(&script, 4 * LIMIT_MESSAGE);
	write_script(s, &script);
	shown = reply_cut(&r, "`smtlib`", script.data,
		"; the program is too large for a reply");
	json_put_string(r.structured, "smtlib", shown);
	buf_add_format(&r.text, "%sAs SMT-LIB:\n%s", s->lines.data, shown);
	reading_add_remarks(s->read, NULL, r.warnings);
	reply_send(&r, c);
}

/* A fault that libz3 has found in the question at hand. */
static void
refuse_answer(struct call *c, struct solve *solve)
{
	const struct program_call *s = c->state;
	const struct advice_place place = {
		.text = s->asked.text,
		.size = s->asked.size,
		.what = "the program as SMT-LIB",
		.index = -1,
		.is_script = true,
	};
	struct err e;

	(void)advice_fault(&solve->answer->fault, &place, &e);
	call_fail(c, &e);
}

/* --- the questions ------------------------------------------------------- */

/* NULL if there is nothing to be said. */
static char *
reason_of(const struct program_call *s)
{
	const struct solve_verdict *v = &s->solve.verdict;

	if (v->code == NULL || strcmp(v->code, "timeout") != 0)
		return text_copy(v->message);
	return text_format("Time ran out; raise %s, give variables ranges, or "
			   "avoid products and quantifiers.",
		limits_ms[s->stage].argument);
}

/* {status, reason?}, and as a line to read after `head`. */
static struct json_object *
new_result(struct program_call *s, const char *head, const char *reading)
{
	const char *status = status_name(s->solve.verdict.status);
	DROP(text) char *reason = reason_of(s);

	buf_add_format(&s->lines, "%s: %s%s%s%s\n", head, status, reading,
		reason != NULL ? ". " : "", reason != NULL ? reason : "");
	return json_new_object_of("status", json_new_string(status), "reason",
		json_new_string(reason), NULL);
}

static void
add_verification(struct program_call *s)
{
	static const char *const readings[] = {
		"unknown", "consistent", "contradicts", "unknown"};
	enum status status = s->solve.verdict.status;
	size_t number = json_count(s->verifications);
	const char *name = s->read->reading.questions.at[number].name;
	DROP(text) char *reading = text_format(", %s", readings[status]);
	struct json_object *one = new_result(s, name, reading);

	json_put_string(one, "name", name);
	json_put_string(one, "reading", readings[status]);
	json_add(s->verifications, one);
	s->counts[status]++;
}

static void
put_best(struct program_call *s)
{
	struct values *values = &s->solve.values;

	s->best = new_result(s, "Optimisation", "");
	if (s->solve.verdict.status != STATUS_SAT)
		return;
	json_put(s->best, "objectives",
		objectives_list(answer_last(s->solve.answer)));
	objectives_add_lines(json_get(s->best, "objectives"), "", &s->lines);
	values_add_lines(NULL, values, &s->lines);
	json_put(s->best, "values", TAKE(values->values));
}

static void ask(struct call *c);

static void
read_answer(struct call *c, struct solve *solve)
{
	struct program_call *s = c->state;
	enum status status = solve->verdict.status;

	/* What is consistent with more is so by itself. */
	if (s->stage == ALONE || status == STATUS_SAT)
		s->alone = status;
	if (s->stage == OPTIMIZE)
		put_best(s);
	else if (s->stage == VERIFY)
		add_verification(s);
	ask(c);
}

static enum stage
next_stage(const struct program_call *s)
{
	if (json_count(s->verifications) < count_asked(s))
		return VERIFY;
	if (s->alone == STATUS_NONE)
		return ALONE;
	return has_optimization(s) && s->best == NULL ? OPTIMIZE : REPLY;
}

/* Leaves the conditions out but that one: their lines are empty, so that they
 * cost nothing and all places stay. */
static void
add_text(const struct program_call *s, size_t end, size_t number,
	struct buf *text)
{
	const struct reading *r = &s->read->reading;
	size_t from = 0;

	for (size_t i = 0; i < r->questions.count; i++) {
		const struct reading_question *q = &r->questions.at[i];

		if (i + 1 == number)
			continue;
		buf_add(text, text_of(s) + from, q->offset - from);
		from = q->offset + q->size;
	}
	buf_add(text, text_of(s) + from, end - from);
}

static void
write_ask(struct program_call *s)
{
	size_t number =
		s->stage == VERIFY ? json_count(s->verifications) + 1 : 0;
	DROP(buf) struct buf text;

	buf_init(&text, LIMIT_ASK);
	add_text(s,
		s->stage == OPTIMIZE ? s->read->output.size
				     : program_of(s)->known,
		number, &text);
	if (number > 0)
		buf_add_format(&text, "(assert verify_%zu!)\n", number);
	buf_add_text(&text, "(check-sat)");
	admitted_text_release(&s->asked);
	s->asked.size = text.size;
	s->asked.text = buf_detach(&text);
}

static int64_t
limit_of(const struct call *c, enum stage stage)
{
	return json_get_int(c->arguments, limits_ms[stage].argument,
		limits_ms[stage].otherwise);
}

static void
ask(struct call *c)
{
	struct program_call *s = c->state;
	struct solver_options setup;
	struct err e;

	s->stage = next_stage(s);
	if (s->stage == REPLY) {
		reply(c);
		return;
	}
	write_ask(s);
	solver_options_read(c->server, NULL, NULL, &setup);
	/* It counts from the beginning of the call. */
	setup.timeout_ms =
		limit_of(c, s->stage) + clock_now_ms() - c->started_ms;
	solve_release(&s->solve);
	s->solve = (struct solve){
		.setup = setup,
		.script = &s->asked,
		.ask.checks = 1,
		.steps = {.what = "the program",
			.refuse = refuse_answer,
			.reply = read_answer},
	};
	if (!solve_ask(c, &s->solve, &e))
		call_fail(c, &e);
}

/* --- the call ------------------------------------------------------------ */

static bool
take(const struct call *c, struct err *e)
{
	const struct program_call *s = c->state;
	const struct advice_job job = {
		.what = "the program",
		.limit_ms = c->work.limit_ms,
		.memory_mb = c->server->memory_mb,
	};
	struct advice_place place = {
		.text = s->source,
		.size = strlen(s->source),
		.what = "the program",
		.index = -1,
		.is_script = true,
	};

	return reading_has_ended(s->read, &job, e) &&
	       (s->read->fault.kind == DIAGNOSTIC_NONE ||
		       reading_refuse(s->read, &place, e));
}

static void
on_read(struct call *c, struct answer *answer)
{
	struct program_call *s = c->state;
	struct err e;

	s->read = answer;
	if (take(c, &e))
		ask(c);
	else
		call_fail(c, &e);
}

void
tool_solve_json(struct call *c)
{
	struct program_call *s = mem_new(sizeof(*s));
	DROP(reading_request) struct reading_request r;
	struct err e;

	c->state = s;
	c->state_free = program_free;
	s->verifications = json_new_array();
	buf_init(&s->lines, LIMIT_REPLY);
	s->source = json_plain(json_get(c->arguments, "program"));
	reading_request_init(&r, ASK_READ_PROGRAM);
	reading_request_add(&r, s->source, strlen(s->source));
	if (!reading_ask_solve(c, &r, limit_of(c, VERIFY), on_read, &e))
		call_fail(c, &e);
}
