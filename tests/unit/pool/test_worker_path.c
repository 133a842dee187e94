#include "unit/unit.h"

#include <fcntl.h>
#include <ftw.h>

#include "pool/spawn.h"
#include "unit/pool/fake.h"

/* An installation in a folder of its own, with nothing in it. */
static char prefix[32];
static char program[PATH_MAX];

static const char *
at(const char *name)
{
	static char path[PATH_MAX];

	(void)snprintf(path, sizeof(path), "%s/%s", prefix, name);
	return path;
}

static void
put(const char *name, mode_t mode)
{
	int fd = open(at(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(fchmod(fd, mode), 0);
	(void)close(fd);
}

static int
build(void **state)
{
	(void)state;
	(void)snprintf(prefix, sizeof(prefix), "/tmp/satchel-lookup-XXXXXX");
	if (mkdtemp(prefix) == NULL || mkdir(at("bin"), 0700) != 0 ||
		mkdir(at("libexec"), 0700) != 0 ||
		mkdir(at("libexec/satchel"), 0700) != 0)
		return -1;
	(void)snprintf(program, sizeof(program), "%s", at("bin/satchel"));
	return 0;
}

static int
remove_one(const char *path, const struct stat *status, int flag,
	struct FTW *where)
{
	(void)status;
	(void)flag;
	(void)where;
	return remove(path);
}

static int
clear(void **state)
{
	(void)state;
	return nftw(prefix, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void
assert_found(const char *configured, const char *expected)
{
	char path[PATH_MAX] = "";
	struct stat found;
	struct stat wanted;

	assert_true(worker_path_program(
		program, "satchel-worker", configured, path));
	assert_int_equal(stat(path, &found), 0);
	assert_int_equal(stat(at(expected), &wanted), 0);
	assert_int_equal(found.st_ino, wanted.st_ino);
}

TEST_WITH(looks_beside_the_program_then_in_libexec_then_as_configured, build,
	clear)
{
	char other[PATH_MAX];

	put("other", 0755);
	(void)snprintf(other, sizeof(other), "%s", at("other"));
	assert_found(other, "other");
	put("libexec/satchel/satchel-worker", 0755);
	assert_found(other, "libexec/satchel/satchel-worker");
	put("bin/satchel-worker", 0755);
	assert_found(other, "bin/satchel-worker");
}

TEST_WITH(passes_over_what_is_not_an_executable_file, build, clear)
{
	put("libexec/satchel/satchel-worker", 0755);
	put("bin/satchel-worker", 0644);
	assert_found(NULL, "libexec/satchel/satchel-worker");
	assert_int_equal(remove(at("bin/satchel-worker")), 0);
	assert_int_equal(mkdir(at("bin/satchel-worker"), 0755), 0);
	assert_found(NULL, "libexec/satchel/satchel-worker");
}

TEST_WITH(leaves_the_path_alone_when_there_is_none, build, clear)
{
	char path[PATH_MAX] = "as it was";

	assert_false(
		worker_path_program(program, "satchel-worker", NULL, path));
	assert_false(worker_path_program(program, "satchel-worker", "", path));
	assert_false(worker_path_program(
		program, "satchel-worker", "/nowhere/at/all", path));
	assert_string_equal(path, "as it was");
}

TEST_WITH(passes_over_a_path_that_is_too_long, build, clear)
{
	static char longest[2 * PATH_MAX];
	char path[PATH_MAX] = "as it was";

	memset(longest, '/', sizeof(longest) - 1);
	assert_false(
		worker_path_program(longest, "satchel-worker", longest, path));
	assert_string_equal(path, "as it was");
}

TEST_WITH(reads_the_environment_last, build, clear)
{
	char path[PATH_MAX] = "";
	char other[PATH_MAX];

	put("other", 0755);
	(void)snprintf(other, sizeof(other), "%s", at("other"));
	assert_int_equal(setenv("SATCHEL_WORKER", other, 1), 0);
	/* Beside a unit test there is no worker. */
	assert_true(
		spawn_find_program("satchel-worker", "SATCHEL_WORKER", path));
	assert_string_equal(path, other);
	assert_int_equal(unsetenv("SATCHEL_WORKER"), 0);
	assert_false(
		spawn_find_program("satchel-worker", "SATCHEL_WORKER", path));
}
