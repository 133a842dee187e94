/*
 * A stand-in for satchel-worker, without libz3 and as bad as a test wishes.
 *
 * With --job and called satchel-worker it says first what that would say; it is
 * launched, and not started by a test of child.h.
 *
 * As a fork server (--forkserver ...) it behaves as the name says that it is
 * called by, for which tests make links. As a child of a fork server, or with
 * --job on standard input and output, it does what the ask's text
 * says.
 *
 * Nothing here calls exit(): what a test sees is what was sent.
 */

#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fake/child.h"
#include "fake/liar.h"
#include "fake/lies.h"
#include "wire/ask.h"
#include "wire/fork_request.h"

struct behaviour {
	const char *name;
	void (*start)(struct fork_request_packet *hello); /* or NULL */
	void (*fork_child)(void (*run)(int in, int out)); /* or NULL */
	void (*run)(int in, int out);			  /* or NULL */
};

static void
send_packet(const struct fork_request_packet *packet)
{
	if (!fork_request_send(FORK_REQUEST_FD, packet))
		_exit(EXIT_FAILURE);
}

static void
start_without_hello(struct fork_request_packet *hello)
{
	(void)hello;
	fake_sleep();
}

/* As the dynamic loader does it when libz3 is missing. */
static void
start_not_loadable(struct fork_request_packet *hello)
{
	(void)hello;
	_exit(127);
}

static void
start_and_exit(struct fork_request_packet *hello)
{
	(void)hello;
	_exit(EXIT_FAILURE);
}

static void
start_in_vain(struct fork_request_packet *hello)
{
	hello->said = FORK_REQUEST_FAILED;
	(void)snprintf(hello->text, sizeof(hello->text), "no context");
	send_packet(hello);
	fake_sleep();
}

static void
start_other_version(struct fork_request_packet *hello)
{
	hello->version_fits = false;
	send_packet(hello);
	fake_sleep();
}

static void
start_without_seccomp(struct fork_request_packet *hello)
{
	hello->has_seccomp = false;
}

static void
start_with_two_hellos(struct fork_request_packet *hello)
{
	send_packet(hello);
}

static void
start_and_exit_after_hello(struct fork_request_packet *hello)
{
	send_packet(hello);
	_exit(EXIT_FAILURE);
}

/* The server is the parent, as that of the real one's children. */
static pid_t
clone_child(int pair[2], void (*run)(int in, int out))
{
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		_exit(EXIT_FAILURE);
	pid = (pid_t)syscall(
		SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);
	if (pid == 0) {
		(void)close(pair[0]);
		(void)close(FORK_REQUEST_FD);
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
		run(pair[1], pair[1]);
		_exit(EXIT_SUCCESS);
	}
	(void)close(pair[1]);
	return pid;
}

static void
fork_child(void (*run)(int in, int out))
{
	struct fork_request_packet packet = {.said = FORK_REQUEST_CHILD};
	int pair[2];

	packet.pid = clone_child(pair, run);
	packet.fd = pair[0];
	send_packet(&packet);
	(void)close(pair[0]);
}

static void
fork_in_vain(void (*run)(int in, int out))
{
	struct fork_request_packet packet = {.said = FORK_REQUEST_FAILED};

	(void)run;
	(void)snprintf(packet.text, sizeof(packet.text), "fork: no room");
	send_packet(&packet);
}

/* As where there is room for one child only. */
static void
fork_one_at_a_time(void (*run)(int in, int out))
{
	static pid_t last;
	struct fork_request_packet packet = {.said = FORK_REQUEST_CHILD};
	int pair[2];

	if (last != 0 && kill(last, 0) == 0) {
		fork_in_vain(run);
		return;
	}
	last = packet.pid = clone_child(pair, run);
	packet.fd = pair[0];
	send_packet(&packet);
	(void)close(pair[0]);
}

static void
fork_never(void (*run)(int in, int out))
{
	(void)run;
}

static void
fork_and_exit(void (*run)(int in, int out))
{
	fork_child(run);
	_exit(EXIT_FAILURE);
}

/* The child is there and nobody has been told. */
static void
fork_and_exit_before_reply(void (*run)(int in, int out))
{
	int pair[2];

	(void)clone_child(pair, run);
	_exit(EXIT_FAILURE);
}

static void
run_and_exit(int in, int out)
{
	(void)in;
	(void)out;
}

static void
run_without_thread(int in, int out)
{
	(void)in;
	(void)out;
	_exit(EXIT_NO_THREAD);
}

/* Dies with the ask before its eyes. */
static void
run_and_die(int in, int out)
{
	struct pollfd pollfd = {.fd = in, .events = POLLIN};

	(void)out;
	(void)poll(&pollfd, 1, -1);
	(void)raise(SIGKILL);
}

/* The first child dies, the others do not. */
static void
fork_first_that_dies(void (*run)(int in, int out))
{
	static bool is_first = true;

	fork_child(is_first ? run_and_die : run);
	is_first = false;
}

static void
run_and_send_first(int in, int out)
{
	fake_send(out, "hello", 5);
	fake_child(in, out);
}

static const struct behaviour behaviours[] = {
	{"good"}, /* and every other name */
	{"no-hello", start_without_hello},
	{"not-loadable", start_not_loadable},
	{"exit-at-start", start_and_exit},
	{"start-fails", start_in_vain},
	{"other-version", start_other_version},
	{"no-seccomp", start_without_seccomp},
	{"two-hellos", start_with_two_hellos},
	{"exit-after-hello", start_and_exit_after_hello},
	{"fork-fails", NULL, fork_in_vain},
	{"one-child", NULL, fork_one_at_a_time},
	{"no-reply", NULL, fork_never},
	{"exit-after-fork", NULL, fork_and_exit},
	{"exit-before-reply", NULL, fork_and_exit_before_reply},
	{"first-child-dies", NULL, fork_first_that_dies},
	{"child-dies", NULL, NULL, run_and_die},
	{"child-exits", NULL, NULL, run_and_exit},
	{"no-thread", NULL, NULL, run_without_thread},
	{"child-sends-first", NULL, NULL, run_and_send_first},
	{"liar", NULL, NULL, liar_child},
};

static struct behaviour
find_behaviour(const char *program)
{
	const char *slash = strrchr(program, '/');
	const char *name = slash != NULL ? slash + 1 : program;
	struct behaviour found = behaviours[0];

	for (size_t i = 0; i < sizeof(behaviours) / sizeof(behaviours[0]);
		i++) {
		if (strcmp(behaviours[i].name, name) == 0)
			found = behaviours[i];
	}
	if (found.fork_child == NULL)
		found.fork_child = fork_child;
	if (found.run == NULL)
		found.run = fake_child;
	return found;
}

static int
run_forkserver(const char *program)
{
	struct fork_request_packet hello = {.said = FORK_REQUEST_HELLO,
		.text = "4.8.12",
		.version_fits = true,
		.has_seccomp = true};
	struct behaviour m = find_behaviour(program);

	liar_init(program);
	if (m.start != NULL)
		m.start(&hello);
	send_packet(&hello);
	while (fork_request_wait(FORK_REQUEST_FD))
		m.fork_child(m.run);
	return EXIT_SUCCESS;
}

static void
greet(void)
{
	char *line = hello_line("4.8.12");

	fake_send(STDOUT_FILENO, line, strlen(line));
	free(line);
}

int
main(int argc, char **argv)
{
	static const struct rlimit none = {0};

	(void)setrlimit(RLIMIT_CORE, &none); /* crashes are its profession */
	/* A test that fails leaves nobody behind. */
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	if (argc > 1 && strcmp(argv[1], "--job") == 0 &&
		strcmp(argv[0], "satchel-worker") == 0)
		greet();
	if (argc > 1 && strcmp(argv[1], "--job") == 0)
		fake_child(STDIN_FILENO, STDOUT_FILENO);
	if (argc > 1 && strcmp(argv[1], "--forkserver") == 0)
		_exit(run_forkserver(argv[0]));
	if (argc > 1 && strcmp(argv[1], "--confirm") == 0)
		liar_confirm(argv);
	if (argc > 1 && strcmp(argv[1], "--lies") == 0) {
		lies_list();
		return EXIT_SUCCESS;
	}
	(void)fprintf(stderr, "this is a stand-in that tests start\n");
	return 2;
}
