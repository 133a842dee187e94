#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "language/language.h"
#include "smt/rules/command_policy.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "tools/call/solver_options.h"
#include "tools/call/values.h"
#include "tools/hints/declared_symbols.h"
#include "tools/hints/more_errors.h"
#include "tools/solve/core_items.h"
#include "tools/solve/solve_reply.h"
#include "json/json.h"

enum { CHECKS_MAX = 1000 /* listed one by one; nobody reads more */ };

/* What a check printed after its status. Borrowed. */
static const char *
printed_by(const struct answer *answer, size_t number)
{
	const struct answer_check *check = &answer->checks.at[number];
	const char *output =
		check->output.text != NULL ? check->output.text : "";
	size_t length = strlen(status_name(check->status));

	if (strncmp(output, status_name(check->status), length) == 0 &&
		output[length] == '\n')
		return output + length + 1;
	return output;
}

static void
put_values(const struct answer_check *check, size_t *room,
	struct json_object *object)
{
	DROP(values) struct values values = {0};
	DROP(text) char *text = NULL;

	if (check->values.count == 0 || !values_read(check, *room, 0, &values))
		return;
	text = json_text(values.values);
	*room = values.left_out > 0 || strlen(text) > *room
			? 0
			: *room - strlen(text);
	json_put(object, "values", TAKE(values.values));
}

/* What the answer as a whole has of the last check. */
static void
put_result(const struct answer_check *check, const struct admitted_text *script,
	size_t *room, struct json_object *object)
{
	if (check->status == STATUS_SAT) {
		put_values(check, room, object);
		if (check->objectives.count > 0)
			json_put(object, "objectives", objectives_list(check));
	}
	if (check->status == STATUS_UNSAT && check->core.is_known) {
		DROP(json)
		struct json_object *assumptions =
			core_items_assumptions(&check->core.assumptions,
				script->text, script->size, 0);

		json_put(object, "core",
			core_items_of_script(&check->core.assertions,
				script->text, script->size, room));
		if (json_count(assumptions) > 0)
			json_put(object, "core_assumptions", TAKE(assumptions));
	}
}

/*
 * [{status, line, output?, values?, objectives?, core?}], the caller's. The
 * last three are there for checks before the last one of the script, which has
 * `count`: of that one the answer as a whole has them. They are what the script
 * asked for. `*room` bytes may be used; it is 0 afterwards if that was not
 * enough.
 */
static struct json_object *
list_checks(const struct answer *answer, const struct admitted_text *script,
	size_t count, size_t *room)
{
	struct json_object *list = json_new_array();
	size_t shown = answer->checks.count;

	if (shown > CHECKS_MAX) {
		shown = CHECKS_MAX;
		*room = 0;
	}
	for (size_t i = 0; i < shown; i++) {
		const struct answer_check *check = &answer->checks.at[i];
		bool is_cut = false;
		DROP(text)
		char *output = reply_cut(printed_by(answer, i), room, &is_cut);
		struct json_object *one = json_new_object();

		json_put_string(
			one, "status", status_name(solve_status_of(check)));
		json_put_int(one, "line", check->line);
		if (output[0] != '\0')
			json_put_string(one, "output", output);
		if (i + 1 < count)
			put_result(check, script, room, one);
		json_add(list, one);
	}
	return list;
}

/* The state of the call. */
struct script_call {
	struct solving solving;
	struct translation text; /* of the argument */
	struct admitted_text allowed;
};

static const char what[] = "the smtlib text";

static void
script_free(void *state)
{
	struct script_call *s = state;

	translation_release(&s->text);
	admitted_text_release(&s->allowed);
	solving_release(&s->solving);
	free(s);
}

/* --- the parts of an answer ------------------------------------------- */

/* The output is more than the one status that the first line says. */
static bool
has_output(const struct solve_reply *w)
{
	const char *output = w->s->answer->output.text;

	if (output == NULL)
		return false;
	return w->check == NULL || w->s->answer->checks.count > 1 ||
	       strlen(output) > strlen(status_name(w->check->status)) + 1;
}

static void
put_checks(struct solve_reply *w)
{
	const struct solving *s = w->s;
	size_t room = w->r.room;

	if (s->checks < 2)
		return;
	json_put(w->r.structured, "checks",
		list_checks(s->answer, s->script, s->checks, &room));
	if (s->answer->checks.count < s->checks)
		warnings_add(w->r.warnings,
			"only %zu of the %zu checks of the text were answered",
			w->s->answer->checks.count, s->checks);
	if (room > 0)
		return;
	reply_put_truncated(&w->r);
	warnings_add(w->r.warnings,
		"`checks` lacks some of the %zu checks, or of their output; "
		"send fewer checks at a time",
		w->s->answer->checks.count);
}

/* --- the reply -------------------------------------------------------- */

static void
compose(struct solve_reply *w)
{
	if (has_output(w))
		solve_reply_add_cut(w,
			w->s->verdict.status == STATUS_UNKNOWN ? "; " : "",
			"the output", w->s->answer->output.text);
	solve_reply_put(w);
	put_checks(w);
	solve_reply_put_reason(w);
	if (w->s->verdict.code != NULL)
		reply_add_lines("; ", w->s->verdict.message, &w->r.text);
	solve_reply_put_second(w);
	reply_put_warnings(&w->r);
}

static void
reply(struct call *c)
{
	struct solving *s = c->solving;
	const struct admitted_text *script = s->script;
	const char *status = status_name(s->verdict.status);
	struct solve_reply w;
	size_t head;

	solve_reply_init(&w, c, s);
	w.r.prefix = "; ";
	warnings_add_list(
		w.r.warnings, "", script->warnings, script->warning_count);
	warnings_add_remarks(w.r.warnings, script);
	warnings_add_answer(w.r.warnings, s->answer);
	if (s->verdict.status == STATUS_SAT)
		warnings_add_solution(w.r.warnings, s->answer);
	json_put_string(w.r.structured, "status", status);
	/* Its place among the members; the content comes below. */
	json_put_string(w.r.structured, "output", "");
	buf_add_format(&w.r.text, "; %s\n", status);
	head = w.r.text.size;
	compose(&w);
	json_put_string(w.r.structured, "output", w.r.text.data + head);
	solver_call_put_run(s->answer, w.r.structured);
	solve_reply_send(&w, c);
}

/* How a message speaks of a fault of the script, which is moved to where it is
 * in what was sent. */
struct fault_place {
	const struct script_call *s;
	struct declared_symbols names; /* of the whole script */
};

static bool
place_in_text(
	struct diagnostic *fault, struct advice_place *place, void *argument)
{
	const struct fault_place *f = argument;
	size_t count =
		declared_symbols_before(&f->names, &f->s->allowed, fault);
	const char *text = translation_locate(&f->s->text, fault);

	*place = (struct advice_place){
		.text = text,
		.size = strlen(text),
		.what = what,
		.index = -1,
		.is_script = true,
		.symbols = f->names.symbols,
		.symbol_count = count,
	};
	return true;
}

/* The answer is that of libz3, or NULL when our scanner has refused it. */
static void
refuse(struct call *c, struct diagnostic *fault, const struct answer *answer)
{
	const struct script_call *s = c->state;
	struct fault_place f = {.s = s};
	const struct diagnostic first = *fault;
	struct advice_place place;
	struct err e;

	if (s->allowed.text != NULL)
		declared_symbols_add_script(&f.names, &s->allowed);
	(void)place_in_text(fault, &place, &f);
	(void)advice_fault(fault, &place, &e);
	if (answer != NULL)
		more_errors_append(
			&(struct more_errors){
				.text = s->allowed.text,
				.size = s->allowed.size,
				.first = &first,
				.further = &answer->further,
				.locate = place_in_text,
				.argument = &f,
			},
			&e);
	declared_symbols_drop(&f.names);
	call_fail(c, &e);
}

/* A fault that libz3 has found. */
static void
refuse_answer(struct call *c)
{
	struct answer *answer = c->solving->answer;

	refuse(c, &answer->fault, answer);
}

/* --- the ask
 * ---------------------------------------------------------- */

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

void
tool_solve_smtlib(struct call *c)
{
	struct script_call *s = mem_new(sizeof(*s));
	struct solving *solving = &s->solving;
	const char *text = json_get_string(c->arguments, "smtlib");
	struct ask ask = {0};
	struct diagnostic fault;
	struct err e;

	c->state = s;
	c->state_free = script_free;
	if (!language_read(text, strlen(text), &s->text, &fault) ||
		!command_policy_script(s->text.text.data, s->text.text.size,
			&s->allowed, &fault)) {
		refuse(c, &fault, NULL);
		return;
	}
	solving->script = &s->allowed;
	solving->what = what;
	solving->checks = count_checks(&s->allowed.forms);
	solving->refuse = refuse_answer;
	solving->then = reply;
	solver_options_read(c->server, &solving->q.settings, &solving->q.setup);
	ask.text = s->allowed.text;
	ask.size = s->allowed.size;
	ask.checks = solving->checks;
	if (!solving_ask(c, solving, &ask, &e))
		call_fail(c, &e);
}
