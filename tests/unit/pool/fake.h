#ifndef TESTS_UNIT_POOL_FAKE_H
#define TESTS_UNIT_POOL_FAKE_H

/*
 * For the tests of pool/: the fake worker with the behaviour of a name
 * (tests/fake/worker.c), waiting for what the loop brings, and what this
 * process still has of descriptors and children.
 */

#include "unit/unit.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/loop.h"

#define UNUSED __attribute__((unused))

/* What ought to happen at all happens in this time, under valgrind and
 * on a busy machine, too. */
enum { FAKE_PATIENCE_MS = 60000 };

/* $SATCHEL_FAKE_WORKER, or build/tests/fake-worker as seen from this test. */
static UNUSED void
fake_path(char path[PATH_MAX])
{
	const char *configured = getenv("SATCHEL_FAKE_WORKER");
	char near[PATH_MAX + 32];

	if (configured == NULL) {
		char self[PATH_MAX] = "";

		assert_true(readlink("/proc/self/exe", self, PATH_MAX - 1) > 0);
		*strrchr(self, '/') = '\0';
		(void)snprintf(
			near, sizeof(near), "%s/../../fake-worker", self);
		configured = near;
	}
	assert_non_null(realpath(configured, path));
}

/* A link to it in a folder beside it. The path is valid until the next call. */
static UNUSED const char *
fake_worker(const char *behaviour)
{
	static char link[PATH_MAX + 64];
	char worker[PATH_MAX];

	fake_path(worker);
	(void)snprintf(link, sizeof(link), "%s.d", worker);
	(void)mkdir(link, 0755); /* mostly there already */
	(void)snprintf(link, sizeof(link), "%s.d/%s", worker, behaviour);
	if (symlink(worker, link) != 0)
		assert_int_equal(errno, EEXIST);
	return link;
}

/* Turns the loop until *count has reached `wanted`. */
static UNUSED void
turn_until(struct loop *l, const int *count, int wanted)
{
	int64_t until_ms = clock_now_ms() + FAKE_PATIENCE_MS;

	while (*count < wanted) {
		assert_true(clock_now_ms() < until_ms);
		(void)loop_turn(l, 1000);
	}
}

static UNUSED int
count_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	int count = 0;

	assert_non_null(folder);
	while (readdir(folder) != NULL)
		count++;
	(void)closedir(folder);
	return count;
}

enum { CHILDREN_MAX = 64 };

/* The children of this process in the order of their birth, zombies too. */
static UNUSED size_t
list_children(pid_t pids[CHILDREN_MAX])
{
	char path[64];
	char list[CHILDREN_MAX * 12] = "";
	char *rest = list;
	char *behind;
	size_t count = 0;
	FILE *file;

	(void)snprintf(path, sizeof(path), "/proc/self/task/%d/children",
		(int)getpid());
	file = fopen(path, "re");
	assert_non_null(file);
	(void)!fgets(list, sizeof(list), file); /* there may be none */
	(void)fclose(file);
	for (; count < CHILDREN_MAX; rest = behind) {
		long pid = strtol(rest, &behind, 10);

		if (behind == rest)
			break;
		pids[count++] = (pid_t)pid;
	}
	return count;
}

/* The first fork server is older than all its children. */
static UNUSED void
kill_forkserver(void)
{
	pid_t pids[CHILDREN_MAX];

	assert_true(list_children(pids) > 0);
	assert_int_equal(kill(pids[0], SIGKILL), 0);
}

static UNUSED void
kill_children(void)
{
	pid_t pids[CHILDREN_MAX];
	size_t count = list_children(pids);

	for (size_t i = 1; i < count; i++)
		assert_int_equal(kill(pids[i], SIGKILL), 0);
}

/* A child of this process that waits to be killed. */
static UNUSED pid_t
fork_sleeper(void)
{
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0) {
		/* Nobody is left behind by a test that fails. */
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
		for (;;)
			(void)pause();
	}
	return pid;
}

/* Living or dead and not reaped. */
static UNUSED bool
has_children(void)
{
	siginfo_t info;

	return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

#endif
