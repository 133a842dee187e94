#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/result.h"
#include "pool/pool.h"
#include "store/db.h"
#include "json/json.h"

/* Sat, with one value that only a solver would find. */
static const char self_test[] = "(declare-const x Int)\n"
				"(assert (= (* x x x) 1728))\n"
				"(check-sat)\n";
enum { SELF_TEST_VALUE = 12 };

static bool
look_at_database(struct cli *cli)
{
	DROP(result) struct result result = {0};

	result_get(cli, "list_sessions", NULL, &result);
	if (result.is_error) {
		(void)printf("database   FAILED   %s: %s (%s)\n", cli->db_path,
			result.text, store_detail(cli->server.store));
		return false;
	}
	(void)printf("database   ok       %s, %" PRId64 " sessions\n",
		cli->db_path, json_get_int(result.structured, "total", 0));
	return true;
}

static bool
look_at_solver(struct cli *cli)
{
	DROP(result) struct result result = {0};
	struct json_object *arguments = json_new_object();
	int64_t started_us = clock_now_us();
	const char *status;
	bool is_right;

	json_put_string(arguments, "smtlib", self_test);
	result_get(cli, "solve_smtlib", arguments, &result);
	if (result.is_error) {
		(void)printf("self-test  FAILED   %s\n", result.text);
		return false;
	}
	status = json_get_string(result.structured, "status");
	is_right = strcmp(status, "sat") == 0 &&
		   json_get_int(json_get_object(result.structured, "values"),
			   "x", 0) == SELF_TEST_VALUE;
	(void)printf("self-test  %-8s x * x * x = 1728: %s, in %" PRId64
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
		(void)printf("worker     FAILED   satchel-worker is neither "
			     "beside satchel nor in ../libexec/satchel, nor "
			     "does SATCHEL_WORKER name it\n");
		return false;
	}
	(void)printf("worker     %-8s Z3 %s\n",
		state.z3_version != NULL ? "ok" : "FAILED",
		state.z3_version != NULL ? state.z3_version : "does not load");
	if (state.z3_version == NULL)
		return false;
	/* Limits of memory, time and files hold all the same. */
	(void)printf("jail       %-8s seccomp filter %s\n",
		state.has_seccomp ? "ok" : "WEAK",
		state.has_seccomp ? "on" : "missing");
	return true;
}

int
command_doctor(struct cli *cli)
{
	bool is_well;

	(void)printf("satchel    %s\n", SATCHEL_VERSION);
	is_well = look_at_database(cli);
	is_well &= look_at_solver(cli);
	is_well &= look_at_worker(cli);
	return fflush(stdout) == 0 && is_well ? EXIT_SUCCESS : EXIT_FAILURE;
}
