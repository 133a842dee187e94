#include "unit/unit.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "base/limits.h"
#include "pool/process.h"
#include "pool/spawn.h"
#include "unit/pool/fake.h"
#include "wire/fork_request.h"

struct forkserver {
	struct spawned spawned;
	struct process process;
};

static struct forkserver
begin(const char *behaviour)
{
	struct forkserver n;
	struct err e = {0};

	if (!spawn_forkserver(fake_worker(behaviour), 64, &n.spawned, &e))
		fail_msg("%s", e.text);
	assert_true(process_open(&n.process, n.spawned.pid));
	return n;
}

/* Until its main has run, what it has from us may not be in place. */
static struct forkserver
begin_and_hear(void)
{
	struct forkserver n = begin("good");
	struct pollfd pollfd = {.fd = n.spawned.fd, .events = POLLIN};
	struct fork_request_packet packet;

	assert_int_equal(poll(&pollfd, 1, FAKE_PATIENCE_MS), 1);
	assert_int_equal(fork_request_receive(n.spawned.fd, &packet), 1);
	assert_int_equal(packet.said, FORK_REQUEST_HELLO);
	return n;
}

static void
end(struct forkserver *n)
{
	process_kill(&n->process);
	assert_true(
		process_wait(&n->process, clock_now_ms() + FAKE_PATIENCE_MS));
	(void)close(n->spawned.fd);
	assert_false(has_children());
}

/* What /proc says of it: the content of a file, with '\n' for NUL. */
static const char *
look(const struct forkserver *n, const char *file)
{
	static char content[8192];
	char path[64];
	ssize_t size;
	int fd;

	(void)snprintf(
		path, sizeof(path), "/proc/%d/%s", (int)n->spawned.pid, file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	assert_true(fd >= 0);
	size = read(fd, content, sizeof(content) - 1);
	(void)close(fd);
	assert_true(size >= 0);
	for (ssize_t i = 0; i < size; i++) {
		if (content[i] == '\0')
			content[i] = '\n';
	}
	content[size] = '\0';
	return content;
}

static const char *
look_at_descriptor(const struct forkserver *n, int fd)
{
	static char target[PATH_MAX];
	char path[64];
	ssize_t size;

	(void)snprintf(
		path, sizeof(path), "/proc/%d/fd/%d", (int)n->spawned.pid, fd);
	size = readlink(path, target, sizeof(target) - 1);
	target[size > 0 ? size : 0] = '\0';
	return target;
}

TEST(gives_the_forkserver_a_socket_of_packets_to_talk_through)
{
	struct forkserver n = begin_and_hear();

	assert_non_null(
		strstr(look_at_descriptor(&n, FORK_REQUEST_FD), "socket:"));
	assert_true((fcntl(n.spawned.fd, F_GETFD) & FD_CLOEXEC) != 0);
	end(&n);
}

TEST(tells_it_its_memory_and_its_parent)
{
	struct forkserver n = begin_and_hear();
	char expected[128];

	(void)snprintf(expected, sizeof(expected),
		"\n--forkserver\n--memory-mb\n64\n--parent\n%d\n",
		(int)getpid());
	assert_non_null(strstr(look(&n, "cmdline"), expected));
	end(&n);
}

TEST(keeps_it_away_from_the_client)
{
	struct forkserver n = begin_and_hear();

	assert_string_equal(look_at_descriptor(&n, 0), "/dev/null");
	assert_string_equal(look_at_descriptor(&n, 1), "/dev/null");
	end(&n);
}

/* A host that starts us may have left something open without CLOEXEC. */
TEST(leaves_no_other_descriptor_open_in_it)
{
	int lowest = open("/dev/zero", O_RDONLY);
	int low = fcntl(lowest, F_DUPFD, FORK_REQUEST_FD + 1);
	int high = fcntl(lowest, F_DUPFD, 100);
	struct forkserver n = begin_and_hear();

	assert_true(low > FORK_REQUEST_FD && high >= 100);
	assert_string_equal(look_at_descriptor(&n, low), "");
	assert_string_equal(look_at_descriptor(&n, high), "");
	end(&n);
	(void)close(lowest);
	(void)close(low);
	(void)close(high);
}

TEST(keeps_the_environment_to_itself)
{
	struct forkserver n;

	assert_int_equal(setenv("SATCHEL_SECRET", "s3cret", 1), 0);
	assert_int_equal(setenv("LD_LIBRARY_PATH", "/lib", 1), 0);
	n = begin_and_hear();
	assert_null(strstr(look(&n, "environ"), "s3cret"));
	assert_null(strstr(look(&n, "environ"), "PATH=/bin"));
	assert_non_null(strstr(look(&n, "environ"), "LD_LIBRARY_PATH=/lib\n"));
	end(&n);
	assert_int_equal(unsetenv("LD_LIBRARY_PATH"), 0);
}

TEST(raises_its_stack_limit_and_not_ours)
{
	struct rlimit before;
	struct rlimit after;
	struct rlimit its;
	struct forkserver n;

	assert_int_equal(getrlimit(RLIMIT_STACK, &before), 0);
	n = begin_and_hear();
	assert_int_equal(getrlimit(RLIMIT_STACK, &after), 0);
	assert_int_equal(after.rlim_cur, before.rlim_cur);
	assert_int_equal(after.rlim_max, before.rlim_max);
	assert_int_equal(prlimit(n.spawned.pid, RLIMIT_STACK, NULL, &its), 0);
	if (before.rlim_max >= (rlim_t)1024 * MIB)
		assert_int_equal(its.rlim_cur, (rlim_t)1024 * MIB);
	else
		assert_int_equal(its.rlim_cur, before.rlim_max);
	end(&n);
}

/* A set of signals as /proc has it: the lowest bit is the first. */
static unsigned long long
signals(const struct forkserver *n, const char *name)
{
	const char *status = strstr(look(n, "status"), name);

	assert_non_null(status);
	return strtoull(status + strlen(name), NULL, 16);
}

TEST(gives_it_the_signals_that_a_process_is_born_with)
{
	sigset_t blocked;
	struct forkserver n;

	(void)signal(SIGUSR1, SIG_IGN);
	(void)sigemptyset(&blocked);
	(void)sigaddset(&blocked, SIGUSR2);
	(void)sigprocmask(SIG_BLOCK, &blocked, NULL);
	n = begin_and_hear();
	assert_int_equal(signals(&n, "SigBlk:\t") & 1ULL << (SIGUSR2 - 1), 0);
	assert_int_equal(signals(&n, "SigIgn:\t") & 1ULL << (SIGUSR1 - 1), 0);
	end(&n);
	(void)sigprocmask(SIG_UNBLOCK, &blocked, NULL);
	(void)signal(SIGUSR1, SIG_DFL);
}

TEST(makes_it_the_first_of_its_process_group)
{
	struct forkserver n = begin_and_hear();

	assert_int_equal(getpgid(n.spawned.pid), n.spawned.pid);
	end(&n);
}

static void
assert_refused(const char *path, const char *expected)
{
	struct spawned spawned = {-1, -1};
	int before = count_descriptors();
	struct err e = {0};

	assert_false(spawn_forkserver(path, 64, &spawned, &e));
	assert_int_equal(e.code, ERR_WORKER);
	assert_string_equal(e.text, expected);
	assert_int_equal(spawned.fd, -1);
	assert_int_equal(count_descriptors(), before);
	assert_false(has_children());
}

TEST(says_that_the_program_was_not_found)
{
	assert_refused("/nowhere/at/all", "the worker program was not found");
	assert_refused("", "the worker program was not found");
}

TEST(says_that_the_program_is_no_program)
{
	assert_refused(
		"/etc/passwd", "the worker program is not an executable file");
	assert_refused("/etc", "the worker program is not an executable file");
}
