#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/loop.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "pool/pool.h"
#include "store/db/db.h"
#include "wire/fork_request.h"
#include "json/json.h"

/* Sat, with one value that only a solver would find. */
static const char self_test[] = "(declare-const x Int)\n"
				"(assert (= (* x x x) 1728))\n"
				"(check-sat)\n";
enum { SELF_TEST_VALUE = 12 };

struct findings {
	bool database, solver, worker, jail;
};

static bool
is_well(const struct findings *found)
{
	return found->database && found->solver && found->worker && found->jail;
}

/* For people; with --json there is one object at the end. */
static void __attribute__((format(printf, 2, 3)))
tell(const struct cli *cli, const char *format, ...)
{
	va_list values;

	va_start(values, format);
	if (!cli->line.options.json)
		(void)vprintf(format, values);
	va_end(values);
}

static void
print_json(const struct cli *cli, const struct findings *found)
{
	struct pool_state state;
	DROP(json) struct json_object *all = json_new_object();
	DROP(text) char *json = NULL;

	pool_look(cli->server.pool, &state);
	json_put_bool(all, "ok", is_well(found));
	json_put_string(all, "version", SATCHEL_VERSION);
	json_put_string(all, "z3", state.z3_version);
	json_put_bool(all, "seccomp", state.has_seccomp);
	json_put_string(all, "database", cli->db_path);
	json_put_bool(all, "database_ok", found->database);
	json_put_bool(all, "solver_ok", found->solver);
	json_put_bool(all, "worker_ok", found->worker);
	json_put_bool(all, "jail_ok", found->jail);
	json = json_text(all);
	(void)puts(json);
}

static bool
look_at_database(struct cli *cli)
{
	DROP(text) char *path = sanitize_text(cli->db_path);
	DROP(cli_result) struct cli_result result = {0};

	cli_call(cli, "list_sessions", NULL, &result);
	if (result.is_error) {
		tell(cli, "database   FAILED   %s: %s (%s)\n", path,
			result.text, store_detail(cli->server.store));
		return false;
	}
	tell(cli, "database   ok       %s, %" PRId64 " sessions\n", path,
		json_get_int(result.structured, "total", 0));
	return true;
}

static bool
look_at_solver(struct cli *cli)
{
	DROP(cli_result) struct cli_result result = {0};
	struct json_object *arguments = json_new_object();
	int64_t started_us = clock_now_us();
	const char *status;
	bool is_right;

	json_put_string(arguments, "smtlib", self_test);
	cli_call(cli, "solve_smtlib", arguments, &result);
	if (result.is_error) {
		tell(cli, "self-test  FAILED   %s\n", result.text);
		return false;
	}
	status = json_get_string(result.structured, "status");
	is_right = strcmp(status, "sat") == 0 &&
		   json_get_int(json_get_object(result.structured, "values"),
			   "x", 0) == SELF_TEST_VALUE;
	tell(cli,
		"self-test  %-8s x * x * x = 1728: %s, in %" PRId64
		" ms with the start of Z3\n",
		is_right ? "ok" : "FAILED", status,
		(clock_now_us() - started_us) / 1000);
	return is_right;
}

static bool
look_at_worker(const struct cli *cli)
{
	struct pool_state state;

	pool_look(cli->server.pool, &state);
	if (!cli->has_worker) {
		tell(cli, "worker     FAILED   satchel-worker is neither "
			  "beside satchel nor in ../libexec/satchel, nor "
			  "does SATCHEL_WORKER name it\n");
		return false;
	}
	tell(cli, "worker     %-8s Z3 %s\n",
		state.z3_version != NULL ? "ok" : "FAILED",
		state.z3_version != NULL ? state.z3_version : "does not load");
	return state.z3_version != NULL;
}

/* --- the jail --------------------------------------------------------- */

enum { ESCAPE_MS = 5000 };

struct attempt {
	struct loop *loop;
	struct answer *answer;
};

static void
on_attempted(struct job *j, struct answer *answer, void *argument)
{
	struct attempt *a = argument;

	(void)j; /* it ends with this */
	a->answer = answer;
	loop_stop(a->loop);
}

/* How it went; true if the attempt was stopped. */
static bool
judge(const struct answer *answer, const char **how)
{
	const char *output =
		answer->output.text != NULL ? answer->output.text : "";

	*how = "the worker did not answer";
	if (answer->outcome == OUTCOME_JAIL) {
		*how = "the worker was killed";
		return true;
	}
	if (answer->outcome != OUTCOME_DONE || output[0] == '\0')
		return false;
	*how = output;
	return strcmp(output, ESCAPE_GOT_OUT) != 0;
}

/* By a worker like any other. */
static bool
attempt(struct cli *cli, const struct jail_probes *escape)
{
	const struct ask ask = {
		.kind = ASK_ESCAPE,
		.text = escape->name,
		.size = strlen(escape->name),
		.timeout_ms = ESCAPE_MS,
	};
	struct attempt a = {.loop = cli->loop};
	const char *how;
	struct err e;
	bool held;

	if (pool_ask(cli->server.pool, &ask, QUEUE_SOLVE, on_attempted, &a,
		    &e) == NULL) {
		tell(cli, "    %s: %s\n", escape->what, e.text);
		return false;
	}
	loop_run(cli->loop);
	held = judge(a.answer, &how);
	tell(cli, "    %-33s %s: %s\n", escape->what,
		held ? "held" : "NOT held", how);
	answer_free(a.answer);
	return held;
}

/* Without a filter, attempts are expected to succeed. */
static bool
look_at_jail(struct cli *cli)
{
	struct pool_state state;
	bool held = true;

	pool_look(cli->server.pool, &state);
	tell(cli, "jail       a worker tries to leave it:\n");
	for (const struct jail_probes *e = escapes; e->name != NULL; e++)
		held &= attempt(cli, e);
	if (!state.has_seccomp)
		tell(cli, "jail       WEAK     no seccomp filter: the kernel, "
			  "or the container, or this build has none; "
			  "limits of memory, time and files are on\n");
	else
		tell(cli, "jail       %-8s seccomp filter on\n",
			held ? "ok" : "FAILED");
	return held || !state.has_seccomp;
}

int
command_doctor(struct cli *cli)
{
	struct findings found = {0};

	tell(cli, "satchel    %s\n", SATCHEL_VERSION);
	found.database = look_at_database(cli);
	found.solver = look_at_solver(cli);
	found.worker = look_at_worker(cli);
	found.jail = found.solver && look_at_jail(cli);
	if (cli->line.options.json)
		print_json(cli, &found);
	return fflush(stdout) == 0 && is_well(&found) ? EXIT_SUCCESS
						      : EXIT_FAILURE;
}
