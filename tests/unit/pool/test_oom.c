/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "pool/oom.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"

/* A machine is a folder that has these files. */
static void
put(const char *root, const char *path, const char *text)
{
	DROP(text) char *whole = text_format("%s%s", root, path);
	FILE *file;

	for (char *slash = strchr(whole + 1, '/'); slash != NULL;
		slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		(void)mkdir(whole, 0700); /* it may be there */
		*slash = '/';
	}
	file = fopen(whole, "we");
	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static int
make_machine(void **state)
{
	char path[] = "/tmp/satchel-oom-XXXXXX";

	*state = mkdtemp(path) != NULL ? text_copy(path) : NULL;
	return *state != NULL ? 0 : -1;
}

static int
remove_one(
	const char *path, const struct stat *status, int type, struct FTW *ftw)
{
	(void)status, (void)type, (void)ftw;
	return remove(path);
}

static int
remove_machine(void **state)
{
	int code = nftw(*state, remove_one, 16, FTW_DEPTH | FTW_PHYS);

	free(*state);
	return code;
}

static void
counts_those_of_its_control_group(void **state)
{
	const char *root = *state;

	put(root, "/proc/vmstat", "nr_free_pages 5\noom_kill 70\n");
	put(root, "/proc/self/cgroup", "0::/user.slice/satchel\n");
	put(root, "/sys/fs/cgroup/user.slice/satchel/memory.events",
		"low 0\nhigh 0\nmax 9\noom 4\noom_kill 3\n"
		"oom_group_kill 0\n");
	assert_int_equal(oom_count(root), 3);
}

static void
counts_those_of_the_memory_controller_of_older_kernels(void **state)
{
	const char *root = *state;

	put(root, "/proc/self/cgroup",
		"5:cpu,cpuacct:/a\n4:memory:/box/7\n0::/\n");
	put(root, "/sys/fs/cgroup/memory/box/7/memory.oom_control",
		"oom_kill_disable 0\nunder_oom 0\noom_kill 12\n");
	assert_int_equal(oom_count(root), 12);
}

static void
counts_those_of_the_machine_where_no_group_is_shown(void **state)
{
	const char *root = *state;

	put(root, "/proc/self/cgroup", "0::/\n");
	put(root, "/proc/vmstat", "nr_free_pages 5\noom_kill 70\nlast 1\n");
	assert_int_equal(oom_count(root), 70);
}

static void
knows_when_nobody_counts(void **state)
{
	const char *root = *state;

	assert_int_equal(oom_count(root), -1);
	put(root, "/proc/self/cgroup", "no such line\n");
	put(root, "/proc/vmstat", "nr_free_pages 5\nno_oom_kill 5\n");
	assert_int_equal(oom_count(root), -1);
}

static void
has_no_news_of_what_was_before(void **state)
{
	(void)state;
	oom_begin();
	assert_int_not_equal(oom_look(), OOM_STRUCK);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			counts_those_of_its_control_group, make_machine,
			remove_machine),
		cmocka_unit_test_setup_teardown(
			counts_those_of_the_memory_controller_of_older_kernels,
			make_machine, remove_machine),
		cmocka_unit_test_setup_teardown(
			counts_those_of_the_machine_where_no_group_is_shown,
			make_machine, remove_machine),
		cmocka_unit_test_setup_teardown(
			knows_when_nobody_counts, make_machine, remove_machine),
		cmocka_unit_test(has_no_news_of_what_was_before),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
