/*
 * solver ATTACK [ARGUMENT]
 *
 * A second solver that attacks: it prints "sat" if one of the steps of its
 * attack succeeded, or else "unknown". See solver.pl.
 */

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Does nothing: a solver must be able to do this. */
static bool
conduct(const char *unused)
{
	struct rlimit stack;
	char text[64];
	void *volatile memory = malloc(1 << 20);

	(void)unused;
	if (memory == NULL)
		return true;
	free(memory);
	return read(STDIN_FILENO, text, sizeof(text)) <= 0 ||
	       fcntl(0, F_GETFL) < 0 || fcntl(0, F_SETFD, FD_CLOEXEC) != 0 ||
	       fcntl(0, F_SETFL, O_NONBLOCK) != 0 || dup(1) < 0 ||
	       getrlimit(RLIMIT_STACK, &stack) != 0;
}

static pid_t
read_pid(const char *text)
{
	return (pid_t)strtol(text, NULL, 10);
}

/* Has the kernel signal another process when the pipe is written or read. */
static bool
signal_by_fcntl(const char *victim)
{
	struct f_owner_ex owner = {F_OWNER_PID, read_pid(victim)};
	bool done = false;
	char text[4096];
	int on = 1;

	for (int fd = 0; fd <= STDERR_FILENO; fd++) {
		done |= fcntl(fd, F_SETOWN, owner.pid) == 0;
		done |= fcntl(fd, F_SETOWN_EX, &owner) == 0;
		done |= fcntl(fd, F_SETSIG, SIGKILL) == 0;
		done |= fcntl(fd, F_SETFL, O_NONBLOCK | O_ASYNC) == 0;
		done |= fcntl(fd, F_SETFL, O_ASYNC) == 0;
		done |= ioctl(fd, FIOASYNC, &on) == 0;
		done |= fcntl(fd, F_SETLEASE, F_RDLCK) == 0;
		done |= fcntl(fd, F_NOTIFY, DN_MULTISHOT | DN_CREATE) == 0;
		done |= fcntl(fd, F_SETPIPE_SZ, 1 << 20) > 0;
		done |= flock(fd, LOCK_EX | LOCK_NB) == 0;
	}
	/* The rest of the text arrives, which is when the signal is sent. */
	while (read(STDIN_FILENO, text, sizeof(text)) > 0 || errno == EAGAIN)
		errno = 0;
	return done;
}

static bool
signal_directly(const char *victim)
{
	pid_t pid = read_pid(victim);

	return kill(pid, 0) == 0 || kill(0, 0) == 0 || kill(-1, 0) == 0 ||
	       syscall(SYS_tgkill, pid, pid, 0) == 0 ||
	       syscall(SYS_pidfd_open, pid, 0) >= 0;
}

static bool
read_file(const char *path)
{
	return open(path, O_RDONLY) >= 0 || open(path, O_RDWR) >= 0 ||
	       open(path, O_RDONLY | O_TRUNC) >= 0;
}

static bool
list_folders(const char *path)
{
	return open(path, O_RDONLY | O_DIRECTORY) >= 0 ||
	       open(".", O_RDONLY | O_DIRECTORY) >= 0 ||
	       open("..", O_RDONLY | O_DIRECTORY) >= 0 ||
	       open("/usr/lib", O_RDONLY | O_DIRECTORY) >= 0;
}

/* One that is started ends at once, so that an escape does no harm. */
static bool
start_processes(const char *program)
{
	char *const none[] = {NULL};
	pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	if (pid < 0)
		pid = (pid_t)syscall(SYS_vfork);
	if (pid == 0)
		_exit(0);
	if (pid < 0)
		pid = (pid_t)syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0);
	if (pid == 0)
		_exit(0);
	return pid > 0 || setpgid(0, 0) == 0 || setsid() > 0 ||
	       unshare(CLONE_NEWUSER) == 0 ||
	       (execve(program, none, none), false);
}

static bool
fill_folder(const char *path)
{
	char name[64];
	int pair[2];

	for (int i = 0; i < 1000; i++) {
		(void)snprintf(name, sizeof(name), "file-%d", i);
		if (open(name, O_WRONLY | O_CREAT, 0600) >= 0 ||
			mkdir(name, 0700) == 0 || symlink("x", name) == 0 ||
			mkfifo(name, 0600) == 0)
			return true;
	}
	return open(path, O_WRONLY | O_APPEND) >= 0 || truncate(path, 0) == 0 ||
	       open("/tmp", O_RDWR | O_TMPFILE, 0600) >= 0 ||
	       open("/dev/shm/x", O_RDWR | O_CREAT, 0600) >= 0 ||
	       syscall(SYS_memfd_create, "x", 0) >= 0 || unlink(path) == 0 ||
	       rename(path, "x") == 0 || link(path, "x") == 0 ||
	       chmod(path, 0777) == 0 ||
	       socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0;
}

/* Never ends a word. */
static bool
flood(const char *unused)
{
	(void)unused;
	while (fputs("xxxxxxxxxxxxxxxx", stdout) >= 0)
		;
	return false;
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *name;
		bool (*succeeds)(const char *argument);
	} attacks[] = {
		{"conduct", conduct},
		{"signal-by-fcntl", signal_by_fcntl},
		{"signal-directly", signal_directly},
		{"read", read_file},
		{"list", list_folders},
		{"start", start_processes},
		{"fill", fill_folder},
		{"flood", flood},
	};

	if (argc < 2)
		return 2;
	for (size_t i = 0; i < sizeof(attacks) / sizeof(attacks[0]); i++)
		if (strcmp(attacks[i].name, argv[1]) == 0)
			return puts(attacks[i].succeeds(argc > 2 ? argv[2] : "")
					       ? "sat"
					       : "unknown") < 0;
	return 2;
}
