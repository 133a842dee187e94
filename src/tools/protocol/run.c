#include "tools/protocol/run.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/clock.h"
#include "base/limits.h"
#include "smt/text/commands.h"
#include "tools/call/call.h"
#include "tools/call/error_fields.h"
#include "tools/protocol/registry.h"
#include "json/json.h"
#include "json/schema.h"

enum { TIME_DIGITS = 3 };

/* --- the program --------------------------------------------------------- */

void
run_begin(struct protocol_run *r, char comment, const char *path, ...)
{
	char *text = r->program.path;
	va_list values;

	if (r->program.is_broken)
		return;
	va_start(values, path);
	(void)vsnprintf(text, sizeof(r->program.path), path, values);
	va_end(values);
	for (char *at = text; *at != '\0'; at++)
		*at = *at == '\n' || *at == '\r' ? ' ' : *at;
	run_add(r, "\n%c @%s\n", comment, text);
}

void
run_add_name(struct protocol_run *r, const char *name)
{
	r->program.is_broken |= strpbrk(name, "|\\") != NULL;
	text_add_symbol(&r->program.text, name);
}

void
run_add_term(struct protocol_run *r, const char *term)
{
	/* What is several terms, as in "x == 1", is told better later. */
	DROP(text) char *list = text_format("(%s\n)", term);
	struct diagnostic fault;
	size_t start;
	size_t length;

	r->program.is_broken |=
		!term_check(list, strlen(list), &start, &length, &fault);
	run_add(r, " %s", term);
}

/* A place in the program, and the path of it. */
struct path_finder {
	const char *at;
	int64_t line;
	const char *path; /* up to the end of its line; NULL: it has none */
};

/* The path of a line, the caller's. Lines are asked for in their order, so
 * that all of them take one pass; those that are not have none. */
static char *
find_path(struct path_finder *s, int64_t line)
{
	if (line <= 0 || line < s->line)
		return NULL;
	for (; s->line < line && *s->at != '\0'; s->line++) {
		if (s->at[0] != '\n' && strncmp(s->at + 1, " @", 2) == 0)
			s->path = s->at + 3;
		s->at = strchrnul(s->at, '\n');
		s->at += *s->at == '\n';
	}
	return s->path != NULL ? text_format("input.%.*s",
					 (int)strcspn(s->path, "\n"), s->path)
			       : NULL;
}

/* --- the envelope -------------------------------------------------------- */

static char *
new_id(void)
{
	uint64_t random = 0;

	/* So few bytes come at once; see getrandom(2). */
	(void)!getrandom(&random, sizeof(random), 0);
	return text_format("req_%012" PRIx64, random & 0xffffffffffff);
}

static void
run_free(void *state)
{
	struct protocol_run *r = state;

	if (r->inner != NULL)
		call_cancel(r->inner);
	buf_release(&r->program.text);
	json_free(r->checked);
	json_free(r->result);
	json_free(r->trace);
	json_free(r->metadata);
	json_free(r->response);
	free(r);
}

static void
deliver(struct call *c)
{
	struct protocol_run *r = c->state;

	r->done(c, TAKE(r->response));
}

/* Of the two, the result or the error. */
static void
respond(struct protocol_run *r, struct json_object *error)
{
	struct json_object *trace = TAKE(r->trace);
	const char *asked = json_get_string(r->c->arguments, "engine");
	const char *id = json_get_string(r->c->arguments, "id");
	DROP(text) char *made = id == NULL ? new_id() : NULL;

	json_put(r->metadata, "solve_time_ms",
		json_new_decimal((double)(clock_now_us() - r->started_us) / 1e3,
			TIME_DIGITS));
	r->response = json_new_object_of("id",
		json_new_string(id != NULL ? id : made), "status",
		json_new_string(error != NULL ? "error" : "success"), "engine",
		json_new_string(r->engine != NULL ? r->engine->name : asked),
		"result", error == NULL ? TAKE(r->result) : NULL, "error",
		error, "proof_trace", trace, "metadata", TAKE(r->metadata),
		NULL);
	if (!r->is_starting)
		call_resume(r->c, deliver);
}

/* A refusal, with its place in the program as one in the input. */
static void
respond_refusal(
	struct protocol_run *r, const struct err *refusal, const char *code)
{
	static const char what[] = "The smtlib text";
	DROP(json) struct json_object *fields = error_fields_new(refusal);
	struct path_finder program = {
		.at = r->program.path[0] != '\0' ? r->program.text.data : ""};
	DROP(text) char *path = find_path(&program, refusal->line);
	DROP(text) char *column = text_format("column %u: ", refusal->column);
	const struct json_object *steps = json_get_array(fields, "steps");
	const char *message = json_get_string(fields, "message");
	const char *after = path != NULL ? strstr(message, column) : NULL;
	DROP(text) char *placed = NULL;
	DROP(buf) struct buf suggestion;

	if (after != NULL)
		placed = text_format("%s: %s", path, after + strlen(column));
	else if (strncmp(message, what, strlen(what)) == 0)
		placed = text_format("input%s", message + strlen(what));
	buf_init(&suggestion, ERR_TEXT_MAX);
	for (size_t i = 0; steps != NULL && i < json_count(steps); i++)
		(void)buf_add_format(&suggestion, "%s%s", i > 0 ? " " : "",
			json_string(json_at(steps, i)));
	if (suggestion.size == 0)
		(void)buf_add_text(&suggestion,
			"See list_engines for what each engine takes.");
	respond(r,
		json_new_object_of("code", json_new_string(code), "message",
			json_new_string(placed != NULL ? placed : message),
			"suggestion", json_new_string(suggestion.data), NULL));
}

/* --- what was solved ------------------------------------------------------ */

void
run_copy(const struct json_object *solved, struct json_object *result,
	const char *const *members)
{
	for (; *members != NULL; members++) {
		if (json_get(solved, *members) != NULL)
			json_put(result, *members,
				json_copy(json_get(solved, *members)));
	}
}

void
run_put_status(const struct protocol_run *r, const struct json_object *solved,
	struct json_object *result)
{
	static const char *const members[] = {
		"objectives", "core_minimal", "reason", "truncated", NULL};
	const char *status = json_get_string(solved, "status");
	const struct json_object *core = json_get_array(solved, "core");
	struct json_object *list = core != NULL ? json_new_array() : NULL;
	struct path_finder program = {
		.at = r->program.path[0] != '\0' ? r->program.text.data : ""};

	json_put(result, "satisfiable",
		strcmp(status, "unknown") == 0
			? NULL
			: json_new_bool(strcmp(status, "sat") == 0));
	for (size_t i = 0; core != NULL && i < json_count(core); i++) {
		struct json_object *one = json_copy(json_at(core, i));
		DROP(text)
		char *path = find_path(&program, json_get_int(one, "line", 0));

		json_put_string(one, "path", path);
		json_delete(one, "assertion");
		if (path != NULL)
			json_delete(one, "line");
		json_add(list, one);
	}
	if (core != NULL)
		json_put(result, "core", list);
	run_copy(solved, result, members);
}

/* Whether there is no answer, and the code of that. That Z3 cannot tell is an
 * answer. */
static const char *
find_failure(const struct json_object *solved, struct err *e)
{
	static const char *const codes[][2] = {{"timeout", "TIMEOUT"},
		{"memory", "SOLVER_ERROR"}, {"crash", "SOLVER_ERROR"}};
	const struct json_object *reason = json_get_object(solved, "reason");
	const char *status = json_get_string(solved, "status");
	const char *code = json_get_string(reason, "code");

	if (status == NULL || strcmp(status, "unknown") != 0 || code == NULL)
		return NULL;
	(void)err_set(e, ERR_WORKER, "%s", json_get_string(reason, "message"));
	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		if (strcmp(code, codes[i][0]) == 0)
			return codes[i][1];
	}
	return NULL;
}

static void
on_solved(struct call *inner, const struct call_result *result, void *argument)
{
	struct protocol_run *r = argument;
	const char *failure;
	struct err e;

	(void)inner; /* it ends with this */
	r->inner = NULL;
	if (result->is_error) {
		enum err_code code = result->error->code;

		respond_refusal(r, result->error,
			code == ERR_ARGUMENT || code == ERR_TEXT ||
					result->error->line > 0
				? "INVALID_INPUT"
				: "SOLVER_ERROR");
		return;
	}
	failure = find_failure(result->structured, &e);
	if (failure != NULL) {
		respond_refusal(r, &e, failure);
		return;
	}
	r->read(r, result->structured, r->result);
	respond(r, NULL);
}

static void
on_progress(struct call *inner, double progress, const char *message,
	void *argument)
{
	const struct protocol_run *r = argument;

	(void)inner; /* the run knows it */
	r->c->sink.progress(r->c, progress, message, r->c->sink.argument);
}

void
run_tool(struct protocol_run *r, const char *tool,
	struct json_object *arguments, run_read *read)
{
	const struct call_sink sink = {
		.done = on_solved,
		.progress = r->c->sink.progress != NULL ? on_progress : NULL,
		.argument = r,
		.reply_text = call_reply_text(r->c),
		.is_part = true,
	};

	r->read = read;
	/* Without a call it is over, and there is a response. */
	r->inner = call_start(r->c->server, tool_find(tool), arguments, &sink);
}

bool
run_program(struct protocol_run *r, run_read *read, struct err *e)
{
	const struct buf *text = &r->program.text;
	struct json_object *arguments;

	if (text->overflowed)
		return err_advise(e, ERR_LIMIT,
			"the problem is over %d bytes as SMT-LIB; send a "
			"smaller one",
			LIMIT_MESSAGE);
	if (r->program.is_broken)
		return err_advise(e, ERR_ARGUMENT,
			"input.%s holds what is not one complete name or term; "
			"close each ( that is opened, and no other; pass each "
			"term as an element of its own; leave | and \\ out of "
			"names",
			r->program.path);
	arguments = json_new_object_of("smtlib",
		json_new_string_n(text->data, text->size), "timeout_ms",
		json_copy(json_get(r->config, "timeout_ms")), NULL);
	run_tool(r, "solve_smtlib", arguments, read);
	return true;
}

/* --- the beginning -------------------------------------------------------- */

/* The engine that is named, or the one that suits what is said of the problem,
 * or the input itself. */
static bool
find_engine(struct protocol_run *r, struct err *e)
{
	const struct json_object *arguments = r->c->arguments;
	const struct json_object *input = json_get(arguments, "input");
	const char *type = json_get_string(arguments, "problem_type");
	const char *name = json_get_string(arguments, "engine");
	DROP(text) char *sent = NULL;

	if (strcmp(name, "auto") == 0 && type != NULL) {
		struct json_object *selection = engine_select(
			type, json_get_object(arguments, "features"));

		json_put(r->metadata, "selection", selection);
		name = json_get_string(selection, "algorithm");
	}
	r->engine = strcmp(name, "auto") == 0 ? engine_find_fitting(input)
					      : engine_find(name, e);
	if (r->engine != NULL || strcmp(name, "auto") != 0)
		return r->engine != NULL;
	sent = json_text(input);
	return err_advise(e, ERR_ARGUMENT,
		"no engine takes the input %.200s; name an engine, "
		"list_engines "
		"shows what each takes; or correct the members of input",
		sent);
}

static bool
begin(struct protocol_run *r, struct err *e)
{
	static const char *const members[] = {"config", "operation", NULL};

	r->checked = json_new_object_of(
		"input", json_share(json_get(r->c->arguments, "input")), NULL);
	run_copy(r->c->arguments, r->checked, members);
	if (!schema_check(engine_schema(r->engine), &r->checked, e))
		return false;
	r->input = json_get(r->checked, "input");
	r->config = json_get_object(r->checked, "config");
	return r->engine->start(r, e);
}

void
run_start(struct call *c, run_done *done)
{
	struct protocol_run *r = mem_new(sizeof(*r));
	struct err e;

	r->c = c;
	r->done = done;
	r->result = json_new_object();
	r->metadata = json_new_object_of(
		"engine_version", json_new_string(SATCHEL_VERSION), NULL);
	r->started_us = clock_now_us();
	buf_init(&r->program.text, LIMIT_MESSAGE);
	c->state = r;
	c->state_free = run_free;
	r->is_starting = true;
	if (!find_engine(r, &e))
		respond_refusal(r, &e,
			e.code == ERR_NOT_FOUND ? "UNKNOWN_ENGINE"
						: "INVALID_INPUT");
	else if (!begin(r, &e))
		respond_refusal(r, &e, "INVALID_INPUT");
	else if (r->inner == NULL && r->response == NULL)
		respond(r, NULL);
	r->is_starting = false;
	if (r->response != NULL)
		deliver(c);
}
