/*
 * satchel-worker: libz3 in a jail. Started by satchel, not by people.
 *
 *	satchel-worker --forkserver --memory-mb N --parent PID
 *		forks jailed children on request
 *	satchel-worker --job [--memory-mb N]
 *		does one job over standard input and output, for a launcher
 *	satchel-worker --confirm [--memory-mb N] -- COMMAND...
 *		has another solver do one job
 *	satchel-worker --version
 */

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/wording.h"
#include "wire/ask.h"
#include "wire/fork_request.h"
#include "worker/base/context.h"
#include "worker/process/fork_loop.h"
#include "worker/process/second_solver.h"

enum {
	EXIT_USAGE = 2,
	PID_MAX = 1 << 22, /* the kernel's own ceiling */
};

struct arguments {
	int mode; /* the letter of an option */
	long memory_mb;
	long parent;
};

static bool
read_number(const char *text, long most, long *number)
{
	char *end;

	errno = 0;
	*number = strtol(text, &end, 10);
	return errno == 0 && *text != '\0' && *end == '\0' && *number > 0 &&
	       *number <= most;
}

/* One mode, and what belongs to it. */
static bool
read_arguments(int argc, char **argv, struct arguments *a)
{
	static const struct option options[] = {
		{"forkserver", no_argument, NULL, 'f'},
		{"job", no_argument, NULL, 'j'},
		{"confirm", no_argument, NULL, 'c'},
		{"version", no_argument, NULL, 'v'},
		{"memory-mb", required_argument, NULL, 'm'},
		{"parent", required_argument, NULL, 'p'},
		{0},
	};
	int option;
	bool fits = true;

	while (fits &&
		(option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == 'm') {
			fits = read_number(
				optarg, LIMIT_MEMORY_MB, &a->memory_mb);
		} else if (option == 'p') {
			fits = read_number(optarg, PID_MAX, &a->parent);
		} else {
			fits = a->mode == 0 && option != '?';
			a->mode = option;
		}
	}
	return fits && a->mode != 0 && (a->mode == 'f') == (a->parent > 0) &&
	       (a->mode == 'c' ? optind < argc : optind == argc);
}

/*
 * The stack of a worker (pool/spawn.h) is given to a program at its start,
 * so where the launcher gives less this is another start.
 */
static void
raise_stack_limit(char **argv)
{
	struct rlimit stack;

	if (getrlimit(RLIMIT_STACK, &stack) != 0 ||
		stack.rlim_cur >= WORKER_STACK ||
		stack.rlim_cur == stack.rlim_max)
		return;
	stack.rlim_cur =
		stack.rlim_max < WORKER_STACK ? stack.rlim_max : WORKER_STACK;
	if (setrlimit(RLIMIT_STACK, &stack) == 0)
		(void)execv("/proc/self/exe", argv); /* less depth, else */
}

int
main(int argc, char **argv)
{
	struct arguments a = {.memory_mb = DEFAULT_MEMORY_MB};
	DROP(text) char *line = NULL;

	wording_use(wording_kept);
	/* A server that is gone shows as an error of write. */
	(void)signal(SIGPIPE, SIG_IGN);
	if (!read_arguments(argc, argv, &a)) {
		(void)fprintf(stderr,
			"satchel-worker is started by satchel; run that.\n");
		return EXIT_USAGE;
	}
	if (a.mode == 'f')
		return fork_loop_run((pid_t)a.parent, (int)a.memory_mb);
	if (a.mode == 'c')
		second_solver_run(
			FORK_REQUEST_FD, (int)a.memory_mb, argv + optind);
	if (a.mode == 'j') {
		raise_stack_limit(argv);
		return job_run((int)a.memory_mb);
	}
	line = hello_line(context_version());
	return fputs(line, stdout) >= 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
