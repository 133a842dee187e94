/*
 * A solver of MiniZinc: FlatZinc in, and out what the FlatZinc specification
 * calls the solution stream:
 *
 *	x = 3;
 *	----------
 *	==========
 *
 * The worker's ask is that of solve_smtlib. Its answer is looked at while it
 * grows, for better solutions and for further ones.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/loop.h"
#include "cli/cli.h"
#include "pool/portfolio.h"
#include "tools/call/text_reading.h"
#include "tools/call/values.h"
#include "json/json.h"

enum { POLL_MS = 50 };

struct fzn {
	struct cli *cli;
	const struct fzn_options *options;
	char *source;	     /* as it was sent */
	struct answer *read; /* the text as SMT-LIB */
	struct buf text;     /* with its check */
	struct portfolio *portfolio;
	struct answer *answer;
	struct timer *timer;
	int64_t limit_ms;
	/* Solutions of -a that were printed, as keys: engines that compete find
	 * them in another order. */
	struct json_object *printed;
	struct json_object *best; /* objectives printed last, or NULL */
	size_t solutions;
	bool has_outputs; /* else all solutions are one */
};

/* --- solutions ----------------------------------------------------------- */

static const char marks[] = FLATZINC_VALUE FLATZINC_FLOAT FLATZINC_MEMBER;

/* A Real is "-1/3", or {exact, approx}; in FlatZinc it has a point. */
static void
add_float(const struct json_object *value, struct buf *out)
{
	const char *text = json_kind(value) == JSON_STRING
				   ? json_string(value)
				   : json_get_string(value, "approx");
	DROP(json) struct json_object *shortest = NULL;
	DROP(text) char *digits = NULL;
	double number = 0;

	(void)values_read_decimal(text != NULL ? text : "0", &number);
	shortest = json_new_double(number);
	digits = json_text(shortest);
	buf_add_format(out, "%s%s", digits,
		strpbrk(digits, ".eE") != NULL ? "" : ".0");
}

/* In the place of the mark and its term; that of a member of a set ends in its
 * number, after an "@". */
static void
add_value(const struct json_object *value, char mark, const char *term,
	struct buf *out)
{
	DROP(text) char *text = NULL;

	if (mark == FLATZINC_FLOAT[0]) {
		add_float(value, out);
	} else if (mark == FLATZINC_VALUE[0]) {
		text = json_plain(value); /* beyond 2^53 a string */
		buf_add_text(out, text);
	} else if (json_kind(value) == JSON_BOOL && json_boolean(value)) {
		buf_add_format(out, "%s%s",
			out->data[out->size - 1] == '{' ? "" : ",",
			strrchr(term, '@') + 1);
	}
}

/* The format with the values in it; false if one is missing. */
static bool
fill_in(const char *format, const struct json_object *values, struct buf *out)
{
	for (;;) {
		size_t plain = strcspn(format, marks);
		size_t size = strcspn(format + plain, FLATZINC_END);
		const struct json_object *value;
		DROP(text) char *term = NULL;

		buf_add(out, format, plain);
		format += plain;
		if (*format == '\0')
			return !out->overflowed;
		term = text_copy_n(format + 1, size - 1);
		value = json_get(values, term);
		if (value == NULL)
			return false;
		add_value(value, *format, term, out);
		format += size + 1;
	}
}

static const char *
format_of(const struct fzn *z)
{
	return z->read->reading.source.solution_format;
}

static bool
print_solution(struct fzn *z, const struct json_object *values)
{
	DROP(buf) struct buf text;

	buf_init(&text, LIMIT_ANSWER);
	if (!fill_in(format_of(z), values, &text))
		return false;
	if (z->printed == NULL)
		z->printed = json_new_object();
	if (json_find(z->printed, text.data, &(struct json_object *){NULL}))
		return true;
	if (z->options->all)
		json_put(z->printed, text.data, NULL);
	z->solutions++;
	cli_puts(stdout, text.data);
	(void)puts("----------");
	(void)fflush(stdout);
	return true;
}

/* The values of the check, unless an assertion is false under them. */
static bool
print_check(struct fzn *z, const struct answer_check *check)
{
	DROP(values) struct values values = {0};

	if (answer_count_false(check) > 0)
		return false;
	values_read(check, LIMIT_ANSWER, 0, &values);
	return print_solution(z, values.values);
}

/* Further solutions that have come since. */
static void
print_further(struct fzn *z, const struct answer_check *check)
{
	const struct answer_texts *list = &check->solutions.list;
	size_t most = z->options->all ? SIZE_MAX : (size_t)z->options->number;

	for (size_t i = z->solutions; i < list->count && z->solutions < most;
		i++) {
		DROP(json) struct json_object *values = json_read(list->at[i]);

		(void)print_solution(z, values);
	}
}

/* A better solution than the last one that was printed. */
static void
print_better(struct fzn *z, const struct answer_check *check)
{
	DROP(json) struct json_object *now = objectives_list(check);

	if (json_count(now) == 0 ||
		json_get(json_at(now, 0), "value") == NULL ||
		(z->best != NULL && objectives_compare(now, z->best) <= 0) ||
		!print_check(z, check))
		return;
	json_free(z->best);
	z->best = TAKE(now);
}

/* --- while it solves ----------------------------------------------------- */

static void
on_poll_time(void *argument)
{
	struct fzn *z = argument;
	const struct answer_check *check =
		answer_last(portfolio_answer(z->portfolio));

	if (check != NULL && check->status == STATUS_SAT) {
		print_further(z, check);
		if (z->options->all || z->options->intermediate)
			print_better(z, check);
	}
	z->timer = loop_at(
		z->cli->loop, clock_now_ms() + POLL_MS, on_poll_time, z);
}

static void
on_done(struct portfolio *r, struct answer *answer, void *argument)
{
	struct fzn *z = argument;

	(void)r; /* it ends with this */
	timer_free(z->timer);
	z->timer = NULL;
	z->answer = answer;
	loop_stop(z->cli->loop);
}

/* --- the end ------------------------------------------------------------- */

static void
print_number(const char *name, const struct json_object *value)
{
	DROP(text) char *text = json_plain(value);
	double number;

	if (values_read_decimal(text, &number))
		(void)printf("%%%%%%mzn-stat: %s=%.15g\n", name, number);
}

static void
print_statistics(const struct fzn *z, const struct answer_check *check)
{
	DROP(json)
	struct json_object *last =
		check != NULL ? objectives_list(check) : json_new_array();

	(void)printf("%%%%%%mzn-stat: solveTime=%.3f\n",
		(double)z->answer->job.ran_ms / 1000);
	(void)printf("%%%%%%mzn-stat: nSolutions=%zu\n", z->solutions);
	/* Another engine than the last one may have found the best. */
	if (z->best != NULL)
		print_number(
			"objective", json_get(json_at(z->best, 0), "value"));
	if (json_count(last) > 0) {
		const struct json_object *o = json_at(last, 0);
		bool is_best = json_get_bool(o, "optimal", false);

		print_number("objectiveBound",
			json_get(o, is_best ? "value" : "bound"));
	}
	(void)puts("%%%mzn-stat-end");
}

static bool
is_unbounded(const struct answer_check *check)
{
	return check->objectives.count > 0 &&
	       check->objectives.at[0].state == OBJECTIVE_UNBOUNDED;
}

/* NULL: there may be a further solution, or a better one. */
static const char *
read_status(const struct fzn *z, const struct answer_check *check)
{
	bool is_complete;

	if (check != NULL && check->status == STATUS_UNSAT)
		return "=====UNSATISFIABLE=====";
	if (check != NULL && is_unbounded(check))
		return "=====UNBOUNDED=====";
	if (z->solutions == 0)
		return "=====UNKNOWN=====";
	if (check == NULL) /* it was lost on the way */
		return NULL;
	if (check->objectives.count > 0)
		is_complete =
			check->objectives.at[0].state == OBJECTIVE_OPTIMAL;
	else
		is_complete = check->solutions.ended || !z->has_outputs;
	return is_complete ? "==========" : NULL;
}

/* Why the answer is less than was asked for, as a comment. */
static void
explain(const struct fzn *z, const struct answer_check *check)
{
	DROP(text) char *message = NULL;
	struct advice_job job = {.what = "the FlatZinc text",
		.is_answered = check != NULL && check->status != STATUS_NONE,
		.limit_ms = z->limit_ms,
		.memory_mb = z->cli->server.memory_mb};

	if (z->answer->outcome != OUTCOME_DONE)
		message = advice_failure(z->answer, &job);
	else if (check != NULL && check->objectives.count > 0 &&
		 check->objectives.at[0].state == OBJECTIVE_NOT_ATTAINED)
		message = text_copy("No solution has the limit of the "
				    "objective; there are better ones.");
	else if (check != NULL && check->status == STATUS_UNKNOWN)
		message = text_format("Z3's reason: %s", check->reason);
	if (message == NULL)
		return;
	for (char *c = message; *c != '\0'; c++)
		*c = *c == '\n' ? ' ' : *c;
	(void)fprintf(stderr, "%% %s\n", message);
}

static int
refuse(enum err_code why, const char *text)
{
	(void)puts("=====ERROR=====");
	(void)fflush(stdout);
	return cli_refuse(why, text, EXIT_FAILURE);
}

static int
refuse_fault(struct fzn *z, struct diagnostic *fault)
{
	bool has_items = z->read->reading.source.has_items;
	const char *text = has_items ? z->text.data : z->source;
	const struct advice_place place = {
		.text = text,
		.size = strlen(text),
		.what = has_items ? "the model in SMT-LIB"
				  : "the FlatZinc text",
		.index = -1,
		.is_script = true,
	};
	struct err e;

	(void)advice_fault(fault, &place, &e);
	return refuse(e.code, e.text);
}

/* A fault that the reader has found. */
static int
refuse_text(struct fzn *z)
{
	struct advice_place place = {
		.text = z->source,
		.size = strlen(z->source),
		.what = z->read->reading.has_subject ? "the model in SMT-LIB"
						     : "the FlatZinc text",
		.index = -1,
		.is_script = true,
	};
	struct err e;

	(void)reading_refuse(z->read, &place, &e);
	return refuse(e.code, e.text);
}

static int
finish(struct fzn *z)
{
	const struct answer_check *check = answer_last(z->answer);
	const char *status;

	if (z->answer->fault.kind != DIAGNOSTIC_NONE)
		return refuse_fault(z, &z->answer->fault);
	if (z->answer->outcome == OUTCOME_NO_WORKER)
		return refuse(ERR_WORKER, z->answer->detail);
	if (check != NULL && check->status == STATUS_SAT) {
		print_further(z, check);
		if (check->objectives.count > 0 && !is_unbounded(check))
			print_better(z, check);
		if (check->objectives.count == 0 && z->solutions == 0)
			(void)print_check(z, check);
	}
	status = read_status(z, check);
	if (status != NULL)
		(void)puts(status);
	if (status == NULL || strcmp(status, "=====UNKNOWN=====") == 0)
		explain(z, check);
	if (z->options->statistics)
		print_statistics(z, check);
	return EXIT_SUCCESS;
}

/* --- the ask ------------------------------------------------------------- */

/* (check-sat), and what solutions are compared by; how many are wanted. */
static uint32_t
add_check(struct fzn *z, struct buf *text)
{
	const char *at = format_of(z);

	at += strcspn(at, marks);
	z->has_outputs = *at != '\0';
	buf_add_text(text, "\n(check-sat)");
	buf_add_text(text, z->has_outputs ? "(get-value (" : "");
	while (*at != '\0') {
		size_t size = strcspn(at, FLATZINC_END);

		buf_add(text, at + 1, size - 1);
		buf_add_char(text, ' ');
		at += size + strcspn(at + size, marks);
	}
	buf_add_text(text, z->has_outputs ? "))" : "");
	if (!z->has_outputs || z->read->reading.source.has_objective)
		return 1;
	return z->options->all ? LIMIT_COUNTED : (uint32_t)z->options->number;
}

static int
solve(struct fzn *z)
{
	struct ask asked = {.kind = ASK_SOLVE,
		.checks = 1,
		.timeout_ms = (uint32_t)z->limit_ms};
	struct err e;

	if (z->read->reading.source.language != LANGUAGE_FLATZINC)
		return refuse(ERR_TEXT,
			"this is not FlatZinc; compile a model of "
			"MiniZinc (minizinc -c --solver satchel "
			"model.mzn data.dzn), or run minizinc --solver "
			"satchel model.mzn data.dzn; other texts are for "
			"satchel solve");
	if (z->read->output.size > 0)
		buf_add(&z->text, z->read->output.text, z->read->output.size);
	asked.solutions = add_check(z, &z->text);
	asked.text = z->text.data;
	asked.size = z->text.size;
	z->portfolio = portfolio_ask(
		z->cli->server.pool, &asked, QUEUE_SOLVE, on_done, z, &e);
	if (z->portfolio == NULL)
		return refuse(e.code, e.text);
	z->timer = loop_at(
		z->cli->loop, clock_now_ms() + POLL_MS, on_poll_time, z);
	loop_run(z->cli->loop);
	return finish(z);
}

int
command_fzn(struct cli *cli)
{
	struct fzn z = {.cli = cli,
		.options = &cli->line.options.fzn,
		.limit_ms = cli->line.options.fzn.time_ms < LIMIT_TIMEOUT_MS
				    ? cli->line.options.fzn.time_ms
				    : LIMIT_TIMEOUT_MS};
	DROP(buf) struct buf text;
	struct err e;
	int code;

	buf_init(&text, LIMIT_MESSAGE);
	if (!cli_read_file(cli->line.arguments[0], &text, &e))
		return refuse(e.code, e.text);
	z.read = cli_read_text(cli, &text, z.limit_ms, "the FlatZinc text", &e);
	if (z.read == NULL)
		return refuse(e.code, e.text);
	buf_init(&z.text, LIMIT_ASK);
	z.source = text.data;
	code = z.read->fault.kind == DIAGNOSTIC_NONE ? solve(&z)
						     : refuse_text(&z);
	answer_free(z.read);
	answer_free(z.answer);
	buf_release(&z.text);
	json_free(z.printed);
	json_free(z.best);
	return code;
}
