#include "tools/protocol/run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "advice/advice.h"
#include "base/clock.h"
#include "base/limits.h"
#include "tools/call/call.h"
#include "tools/protocol/program.h"
#include "tools/protocol/registry.h"
#include "json/json.h"
#include "json/schema.h"

enum {
	TIME_DIGITS = 3,
	/* Bytes of what a search has found: far more than its ceilings allow,
	 * and less than a reply. */
	FOUND_MAX = LIMIT_REPLY / 4,
};

struct protocol_run {
	struct call *c;
	run_done *done;
	int64_t started_us;
	const struct json_object *engine; /* its page; NULL: none was found */
	struct json_object *request; /* {input, config?, operation?}, checked */
	struct program program;
	struct call *inner; /* of the tool that solves; or NULL */
	struct json_object *metadata;
	struct json_object *response; /* NULL: not yet */
};

static void
run_free(void *state)
{
	struct protocol_run *r = state;

	if (r->inner != NULL)
		call_cancel(r->inner);
	buf_release(&r->program.text);
	json_free(r->request);
	json_free(r->metadata);
	json_free(r->response);
	free(r);
}

/* --- the envelope -------------------------------------------------------- */

static struct json_object *
new_id(void)
{
	uint64_t random = 0;
	DROP(text) char *id = NULL;

	/* So few bytes come at once; see getrandom(2). */
	(void)!getrandom(&random, sizeof(random), 0);
	id = text_format("req_%012" PRIx64, random & 0xffffffffffff);
	return json_new_string(id);
}

/* Takes the members: a result with its trace or NULL, or an error. */
static void
respond(struct protocol_run *r, struct json_object *result,
	struct json_object *trace, struct json_object *error)
{
	const char *asked = json_get_string(r->c->arguments, "engine");
	const struct json_object *id = json_get(r->c->arguments, "id");

	json_put(r->metadata, "solve_time_ms",
		json_new_decimal((double)(clock_now_us() - r->started_us) / 1e3,
			TIME_DIGITS));
	if (json_get(result, "nodes_explored") != NULL)
		json_put(r->metadata, "nodes_explored",
			json_copy(json_get(result, "nodes_explored")));
	r->response = json_new_object_of("id",
		id != NULL ? json_copy(id) : new_id(), "status",
		json_new_string(error != NULL ? "error" : "success"), "engine",
		json_new_string(r->engine != NULL
					? json_get_string(r->engine, "id")
					: asked),
		"result", result, "error", error, "proof_trace", trace,
		"metadata", TAKE(r->metadata), NULL);
}

/* Returns the message of a refusal of a text, with its place in the input in
 * the stead of its place in the text; the caller's. */
static char *
place_message(const struct protocol_run *r, const struct err *e)
{
	struct program_place program = program_begin(&r->program);
	DROP(text) char *path = program_path(&program, e->line);
	const char *problem = e->text + e->location_size;
	int size = (int)strcspn(problem, "\n");

	if (path != NULL)
		return text_format("%s: %.*s", path, size, problem);
	return e->line > 0 ? text_format("input, line %u, column %u: %.*s",
				     e->line, e->column, size, problem)
			   : text_format("input: %.*s", size, problem);
}

static void
fail(struct protocol_run *r, const struct err *refusal, const char *code)
{
	DROP(json) struct json_object *fields = json_new_error(refusal);
	const struct json_object *steps = json_get_array(fields, "steps");
	bool is_placed = refusal->location_size > 0 && r->program.text.size > 0;
	DROP(text)
	char *message = is_placed
				? place_message(r, refusal)
				: text_copy(json_get_string(fields, "message"));
	DROP(buf) struct buf suggestion;

	buf_init(&suggestion, ERR_TEXT_MAX);
	for (size_t i = 0; steps != NULL && i < json_count(steps); i++)
		buf_add_format(&suggestion, "%s%s", i > 0 ? " " : "",
			json_string(json_at(steps, i)));
	if (suggestion.size == 0)
		buf_add_text(&suggestion,
			"See list_engines for what each engine takes.");
	respond(r, NULL, NULL,
		json_new_object_of("code", json_new_string(code), "message",
			json_new_string(message), "suggestion",
			json_new_string(suggestion.data), NULL));
}

/* A refusal of the request, or of what was made of it. */
static void
refuse(struct protocol_run *r, const struct err *e)
{
	if (e->code == ERR_NOT_FOUND)
		fail(r, e, "UNKNOWN_ENGINE");
	else if (e->code == ERR_ARGUMENT || e->code == ERR_TEXT || e->line > 0)
		fail(r, e, "INVALID_INPUT");
	else
		fail(r, e, "SOLVER_ERROR");
}

/* --- the results ---------------------------------------------------------- */

/* Variables of clauses are x12, and their names the numbers; a value of a list
 * of texts is as it was written there: without bars. */
static void
put_assignment(struct json_object *solved, const struct json_object *domains)
{
	struct json_object *assignment = json_new_object();
	struct json_member m = {0};

	while (json_next(json_get(solved, "values"), &m)) {
		bool is_numbered = domains == NULL && m.key[0] == 'x';
		bool is_quoted = json_get_array(domains, m.key) != NULL &&
				 json_kind(m.value) == JSON_STRING &&
				 json_string(m.value)[0] == '|';

		json_put(assignment, m.key + is_numbered,
			is_quoted ? json_new_string_n(json_string(m.value) + 1,
					    json_string_size(m.value) - 2)
				  : json_share(m.value));
	}
	json_put(solved, "assignment", assignment);
}

/* Each is followed by a mark, which no result is: it is a comment. */
static void
put_simplified(struct json_object *solved, const char *output)
{
	static const char mark[] = "\n;simplified\n";
	struct json_object *list = json_new_array();
	const char *end;

	for (; (end = strstr(output, mark)) != NULL;
		output = end + strlen(mark))
		json_add(list,
			json_new_string_n(output, (size_t)(end - output)));
	json_put(solved, "simplified", list);
}

/* With paths of the input. */
static void
mark_core(const struct program *program, const struct json_object *core)
{
	struct program_place place = program_begin(program);

	for (size_t i = 0; i < json_count(core); i++) {
		struct json_object *one = json_at(core, i);
		DROP(text)
		char *path = program_path(&place, json_get_int(one, "line", 0));

		json_put_string(one, "path", path);
		json_delete(one, "assertion");
		if (path != NULL)
			json_delete(one, "line");
	}
}

/* What the engine's page names of all that there is to say. */
static struct json_object *
new_result(const struct protocol_run *r, const struct json_object *answer)
{
	const struct json_object *names = json_get(r->engine, "result");
	const struct json_object *input = json_get(r->request, "input");
	DROP(json) struct json_object *solved = json_copy(answer);
	const struct json_object *best = json_get_array(solved, "objectives");
	const char *status = json_get_string(solved, "status");
	struct json_object *result = json_new_object();

	if (status != NULL) {
		bool is_open = strcmp(status, "unknown") == 0;
		bool is_sat = strcmp(status, "sat") == 0;

		json_put(solved, "satisfiable",
			is_open ? NULL : json_new_bool(is_sat));
		/* Of a query whose denial was asserted. */
		json_put(solved, "holds",
			is_open ? NULL : json_new_bool(!is_sat));
	}
	if (json_get(solved, "values") != NULL)
		put_assignment(solved, json_get(input, "domains"));
	if (json_get(solved, "output") != NULL)
		put_simplified(solved, json_get_string(solved, "output"));
	if (json_get(solved, "core") != NULL)
		mark_core(&r->program, json_get(solved, "core"));
	/* The weight of the soft clauses that are false. */
	if (best != NULL)
		json_put(solved, "cost",
			json_copy(json_get(json_at(best, 0), "value")));
	for (size_t i = 0; i < json_count(names); i++) {
		const char *name = json_string(json_at(names, i));
		struct json_object *member;

		if (json_find(solved, name, &member))
			json_put(result, name, json_share(member));
	}
	return result;
}

/* --- what another tool solves --------------------------------------------- */

/* Why there is no answer, with the code of that. That Z3 cannot tell is an
 * answer. */
static const char *
find_failure(const struct json_object *solved, struct err *e)
{
	const struct json_object *reason = json_get_object(solved, "reason");
	const char *status = json_get_string(solved, "status");
	const char *code = json_get_string(reason, "code");

	if (status == NULL || strcmp(status, "unknown") != 0 || code == NULL)
		return NULL;
	(void)err_set(e, ERR_WORKER, "%s", json_get_string(reason, "message"));
	if (strcmp(code, "timeout") == 0)
		return "TIMEOUT";
	return strcmp(code, "memory") == 0 || strcmp(code, "crash") == 0
		       ? "SOLVER_ERROR"
		       : NULL;
}

static void
deliver(struct call *c)
{
	struct protocol_run *r = c->state;

	r->done(c, TAKE(r->response));
}

/* It may be over before call_start has returned; then run_start delivers. */
static void
on_solved(struct call *inner, const struct call_result *result, void *argument)
{
	struct protocol_run *r = argument;
	bool is_later = r->inner != NULL;
	const char *failure;
	struct err e;

	(void)inner; /* it ends with this */
	r->inner = NULL;
	if (result->is_error)
		refuse(r, result->error);
	else if ((failure = find_failure(result->structured, &e)) != NULL)
		fail(r, &e, failure);
	else
		respond(r, new_result(r, result->structured), NULL, NULL);
	if (is_later)
		call_resume(r->c, deliver);
}

static void
on_progress(struct call *inner, double progress, const char *message,
	void *argument)
{
	const struct protocol_run *r = argument;

	(void)inner; /* the run knows it */
	r->c->sink.progress(r->c, progress, message, r->c->sink.argument);
}

/* The tool need not be switched on. */
static bool
start_tool(struct protocol_run *r, const struct json_object *input,
	const struct json_object *limit, struct err *e)
{
	const struct json_object *program = json_get(input, "program");
	const struct buf *text = &r->program.text;
	const struct call_sink sink = {
		.done = on_solved,
		.progress = r->c->sink.progress != NULL ? on_progress : NULL,
		.argument = r,
		.reply_text = call_reply_text(r->c),
	};
	struct json_object *arguments;

	if (program == NULL && !program_write(&r->program, r->engine, input, e))
		return false;
	arguments = program == NULL
			    ? json_new_object_of("smtlib",
				      json_new_string_n(text->data, text->size),
				      "timeout_ms", json_copy(limit), NULL)
			    : json_new_object_of("program", json_copy(program),
				      "verify_timeout_ms", json_copy(limit),
				      "optimize_timeout_ms", json_copy(limit),
				      NULL);
	r->inner = call_start(r->c->server,
		tool_find(program == NULL ? "solve_smtlib" : "solve_json"),
		arguments, &sink);
	return true;
}

/* --- what a worker searches ----------------------------------------------- */

/* {result, proof_trace?} or {error}, as an envelope has them; or NULL: what the
 * worker says is not believed. */
static struct json_object *
read_found(const struct answer *answer)
{
	const struct json_object *envelope =
		json_get(tool_schema(tool_find("solve")), "outputSchema");
	DROP(json)
	struct json_object *members = json_new_object_of("type",
		json_new_string("object"), "properties",
		json_copy(json_get(envelope, "properties")), NULL);
	DROP(json) struct json_object *found = NULL;
	struct err e;

	if (answer->outcome == OUTCOME_DONE && answer->output.text != NULL &&
		answer->output.size <= FOUND_MAX &&
		json_parse(
			answer->output.text, answer->output.size, &found, &e) &&
		schema_check(members, &found, &e) &&
		json_find(found, "result", NULL) !=
			json_find(found, "error", NULL))
		return TAKE(found);
	return NULL;
}

static void
on_searched(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	DROP(json) struct json_object *found = read_found(owned);
	DROP(text) char *message = NULL;
	struct protocol_run *r = c->state;
	struct advice_job job = {
		.limit_ms = c->work.limit_ms,
		.memory_mb = c->server->memory_mb,
		.what = "the graph",
	};
	struct err e;

	if (owned->outcome == OUTCOME_DONE && found == NULL)
		owned->outcome = OUTCOME_GARBLED;
	if (found != NULL) {
		respond(r, json_copy(json_get(found, "result")),
			json_copy(json_get(found, "proof_trace")),
			json_copy(json_get(found, "error")));
	} else if (owned->outcome == OUTCOME_TIMEOUT) {
		/* What is said of Z3's, ranges and an order, is of no use. */
		(void)err_advise(&e, ERR_WORKER,
			"The search timed out after %" PRId64 " ms; raise "
			"{timeout_ms} in config, or send the part of the graph "
			"that matters",
			c->work.limit_ms);
		fail(r, &e, "TIMEOUT");
	} else {
		message = advice_failure(owned, &job);
		(void)err_set(&e, ERR_WORKER, "%s", message);
		fail(r, &e, "SOLVER_ERROR");
	}
	deliver(c);
}

static bool
start_search(
	struct protocol_run *r, const struct json_object *limit, struct err *e)
{
	DROP(text) char *text = NULL;
	struct ask ask = {
		.kind = ASK_SEARCH,
		.engines = ENGINE_BIT(0), /* which has no portfolio */
		.timeout_ms =
			(uint32_t)(limit != NULL ? json_int(limit)
						 : r->c->server->timeout_ms),
	};

	json_put(r->request, "key", json_copy(json_get(r->engine, "key")));
	text = json_text(r->request);
	ask.text = text;
	ask.size = strlen(text);
	return call_ask(r->c, &ask, QUEUE_SOLVE, on_searched, e);
}

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
	if (strcmp(name, "auto") != 0) {
		r->engine = engine_find(name, e);
		return r->engine != NULL;
	}
	r->engine = engine_find_fitting(input);
	if (r->engine != NULL)
		return true;
	sent = json_text(input);
	return err_advise(e, ERR_ARGUMENT,
		"no engine takes the input %.200s; name an engine, "
		"{list_engines} shows what each takes; or correct the members "
		"of input",
		sent);
}

static bool
begin(struct protocol_run *r, struct err *e)
{
	const struct json_object *arguments = r->c->arguments;
	DROP(json) struct json_object *schema = NULL;
	const struct json_object *limit;

	if (!find_engine(r, e))
		return false;
	r->request = json_new_object_of("input",
		json_share(json_get(arguments, "input")), "config",
		json_copy(json_get(arguments, "config")), "operation",
		json_copy(json_get(arguments, "operation")), NULL);
	schema = engine_schema(r->engine);
	if (!schema_check(schema, &r->request, e))
		return false;
	limit = json_get(json_get(r->request, "config"), "timeout_ms");
	if (json_get(r->engine, "key") != NULL)
		return start_search(r, limit, e);
	return start_tool(r, json_get(r->request, "input"), limit, e);
}

void
run_start(struct call *c, run_done *done)
{
	struct protocol_run *r = mem_new(sizeof(*r));
	struct err e;

	r->c = c;
	r->done = done;
	r->started_us = clock_now_us();
	r->metadata = json_new_object_of(
		"engine_version", json_new_string(SATCHEL_VERSION), NULL);
	c->state = r;
	c->state_free = run_free;
	if (!begin(r, &e))
		refuse(r, &e);
	if (r->response != NULL)
		deliver(c);
}
