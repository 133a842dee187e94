/*
 * What a worker that has gone mad answers to a tool: the frames go by
 * answer_add_frame into an answer, and that to the tool, up to the finished
 * reply.
 *
 * The first byte says which call is answered, the second how the worker ended
 * and, from 128 on, that it read texts well before; the frames are behind them.
 */

#include <stdbool.h>
#include <string.h>

#include "fuzz/played_server.h"
#include "tools/call/progress.h"
#include "json/schema.h"

/* --- calls --------------------------------------------------------------- */

struct scene {
	const char *tool;
	const char *arguments;
};

/* Their place is the first byte of what the corpus keeps: add behind them. */
static const struct scene scenes[] = {
	{"solve_smtlib", "{'smtlib': '(declare-const x Int)(declare-fun f (Int)"
			 " Int)(assert (> x (f 3)))(check-sat)(get-model)'}"},
	{"solve_smtlib", "{'smtlib': '(declare-const p Bool)(declare-const q"
			 " Bool)(assert (! p :named a))(push)(check-sat)"
			 "(get-value (p))(pop)(assert (! (not p) :named |b c|))"
			 "(echo \\'hi\\')(check-sat-assuming (q))"
			 "(get-unsat-core)'}"},
	{"solve_smtlib", "{'smtlib': '(declare-const x Int)(assert (< 0 x 9))"
			 "(maximize x)(minimize (* 2 x))(assert-soft (= x 3)"
			 " :id s)(check-sat)(get-objectives)'}"},
	{"solve_smtlib", "{'smtlib': '(declare-const x Int)\\n(assert (= x"
			 " true))\\n(assert (foo x))\\n(check-sat)'}"},
	{"solve_model", "{'session': 'm', 'values': ['(+ x 1)', 'u'],"
			" 'solutions': 5}"},
	{"solve_model", "{'session': 'm', 'assume': ['(> x 3)', 'p'],"
			" 'without': [3], 'maximize': ['x', '(* 2 y)'],"
			" 'priority': 'box'}"},
	{"solve_model", "{'session': 'u', 'relax': true, 'assume': ['q']}"},
	{"solve_model", "{'session': 'm', 'solutions': 3, 'distinct_on':"
			" ['x', '(> y 2)'], 'minimize': ['y']}"},
	{"prove", "{'session': 'm', 'property': '(> (+ x y) 0)'}"},
	{"prove", "{'session': 'm', 'property': '(> x\\n0)',"
		  " 'assume': ['(> x 7)']}"},
	{"get_solution", "{'session': 'm', 'terms': ['(+ x 1)', '(f 2)', 'u',"
			 " 'zz']}"},
	{"add_item", "{'session': 'm', 'content': '(assert (> x 100))',"
		     " 'dry_run': true, 'check_sat': true}"},
	{"edit_model", "{'session': 'm', 'dry_run': true, 'edits': [{'op':"
		       " 'delete', 'index': 0}, {'op': 'add', 'content':"
		       " '(declare-const z Real)(assert (= z 1.5))'}]}"},
	{"replace_item", "{'session': 'm', 'index': 0, 'content':"
			 " '(declare-const x Bool)', 'dry_run': true}"},
	{"import_model", "{'session': 'm', 'dry_run': true, 'check_sat': true,"
			 " 'smtlib': '; one\\n(declare-const a Int)\\n(assert"
			 " (> a b))\\n(assert (and a))\\n(assert (= a a))'}"},
	{"add_item", "{'session': 'e', 'content': '(declare-const w Int)"
		     "(assert (> w 3))(assert (< w 1))', 'check_sat': true}"},
	{"get_solution",
		"{'session': 'm', 'terms': ['(+ x 1)', '(f 2)', 'u']}"},
	{"solve_smtlib",
		"{'smtlib': '(declare-const x Int)(declare-const y Int)"
		"(assert (= (+ (* x x x) (* y y y)) 33))(check-sat)"
		"(get-info :reason-unknown)', 'timeout_ms': 300}"},
	{"solve", "{'engine': 'dpll_sat', 'input': {'clauses': [[1, 2], [-1]]"
		  "}}"},
	{"solve", "{'engine': 'optimize', 'input': {'domains': {'x': ['a b',"
		  " 'c'], 'y': {'min': 0}}, 'minimize': ['y']}}"},
	{"verify", "{'engine': 'horn', 'input': {'relations': {'r': ['Int']},"
		   " 'rules': ['(r 1)'], 'query': '(r 2)'}, 'expected':"
		   " {'holds': false}}"},
	{"add_item", "{'session': 'e', 'data': {'n': 3}}"},
	{"edit_model",
		"{'session': 'e', 'edits': [{'op': 'add', 'content':"
		" 'p cnf 1 1 1 0'}, {'op': 'add', 'data': {'w': [1]}}]}"},
	{"solve_smtlib", "{'smtlib': 'p cnf 1 1\\n1 0\\n'}"},
	{"solve_json", "{'program': {'sorts': [], 'knowledge_base': [],"
		       " 'verifications': [{'name': 'v', 'constraint':"
		       " 'True'}]}}"},
};

enum { SCENES = sizeof(scenes) / sizeof(scenes[0]), ASKS_MAX = 6 };

static struct server server;
static struct model_cache cache;

/* What a client is told fits what it was promised. */
static void
on_done(struct call *c, const struct call_result *result, void *argument)
{
	const struct tool *tool = argument;
	struct json_object *schema =
		json_get(tool_schema(tool), "outputSchema");
	struct json_object *copy;
	struct err e;

	(void)c;
	REQUIRE(result->text != NULL && strlen(result->text) <= LIMIT_REPLY);
	REQUIRE(result->is_error == (result->structured == NULL));
	if (result->is_error)
		return;
	copy = json_copy(result->structured);
	if (!schema_check(schema, &copy, &e))
		(void)fprintf(stderr, "%s: %s\n", tool->name, e.text);
	REQUIRE(schema_check(schema, &copy, &e));
	REQUIRE(json_equal(copy, result->structured));
	json_free(copy);
}

static void
call(const char *name, const char *arguments)
{
	const struct tool *tool = tool_find(name);
	const struct call_sink sink = {
		.done = on_done, .argument = (void *)(uintptr_t)tool};

	start_call(&server, name, arguments, &sink);
}

/* --- answers ------------------------------------------------------------- */

/* As pool/child.c takes them in. */
static struct answer *
read_answer(const char *bytes, size_t size, enum outcome otherwise)
{
	struct answer *a = answer_new();

	a->outcome = otherwise != OUTCOME_DONE ? otherwise : OUTCOME_GARBLED;
	if (!frames_take(a, stage_ask(), bytes, size))
		return a;
	if (a->done)
		a->outcome = OUTCOME_DONE;
	if (a->outcome == OUTCOME_NO_WORKER)
		a->detail = text_copy("there is none");
	return a;
}

/* What is asked of an answer while its job runs. */
static void
look(struct portfolio *r)
{
	DROP(json) struct json_object *object = json_new_object();
	DROP(text) char *text = progress_text(r, 1000, 30000);

	progress_put(r, object);
	REQUIRE(text != NULL);
}

static bool reads_well; /* texts are read as they should be */

static void
answer_all(const char *bytes, size_t size, enum outcome outcome)
{
	for (int asks = 0; stage_job_count > 0; asks++) {
		struct portfolio *r = stage_jobs[0];

		if (reads_well && ask_kind_reads(r->kind)) {
			answer(read_texts_of(r));
			continue;
		}
		if (asks == ASKS_MAX) {
			size = 0;
			outcome = OUTCOME_TIMEOUT;
		}
		answer_drop(&stage_so_far);
		stage_so_far = read_answer(bytes, size, outcome);
		look(r);
		answer(read_answer(bytes, size, outcome));
	}
}

/* --- the models ---------------------------------------------------------- */

static void
accept(void)
{
	DROP(buf) struct buf frames;

	buf_init(&frames, LIMIT_REPLY);
	answer_put_done(&frames, false);
	answer_all(frames.data, frames.size, OUTCOME_DONE);
}

static void
fill(const char *session, const char *smtlib)
{
	DROP(text)
	char *open = text_format("{'session': '%s'}", session);
	DROP(text)
	char *import = text_format(
		"{'session': '%s', 'smtlib': '%s'}", session, smtlib);

	call("open_session", open);
	accept();
	call("import_model", import);
	accept();
}

static void
solve(void)
{
	const struct answer_check sat = {.status = STATUS_SAT};
	DROP(buf) struct buf frames;

	buf_init(&frames, LIMIT_REPLY);
	answer_put_check(&frames, &sat);
	answer_put_model(&frames,
		"(\n;; universe for U:\n;;   U!val!0\n"
		"(declare-fun U!val!0 () U)\n(define-fun x () Int 3)\n"
		"(define-fun f ((x!0 Int)) Int (ite (= x!0 1) 2 0)))");
	answer_put_done(&frames, false);
	call("solve_model", "{'session': 'm'}");
	answer_all(frames.data, frames.size, OUTCOME_DONE);
}

static void
leave(void)
{
	server_close(&server);
	remove_files();
	(void)rmdir(folder);
}

static void
make_server(void)
{
	log_set_level(LOG_ERROR);
	make_folder();
	server_open(&server, path, &cache);
	(void)atexit(leave);
	reads_well = true;
	fill("m", "(declare-sort U 0)(declare-const x Int)(declare-const y Int)"
		  "(declare-const u U)(declare-const p Bool)"
		  "(declare-fun f (Int) Int)(assert (< 0 x 9))"
		  "(assert (=> p (= y (f x))))(minimize y)");
	fill("u", "(declare-const q Bool)(declare-const x Int)(assert (> x 3))"
		  "(assert (! (< x 2) :named low))(assert (=> q (= x 5)))");
	fill("e", "(declare-const v Int)");
	solve();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum { HEAD = 2 };
	const struct scene *scene;

	if (server.loop == NULL)
		make_server();
	if (size < HEAD)
		return 0;
	scene = &scenes[data[0] % SCENES];
	reads_well = data[1] >= 128;
	call(scene->tool, scene->arguments);
	answer_all((const char *)data + HEAD, size - HEAD,
		(enum outcome)(data[1] % (OUTCOME_NO_WORKER + 1)));
	if (strstr(scene->arguments, "'e'") != NULL)
		call("clear_model", "{'session': 'e'}");
	return 0;
}
