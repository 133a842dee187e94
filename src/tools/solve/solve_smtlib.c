#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "smt/rules/admitted_text.h"
#include "smt/rules/command_policy.h"
#include "tools/call/call.h"
#include "tools/call/solver_options.h"
#include "tools/call/values.h"
#include "tools/call/warnings.h"
#include "tools/hints/declared_symbols.h"
#include "tools/hints/more_errors.h"
#include "tools/solve/core_items.h"
#include "tools/solve/solver_call.h"
#include "wire/answer.h"
#include "json/json.h"

/*
 * [{status, line, output?, values?, objectives?, core?}], the caller's. The
 * last three are there for checks before the last one of the script, which has
 * `count`: of that one the answer as a whole has them. They are what the script
 * asked for. `*room` bytes may be used; it is 0 afterwards if that was not
 * enough.
 */
struct json_object *check_results_list(const struct answer *answer,
	const struct admitted_text *script, size_t count, size_t *room);

enum {
	/* Listed one by one; nobody reads more. */
	CHECKS_MAX = 1000,
	NAMED_MAX = 20, /* assertions in one sentence */
};

/* What a check printed behind its status. Borrowed. */
static const char *
check_results_printed(const struct answer *answer, size_t number)
{
	const struct answer_check *check = &answer->checks[number];
	const char *output = check->output != NULL ? check->output : "";
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

	if (check->value_count == 0 || !values_read(check, *room, 0, &values))
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
		if (check->objective_count > 0)
			json_put(object, "objectives", objectives_list(check));
	}
	if (check->status == STATUS_UNSAT && check->has_core) {
		json_put(object, "core",
			core_items_of_script(&check->core, script->text,
				script->size, room));
		core_items_put_assumptions(check->assumptions, object);
	}
}

static const struct answer_assertion *
next_false(const struct answer_check *check, size_t *from)
{
	while (*from < check->failed.count) {
		const struct answer_assertion *one =
			&check->failed.list[(*from)++];

		if (one->is_false)
			return one;
	}
	return NULL;
}

static bool
is_refuted(const struct answer_check *check)
{
	size_t from = 0;

	return check->status == STATUS_SAT && next_false(check, &from) != NULL;
}

/*
 * An answer sat under whose values an assertion is false is none: of the last
 * check it becomes unknown, with the lines of these assertions.
 */
static void
check_results_distrust(
	const struct answer *answer, struct solve_verdict *ruling)
{
	const struct answer_check *check = answer_last(answer);
	const struct answer_assertion *one;
	DROP(buf) struct buf lines = {0};
	size_t from = 0;
	size_t named = 0;

	if (ruling->status != STATUS_SAT || !is_refuted(check))
		return;
	buf_init(&lines, LIMIT_REPLY);
	while (named < NAMED_MAX && (one = next_false(check, &from)) != NULL)
		buf_add_format(&lines, "%sline %u", named++ > 0 ? ", " : "",
			(unsigned)one->line);
	solve_verdict_set(ruling, STATUS_UNKNOWN, "incomplete",
		text_format(
			"Z3 answered sat, but under its values these "
			"assertions are false: %s. That is a fault of Z3, so "
			"neither the answer nor the values can be relied on. "
			"Write them in another way (simpler terms, other "
			"operators, explicit bounds) and solve again.",
			lines.data));
}

struct json_object *
check_results_list(const struct answer *answer,
	const struct admitted_text *script, size_t count, size_t *room)
{
	struct json_object *list = json_new_array();
	size_t shown = answer->check_count;

	if (shown > CHECKS_MAX) {
		shown = CHECKS_MAX;
		*room = 0;
	}
	for (size_t i = 0; i < shown; i++) {
		const struct answer_check *check = &answer->checks[i];
		bool is_cut = false;
		DROP(text)
		char *output = warnings_cut(
			check_results_printed(answer, i), room, &is_cut);
		struct json_object *one = json_new_object();

		json_put_string(one, "status",
			check->status == STATUS_NONE || is_refuted(check)
				? "unknown"
				: status_name(check->status));
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
	struct admitted_text allowed;
	struct answer_assertions all; /* for when no core came */
	size_t checks; /* that the text has, with the added one */
	bool adds_check;
};

/* What the answer is made of, while it is made. */
struct composing {
	const struct answer *answer;
	const struct answer_check *check; /* the last, or NULL */
	const struct solve_verdict *ruling;
	struct json_object *structured;
	struct json_object *notes;
	struct buf output; /* the text behind the first line */
	size_t room;	   /* for each part of it */
};

static const char what[] = "the smtlib text";

static void
script_free(void *state)
{
	struct script_call *s = state;

	admitted_text_release(&s->allowed);
	assertions_release(&s->all);
	free(s);
}

/* --- the parts of an answer ------------------------------------------- */

/* At most `room` bytes of the text, behind the prefix, and a last newline. */
static void
add_cut(struct composing *w, const char *text, const char *prefix,
	const char *name)
{
	size_t room = w->room;
	bool is_cut = false;
	DROP(text) char *shown = warnings_cut(text, &room, &is_cut);

	warnings_add_lines(prefix, shown, &w->output);
	if (is_cut) {
		json_put_bool(w->structured, "truncated", true);
		warnings_add(w->notes,
			"%s is cut after %zu bytes; (get-value (TERM ...)) in "
			"the text asks for what you need of it",
			name, w->room);
	}
}

/* The output is more than the one status that the first line says. */
static bool
has_output(const struct composing *w)
{
	const char *output = w->answer->output;

	if (output == NULL)
		return false;
	return w->check == NULL || w->answer->check_count > 1 ||
	       strlen(output) > strlen(status_name(w->check->status)) + 1;
}

static void
put_checks(struct composing *w, const struct script_call *s)
{
	size_t room = w->room;

	json_put(w->structured, "checks",
		check_results_list(w->answer, &s->allowed, s->checks, &room));
	if (s->checks > 1 && w->answer->check_count < s->checks)
		warnings_add(w->notes,
			"only %zu of the %zu checks of the text were answered",
			w->answer->check_count, s->checks);
	if (room == 0) {
		json_put_bool(w->structured, "truncated", true);
		warnings_add(w->notes,
			"`checks` has not all of %zu checks, or not all of "
			"what they printed; send fewer checks at a time",
			w->answer->check_count);
	}
}

static void
put_solution(struct composing *w, struct values *values)
{
	if (w->check->objective_count > 0) {
		struct json_object *objectives = objectives_list(w->check);

		objectives_add_lines(objectives, "; ", &w->output);
		json_put(w->structured, "objectives", objectives);
	}
	if (w->check->model != NULL)
		add_cut(w, w->check->model, "", "the solution");
	if (values->left_out > 0)
		warnings_add(w->notes,
			"%zu more values have no room here; (get-value (NAME "
			"...)) in the text asks for those you need",
			values->left_out);
	json_put(w->structured, "values", TAKE(values->values));
	json_put(w->structured, "sorts", TAKE(values->sorts));
}

static void
put_core(struct composing *w, const struct script_call *s)
{
	const struct answer_check *check = w->check;
	const struct answer_assertions *core =
		check->has_core ? &check->core : &s->all;
	bool is_minimal = check->has_core && check->core_minimal;
	size_t room = w->room;
	struct json_object *list = core_items_of_script(
		core, s->allowed.text, s->allowed.size, &room);

	core_items_add_labels(core, check->assumptions, &w->output);
	core_items_add_unnamed(list, &w->output);
	if (core->count > 0)
		buf_add_text(&w->output, is_minimal
						 ? "; minimal: without any one "
						   "of these the rest is "
						   "not unsat\n"
						 : "; not minimal: some of "
						   "these may not be needed "
						   "(the search has more time "
						   "where the text has "
						   "(get-unsat-core))\n");
	if (room == 0)
		warnings_add(
			w->notes, "the core is too large to be shown whole");
	json_put(w->structured, "core", list);
	core_items_put_assumptions(check->assumptions, w->structured);
	json_put_bool(w->structured, "core_minimal", is_minimal);
}

/* --- the answer ------------------------------------------------------- */

static void
compose(struct composing *w, const struct script_call *s, struct values *values)
{
	if (has_output(w))
		add_cut(w, w->answer->output,
			w->ruling->status == STATUS_UNKNOWN ? "; " : "",
			"the output");
	if (w->check != NULL && w->ruling->status == STATUS_SAT)
		put_solution(w, values);
	if (w->check != NULL && w->ruling->status == STATUS_UNSAT)
		put_core(w, s);
	put_checks(w, s);
	if (w->ruling->code != NULL) {
		json_put(w->structured, "reason",
			solve_verdict_reason(w->ruling));
		warnings_add_lines("; ", w->ruling->message, &w->output);
	}
	if (s->adds_check)
		warnings_add(w->notes,
			"the text has no (check-sat); one was added at its "
			"end");
	warnings_finish(w->notes, w->structured, "; ", &w->output);
}

static void
reply(struct call *c, const struct answer *answer,
	const struct solve_verdict *ruling, struct values *values)
{
	const struct script_call *s = c->state;
	struct composing w = {
		.answer = answer,
		.check = answer_last(answer),
		.ruling = ruling,
		.structured = json_new_object(),
		.notes = warnings_of(&s->allowed),
		.room = call_reply_text(c),
	};
	DROP(text) char *text = NULL;

	warnings_add_remarks(w.notes, &s->allowed);
	warnings_add_answer(w.notes, answer);
	buf_init(&w.output, LIMIT_REPLY);
	json_put_string(w.structured, "status", status_name(ruling->status));
	/* Its place among the members; the content comes below. */
	json_put_string(w.structured, "output", "");
	compose(&w, s, values);
	json_put_string(w.structured, "output", w.output.data);
	solver_call_put_run(answer, w.structured);
	text = text_format(
		"; %s\n%s", status_name(ruling->status), w.output.data);
	buf_release(&w.output);
	call_reply(c, text, w.structured);
}

/* How a message speaks of a place, with the names that are known there. */
static struct advice_place
place_in_text(struct call *c, const struct symbols_at *names)
{
	const char *text = json_get_string(c->arguments, "smtlib");

	return (struct advice_place){
		.text = text,
		.size = strlen(text),
		.what = what,
		.index = -1,
		.is_script = true,
		.symbols = names->known.symbols,
		.symbol_count = names->known.count,
	};
}

static void
add_further(struct call *c, struct answer *answer, struct err *e)
{
	const struct script_call *s = c->state;
	DROP(more_errors) struct more_errors further = {0};

	diagnostics_keep_causes(&answer->further, &answer->fault,
		s->allowed.text, s->allowed.size);
	for (size_t i = 0; i < answer->further.count; i++) {
		const struct diagnostic *fault = &answer->further.at[i];
		DROP(symbols_at) struct symbols_at names = {0};
		struct advice_place place;

		if (more_errors_is_full(&further)) {
			further.untold++;
			continue;
		}
		symbols_at_find(&names, &s->allowed, fault->line);
		place = place_in_text(c, &names);
		more_errors_add(&further, fault, &place);
	}
	more_errors_tell(&further, e);
}

/* The answer is that of libz3, or NULL when our scanner has refused it. */
static void
refuse(struct call *c, const struct diagnostic *fault, struct answer *answer)
{
	const struct script_call *s = c->state;
	DROP(symbols_at) struct symbols_at names = {0};
	struct advice_place place;
	struct err e;

	if (s->allowed.text != NULL)
		symbols_at_find(&names, &s->allowed, fault->line);
	place = place_in_text(c, &names);
	(void)advice_fault(fault, &place, &e);
	symbols_at_explain(&names, fault, &e);
	if (answer != NULL)
		add_further(c, answer, &e);
	call_fail(c, &e);
}

static void
on_answer(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	DROP(solve_verdict) struct solve_verdict ruling = {0};
	DROP(values) struct values values = {0};
	const struct script_call *s = c->state;
	struct err e;

	if (owned->fault.kind != DIAGNOSTIC_NONE) {
		refuse(c, &owned->fault, owned);
	} else if (!solver_call_read(c, owned, 0, &values, &e)) {
		call_fail(c, &e);
	} else {
		solve_verdict_of(c, owned, s->checks, what, &ruling);
		check_results_distrust(owned, &ruling);
		reply(c, owned, &ruling, &values);
	}
}

/* --- the ask
 * ---------------------------------------------------------- */

static void
count_checks(struct script_call *s)
{
	for (size_t i = 0; i < s->allowed.forms.count; i++) {
		enum command_kind command = s->allowed.forms.at[i].command;

		if (command == COMMAND_CHECK_SAT ||
			command == COMMAND_CHECK_SAT_ASSUMING)
			s->checks++;
	}
	s->adds_check = s->checks == 0;
	if (s->adds_check)
		s->checks = 1;
}

void
tool_solve_smtlib(struct call *c)
{
	struct script_call *s = mem_new(sizeof(*s));
	struct ask ask = {0};
	const char *text = json_get_string(c->arguments, "smtlib");
	const struct session_options none = {0};
	struct solver_options setup;
	struct diagnostic fault;
	struct err e;

	c->state = s;
	c->state_free = script_free;
	if (!command_policy_script(text, strlen(text), &s->allowed, &fault)) {
		refuse(c, &fault, NULL);
		return;
	}
	count_checks(s);
	core_items_all(&s->allowed.forms, &s->all);
	ask.text = s->allowed.text;
	ask.size = s->allowed.size;
	solver_options_read(c->server, &none, &setup);
	if (!solver_call_ask(c, &ask, &setup, on_answer, &e))
		call_fail(c, &e);
}
