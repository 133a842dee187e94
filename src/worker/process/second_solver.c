#include "worker/process/second_solver.h"

#include <ctype.h>
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
#include "smt/text/token.h"
#include "wire/answer.h"
#include "wire/ask.h"
#include "worker/base/answer_stream.h"
#include "worker/process/fork_loop.h"
#include "worker/process/jail.h"

/* Of what it prints: an answer is among its first bytes, or is none. */
enum { OUTPUT_MAX = 256 };

/* The solver, as seen from here; -1: closed. */
struct solver {
	pid_t pid;
	int to;	  /* its standard input */
	int from; /* its standard output */
	/* Says whether it was started: the end, or an error number. */
	int started;
};

/* --- its start ------------------------------------------------------------ */

/* The program that a shell would take; false: there is none. */
static bool
find_program(const char *name, char path[PATH_MAX])
{
	const char *folders = getenv("PATH");

	if (strchr(name, '/') != NULL)
		return realpath(name, path) != NULL;
	if (folders == NULL)
		folders = "/usr/local/bin:/usr/bin:/bin";
	while (*folders != '\0') {
		size_t size = strcspn(folders, ":");
		char candidate[PATH_MAX];

		(void)snprintf(candidate, sizeof(candidate), "%.*s/%s",
			(int)size, folders, name); /* cut it is not there */
		if (access(candidate, X_OK) == 0)
			return realpath(candidate, path) != NULL;
		folders += size + (folders[size] == ':');
	}
	return false;
}

/* In the new process. Its descriptors are 0 to 2, and one that says why it
 * could not be started. */
static void __attribute__((noreturn))
become_solver(pid_t parent, const int fds[3], int started,
	const struct jail_limits *limits, char *const command[])
{
	static char path_variable[] = "PATH=/usr/bin:/bin";
	static char locale[] = "LC_ALL=C";
	static char *const environment[] = {path_variable, locale, NULL};
	enum { STARTED = STDERR_FILENO + 1 };
	char path[PATH_MAX];
	int error = ENOENT;

	(void)signal(SIGPIPE, SIG_DFL);
	if (dup2(fds[0], STDIN_FILENO) < 0 || dup2(fds[1], STDOUT_FILENO) < 0 ||
		dup2(fds[2], STDERR_FILENO) < 0 || dup2(started, STARTED) < 0 ||
		fcntl(STARTED, F_SETFD, FD_CLOEXEC) < 0 ||
		syscall(SYS_close_range, STARTED + 1, ~0U, 0) != 0)
		_exit(EXIT_FAILURE);
	if (find_program(command[0], path)) {
		jail_enter_program(parent, limits, path);
		(void)execve(path, command, environment);
		error = errno;
	}
	(void)!write(STARTED, &error, sizeof(error));
	_exit(EXIT_FAILURE);
}

/* What is opened lies above the standard descriptors, which are open. */
static void
start_solver(struct solver *s, const struct jail_limits *limits,
	char *const command[])
{
	pid_t self = getpid();
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	int in[2], out[2], started[2];

	if (nowhere < 0 || pipe2(in, O_CLOEXEC) != 0 ||
		pipe2(out, O_CLOEXEC) != 0 || pipe2(started, O_CLOEXEC) != 0)
		_exit(EXIT_FAILURE);
	s->pid = fork();
	if (s->pid == 0)
		become_solver(self, (const int[]){in[0], out[1], nowhere},
			started[1], limits, command);
	(void)close(nowhere);
	(void)close(in[0]);
	(void)close(out[1]);
	(void)close(started[1]);
	s->to = in[1];
	s->from = out[0];
	s->started = started[0];
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

/* Whether the bytes have a first word, and what is after it; at the end of the
 * output the word is whole in any case. */
static bool
find_word(const char *output, size_t size, bool ended, struct slice *word)
{
	size_t at = 0;
	size_t end;

	while (at < size && isspace((unsigned char)output[at]))
		at++;
	end = at;
	while (end < size && !isspace((unsigned char)output[end]))
		end++;
	*word = (struct slice){output + at, end - at};
	return ended || size == OUTPUT_MAX || (end > at && end < size);
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

static int
left_ms(int64_t until_ms)
{
	int64_t left = until_ms - clock_now_ms();

	return left > 0 ? (int)left : 0;
}

/* Writes and reads at once: neither waits for the other. False: the time is
 * up. */
static bool
converse(struct solver *s, const struct ask *ask, int64_t until_ms,
	struct answer_check *check)
{
	char output[OUTPUT_MAX];
	size_t size = 0, sent = 0;
	struct slice word = {0};
	bool ended = false;

	while (!find_word(output, size, ended, &word)) {
		struct pollfd fds[] = {
			{.fd = s->to, .events = POLLOUT},
			{.fd = s->from, .events = POLLIN},
		};
		ssize_t got;
		int ready = poll(fds, 2, left_ms(until_ms));

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

static bool
was_started(const struct solver *s)
{
	int error;

	return read(s->started, &error, sizeof(error)) <= 0;
}

void
second_solver_run(int fd, int memory_mb, char *const command[])
{
	static char missing[] = "missing";
	static char late[] = "late";
	struct answer_check check = {
		.status = STATUS_UNKNOWN, .reason = missing};
	struct answer_stream answer;
	DROP(buf) struct buf bytes;
	struct ask_copy ask;
	struct solver s;
	int64_t until_ms;

	/* Whoever asks is gone, or kills this process: the solver dies, too. */
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	buf_init(&bytes, LIMIT_ASK + MIB);
	child_process_read_ask(fd, &bytes, &ask);
	until_ms = clock_now_ms() + ask.ask.timeout_ms;
	start_solver(&s,
		&(struct jail_limits){memory_mb, ask.ask.timeout_ms / 1000 + 2},
		command);
	if (was_started(&s) && !converse(&s, &ask.ask, until_ms, &check))
		check.reason = late;
	(void)kill(s.pid, SIGKILL); /* nobody else might reap it */
	(void)waitpid(s.pid, NULL, 0);
	answer_stream_open(&answer, fd);
	answer_put_check(&answer.frames, &check);
	answer_put_done(&answer.frames, false);
	answer_stream_send(&answer);
	_exit(EXIT_SUCCESS);
}
