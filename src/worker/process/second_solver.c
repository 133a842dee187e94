#include "worker/process/second_solver.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/limits.h"
#include "smt/text/lexer.h"
#include "wire/answer.h"
#include "wire/ask.h"
#include "worker/base/answer_stream.h"
#include "worker/process/fork_loop.h"
#include "worker/process/jail.h"

/* Of what it prints: an answer is among its first bytes, or is none. */
enum { OUTPUT_MAX = 256 };

/* What it exits with where there is no such program, as in a shell. */
enum { EXIT_MISSING = 127 };

/* The solver, as seen from here; -1: closed. */
struct solver {
	pid_t pid;
	int to;	  /* its standard input */
	int from; /* its standard output */
};

/* --- its start ------------------------------------------------------------ */

/* Finds a program as a shell does: by its path, or by its name in PATH. On
 * success `path` is absolute and without symbolic links. */
static bool
find_program(const char *name, char path[PATH_MAX])
{
	const char *folders = getenv("PATH");
	char candidate[PATH_MAX];

	if (strchr(name, '/') != NULL)
		return realpath(name, path) != NULL;
	if (folders == NULL)
		folders = "/usr/local/bin:/usr/bin:/bin";
	while (*folders != '\0') {
		size_t length = strcspn(folders, ":");

		if (snprintf(candidate, sizeof(candidate), "%.*s/%s",
			    (int)length, folders,
			    name) < (int)sizeof(candidate) &&
			access(candidate, X_OK) == 0 &&
			realpath(candidate, path) != NULL)
			return true;
		folders += length + (folders[length] == ':');
	}
	return false;
}

/* Runs in the new process. */
static void __attribute__((noreturn))
become_solver(pid_t parent, const int fds[3], int memory_mb,
	unsigned cpu_seconds, char *const command[])
{
	static char locale[] = "LC_ALL=C";
	static char *const environment[] = {locale, NULL};
	char path[PATH_MAX];

	(void)signal(SIGPIPE, SIG_DFL);
	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (dup2(fds[fd], fd) < 0)
			_exit(EXIT_FAILURE);
	if (syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 0) != 0)
		_exit(EXIT_FAILURE);
	if (!find_program(command[0], path))
		_exit(EXIT_MISSING);
	jail_enter_program(parent, memory_mb, cpu_seconds, path);
	(void)execve(path, command, environment);
	_exit(EXIT_MISSING);
}

/* What is opened lies above the standard descriptors, which are open. */
static void
start_solver(struct solver *s, int memory_mb, unsigned cpu_seconds,
	char *const command[])
{
	pid_t self = getpid();
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	int in[2], out[2];

	if (nowhere < 0 || pipe2(in, O_CLOEXEC) != 0 ||
		pipe2(out, O_CLOEXEC) != 0)
		_exit(EXIT_FAILURE);
	s->pid = fork();
	if (s->pid == 0)
		become_solver(self, (const int[]){in[0], out[1], nowhere},
			memory_mb, cpu_seconds, command);
	(void)close(in[0]);
	(void)close(out[1]);
	s->to = in[1];
	s->from = out[0];
	if (s->pid < 0 || fcntl(s->to, F_SETFL, O_NONBLOCK) != 0)
		_exit(EXIT_FAILURE);
}

/* --- its answer ----------------------------------------------------------- */

static void
send_text(struct solver *s, const struct ask *ask, size_t *sent)
{
	ssize_t count = write(s->to, ask->text + *sent, ask->size - *sent);

	if (count > 0)
		*sent += (size_t)count;
	if (*sent < ask->size &&
		(count >= 0 || errno == EAGAIN || errno == EINTR))
		return;
	(void)close(s->to); /* it has all, or wants no more */
	s->to = -1;
}

/* Whether the output has a first word, and what is after it; at the end of the
 * output the word is whole in any case. */
static bool
find_word(const char *output, bool ended, struct slice *word)
{
	static const char blanks[] = " \t\r\n\v\f";
	const char *start = output + strspn(output, blanks);

	*word = (struct slice){start, strcspn(start, blanks)};
	return ended || (word->length > 0 && start[word->length] != '\0');
}

static void
read_word(struct slice word, struct answer_check *check)
{
	static const char error[] = "(error";
	static char unknown[] = "unknown", other[] = "other",
		    silent[] = "silent", faulty[] = "error";

	check->status = STATUS_UNKNOWN;
	check->reason = other;
	if (slice_is(word, "sat"))
		check->status = STATUS_SAT;
	else if (slice_is(word, "unsat"))
		check->status = STATUS_UNSAT;
	else if (slice_is(word, "unknown") || slice_is(word, "timeout"))
		check->reason = unknown;
	else if (word.length == 0)
		check->reason = silent;
	else if (word.length >= strlen(error) &&
		 memcmp(word.start, error, strlen(error)) == 0)
		check->reason = faulty;
}

/* Writes and reads at once: neither waits for the other. False: the time is
 * up. */
static bool
converse(struct solver *s, const struct ask *ask, int64_t until_ms,
	struct answer_check *check)
{
	char output[OUTPUT_MAX + 1] = "";
	size_t size = 0, sent = 0;
	struct slice word = {0};
	bool ended = false;

	while (!find_word(output, ended || size == OUTPUT_MAX, &word)) {
		struct pollfd fds[] = {
			{.fd = s->to, .events = POLLOUT},
			{.fd = s->from, .events = POLLIN},
		};
		int64_t left_ms = until_ms - clock_now_ms();
		int ready = poll(fds, 2, left_ms > 0 ? (int)left_ms : 0);
		ssize_t got;

		if (ready == 0)
			return false;
		if (ready < 0)
			continue; /* a signal, at most */
		if (fds[0].revents != 0)
			send_text(s, ask, &sent);
		if (fds[1].revents == 0)
			continue;
		got = read(s->from, output + size, OUTPUT_MAX - size);
		ended = got <= 0;
		size += got > 0 ? (size_t)got : 0;
	}
	read_word(word, check);
	return true;
}

void
second_solver_run(int fd, int memory_mb, char *const command[])
{
	static char missing[] = "missing";
	static char late[] = "late";
	struct answer_check check = {.status = STATUS_UNKNOWN};
	struct answer_stream answer;
	DROP(buf) struct buf bytes;
	struct ask_copy ask;
	struct solver s;
	int64_t until_ms;
	int exit_status = 0;

	/* Whoever asks is gone, or kills this process: the solver dies, too. */
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	buf_init(&bytes, LIMIT_ASK + MIB);
	child_process_read_ask(fd, &bytes, &ask);
	until_ms = clock_now_ms() + ask.ask.timeout_ms;
	start_solver(&s, memory_mb, ask.ask.timeout_ms / 1000 + 2, command);
	if (!converse(&s, &ask.ask, until_ms, &check))
		check.reason = late;
	/* Nobody else might reap it. */
	(void)kill(s.pid, SIGKILL);
	(void)waitpid(s.pid, &exit_status, 0);
	if (WIFEXITED(exit_status) &&
		WEXITSTATUS(exit_status) == EXIT_MISSING &&
		check.status == STATUS_UNKNOWN)
		check.reason = missing;
	answer_stream_open(&answer, fd);
	answer_put_check(&answer.frames, &check);
	answer_put_done(&answer.frames, false);
	answer_stream_send(&answer);
	_exit(EXIT_SUCCESS);
}
