#include "mcp/transport/signals.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

enum { CAUGHT_COUNT = sizeof(caught) / sizeof(caught[0]) };

static int pipe_fds[2] = {-1, -1};
static volatile sig_atomic_t arrived;

static void
on_signal(int number)
{
	int saved = errno;

	(void)number; /* all mean the same */
	if (arrived)
		_exit(EXIT_SUCCESS);
	arrived = 1;
	/* An empty pipe takes a byte. */
	(void)!write(pipe_fds[1], "", 1);
	errno = saved;
}

int
signals_open(void)
{
	assert(pipe_fds[0] < 0);
	if (pipe2(pipe_fds, O_CLOEXEC | O_NONBLOCK) != 0)
		return -1;
	arrived = 0;
	for (size_t i = 0; i < CAUGHT_COUNT; i++) {
		struct sigaction action = {.sa_flags = SA_RESTART};
		struct sigaction before;

		/* Started by nohup, or the like. */
		if (caught[i] == SIGHUP &&
			sigaction(SIGHUP, NULL, &before) == 0 &&
			before.sa_handler == SIG_IGN)
			continue;
		action.sa_handler = caught[i] == SIGPIPE ? SIG_IGN : on_signal;
		sigemptyset(&action.sa_mask);
		/* Cannot fail for these signals. */
		(void)sigaction(caught[i], &action, NULL);
	}
	return pipe_fds[0];
}

void
signals_close(void)
{
	if (pipe_fds[0] < 0)
		return;
	arrived = 1;
	(void)close(pipe_fds[0]); /* nothing was written to be lost */
	(void)close(pipe_fds[1]);
	pipe_fds[0] = -1;
	pipe_fds[1] = -1;
}
