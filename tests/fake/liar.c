#include "fake/liar.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "fake/child.h"
#include "fake/lies.h"
#include "wire/fork_request.h"

enum { PIECE = 64 * KIB, CEILING = 8 * LIMIT_ANSWER, FRAME_TYPES = 256 };

static const char any[] = "any";

static char *folder;	    /* with its slash */
static char **confirmation; /* the arguments of such a job, or NULL */

struct liar {
	int server, worker;
	pid_t pid; /* of the true worker */
	bool has_greeted;
	struct buf in; /* frames of the worker that are not whole */
	/* The plan, read with the first frame. */
	bool is_planned, lies;
	struct lie lie;
	uint32_t which;
	uint64_t chance;
	uint32_t met; /* frames that have the target */
	bool seen[FRAME_TYPES];
	struct buf next;   /* what follows the next frame */
	struct buf at_end; /* what follows the last one */
};

void
liar_init(const char *program)
{
	const char *slash = strrchr(program, '/');

	folder = slash != NULL
			 ? text_copy_n(program, (size_t)(slash - program) + 1)
			 : text_copy("");
}

/* --- the plan --------------------------------------------------------------
 */

static void
plan(struct liar *l)
{
	DROP(text) char *path = text_format("%slie", folder);
	FILE *file = fopen(path, "re");
	unsigned long number;

	l->is_planned = true;
	l->lies = false;
	l->met = 0;
	memset(l->seen, 0, sizeof(l->seen));
	if (file == NULL)
		return;
	l->lies = fscanf(file, "%lu %u %79[^\n]", &number, &l->which,
			  l->lie.target) == 3;
	l->lie.number = (uint32_t)number;
	l->chance = number;
	(void)fclose(file);
}

static uint32_t
draw(struct liar *l)
{
	l->chance = l->chance * UINT64_C(6364136223846793005) +
		    UINT64_C(1442695040888963407);
	return (uint32_t)(l->chance >> 33);
}

/* Returns whether there is a lie to tell about the frame, and sets it. */
static bool
choose(struct liar *l, uint8_t type, struct lie *lie)
{
	const char *name = lies_frame(type);
	size_t size = name != NULL ? strlen(name) : 0;

	*lie = l->lie;
	if (!l->lies || name == NULL)
		return false;
	if (strcmp(l->lie.target, any) == 0) {
		lie->number = draw(l);
		lies_choose(type, draw(l) % lies_targets(type), lie);
		return draw(l) % l->which == 0;
	}
	return strncmp(lie->target, name, size) == 0 &&
	       lie->target[size] == ' ' &&
	       (++l->met == l->which || l->which == 0);
}

/* The journal is opened each time, since a test takes it away. */
static void
note(const char *line)
{
	DROP(text) char *path = text_format("%stold", folder);
	int journal =
		open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);

	fake_send(journal, line, strlen(line));
	(void)close(journal);
}

/* --- frames ----------------------------------------------------------------
 */

static void
put(struct buf *to, const struct buf *from)
{
	buf_add(to, from->data, from->size);
}

static void
pass(struct liar *l, const struct frame *f)
{
	enum delivery delivery = DELIVER;
	bool is_last = f->type == '.';
	DROP(buf) struct buf out;
	DROP(buf) struct buf sent;
	struct lie lie;

	buf_init(&out, CEILING);
	buf_init(&sent, CEILING);
	if (!l->is_planned)
		plan(l);
	if (!l->seen[f->type]) {
		DROP(text)
		char *line = text_format("seen %s\n", lies_frame(f->type));

		note(line);
		l->seen[f->type] = true;
	}
	if (choose(l, f->type, &lie)) {
		DROP(text)
		char *line =
			text_format("told %u %s\n", lie.number, lie.target);

		note(line);
	} else {
		lie.target[0] = '\0';
	}
	delivery = lies_tell(&lie, f, &out);
	if (delivery == DELIVER || delivery == DELIVER_CUT)
		put(&sent, &out);
	put(&sent, &l->next);
	buf_clear(&l->next);
	if (delivery == DELIVER_AFTER_NEXT)
		put(&l->next, &out);
	if (delivery == DELIVER_AT_THE_END)
		put(&l->at_end, &out);
	if (is_last) {
		put(&sent, &l->at_end);
		buf_clear(&l->at_end);
		l->is_planned = false; /* another job may follow */
	}
	fake_send(l->server, sent.data, sent.size);
	if (delivery == DELIVER_CUT)
		_exit(EXIT_SUCCESS);
}

/* Drops the line that a launched worker begins with. */
static void
pass_frames(struct liar *l)
{
	size_t at = 0;
	size_t used;
	struct frame f;

	if (!l->has_greeted) {
		const char *newline = memchr(l->in.data, '\n', l->in.size);

		if (newline == NULL)
			return;
		at = (size_t)(newline - l->in.data) + 1;
		l->has_greeted = true;
	}
	while (frame_find(l->in.data + at, l->in.size - at, SIZE_MAX, &f,
		       &used) == FRAME_WHOLE) {
		at += used;
		pass(l, &f);
	}
	buf_consume(&l->in, at);
}

/* --- the true worker -------------------------------------------------------
 */

static void
start(struct liar *l)
{
	DROP(text) char *program = text_format("%strue-worker", folder);
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		_exit(EXIT_FAILURE);
	l->pid = fork();
	if (l->pid == 0) {
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
		(void)dup2(pair[1], STDIN_FILENO);
		(void)dup2(pair[1], STDOUT_FILENO);
		(void)dup2(pair[1], FORK_REQUEST_FD);
		if (confirmation != NULL)
			(void)execv(program, confirmation);
		else
			(void)execl(program, "satchel-worker", "--job", NULL);
		_exit(EXIT_FAILURE);
	}
	(void)close(pair[1]);
	l->worker = pair[0];
	l->has_greeted = confirmation != NULL;
}

/* Ends as the true worker has ended. */
static void
end(const struct liar *l)
{
	int status;

	if (waitpid(l->pid, &status, 0) != l->pid)
		_exit(EXIT_FAILURE);
	if (WIFSIGNALED(status))
		(void)raise(WTERMSIG(status));
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
}

void
liar_confirm(char **arguments)
{
	liar_init(arguments[0]);
	confirmation = arguments;
	liar_child(FORK_REQUEST_FD, FORK_REQUEST_FD);
}

void
liar_child(int in, int out)
{
	static char piece[PIECE];
	struct liar l = {.server = out};

	buf_init(&l.in, CEILING);
	buf_init(&l.next, CEILING);
	buf_init(&l.at_end, CEILING);
	start(&l);
	for (;;) {
		struct pollfd fds[] = {{.fd = in, .events = POLLIN},
			{.fd = l.worker, .events = POLLIN}};
		ssize_t got;

		if (poll(fds, 2, -1) < 0)
			_exit(EXIT_FAILURE);
		if (fds[1].revents != 0) {
			got = read(l.worker, piece, PIECE);
			if (got <= 0)
				end(&l);
			buf_add(&l.in, piece, (size_t)got);
			pass_frames(&l);
		} else {
			got = read(in, piece, PIECE);
			if (got <= 0)
				_exit(EXIT_SUCCESS);
			fake_send(l.worker, piece, (size_t)got);
		}
	}
}
