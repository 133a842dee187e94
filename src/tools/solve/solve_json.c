#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "language/json_dsl.h"
#include "smt/rules/command_policy.h"
#include "smt/text/lexer.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "tools/call/solver_options.h"
#include "tools/call/values.h"
#include "tools/solve/solve_reply.h"
#include "tools/solve/solver_call.h"
#include "json/json.h"

/*
 * Each verification is an ask of its own, with a time limit of its own: the
 * program and the condition. The knowledge base is asked alone when none of
 * them was found consistent with it; the optimisation is the last.
 */

enum { VERIFY_TIMEOUT_MS = 10000, OPTIMIZE_TIMEOUT_MS = 100000 };

enum stage { VERIFY, ALONE, OPTIMIZE };

/* The state of the call. */
struct program_call {
	char *source, *bare;	 /* the program as text */
	struct translation text; /* what is assumed */
	struct json_dsl dsl;
	enum stage stage;
	size_t at; /* the next part; SIZE_MAX: nothing is left */
	const struct dsl_part *part; /* that is verified; or NULL */
	struct admitted_text asked;
	enum status alone; /* NONE: not known yet */
	size_t counts[STATUS_UNKNOWN + 1];
	struct json_object *verifications, *best;
	struct buf lines; /* on both, to read */
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
	buf_release(&s->lines);
	free(s->source);
	free(s->bare);
	free(s);
}

/* --- the texts ----------------------------------------------------------- */

static void
add_optimization(const struct json_dsl *d, struct buf *out)
{
	for (size_t i = 0; i < d->count; i++) {
		if (d->parts[i].kind != DSL_VERIFICATION)
			dsl_part_write(&d->parts[i], out);
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
	const struct json_dsl *d = &s->dsl;

	(void)buf_add_format(out,
		"(set-logic ALL)\n%s; the knowledge base alone\n(check-sat)\n",
		s->text.text.data);
	for (size_t i = 0; i < d->count && d->verifies; i++) {
		if (d->parts[i].kind == DSL_VERIFICATION)
			(void)buf_add_format(out,
				"; %s\n(push 1)\n(assert %s)\n(check-sat)\n"
				"(pop 1)\n",
				d->parts[i].path, d->parts[i].term);
	}
	if (!has_optimization(d))
		return;
	(void)buf_add_text(out, "; optimization\n(push 1)\n");
	add_optimization(d, out);
	(void)buf_add_text(out, "(check-sat)\n(get-objectives)\n(pop 1)\n");
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

	(void)buf_add_format(&r->text,
		"Answer: %s. Of %zu verifications %zu consistent, %zu "
		"contradicting, %zu unknown. Knowledge base alone: %s.\n",
		is_open	  ? "Unknown"
		: sat > 0 ? "True"
			  : "False",
		json_count(s->verifications), sat, s->counts[STATUS_UNSAT],
		s->counts[STATUS_UNKNOWN], words[s->alone]);
	if (s->alone == STATUS_UNSAT)
		(void)buf_add_text(&r->text,
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
	bool is_cut = false;
	struct reply r;

	reply_init(&r, c);
	put_answer(s, &r);
	json_put(r.structured, "verifications", json_share(s->verifications));
	if (s->best != NULL)
		json_put(r.structured, "optimization", json_share(s->best));
	buf_init(&script, 4 * LIMIT_MESSAGE);
	write_script(s, &script);
	shown = reply_cut(script.data, &r.room, &is_cut);
	is_cut |= script.overflowed;
	json_put_string(r.structured, "smtlib", shown);
	(void)buf_add_format(
		&r.text, "%sAs SMT-LIB:\n%s", s->lines.data, shown);
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

/* Of the text of the program, or of an ask. */
static void
refuse(struct call *c, struct diagnostic *fault)
{
	const struct program_call *s = c->state;
	const struct advice_place place = {
		.text = s->source,
		.size = strlen(s->source),
		.what = "the program",
		.index = -1,
		.is_script = true,
	};
	struct err e;

	if (s->asked.text != NULL &&
		text_offset(s->asked.text, s->asked.size, fault->line,
			fault->column) >= s->text.text.size &&
		s->part != NULL)
		text_place(s->source, s->part->source, &fault->line,
			&fault->column);
	else if (s->asked.text != NULL)
		(void)translation_locate(&s->text, fault);
	(void)advice_fault(fault, &place, &e);
	call_fail(c, &e);
}

/* --- the questions ------------------------------------------------------- */

/* NULL if there is nothing to be said. */
static char *
say_reason(const struct program_call *s, const struct solve_verdict *v)
{
	if (v->code == NULL || strcmp(v->code, "timeout") != 0)
		return text_copy(v->message);
	return text_format("Time ran out; raise %s, give variables ranges, or "
			   "avoid products and quantifiers.",
		s->stage == OPTIMIZE ? "optimize_timeout_ms"
				     : "verify_timeout_ms");
}

static void
put_verification(struct program_call *s, enum status status, const char *reason)
{
	static const char *const readings[] = {
		"unknown", "consistent", "contradicts", "unknown"};

	s->counts[status]++;
	json_add(s->verifications,
		json_new_object_of("name", json_new_string(s->part->name),
			"status", json_new_string(status_name(status)),
			"reading", json_new_string(readings[status]), "reason",
			json_new_string(reason), NULL));
	(void)buf_add_format(&s->lines, "%s: %s, %s%s%s\n", s->part->name,
		status_name(status), readings[status],
		reason != NULL ? ". " : "", reason != NULL ? reason : "");
}

static void
put_best(struct program_call *s, const struct answer_check *check,
	enum status status, const char *reason, struct values *values)
{
	s->best = json_new_object_of("status",
		json_new_string(status_name(status)), "reason",
		json_new_string(reason), NULL);
	(void)buf_add_format(&s->lines, "Optimisation: %s%s%s\n",
		status_name(status), reason != NULL ? ". " : "",
		reason != NULL ? reason : "");
	if (status != STATUS_SAT)
		return;
	json_put(s->best, "objectives", objectives_list(check));
	objectives_add_lines(json_get(s->best, "objectives"), "", &s->lines);
	values_add_lines(values, &s->lines);
	json_put(s->best, "values", TAKE(values->values));
}

static void ask(struct call *c);

static void
on_answer(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	DROP(solve_verdict) struct solve_verdict verdict = {0};
	DROP(values) struct values values = {0};
	DROP(text) char *reason = NULL;
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
	solve_verdict_distrust(NULL, owned, &verdict);
	reason = say_reason(s, &verdict);
	/* What is consistent with more is so by itself. */
	if (s->stage == ALONE || verdict.status == STATUS_SAT)
		s->alone = verdict.status;
	if (s->stage == OPTIMIZE) {
		put_best(
			s, answer_last(owned), verdict.status, reason, &values);
		s->at = SIZE_MAX;
	} else if (s->stage == VERIFY) {
		put_verification(s, verdict.status, reason);
		s->at++;
	}
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
	if (d->verifies && s->at < d->count &&
		d->parts[s->at].kind == DSL_VERIFICATION)
		s->part = &d->parts[s->at];
	s->stage = s->part != NULL	     ? VERIFY
		   : s->alone == STATUS_NONE ? ALONE
					     : OPTIMIZE;
	return s->stage != OPTIMIZE || has_optimization(d);
}

static bool
write_ask(struct program_call *s, struct diagnostic *fault)
{
	DROP(buf) struct buf text;

	buf_init(&text, LIMIT_ASK);
	(void)buf_add(&text, s->text.text.data, s->text.text.size);
	if (s->part != NULL)
		(void)buf_add_format(&text, "(assert %s)\n", s->part->term);
	if (s->stage == OPTIMIZE)
		add_optimization(&s->dsl, &text);
	(void)buf_add_text(&text, "(check-sat)");
	if (text.overflowed)
		return diagnostic_at(fault, DIAGNOSTIC_LIMIT,
			&(struct token){.kind = TOKEN_END},
			"the program has more than %zu bytes as SMT-LIB",
			text.ceiling);
	admitted_text_release(&s->asked);
	return command_policy_script(text.data, text.size, &s->asked, fault);
}

static void
ask(struct call *c)
{
	struct program_call *s = c->state;
	const struct session_options none = {0};
	struct solver_options setup;
	struct ask asked = {.checks = 1};
	struct diagnostic fault;
	int64_t limit_ms;
	struct err e;

	if (!choose(s)) {
		reply(c);
		return;
	}
	if (!write_ask(s, &fault)) {
		refuse(c, &fault);
		return;
	}
	limit_ms = s->stage == OPTIMIZE
			   ? json_get_int(c->arguments, "optimize_timeout_ms",
				     OPTIMIZE_TIMEOUT_MS)
			   : json_get_int(c->arguments, "verify_timeout_ms",
				     VERIFY_TIMEOUT_MS);
	/* It counts from the beginning of the call. */
	json_put_int(c->arguments, "timeout_ms",
		limit_ms + clock_now_ms() - c->started_ms);
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
	buf_init(&s->lines, LIMIT_REPLY);
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
