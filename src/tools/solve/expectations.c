#include "tools/solve/expectations.h"

#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/items/model.h"
#include "tools/call/reply.h"
#include "tools/call/values.h"
#include "tools/solve/core_items.h"
#include "tools/solve/solve_reply.h"
#include "tools/solve/solver_call.h"
#include "json/json.h"

enum {
	EXAMPLE_MAX = 300, /* bytes of a counterexample */
	MODEL_SHARE = 5,
	NAME_MAX_SIZE = 200,
};

/* --- one of them -----------------------------------------------------------
 */

static bool
check_kind(const struct json_object *arguments, struct err *e)
{
	const struct json_object *value = json_get(arguments, "value");
	const char *name = json_get_string(arguments, "name");
	size_t kinds = 0;

	kinds += json_get(arguments, "status") != NULL;
	kinds += json_get(arguments, "property") != NULL;
	kinds += json_get(arguments, "term") != NULL;
	if ((json_get(arguments, "term") != NULL) != (value != NULL))
		return err_set(e, ERR_ARGUMENT,
			"term and value belong together, as in {\"term\": "
			"\"cost\", \"value\": 42}. Nothing was changed.");
	if (json_kind(value) == JSON_OBJECT || json_kind(value) == JSON_ARRAY)
		return err_set(e, ERR_ARGUMENT,
			"value is a number, true, false, or a term as text: "
			"\"(- 3)\", \"#x0f\". Nothing was changed.");
	if (kinds == 0 && json_get(arguments, "assume") == NULL)
		return err_set(e, ERR_ARGUMENT,
			"name alone expects nothing: pass status, property, or "
			"term with value; or the name in `drop` to forget it. "
			"Nothing was changed.");
	if (name != NULL && (*name == '\0' || strlen(name) > NAME_MAX_SIZE ||
				    strpbrk(name, "\r\n") != NULL))
		return err_set(e, ERR_ARGUMENT,
			"the name of an expectation is one line of 1 to %d "
			"bytes, such as \"no two shifts a day\". Nothing was "
			"changed.",
			NAME_MAX_SIZE);
	return kinds < 2 ||
	       err_set(e, ERR_ARGUMENT,
		       "an expectation is one of status (sat or unsat), "
		       "property, and term with value; add several by several "
		       "calls. Nothing was changed.");
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
expectation_new(const struct json_object *arguments, const char *fresh_name,
	struct err *e)
{
	static const char *const members[] = {
		"status", "property", "term", "assume"};
	const struct json_object *value = json_get(arguments, "value");
	const char *name = json_get_string(arguments, "name");
	struct json_object *one;

	if (!check_kind(arguments, e))
		return NULL;
	one = json_new_object();
	json_put_string(one, "name", name != NULL ? name : fresh_name);
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

static const struct json_object *
current(const struct expectations *x)
{
	return json_at(x->list, json_count(x->results));
}

void
expectations_release(struct expectations *x)
{
	json_free(x->list);
	json_free(x->results);
	solve_request_release(&x->q);
	json_free(x->question);
	*x = (struct expectations){0};
}

bool
expectations_init(struct expectations *x, struct call *c,
	const struct session_info *session, const struct model *m,
	struct json_object *list, int64_t limit_ms, struct err *e)
{
	*x = (struct expectations){.list = list};
	x->results = json_new_array();
	x->until_ms = clock_now_ms() + limit_ms;
	x->q.session = *session;
	(void)solve_request_use(&x->q, model_copy(m));
	if (session->id != 0 && !session_options_load(c->server->store,
					session->id, &x->q.settings, e))
		return false;
	solver_options_read(c->server, &x->q.settings, &x->q.setup);
	return true;
}

void
expectation_describe(const struct json_object *expectation, struct buf *out)
{
	const struct json_object *assumed = json_get(expectation, "assume");
	const char *property = json_get_string(expectation, "property");
	const char *term = json_get_string(expectation, "term");
	const char *status = json_get_string(expectation, "status");

	if (property != NULL)
		buf_add_format(out, "%s follows", property);
	else if (term != NULL)
		buf_add_format(out, "%s = %s", term,
			json_get_string(expectation, "value"));
	else
		buf_add_text(out, status != NULL ? status : "sat");
	if (json_kind(assumed) == JSON_STRING)
		buf_add_format(out, " assuming %s", json_string(assumed));
	for (size_t i = 0;
		json_kind(assumed) == JSON_ARRAY && i < json_count(assumed);
		i++)
		buf_add_format(out, "%s%s", i == 0 ? " assuming " : ", ",
			json_string(json_at(assumed, i)));
}

/* --- the question ----------------------------------------------------------
 */

/* (= term value), or NULL. */
static char *
equation_of(const struct json_object *expectation)
{
	const char *term = json_get_string(expectation, "term");

	return term == NULL ? NULL
			    : text_format("(= %s %s)", term,
				      json_get_string(expectation, "value"));
}

/* As arguments of a solve. What is best is asked for its value only. */
static struct json_object *
new_question(const struct expectations *x)
{
	const struct json_object *one = current(x);
	struct json_object *question = json_new_object();
	DROP(text) char *equation = equation_of(one);

	json_put(question, "assume", json_copy(json_get(one, "assume")));
	if (!x->q.without_objectives)
		json_put(question, "terms",
			json_new_array_of(json_new_string(equation),
				json_new_string(json_get_string(one, "term")),
				NULL));
	else if (!x->asks_model)
		json_put_string(question, "property",
			equation != NULL ? equation
					 : json_get_string(one, "property"));
	return question;
}

/* Of the time that is left, each of those that are left has the same; a proof
 * that stands does not wait for long. */
static uint32_t
share_ms(const struct expectations *x)
{
	int64_t left_ms = x->until_ms - clock_now_ms();
	size_t left = json_count(x->list) - json_count(x->results);

	left_ms /= (int64_t)left * (x->asks_model ? MODEL_SHARE : 1);
	return left_ms > 1 ? (uint32_t)left_ms : 1;
}

static bool
ask(struct call *c, struct expectations *x, call_on_answer *on_answer,
	struct err *e)
{
	struct ask asked;

	x->q.without_objectives = true;
	if (json_get(current(x), "term") != NULL)
		x->q.without_objectives = !solve_request_has_objective(&x->q);
	x->q.term_count = 0;
	json_free(x->question);
	x->question = new_question(x);
	if (!solve_request_read_terms(&x->q, x->question, e) ||
		!solve_request_write(&x->q, e))
		return false;
	asked = solve_request_ask(&x->q);
	asked.kind = ASK_SOLVE;
	asked.timeout_ms = share_ms(x);
	asked.solutions = 1;
	asked.want_values = true;
	asked.engines = x->q.setup.engines;
	asked.minimize_core = x->q.setup.minimize_core;
	if (!call_ask(c, &asked, LANE_SOLVE, on_answer, e))
		return false;
	c->work.limit_ms = x->until_ms - c->started_ms;
	c->work.memory_mb = x->q.setup.memory_mb;
	return true;
}

/* --- the result ------------------------------------------------------------
 */

static void
add_result(struct expectations *x, const char *result, const char *message)
{
	struct json_object *one = json_new_object();

	json_put_string(one, "name", json_get_string(current(x), "name"));
	json_put_string(one, "result", result);
	json_put_string(one, "message", message);
	json_add(x->results, one);
	x->held += strcmp(result, "holds") == 0;
	x->asks_model = false;
}

static void
add_fault(struct expectations *x, const struct err *fault)
{
	DROP(text)
	char *line = text_copy_n(fault->text, strcspn(fault->text, "\n"));

	x->fault = *fault;
	add_result(x, "fails", line);
}

/* On one line. */
static char *
show_values(struct call *c, struct answer *answer)
{
	DROP(values) struct values values = {0};
	DROP(buf) struct buf out;
	struct err ignored;

	buf_init(&out, LIMIT_REPLY);
	if (!solver_call_read(c, answer, 0, &values, &ignored) ||
		json_count(values.values) == 0)
		return text_copy("");
	values_add_solution(values.values, values.sorts, &out);
	if (out.size > EXAMPLE_MAX) {
		buf_truncate(&out, utf8_cut(out.data, out.size, EXAMPLE_MAX));
		buf_add_text(&out, "...");
	}
	while (out.size > 0 && out.data[out.size - 1] == '\n')
		buf_truncate(&out, out.size - 1);
	for (size_t i = 0; i < out.size; i++)
		out.data[i] = out.data[i] == '\n' ? ' ' : out.data[i];
	return buf_take(&out);
}

static void
fail_with_values(struct call *c, struct expectations *x, struct answer *answer,
	const char *what)
{
	DROP(text) char *shown = show_values(c, answer);
	DROP(text)
	char *message = text_format(
		"%s%s%s", what, shown[0] != '\0' ? ": " : "", shown);

	add_result(x, "fails", message);
}

static void
fail_with_core(struct expectations *x, const struct answer_check *check)
{
	DROP(json) struct json_object *numbers = NULL;
	DROP(buf) struct buf message;

	buf_init(&message, LIMIT_REPLY);
	buf_add_text(&message, "there is no solution");
	if (check->has_core) {
		numbers = core_items_numbers(
			&check->core.assertions, &x->q.text.render);
		buf_add_text(&message, ": ");
		core_items_add_conflict(x->q.model, numbers,
			check->core.assumptions.count > 0, &message);
	}
	add_result(x, "fails", message.data);
}

/* A core of the property and what it says of the model, or of that alone. */
static bool
core_has_property(
	const struct expectations *x, const struct answer_check *check)
{
	for (size_t i = 0; i < check->core.assumptions.count; i++) {
		const struct solve_request_term *term = solve_request_find_term(
			&x->q, check->core.assumptions.list[i].field);

		if (term != NULL && term->as == FIELD_REFUTE)
			return true;
	}
	return !check->has_core;
}

/* From what has no solution anything follows. */
static void
fail_as_vacuous(struct expectations *x)
{
	add_result(x, "fails",
		solve_request_count(&x->q, FIELD_ASSUME) > 0
			? "there is no solution under these assumptions, so "
			  "anything follows"
			: "the model has no solution, so anything follows");
}

/* The property follows. */
static void
judge_proof(struct expectations *x, const struct answer_check *check)
{
	bool assumes = solve_request_count(&x->q, FIELD_ASSUME) > 0;

	if (!core_has_property(x, check))
		fail_as_vacuous(x);
	else if (!assumes && x->model_status == STATUS_SAT)
		add_result(x, "holds", NULL);
	else
		x->asks_model = true;
}

static void
judge_model(struct expectations *x, enum status status)
{
	if (solve_request_count(&x->q, FIELD_ASSUME) == 0)
		x->model_status = status;
	if (status == STATUS_UNSAT)
		fail_as_vacuous(x);
	else
		add_result(x, "holds",
			status == STATUS_SAT
				? NULL
				: "if the model has a solution at all, which "
				  "was not decided in the time");
}

static bool
is_optimal(const struct answer_check *check)
{
	for (size_t i = 0; i < check->objectives.count; i++) {
		if (!check->objectives.at[i].optimal)
			return false;
	}
	return check->objectives.count > 0;
}

static void
fail_with_best(struct expectations *x, const struct json_object *values)
{
	const char *term = json_get_string(current(x), "term");
	DROP(text) char *value = json_text(json_get(values, term));
	DROP(text)
	char *message = text_format("in the best solution it is %s", value);

	add_result(x, "fails", message);
}

/* Of the best solution. */
static void
judge_best(struct call *c, struct expectations *x, struct answer *answer)
{
	const struct answer_check *check = answer_last(answer);
	DROP(text) char *equation = equation_of(current(x));
	DROP(values) struct values values = {0};
	struct err ignored;

	if (check->status == STATUS_UNSAT)
		fail_with_core(x, check);
	else if (!is_optimal(check))
		add_result(x, "open", "the optimum was not proved in the time");
	else if (!solver_call_read(c, answer, 2, &values, &ignored) ||
		 json_get(values.values, equation) == NULL)
		add_result(x, "open", "the term could not be evaluated");
	else if (json_get_bool(values.values, equation, false))
		add_result(x, "holds", NULL);
	else
		fail_with_best(x, values.values);
}

static void
judge(struct call *c, struct expectations *x, struct answer *answer,
	enum status status)
{
	const struct answer_check *check = answer_last(answer);
	const char *wanted = json_get_string(current(x), "status");
	bool is_proof = solve_request_count(&x->q, FIELD_REFUTE) > 0;

	if (status == STATUS_UNKNOWN)
		add_result(x, "open", "not decided in the time");
	else if (!x->q.without_objectives)
		judge_best(c, x, answer);
	else if (x->asks_model)
		judge_model(x, status);
	else if (is_proof && status == STATUS_UNSAT)
		judge_proof(x, check);
	else if (is_proof)
		fail_with_values(c, x, answer, "a counterexample");
	else if ((status == STATUS_UNSAT) ==
		 (wanted != NULL && strcmp(wanted, "unsat") == 0))
		add_result(x, "holds", NULL);
	else if (status == STATUS_UNSAT)
		fail_with_core(x, check);
	else
		fail_with_values(c, x, answer, "there is a solution");
}

void
expectations_answer(
	struct call *c, struct expectations *x, struct answer *answer)
{
	DROP(solve_verdict) struct solve_verdict verdict = {0};
	struct err e;

	if (answer->fault.kind != DIAGNOSTIC_NONE) {
		(void)solve_request_refuse(&x->q, &answer->fault, &e);
		add_fault(x, &e);
		return;
	}
	solve_verdict_of(c, answer, 1, "the model", &verdict);
	solve_reply_distrust(&x->q, answer, &verdict);
	if (x->asks_model && verdict.status == STATUS_UNKNOWN)
		judge_model(x, STATUS_UNKNOWN);
	else
		judge(c, x, answer, verdict.status);
}

bool
expectations_ask(
	struct call *c, struct expectations *x, call_on_answer *on_answer)
{
	struct err e;

	while (json_count(x->results) < json_count(x->list)) {
		if (x->until_ms <= clock_now_ms() && x->asks_model)
			judge_model(x, STATUS_UNKNOWN);
		else if (x->until_ms <= clock_now_ms())
			add_result(x, "open", "the time was over before");
		else if (ask(c, x, on_answer, &e))
			return true;
		else
			add_fault(x, &e);
	}
	return false;
}

/* --- what is said of them --------------------------------------------------
 */

static void
add_line(const struct expectations *x, size_t at, struct buf *text)
{
	const struct json_object *result = json_at(x->results, at);
	const char *message = json_get_string(result, "message");

	buf_add_format(text, "%s: %s: ", json_get_string(result, "result"),
		json_get_string(result, "name"));
	expectation_describe(json_at(x->list, at), text);
	buf_add_format(text, "%s%s\n", message != NULL ? "; " : "",
		message != NULL ? message : "");
}

void
expectations_put(const struct expectations *x, bool is_whole, struct reply *r)
{
	size_t count = json_count(x->results);

	if (x->held == count && count > 1)
		buf_add_format(&r->text, "All %zu expectations hold.\n", count);
	else if (count > 1 || !is_whole)
		buf_add_format(&r->text, "%zu of %zu expectations hold%s\n",
			x->held, count, is_whole ? ":" : ".");
	for (size_t i = 0; i < count; i++) {
		const char *result =
			json_get_string(json_at(x->results, i), "result");

		if (is_whole || strcmp(result, "holds") != 0)
			add_line(x, i, &r->text);
	}
	json_put(r->structured, "expectations", json_copy(x->results));
}
