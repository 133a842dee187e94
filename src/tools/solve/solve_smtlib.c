#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "smt/rules/command_policy.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "tools/call/solver_options.h"
#include "tools/call/text_reading.h"
#include "tools/hints/declared_symbols.h"
#include "tools/hints/faults.h"
#include "tools/solve/solve_reply.h"
#include "json/json.h"

enum { CHECKS_MAX = 1000 /* listed one by one; nobody reads more */ };

/* What a check printed after its status. Borrowed. */
static const char *
printed_by(const struct answer_check *check)
{
	const char *output =
		check->output.text != NULL ? check->output.text : "";
	const char *status = status_name(check->status);
	size_t length = strlen(status);

	return strncmp(output, status, length) == 0 && output[length] == '\n'
		       ? output + length + 1
		       : output;
}

/* The state of the call. */
struct script_call {
	struct solve solve;
	const char *text; /* the argument, borrowed */
	struct admitted_text allowed;
	/* A worker's reading of the text, or NULL. If it is there, `allowed`
	 * has no commands. */
	struct answer *read;
};

static const char what[] = "the smtlib text";

static void
script_free(void *state)
{
	struct script_call *s = state;

	answer_free(s->read);
	admitted_text_release(&s->allowed);
	solve_release(&s->solve);
	free(s);
}

/* {status, line, output?} */
static struct json_object *
new_check(const struct answer_check *check, const char *output, size_t size)
{
	return json_new_object_of("status",
		json_new_string(status_name(solve_status_of(check))), "line",
		json_new_int(check->line), "output",
		size > 0 ? json_new_string_n(output, size) : NULL, NULL);
}

static void
put_checks(struct solve_reply *w)
{
	const struct answer_checks *checks = &w->s->answer->checks;
	size_t asked = w->s->ask.checks;
	struct json_object *list;
	size_t room = w->r.room;
	bool is_cut = checks->count > CHECKS_MAX;

	if (asked < 2)
		return;
	list = json_new_array();
	for (size_t i = 0; i < checks->count && i < CHECKS_MAX; i++) {
		const char *output = printed_by(&checks->at[i]);
		size_t size = strlen(output);
		size_t kept = utf8_cut(output, size, room);

		json_add(list, new_check(&checks->at[i], output, kept));
		is_cut |= kept < size;
		room = kept < size ? 0 : room - kept;
	}
	json_put(w->r.structured, "checks", list);
	if (checks->count < asked)
		warnings_add(w->r.warnings,
			"only %zu of the %zu checks of the text were answered",
			checks->count, asked);
	if (!is_cut)
		return;
	reply_put_truncated(&w->r);
	warnings_add(w->r.warnings,
		"`checks` lacks some of the %zu checks, or of their output; "
		"send fewer checks at a time",
		checks->count);
}

/* Adds what is to be said of the text. */
static void
add_warnings(struct script_call *s, struct json_object *warnings)
{
	struct admitted_text *script = &s->allowed;

	if (s->read == NULL) {
		warnings_add_list(
			warnings, "", script->warnings, script->warning_count);
		warnings_add_lint(warnings, NULL, &script->parsed);
		return;
	}
	reading_add_remarks(s->read, NULL, warnings);
	warnings_add_answer(warnings, NULL, s->read, false);
}

static void
reply(struct call *c, struct solve *s)
{
	const struct solve_verdict *verdict = &s->verdict;
	const char *status = status_name(verdict->status);
	const char *output = s->answer->output.text;
	struct solve_reply w;
	size_t head;

	solve_reply_init(&w, c, s);
	w.r.prefix = "; ";
	add_warnings(c->state, w.r.warnings);
	warnings_add_answer(
		w.r.warnings, NULL, s->answer, verdict->status == STATUS_SAT);
	json_put_string(w.r.structured, "status", status);
	/* Its place among the members; the content comes below. */
	json_put_string(w.r.structured, "output", "");
	buf_add_format(&w.r.text, "; %s\n", status);
	head = w.r.text.size;
	/* What is more than the one status that the first line says. */
	if (output != NULL &&
		(w.check == NULL || s->answer->checks.count > 1 ||
			strlen(output) >
				strlen(status_name(w.check->status)) + 1))
		solve_reply_add_cut(&w,
			verdict->status == STATUS_UNKNOWN ? "; " : "",
			"the output", output);
	solve_reply_put(&w);
	put_checks(&w);
	solve_reply_put_reason(&w);
	if (verdict->code != NULL)
		reply_add_lines("; ", verdict->message, &w.r.text);
	solve_reply_put_second(&w);
	reply_put_warnings(&w.r);
	json_put_string(w.r.structured, "output", w.r.text.data + head);
	solve_reply_send(&w, c);
}

/* --- refusals ------------------------------------------------------------ */

/* How a message speaks of a fault of the script, which is moved to where it is
 * in what was sent. */
struct fault_place {
	struct script_call *s;
	struct declared_symbols names; /* of the commands before the fault */
	size_t command;		       /* the first of the others */
};

static bool
place_in_text(
	struct diagnostic *fault, struct advice_place *place, void *argument)
{
	struct fault_place *f = argument;
	struct admitted_text *script = &f->s->allowed;
	const struct commands *forms = &script->parsed.commands;
	size_t known = f->command;
	bool is_here =
		f->s->read == NULL || !f->s->read->reading.source.has_items;
	const char *text = is_here ? f->s->text : script->text;

	while (f->s->read == NULL && f->command < forms->count &&
		forms->at[f->command].list.offset +
				forms->at[f->command].list.length <=
			fault->offset)
		f->command++;
	if (f->command > known)
		declared_symbols_add(
			&f->names, &script->parsed, known, f->command);
	*place = (struct advice_place){
		.text = text,
		.size = strlen(text),
		.what = what,
		.index = -1,
		.is_script = true,
		.symbols = f->names.symbols,
		.symbol_count = f->names.count,
	};
	return true;
}

/* The answer is that of libz3, or NULL when our scanner has refused it. */
static void
refuse(struct call *c, struct diagnostic *fault, const struct answer *answer)
{
	struct script_call *s = c->state;
	struct admitted_text *script = &s->allowed;
	struct fault_place f = {.s = s};
	const struct faults faults = {
		.text = script->text,
		.forms = &script->parsed.commands,
		.first = fault,
		.further = answer != NULL ? &answer->further : NULL,
		.locate = place_in_text,
		.argument = &f,
	};
	struct diagnostic ignored;
	struct err e;

	/* The server has not cut a text that a worker has read. */
	if (s->read != NULL && answer != NULL && answer->further.count > 0)
		(void)parsed_text_init(
			&script->parsed, script->text, script->size, &ignored);
	(void)faults_describe(&faults, &e);
	declared_symbols_drop(&f.names);
	call_fail(c, &e);
}

/* A fault that libz3 has found. */
static void
refuse_answer(struct call *c, struct solve *s)
{
	refuse(c, &s->answer->fault, s->answer);
}

/* With the one that is added to a text that has none. */
static size_t
count_checks(const struct commands *forms)
{
	size_t checks = 0;

	for (size_t i = 0; i < forms->count; i++)
		checks += forms->at[i].command == COMMAND_CHECK_SAT ||
			  forms->at[i].command == COMMAND_CHECK_SAT_ASSUMING;
	return checks > 0 ? checks : 1;
}

static void
solve(struct call *c, size_t checks)
{
	struct script_call *s = c->state;
	struct err e;

	s->solve.script = &s->allowed;
	s->solve.ask.checks = checks;
	if (!solve_ask(c, &s->solve, &e))
		call_fail(c, &e);
}

/* --- a text that a worker reads ------------------------------------------ */

static bool
take(struct call *c, struct err *e)
{
	struct script_call *s = c->state;
	const struct advice_job job = {
		.what = what,
		.limit_ms = c->work.limit_ms,
		.memory_mb = c->server->memory_mb,
	};
	struct advice_place place = {
		.text = s->text,
		.size = strlen(s->text),
		.what = what,
		.index = -1,
		.is_script = true,
	};

	if (!reading_has_ended(s->read, &job, e))
		return false;
	if (s->read->fault.kind != DIAGNOSTIC_NONE)
		return reading_refuse(s->read, &place, e);
	s->allowed.text = TAKE(s->read->output.text);
	if (s->allowed.text == NULL)
		s->allowed.text = text_copy("");
	s->allowed.size = s->read->output.size;
	return true;
}

static void
on_read(struct call *c, struct answer *answer)
{
	struct script_call *s = c->state;
	size_t checks = answer->reading.source.checks;
	struct err e;

	s->read = answer;
	if (take(c, &e))
		solve(c, checks > 0 ? checks : 1);
	else
		call_fail(c, &e);
}

static void
ask_to_read(struct call *c)
{
	struct script_call *s = c->state;
	DROP(reading_request) struct reading_request r;
	struct err e;

	reading_request_init(&r, ASK_READ_SCRIPT);
	reading_request_add(&r, s->text, strlen(s->text));
	if (!reading_ask_solve(c, &r, s->solve.setup.timeout_ms, on_read, &e))
		call_fail(c, &e);
}

/* --- the call ------------------------------------------------------------ */

void
tool_solve_smtlib(struct call *c)
{
	struct script_call *s = mem_new(sizeof(*s));
	const char *text = json_get_string(c->arguments, "smtlib");
	struct diagnostic fault;

	c->state = s;
	c->state_free = script_free;
	s->text = text;
	s->solve.steps = (struct solve_steps){
		.what = what,
		.may_confirm = true,
		.refuse = refuse_answer,
		.reply = reply,
	};
	request_fields_read(&s->solve.request, c->server, c->arguments);
	solver_options_read(c->server, NULL, c->arguments, &s->solve.setup);
	if (!reading_is_here(text, strlen(text)))
		ask_to_read(c);
	else if (command_policy_script(text, strlen(text), &s->allowed, &fault))
		solve(c, count_checks(&s->allowed.parsed.commands));
	else
		refuse(c, &fault, NULL);
}
