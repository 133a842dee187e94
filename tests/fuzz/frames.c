/*
 * What a worker that has gone mad answers to a tool: the frames go by
 * answer_take into an answer, and that to the tool, up to the finished reply.
 *
 * The first byte says which call is answered, the second how the worker ended;
 * the frames are behind them.
 */

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/loop.h"
#include "fuzz/fuzz.h"

#include "pool/pool.h"
#include "pool/portfolio.h"
#include "store/db/db.h"
#include "store/db/server_lock.h"
#include "store/revisions/model_cache.h"
#include "tools/call/progress.h"
#include "tools/call/tool.h"
#include "json/json.h"
#include "json/schema.h"

/* --- the pool, as the linker finds it before the real one ------------------
 */

struct race {
	struct ask ask;
	char *text;
	portfolio_done *done;
	void *argument;
	struct answer *answer; /* so far */
};

static struct race *asked; /* and not answered */

struct race *
portfolio_ask(struct pool *p, const struct ask *ask, enum pool_lane lane,
	portfolio_done *done, void *argument, struct err *e)
{
	(void)p;
	(void)lane;
	(void)e;
	REQUIRE(asked == NULL);
	asked = mem_new(sizeof(*asked));
	asked->ask = *ask;
	asked->text = text_copy_n(ask->text, ask->size);
	asked->done = done;
	asked->argument = argument;
	return asked;
}

static void
forget(struct race *r)
{
	if (asked == r)
		asked = NULL;
	answer_free(r->answer);
	free(r->text);
	free(r);
}

void
portfolio_cancel(struct race *r)
{
	forget(r);
}

struct answer *
portfolio_stop(struct race *r)
{
	struct answer *answer = TAKE(r->answer);

	forget(r);
	return answer;
}

enum phase
portfolio_phase(const struct race *r)
{
	return r->answer->phase;
}

const struct answer *
portfolio_answer(const struct race *r)
{
	return r->answer;
}

int64_t
portfolio_started_ms(const struct race *r)
{
	(void)r;
	return 1;
}

void
portfolio_set_spare(struct race *r, bool is_spare)
{
	(void)is_spare;
	(void)r;
}

size_t
portfolio_memory_kb(const struct race *r)
{
	(void)r;
	return 0;
}

void
pool_look(const struct pool *p, struct pool_state *state)
{
	(void)p;
	*state = (struct pool_state){.has_seccomp = true};
}

/* --- calls ---------------------------------------------------------------- */

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
};

enum { SCENES = sizeof(scenes) / sizeof(scenes[0]), ASKS_MAX = 6 };

static struct server server;
static struct model_cache cache;
static char folder[200];

static char *
quoted(const char *text)
{
	char *json = text_copy(text);

	for (char *c = json; *c != '\0'; c++)
		if (*c == '\'')
			*c = '"';
	return json;
}

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
	DROP(text) char *text = quoted(arguments);
	struct json_object *json = NULL;
	struct err e;

	REQUIRE(json_parse(text, strlen(text), &json, &e));
	(void)call_start(&server, tool, json, &sink);
}

/* --- answers -------------------------------------------------------------- */

/* As pool/child.c takes them in. */
static struct answer *
read_answer(const char *bytes, size_t size, enum outcome otherwise)
{
	struct answer *a = answer_new();
	struct frame f;
	size_t used;

	a->outcome = otherwise != OUTCOME_DONE ? otherwise : OUTCOME_GARBLED;
	while (!a->done && frame_find(bytes, size, LIMIT_ANSWER, &f, &used) ==
				   FRAME_WHOLE) {
		if (!answer_take(a, &f)) {
			a->outcome = OUTCOME_GARBLED;
			return a;
		}
		bytes += used;
		size -= used;
	}
	if (a->done)
		a->outcome = OUTCOME_DONE;
	if (a->outcome == OUTCOME_NO_WORKER)
		a->detail = text_copy("there is none");
	return a;
}

/* What is asked of an answer while its job runs. */
static void
look(struct race *r)
{
	DROP(json) struct json_object *object = json_new_object();
	DROP(text) char *text = progress_text(r, 1000, 30000);

	progress_put(r, object);
	REQUIRE(text != NULL);
}

static void
answer_all(const char *bytes, size_t size, enum outcome outcome)
{
	for (int asks = 0; asked != NULL; asks++) {
		struct race *r = TAKE(asked);

		if (asks == ASKS_MAX) {
			size = 0;
			outcome = OUTCOME_TIMEOUT;
		}
		r->answer = read_answer(bytes, size, outcome);
		look(r);
		r->done(r, TAKE(r->answer), r->argument);
		forget(r);
	}
}

/* --- the models ----------------------------------------------------------- */

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
leave_nothing(void)
{
	static const char *const endings[] = {"", "-wal", "-shm"};
	char path[256];

	model_cache_release(&cache);
	server_lock_free(server.lock);
	store_free(server.store);
	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
		(void)snprintf(
			path, sizeof(path), "%s/f.db%s", folder, endings[i]);
		(void)unlink(path);
	}
	(void)rmdir(folder);
}

/* Where nothing is written to a disk, if there is such a place. */
static void
make_server(void)
{
	char path[256];

	(void)snprintf(folder, sizeof(folder), "/dev/shm/satchel-XXXXXX");
	if (mkdtemp(folder) == NULL) {
		(void)snprintf(folder, sizeof(folder), "/tmp/satchel-XXXXXX");
		REQUIRE(mkdtemp(folder) != NULL);
	}
	(void)snprintf(path, sizeof(path), "%s/f.db", folder);
	log_set_level(LOG_ERROR);
	server = (struct server){
		.loop = loop_new(),
		.store = store_new(path),
		.cache = &cache,
		.lock = server_lock_new(),
		.timeout_ms = DEFAULT_TIMEOUT_MS,
		.memory_mb = DEFAULT_MEMORY_MB,
	};
	(void)atexit(leave_nothing);
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
	call(scene->tool, scene->arguments);
	answer_all((const char *)data + HEAD, size - HEAD,
		(enum outcome)(data[1] % (OUTCOME_NO_WORKER + 1)));
	if (strstr(scene->arguments, "'e'") != NULL)
		call("clear_model", "{'session': 'e'}");
	return 0;
}
