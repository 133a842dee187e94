/*
 * A stand-in for satchel-worker, without libz3 and as bad as a test wishes.
 *
 * With --job and called satchel-worker it says first what that would say; it is
 * launched, and not started by a test of child.h.
 *
 * As a nursery (--nursery ...) it has the manners of the name that it is
 * called by, for which tests make links. As a child of a nursery, or with
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
#include "wire/ask.h"
#include "wire/fork_request.h"

struct manners {
	const char *name;
	void (*come_up)(struct fork_request_packet *hello); /* or NULL */
	void (*bear)(void (*be)(int in, int out));	    /* or NULL */
	void (*be)(int in, int out);			    /* or NULL */
};

static void
send_packet(const struct fork_request_packet *packet)
{
	if (!fork_request_send(FORK_REQUEST_FD, packet))
		_exit(EXIT_FAILURE);
}

static void
come_up_never(struct fork_request_packet *hello)
{
	(void)hello;
	fake_sleep();
}

/* As the dynamic loader does it when libz3 is missing. */
static void
come_up_unloadable(struct fork_request_packet *hello)
{
	(void)hello;
	_exit(127);
}

static void
come_up_dying(struct fork_request_packet *hello)
{
	(void)hello;
	_exit(EXIT_FAILURE);
}

static void
come_up_unable(struct fork_request_packet *hello)
{
	hello->said = FORK_REQUEST_FAILED;
	(void)snprintf(hello->text, sizeof(hello->text), "no context");
	send_packet(hello);
	fake_sleep();
}

static void
come_up_mismatched(struct fork_request_packet *hello)
{
	hello->version_fits = false;
	send_packet(hello);
	fake_sleep();
}

static void
come_up_unjailed(struct fork_request_packet *hello)
{
	hello->has_seccomp = false;
}

static void
come_up_twice(struct fork_request_packet *hello)
{
	send_packet(hello);
}

static void
come_up_briefly(struct fork_request_packet *hello)
{
	send_packet(hello);
	_exit(EXIT_FAILURE);
}

/* The server is the parent, as that of the real one's children. */
static pid_t
clone_child(int pair[2], void (*be)(int in, int out))
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
		be(pair[1], pair[1]);
		_exit(EXIT_SUCCESS);
	}
	(void)close(pair[1]);
	return pid;
}

static void
bear(void (*be)(int in, int out))
{
	struct fork_request_packet packet = {.said = FORK_REQUEST_CHILD};
	int pair[2];

	packet.pid = clone_child(pair, be);
	packet.fd = pair[0];
	send_packet(&packet);
	(void)close(pair[0]);
}

static void
bear_nothing(void (*be)(int in, int out))
{
	struct fork_request_packet packet = {.said = FORK_REQUEST_FAILED};

	(void)be;
	(void)snprintf(packet.text, sizeof(packet.text), "fork: no room");
	send_packet(&packet);
}

/* As where there is room for one child only. */
static void
bear_one_at_a_time(void (*be)(int in, int out))
{
	static pid_t last;
	struct fork_request_packet packet = {.said = FORK_REQUEST_CHILD};
	int pair[2];

	if (last != 0 && kill(last, 0) == 0) {
		bear_nothing(be);
		return;
	}
	last = packet.pid = clone_child(pair, be);
	packet.fd = pair[0];
	send_packet(&packet);
	(void)close(pair[0]);
}

static void
bear_never(void (*be)(int in, int out))
{
	(void)be;
}

static void
bear_one_and_die(void (*be)(int in, int out))
{
	bear(be);
	_exit(EXIT_FAILURE);
}

/* The child is there and nobody has been told. */
static void
bear_in_secret_and_die(void (*be)(int in, int out))
{
	int pair[2];

	(void)clone_child(pair, be);
	_exit(EXIT_FAILURE);
}

static void
be_stillborn(int in, int out)
{
	(void)in;
	(void)out;
}

static void
be_threadless(int in, int out)
{
	(void)in;
	(void)out;
	_exit(EXIT_NO_THREAD);
}

/* Dies with the ask before its eyes. */
static void
be_faithless(int in, int out)
{
	struct pollfd pollfd = {.fd = in, .events = POLLIN};

	(void)out;
	(void)poll(&pollfd, 1, -1);
	(void)raise(SIGKILL);
}

/* The first child of this nursery is, the others are not. */
static void
bear_first_faithless(void (*be)(int in, int out))
{
	static bool is_first = true;

	bear(is_first ? be_faithless : be);
	is_first = false;
}

static void
be_talkative(int in, int out)
{
	fake_send(out, "hello", 5);
	fake_child(in, out);
}

static const struct manners manners[] = {
	{"good"}, /* and every other name */
	{"silent", come_up_never},
	{"unloadable", come_up_unloadable},
	{"hopeless", come_up_dying},
	{"unable", come_up_unable},
	{"mismatched", come_up_mismatched},
	{"unjailed", come_up_unjailed},
	{"babbling", come_up_twice},
	{"short-lived", come_up_briefly},
	{"barren", NULL, bear_nothing},
	{"cramped", NULL, bear_one_at_a_time},
	{"stuck", NULL, bear_never},
	{"last-wish", NULL, bear_one_and_die},
	{"secretive", NULL, bear_in_secret_and_die},
	{"fickle", NULL, bear_first_faithless},
	{"faithless", NULL, NULL, be_faithless},
	{"stillborn", NULL, NULL, be_stillborn},
	{"threadless", NULL, NULL, be_threadless},
	{"talkative", NULL, NULL, be_talkative},
};

static struct manners
find_manners(const char *program)
{
	const char *slash = strrchr(program, '/');
	const char *name = slash != NULL ? slash + 1 : program;
	struct manners found = manners[0];

	for (size_t i = 0; i < sizeof(manners) / sizeof(manners[0]); i++) {
		if (strcmp(manners[i].name, name) == 0)
			found = manners[i];
	}
	if (found.bear == NULL)
		found.bear = bear;
	if (found.be == NULL)
		found.be = fake_child;
	return found;
}

static int
run_nursery(const char *program)
{
	struct fork_request_packet hello = {.said = FORK_REQUEST_HELLO,
		.text = "4.8.12",
		.version_fits = true,
		.has_seccomp = true};
	struct manners m = find_manners(program);

	if (m.come_up != NULL)
		m.come_up(&hello);
	send_packet(&hello);
	while (fork_request_wait(FORK_REQUEST_FD))
		m.bear(m.be);
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
	if (argc > 1 && strcmp(argv[1], "--nursery") == 0)
		_exit(run_nursery(argv[0]));
	(void)fprintf(stderr, "this is a stand-in that tests start\n");
	return 2;
}
