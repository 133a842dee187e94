#include "tools/solve/expectations.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/items/model.h"
#include "tools/call/reply.h"
#include "tools/call/values.h"
#include "tools/solve/core_items.h"
#include "tools/solve/verdict.h"
#include "json/json.h"

enum {
	EXAMPLE_MAX = 300, /* bytes of a counterexample */
	NAME_MAX_SIZE = 200,
};

/* --- one of them --------------------------------------------------------- */

static bool
check_kind(const struct json_object *arguments, struct err *e)
{
	const struct json_object *value = json_get(arguments, "value");
	const char *name = json_get_string(arguments, "name");
	bool has_term = json_get(arguments, "term") != NULL;
	int kinds = (json_get(arguments, "status") != NULL) +
		    (json_get(arguments, "property") != NULL) + has_term;

	if (has_term != (value != NULL))
		return err_set(e, ERR_ARGUMENT,
			"term and value belong together, as in {\"term\": "
			"\"cost\", \"value\": 42}. Nothing was changed.");
	if (kinds == 0 && json_get(arguments, "assume") == NULL)
		return err_set(e, ERR_ARGUMENT,
			"A name alone expects nothing: pass status, property, "
			"or term with value; to remove the expectation, pass "
			"its name in `drop`. Nothing was changed.");
	if (name != NULL && (*name == '\0' || strlen(name) > NAME_MAX_SIZE ||
				    strpbrk(name, "\r\n") != NULL))
		return err_set(e, ERR_ARGUMENT,
			"The name of an expectation is one line of 1 to %d "
			"bytes, such as \"no two shifts a day\". Nothing was "
			"changed.",
			NAME_MAX_SIZE);
	return kinds < 2 ||
	       err_set(e, ERR_ARGUMENT,
		       "An expectation is one of status (sat or unsat), "
		       "property, and term with value; make one call for "
		       "each. Nothing was changed.");
}

/* A number as a literal. */
static char *
value_text(const struct json_object *value)
{
	DROP(text) char *text = NULL;

	if (json_kind(value) == JSON_STRING)
		return text_copy(json_string(value));
	text = json_text(value);
	if (text[0] == '-')
		return text_format("(- %s)", text + 1);
	return TAKE(text);
}

struct json_object *
expectation_new(const struct json_object *arguments, struct err *e)
{
	static const char *const members[] = {
		"name", "status", "property", "term", "assume"};
	const struct json_object *value = json_get(arguments, "value");
	struct json_object *one;

	if (!check_kind(arguments, e))
		return NULL;
	one = json_new_object();
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
		if (json_get(arguments, members[i]) != NULL)
			json_put(one, members[i],
				json_copy(json_get(arguments, members[i])));
	}
	if (value != NULL) {
		DROP(text) char *text = value_text(value);

		json_put_string(one, "value", text);
	}
	return one;
}

const char *
expectation_name(const struct json_object *expectation)
{
	return json_get_string(expectation, "name");
}

void
expectation_set_name(struct json_object *expectation, size_t number)
{
	DROP(text) char *name = text_format("e%zu", number);

	json_put_string(expectation, "name", name);
}

void
expectations_release(struct expectations *x)
{
	json_free(x->list);
	json_free(x->results);
	solve_release(&x->solve);
	*x = (struct expectations){0};
}

bool
expectations_init(struct expectations *x, const struct call *c,
	const struct session_info *session, struct model *m,
	struct json_object *list, struct err *e)
{
	*x = (struct expectations){.list = list};
	x->results = json_new_object();
	return solve_begin(c, &x->solve, session, m, e);
}

void
expectation_describe(const struct json_object *expectation, struct buf *out)
{
	const struct json_object *assumed = json_get(expectation, "assume");
	const char *property = json_get_string(expectation, "property");
	const char *term = json_get_string(expectation, "term");
	const char *status = json_get_string(expectation, "status");

	if (property != NULL)
		buf_add_format(out, "%s must follow", property);
	else if (term != NULL)
		buf_add_format(out, "%s = %s", term,
			json_get_string(expectation, "value"));
	else
		buf_add_text(out, status != NULL ? status : "sat");
	for (size_t i = 0; assumed != NULL && i < json_count(assumed); i++)
		buf_add_format(out, "%s%s", i == 0 ? " assuming " : ", ",
			json_string(json_at(assumed, i)));
}

/* --- the question -------------------------------------------------------- */

static bool
is_asked(const struct expectations *x, const struct json_object *one)
{
	bool is_best =
		json_get(one, "term") != NULL && solve_has_objective(&x->solve);

	return is_best == x->is_best &&
	       json_get(x->results, expectation_name(one)) == NULL;
}

/* Whether it is that something follows: then its contrary is assumed. */
static bool
is_claim(const struct expectations *x, const struct json_object *one)
{
	return !x->is_best && (json_get(one, "property") != NULL ||
				      json_get(one, "term") != NULL);
}

static void
add_result(struct expectations *x, const char *name, const char *result,
	const char *message)
{
	json_put(x->results, name,
		json_new_object_of("name", json_new_string(name), "result",
			json_new_string(result), "message",
			json_new_string(message), NULL));
	x->held += strcmp(result, "holds") == 0;
}

static void
add_fault(struct expectations *x, const char *name, const struct err *fault)
{
	DROP(text)
	char *line = text_copy_n(fault->text, strcspn(fault->text, "\n"));

	x->fault = *fault;
	add_result(x, name, "fails", line);
}

static bool
add_indexed(struct expectations *x, const struct json_object *one,
	struct solve_term term, struct err *e)
{
	term.size = term.text != NULL ? strlen(term.text) : 0;
	term.set = expectation_name(one);
	return solve_add_term(&x->solve, &term, e);
}

/* The text may be NULL. */
static bool
add_term(struct expectations *x, const struct json_object *one,
	enum ask_field_kind as, const char *argument, const char *text,
	struct err *e)
{
	return add_indexed(x, one,
		(struct solve_term){.as = as,
			.argument = argument,
			.index = -1,
			.text = text},
		e);
}

/* What it assumes, which may be nothing. */
static bool
add_set(struct expectations *x, const struct json_object *one, struct err *e)
{
	const struct json_object *assumed = json_get_array(one, "assume");
	struct solve_term term = {.as = FIELD_SET, .argument = "assume"};

	if (assumed == NULL || json_count(assumed) == 0)
		return add_term(x, one, FIELD_SET, "assume", NULL, e);
	for (size_t i = 0; i < json_count(assumed); i++) {
		term.index = (ptrdiff_t)i;
		term.text = json_string(json_at(assumed, i));
		if (!add_indexed(x, one, term, e))
			return false;
		term.as = FIELD_SET_MORE;
	}
	return true;
}

/* "(= term value)", as long as its term is there. Each is read by itself: a
 * parenthesis that is missing in one closes no other. NULL: one is wrong. */
static const char *
add_equation(struct expectations *x, struct json_object *one, struct err *e)
{
	static const char *const names[] = {"term", "value"};
	size_t count = x->solve.terms.count;
	const struct solve_term *bare;
	DROP(text) char *text = NULL;

	for (size_t i = 0; i < 2; i++) {
		if (!add_term(x, one, FIELD_VALUE, names[i],
			    json_get_string(one, names[i]), e))
			return NULL;
	}
	bare = &x->solve.terms.at[count];
	text = text_format("(= %.*s %.*s)", (int)bare[0].size, bare[0].text,
		(int)bare[1].size, bare[1].text);
	x->solve.terms.count = count;
	json_put_string(one, "equation", text); /* which the term borrows */
	return json_get_string(one, "equation");
}

/* From what has no solution anything follows, so a claim has a second set,
 * without its contrary. */
static bool
add_question(struct expectations *x, struct json_object *one, struct err *e)
{
	const char *term = json_get_string(one, "term");
	const char *argument = term != NULL ? "(= term value)" : "property";
	const char *claim = json_get_string(one, "property");

	if (term != NULL) {
		claim = add_equation(x, one, e);
		if (claim == NULL)
			return false;
	}
	if (!add_set(x, one, e))
		return false;
	if (x->is_best)
		return add_term(x, one, FIELD_VALUE, argument, claim, e) &&
		       add_term(x, one, FIELD_VALUE, "term", term, e);
	return claim == NULL ||
	       (add_term(x, one, FIELD_SET_REFUTE, argument, claim, e) &&
		       add_set(x, one, e));
}

/* False when nothing is left to be asked. */
static bool
add_questions(struct expectations *x)
{
	x->solve.terms.count = 0;
	for (size_t i = 0; i < json_count(x->list); i++) {
		struct json_object *one = json_at(x->list, i);
		size_t count = x->solve.terms.count;
		struct err e;

		if (!is_asked(x, one) || add_question(x, one, &e))
			continue;
		x->solve.terms.count = count;
		add_fault(x, expectation_name(one), &e);
	}
	return x->solve.terms.count > 0;
}

/* --- the results --------------------------------------------------------- */

/* On one line. */
static char *
show_values(const struct answer_check *check)
{
	DROP(values) struct values values = {0};
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	values_read(check, LIMIT_REPLY_TEXT, 0, &values);
	if (json_count(values.values) == 0)
		return text_copy("");
	buf_add_text(&out, ": ");
	values_add_solution(values.values, values.sorts, &out);
	buf_truncate(&out, out.size - 1); /* the line break */
	if (out.size > EXAMPLE_MAX) {
		buf_truncate(&out, utf8_cut(out.data, out.size, EXAMPLE_MAX));
		buf_add_text(&out, "...");
	}
	for (size_t i = 0; i < out.size; i++)
		out.data[i] = out.data[i] == '\n' ? ' ' : out.data[i];
	return buf_detach(&out);
}

static char *
show_core(const struct expectations *x, const struct answer_core *core)
{
	DROP(json)
	struct json_object *numbers =
		core_items_list(&x->solve, &core->assertions);
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	buf_add_text(&out, "there is no solution");
	if (core->is_known) {
		buf_add_text(&out, ": ");
		core_items_add_conflict(x->solve.model, numbers,
			core->assumptions.count > 0, &out);
	}
	return buf_detach(&out);
}

/* What a result is: the result, and a message, the caller's, or NULL. */

/* That the claim has a solution, as is expected or not. */
static const char *
result_by_status(const struct expectations *x, const struct json_object *one,
	const struct answer_check *check, char **message)
{
	const char *wanted = json_get_string(one, "status");
	bool wants_unsat = is_claim(x, one) ||
			   (wanted != NULL && strcmp(wanted, "unsat") == 0);
	DROP(text) char *values = NULL;

	if ((check->status == STATUS_UNSAT) == wants_unsat)
		return "holds";
	if (check->status == STATUS_UNSAT) {
		*message = show_core(x, &check->core);
		return "fails";
	}
	values = show_values(check);
	*message = text_format("%s%s",
		json_get(one, "property") != NULL ? "it does not follow"
		: is_claim(x, one)		  ? "a counterexample"
						  : "there is a solution",
		values);
	return "fails";
}

/* NULL: they are the best. */
static const char *
why_not_optimal(const struct answer_check *check)
{
	static const char open[] = "the optimum was not proved in time";
	static const char changed[] =
		"an internal error: two values were proved to be the best";
	static const char *const reasons[] = {
		[OBJECTIVE_OPEN] = open,
		[OBJECTIVE_OPTIMAL] = NULL,
		[OBJECTIVE_CLAIMED] = NULL,
		[OBJECTIVE_UNBOUNDED] = "an objective is unbounded",
		[OBJECTIVE_NOT_ATTAINED] = "no solution attains the optimum",
		[OBJECTIVE_CHANGED] = changed,
	};
	const char *why = check->objectives.count == 0 ? open : NULL;

	for (size_t i = 0; i < check->objectives.count; i++) {
		const char *one = reasons[check->objectives.at[i].state];

		if (one != NULL && (why == NULL || one != open))
			why = one;
	}
	return why;
}

/* Of the best solution, in which the equation and the term have values. */
static const char *
result_by_best(const struct expectations *x, const struct json_object *one,
	const struct answer_check *check, char **message)
{
	const struct solve_term *term = x->solve.terms.at;
	DROP(values) struct values values = {0};
	DROP(text) char *equation = NULL;
	DROP(text) char *name = NULL;
	const struct json_object *value;
	const char *why = why_not_optimal(check);

	if (check->status == STATUS_UNSAT) {
		*message = show_core(x, &check->core);
		return "fails";
	}
	while (term->as != FIELD_VALUE || term->set != expectation_name(one))
		term++;
	equation = solve_term_key(term);
	name = solve_term_key(term + 1);
	if (why == NULL)
		values_read(check, LIMIT_REPLY_TEXT, SIZE_MAX, &values);
	if (why == NULL && json_get(values.values, equation) == NULL)
		why = "it could not be evaluated";
	if (why != NULL) {
		*message = text_copy(why);
		return "open";
	}
	if (json_get_bool(values.values, equation, false))
		return "holds";
	value = json_get(values.values, name);
	if (value != NULL) {
		DROP(text) char *text = json_text(value);

		*message = text_format("in the best solution it is %s", text);
	}
	return "fails";
}

/* `alone` is the check without the claim. */
static const char *
result_of(const struct expectations *x, const struct json_object *one,
	const struct answer_check *check, const struct answer_check *alone,
	char **message)
{
	enum status status = solve_status_of(check);
	enum status bare = solve_status_of(alone);

	if (status == STATUS_UNKNOWN) {
		*message = text_copy("not decided in time");
		return "open";
	}
	if (x->is_best)
		return result_by_best(x, one, check, message);
	if (!is_claim(x, one) || status == STATUS_SAT || bare == STATUS_SAT)
		return result_by_status(x, one, check, message);
	*message = text_copy(
		bare != STATUS_UNSAT
			? "if the model has a solution at all, which was not "
			  "decided in time"
		: json_get(one, "assume") != NULL
			? "there is no solution under these assumptions, so "
			  "anything follows"
			: "the model has no solution, so anything follows");
	return bare == STATUS_UNSAT ? "fails" : "holds";
}

static void
add_results(struct expectations *x, const struct answer *answer)
{
	size_t at = 0;

	for (size_t i = 0; i < json_count(x->list); i++) {
		const struct json_object *one = json_at(x->list, i);
		DROP(text) char *message = NULL;
		const char *result;

		if (!is_asked(x, one))
			continue;
		result = result_of(x, one, solve_check_at(answer, at),
			solve_check_at(answer, at + 1), &message);
		add_result(x, expectation_name(one), result, message);
		at += is_claim(x, one) ? 2 : 1;
	}
}

/* --- the asks ------------------------------------------------------------ */

static void
fail_all(struct expectations *x, const struct err *e)
{
	for (size_t i = 0; i < json_count(x->list); i++) {
		const struct json_object *one = json_at(x->list, i);

		if (is_asked(x, one))
			add_fault(x, expectation_name(one), e);
	}
}

static void ask_next(struct call *c, struct expectations *x);

static void
on_answer(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	struct expectations *x = c->solve->steps.argument;
	const struct solve_term *term =
		solve_find_term(&x->solve, owned->fault.field);
	struct err e;

	if (owned->fault.kind == DIAGNOSTIC_NONE) {
		add_results(x, owned);
	} else {
		(void)solve_refuse(&x->solve, &owned->fault, &e);
		if (term != NULL)
			add_fault(x, term->set, &e);
		else
			fail_all(x, &e);
	}
	ask_next(c, x);
}

static bool
ask(struct call *c, struct expectations *x, struct err *e)
{
	x->solve.text.without_objectives = !x->is_best;
	x->solve.setup.timeout_ms = x->until_ms - c->started_ms;
	return solve_write(&x->solve, e) &&
	       solve_ask_worker(c, &x->solve, on_answer, e);
}

static void
ask_next(struct call *c, struct expectations *x)
{
	struct err e;

	for (;;) {
		bool is_left = add_questions(x);

		if (!is_left && x->is_best)
			break;
		if (!is_left)
			x->is_best = true;
		else if (ask(c, x, &e))
			return;
		else
			fail_all(x, &e);
	}
	x->then(c);
}

void
expectations_check(struct call *c, struct expectations *x, tool_run *then)
{
	x->solve.steps.argument = x;
	x->then = then;
	ask_next(c, x);
}

void
expectations_put(const struct expectations *x, bool is_whole, struct reply *r)
{
	struct json_object *results = json_new_array();
	size_t count = json_count(x->list);

	if (x->held == count && count > 1)
		buf_add_format(&r->text, "All %zu expectations hold.\n", count);
	else if (count > 1 || !is_whole)
		buf_add_format(&r->text, "%zu of %zu expectations hold%s%s\n",
			x->held, count, x->held == 1 ? "s" : "",
			is_whole ? ":" : ".");
	for (size_t i = 0; i < count; i++) {
		const struct json_object *one = json_at(x->list, i);
		struct json_object *result =
			json_get(x->results, expectation_name(one));
		const char *word = json_get_string(result, "result");
		const char *message = json_get_string(result, "message");

		json_add(results, json_copy(result));
		if (!is_whole && strcmp(word, "holds") == 0)
			continue;
		buf_add_format(
			&r->text, "%s: %s: ", word, expectation_name(one));
		expectation_describe(one, &r->text);
		buf_add_format(&r->text, "%s%s\n", message != NULL ? "; " : "",
			message != NULL ? message : "");
	}
	json_put(r->structured, "expectations", results);
}
