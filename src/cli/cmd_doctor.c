#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* A line for people; with --json there is one object at the end. Says whether
 * it is well. */
static bool __attribute__((format(printf, 4, 5))) report(const struct cli *cli,
	const char *what, bool is_well, const char *format, ...)
{
	va_list values;

	if (cli->line.options.json)
		return is_well;
	(void)printf("%-10s %-8s ", what, is_well ? "ok" : "FAILED");
	va_start(values, format);
	(void)vprintf(format, values);
	va_end(values);
	(void)putchar('\n');
	return is_well;
}

static bool
check_database(struct cli *cli)
{
	DROP(text) char *path = sanitize_text(cli->db_path);
	DROP(cli_result) struct cli_result result = {0};
	int64_t total;

	cli_call(cli, "list_sessions", NULL, &result);
	if (result.is_error)
		return report(cli, "database", false, "%s: %s (%s)", path,
			result.text, store_detail(cli->server.store));
	total = json_get_int(result.structured, "total", 0);
	return report(cli, "database", true, "%s, %" PRId64 " session%s", path,
		total, total == 1 ? "" : "s");
}

static bool
check_solver(struct cli *cli)
{
	DROP(cli_result) struct cli_result result = {0};
	int64_t started_us = clock_now_us();
	const char *status;

	cli_call(cli, "solve_smtlib", OBJECT("smtlib", STRING(self_test)),
		&result);
	if (result.is_error)
		return report(cli, "self-test", false, "%s", result.text);
	status = json_get_string(result.structured, "status");
	return report(cli, "self-test",
		strcmp(status, "sat") == 0 &&
			json_get_int(
				json_get_object(result.structured, "values"),
				"x", 0) == SELF_TEST_VALUE,
		"x * x * x = 1728: %s, in %" PRId64 " ms with the start of Z3",
		status, (clock_now_us() - started_us) / 1000);
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

/* By a worker like any other; whether it held. */
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
	const char *how = "the worker did not answer";
	struct err e;
	bool held = false;

	if (pool_ask(cli->server.pool, &ask, QUEUE_SOLVE, on_attempted, &a,
		    &e) == NULL) {
		how = e.text;
	} else {
		loop_run(cli->loop);
		held = a.answer->outcome == OUTCOME_JAIL;
		if (held) {
			how = "the worker was killed";
		} else if (a.answer->outcome == OUTCOME_DONE &&
			   a.answer->output.text != NULL &&
			   *a.answer->output.text != '\0') {
			how = a.answer->output.text;
			held = strcmp(how, ESCAPE_GOT_OUT) != 0;
		}
	}
	if (!cli->line.options.json)
		(void)printf("    %-33s %s: %s\n", escape->what,
			held ? "held" : "NOT held", how);
	answer_free(a.answer);
	return held;
}

/* Without a filter, attempts are expected to succeed. */
static bool
check_jail(struct cli *cli, bool has_seccomp)
{
	bool held = true;

	for (const struct jail_probes *e = escapes; e->name != NULL; e++)
		held &= attempt(cli, e);
	if (has_seccomp)
		return report(cli, "jail", held,
			"seccomp filter on; a worker tried to leave it, as "
			"above");
	return report(cli, "jail", true,
		"but WEAK: no seccomp filter: the kernel, or the container, or "
		"this build has none; limits of memory, time and files are on");
}

/* Says why there is no worker, or none that answers. */
static const char *
explain_worker(const struct cli *cli)
{
	if (cli->has_worker)
		return "Z3 does not load";
	if (access("/proc/self/exe", F_OK) != 0)
		return "/proc is not mounted, so satchel cannot see where "
		       "satchel-worker is";
	return "satchel-worker is neither beside satchel nor in "
	       "../libexec/satchel, nor does SATCHEL_WORKER name it";
}

int
command_doctor(struct cli *cli)
{
	bool has_database = report(cli, "satchel", true, SATCHEL_VERSION) &&
			    check_database(cli);
	bool has_solver = check_solver(cli);
	bool has_worker;
	bool has_jail;
	bool is_well;
	struct pool_state state;
	DROP(json) struct json_object *all = NULL;
	DROP(text) char *json = NULL;

	pool_get_state(cli->server.pool, &state);
	has_worker =
		report(cli, "worker", state.z3_version != NULL && has_solver,
			"%s%s", state.z3_version != NULL ? "Z3 " : "",
			state.z3_version != NULL ? state.z3_version
						 : explain_worker(cli));
	has_jail = has_solver && check_jail(cli, state.has_seccomp);
	is_well = has_database && has_solver && has_worker && has_jail;
	all = OBJECT("ok", json_new_bool(is_well), "version",
		STRING(SATCHEL_VERSION), "z3", STRING(state.z3_version),
		"seccomp", json_new_bool(state.has_seccomp), "database",
		STRING(cli->db_path), "database_ok",
		json_new_bool(has_database), "solver_ok",
		json_new_bool(has_solver), "worker_ok",
		json_new_bool(has_worker), "jail_ok", json_new_bool(has_jail));
	json = json_text(all);
	if (cli->line.options.json)
		(void)puts(json);
	return is_well ? EXIT_SUCCESS : EXIT_FAILURE;
}
