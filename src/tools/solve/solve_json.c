#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/limits.h"
#include "language/json_dsl.h"
#include "smt/rules/command_policy.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "tools/call/solver_options.h"
#include "tools/call/values.h"
#include "tools/call/warnings.h"
#include "tools/solve/solve_reply.h"
#include "tools/solve/solver_call.h"
#include "json/json.h"

/*
 * Each verification is an ask of its own, with a time limit of its own: the
 * program and the condition. The knowledge base is asked alone when none of
 * them was found consistent with it; the optimisation is the last.
 */

enum stage { VERIFY, ALONE, OPTIMIZE };

/* The state of the call. */
struct program_call {
	struct translation text; /* what is assumed */
	struct json_dsl dsl;
	char *source; /* the program as text */
	char *bare;
	enum stage stage;
	size_t at; /* part that is verified */
	const struct dsl_part *part;
	struct admitted_text asked;
	enum status alone; /* NONE: not known yet */
	size_t counts[STATUS_UNKNOWN + 1];
	struct json_object *verifications;
	struct json_object *best;
	struct buf best_text;
};

static void
program_free(void *state)
{
	struct program_call *s = state;

	translation_release(&s->text);
	json_dsl_release(&s->dsl);
	admitted_text_release(&s->asked);
	json_free(s->verifications);
	json_free(s->best);
	buf_release(&s->best_text);
	free(s->source);
	free(s->bare);
	free(s);
}

/* --- the texts ----------------------------------------------------------- */

static void
add_optimization(const struct json_dsl *d, struct buf *out)
{
	for (size_t i = 0; i < d->count; i++) {
		const struct dsl_part *part = &d->parts[i];

		if (part->kind != DSL_VERIFICATION)
			(void)buf_add_format(out, "(%s %s)\n",
				part->kind == DSL_CONSTRAINT ? "assert"
				: part->maximize	     ? "maximize"
							     : "minimize",
				part->term);
	}
}

static bool
has_optimization(const struct json_dsl *d)
{
	return d->optimizes && d->count > 0 &&
	       d->parts[d->count - 1].kind != DSL_VERIFICATION;
}

/* All of it, as a script for any solver. */
static void
write_script(const struct program_call *s, struct buf *out)
{
	(void)buf_add_format(out,
		"(set-logic ALL)\n%s; the knowledge base "
		"alone\n(check-sat)\n",
		s->text.text.data);
	for (size_t i = 0; i < s->dsl.count; i++) {
		const struct dsl_part *part = &s->dsl.parts[i];

		if (part->kind == DSL_VERIFICATION && s->dsl.verifies)
			(void)buf_add_format(out,
				"; %s\n(push 1)\n(assert %s)\n(check-sat)\n"
				"(pop 1)\n",
				part->path, part->term);
	}
	if (!has_optimization(&s->dsl))
		return;
	(void)buf_add_text(out, "; optimization\n(push 1)\n");
	add_optimization(&s->dsl, out);
	(void)buf_add_text(out, "(check-sat)\n(get-objectives)\n(pop 1)\n");
}

/* --- the reply ----------------------------------------------------------- */

/* NULL where the verifications do not agree, and where one is open. */
static struct json_object *
new_answer(const struct program_call *s)
{
	size_t sat = s->counts[STATUS_SAT];
	size_t unsat = s->counts[STATUS_UNSAT];

	return s->counts[STATUS_UNKNOWN] > 0 || (sat > 0) == (unsat > 0)
		       ? NULL
		       : json_new_bool(sat > 0);
}

static const char *
alone_word(const struct program_call *s)
{
	return s->alone == STATUS_SAT	  ? "consistent"
	       : s->alone == STATUS_UNSAT ? "contradictory"
					  : "unknown";
}

static void
put_answer(const struct program_call *s, struct reply *r)
{
	struct json_object *answer = new_answer(s);

	(void)buf_add_format(&r->text,
		"Answer: %s. Of %zu verifications %zu consistent, %zu "
		"contradicting, %zu unknown. Knowledge base alone: %s.\n",
		answer == NULL	    ? "Unknown"
		: json_bool(answer) ? "True"
				    : "False",
		json_count(s->verifications), s->counts[STATUS_SAT],
		s->counts[STATUS_UNSAT], s->counts[STATUS_UNKNOWN],
		alone_word(s));
	json_put(r->structured, "answer", answer);
	json_put_bool(r->structured, "vacuous", s->alone == STATUS_UNSAT);
	if (s->alone == STATUS_UNSAT)
		(void)buf_add_text(&r->text,
			"The knowledge base contradicts itself, so the answer "
			"says nothing: mend its assertions and rules first.\n");
	json_put_string(r->structured, "knowledge_base", alone_word(s));
	json_put_int(
		r->structured, "sat_count", (int64_t)s->counts[STATUS_SAT]);
	json_put_int(
		r->structured, "unsat_count", (int64_t)s->counts[STATUS_UNSAT]);
	json_put_int(r->structured, "unknown_count",
		(int64_t)s->counts[STATUS_UNKNOWN]);
}

static void
put_verifications(const struct program_call *s, struct reply *r)
{
	for (size_t i = 0; i < json_count(s->verifications); i++) {
		const struct json_object *one = json_at(s->verifications, i);
		const char *reason = json_get_string(one, "reason");

		(void)buf_add_format(&r->text, "%s: %s, %s%s%s\n",
			json_get_string(one, "name"),
			json_get_string(one, "status"),
			json_get_string(one, "reading"),
			reason != NULL ? ". " : "",
			reason != NULL ? reason : "");
	}
	json_put(r->structured, "verifications", json_share(s->verifications));
}

static void
reply(struct call *c)
{
	const struct program_call *s = c->state;
	DROP(buf) struct buf script;
	DROP(text) char *shown = NULL;
	bool is_cut = false;
	struct reply r;

	reply_init(&r, c);
	put_answer(s, &r);
	put_verifications(s, &r);
	if (s->best != NULL) {
		json_put(r.structured, "optimization", json_share(s->best));
		(void)buf_add(&r.text, s->best_text.data, s->best_text.size);
	}
	buf_init(&script, 4 * LIMIT_MESSAGE);
	write_script(s, &script);
	shown = reply_cut(script.data, &r.room, &is_cut);
	json_put_string(r.structured, "smtlib", shown);
	(void)buf_add_format(&r.text, "As SMT-LIB:\n%s", shown);
	if (is_cut) {
		reply_put_truncated(&r);
		warnings_add(r.warnings,
			"`smtlib` is cut; the program is too large for a "
			"reply");
	}
	for (size_t i = 0; i < json_count(s->dsl.warnings); i++)
		warnings_add(r.warnings, "%s",
			json_string(json_at(s->dsl.warnings, i)));
	reply_send(&r, c);
}

/* --- the questions ------------------------------------------------------- */

static void ask(struct call *c);

static void
refuse(struct call *c, struct diagnostic *fault)
{
	const struct program_call *s = c->state;
	struct advice_place place = {
		.text = s->source,
		.size = strlen(s->source),
		.what = "the program",
		.index = -1,
		.is_script = true,
	};
	size_t base = s->text.text.size;
	struct err e;

	if (s->asked.text != NULL) {
		size_t at = text_offset(s->asked.text, s->asked.size,
			fault->line, fault->column);

		place.text = translation_locate(&s->text, fault);
		if (at >= base && s->part != NULL)
			text_place(s->source, s->part->source, &fault->line,
				&fault->column);
	}
	(void)advice_fault(fault, &place, &e);
	call_fail(c, &e);
}

static char *
say_reason(const struct program_call *s, const struct solve_verdict *v)
{
	if (v->code == NULL)
		return NULL;
	if (strcmp(v->code, "timeout") == 0)
		return text_format("Time ran out; raise %s, give variables "
				   "ranges, or avoid products and quantifiers.",
			s->stage == OPTIMIZE ? "optimize_timeout_ms"
					     : "verify_timeout_ms");
	return text_copy(v->message);
}

static void
put_verification(struct program_call *s, enum status status, char *reason)
{
	static const char *const readings[] = {
		"unknown", "consistent", "contradicts", "unknown"};

	DROP(text) char *owned = reason;

	s->counts[status]++;
	json_add(s->verifications,
		json_new_object_of("name", json_new_string(s->part->name),
			"status", json_new_string(status_name(status)),
			"reading", json_new_string(readings[status]), "reason",
			json_new_string(reason), NULL));
}

static void
put_best(struct program_call *s, const struct answer *answer,
	enum status status, char *reason, struct values *values)
{
	const struct answer_check *check = answer_last(answer);
	DROP(text) char *owned = reason;

	s->best = json_new_object_of("status",
		json_new_string(status_name(status)), "reason",
		json_new_string(reason), NULL);
	(void)buf_add_format(&s->best_text, "Optimisation: %s%s%s\n",
		status_name(status), reason != NULL ? ". " : "",
		reason != NULL ? reason : "");
	if (status != STATUS_SAT || check == NULL)
		return;
	json_put(s->best, "objectives", objectives_list(check));
	objectives_add_lines(
		json_get(s->best, "objectives"), "", &s->best_text);
	values_add_lines(values, &s->best_text);
	json_put(s->best, "values", TAKE(values->values));
}

static void
on_answer(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	DROP(solve_verdict) struct solve_verdict verdict = {0};
	DROP(values) struct values values = {0};
	struct program_call *s = c->state;
	struct err e;

	if (owned->fault.kind != DIAGNOSTIC_NONE) {
		refuse(c, &owned->fault);
		return;
	}
	if (!solver_call_read(c, owned, 0, &values, &e)) {
		call_fail(c, &e);
		return;
	}
	solve_verdict_of(c, owned, 1, "the program", &verdict);
	solve_reply_distrust(NULL, owned, &verdict);
	/* What is consistent with more is so by itself. */
	if (s->stage == ALONE || verdict.status == STATUS_SAT)
		s->alone = verdict.status;
	if (s->stage == VERIFY)
		put_verification(s, verdict.status, say_reason(s, &verdict));
	if (s->stage == OPTIMIZE)
		put_best(s, owned, verdict.status, say_reason(s, &verdict),
			&values);
	s->at += s->stage == VERIFY;
	if (s->stage == OPTIMIZE)
		s->at = SIZE_MAX;
	ask(c);
}

/* What is asked next; false: nothing. */
static bool
choose(struct program_call *s)
{
	const struct json_dsl *d = &s->dsl;

	s->part = NULL;
	if (s->at == SIZE_MAX)
		return false;
	s->stage = VERIFY;
	if (d->verifies && s->at < d->count &&
		d->parts[s->at].kind == DSL_VERIFICATION) {
		s->part = &d->parts[s->at];
		return true;
	}
	s->stage = s->alone == STATUS_NONE ? ALONE : OPTIMIZE;
	return s->stage == ALONE || has_optimization(d);
}

static bool
write_ask(struct program_call *s, struct diagnostic *fault)
{
	DROP(buf) struct buf text;

	buf_init(&text, LIMIT_ASK);
	(void)buf_add(&text, s->text.text.data, s->text.text.size);
	if (s->stage == VERIFY)
		(void)buf_add_format(&text, "(assert %s)\n", s->part->term);
	if (s->stage == OPTIMIZE)
		add_optimization(&s->dsl, &text);
	(void)buf_add_text(&text, "(check-sat)");
	admitted_text_release(&s->asked);
	return command_policy_script(text.data, text.size, &s->asked, fault);
}

static void
ask(struct call *c)
{
	struct program_call *s = c->state;
	const struct session_options none = {0};
	int64_t elapsed_ms = clock_now_ms() - c->started_ms;
	struct solver_options setup;
	struct ask asked = {.checks = 1};
	struct diagnostic fault;
	struct err e;

	if (!choose(s)) {
		reply(c);
		return;
	}
	if (!write_ask(s, &fault)) {
		refuse(c, &fault);
		return;
	}
	json_put_int(c->arguments, "timeout_ms",
		elapsed_ms +
			(s->stage == OPTIMIZE
					? json_get_int(c->arguments,
						  "optimize_timeout_ms", 100000)
					: json_get_int(c->arguments,
						  "verify_timeout_ms", 10000)));
	asked.text = s->asked.text;
	asked.size = s->asked.size;
	solver_options_read(c->server, &none, &setup);
	if (!solver_call_ask(c, &asked, &setup, on_answer, &e))
		call_fail(c, &e);
}

void
tool_solve_json(struct call *c)
{
	struct program_call *s = mem_new(sizeof(*s));
	const struct json_object *program = json_get(c->arguments, "program");
	struct diagnostic fault;

	c->state = s;
	c->state_free = program_free;
	s->verifications = json_new_array();
	buf_init(&s->best_text, LIMIT_REPLY);
	s->source = json_kind(program) == JSON_STRING
			    ? text_copy(json_string(program))
			    : json_text(program);
	s->bare = language_unwrap(s->source, strlen(s->source));
	s->text.source = s->source;
	buf_init(&s->text.text, 2 * LIMIT_MESSAGE);
	if (json_dsl_translate(
		    s->bare, strlen(s->bare), &s->text, &s->dsl, &fault))
		ask(c);
	else
		refuse(c, &fault);
}
