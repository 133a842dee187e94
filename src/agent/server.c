#include "agent/agent.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"

bool
server_start(struct agent *a, struct err *e)
{
	const char *program = a->options.server;
	const char *place = getenv("TMPDIR");
	DROP(text) char *db = NULL;
	int in[2];
	int out[2];

	lines_init(&a->server.lines, LIMIT_UNSENT);
	a->server.folder = text_format(
		"%s/satchel-agent-XXXXXX", place != NULL ? place : "/tmp");
	if (mkdtemp(a->server.folder) == NULL || pipe2(in, O_CLOEXEC) != 0 ||
		pipe2(out, O_CLOEXEC) != 0)
		return err_set(e, ERR_SYSTEM, "cannot make %s: %s",
			a->server.folder, strerrordesc_np(errno));
	db = text_format("%s/satchel.db", a->server.folder);
	a->server.pid = fork();
	if (a->server.pid == 0) {
		/* A terminal's ^C is ours to handle. */
		(void)setpgid(0, 0);
		if (dup2(in[0], STDIN_FILENO) >= 0 &&
			dup2(out[1], STDOUT_FILENO) >= 0)
			(void)execlp(program, program, "--db", db, "--tools",
				a->options.tools, "--log-level", "error", NULL);
		_exit(EXIT_FAILURE);
	}
	(void)close(in[0]);
	(void)close(out[1]);
	a->server.in = in[1];
	a->server.out = out[0];
	(void)fcntl(in[1], F_SETFL, O_NONBLOCK);
	(void)fcntl(out[0], F_SETFL, O_NONBLOCK);
	return a->server.pid > 0 || err_set(e, ERR_SYSTEM, "cannot fork: %s",
					    strerrordesc_np(errno));
}

/* Waits until the descriptor can be used, or a second has passed. */
static bool
wait_for(struct agent *a, int fd, short events, struct err *e)
{
	struct pollfd pollfd = {fd, events, 0};

	if (!run_goes_on(a, e))
		return false;
	(void)poll(&pollfd, 1, run_wait_ms(a, INT64_MAX));
	return run_goes_on(a, e);
}

static bool
refuse_dead_server(const struct agent *a, struct err *e)
{
	return err_set(e, ERR_SYSTEM,
		"%s ended or does not start; satchel doctor may say why",
		a->options.server);
}

static bool
send_line(struct agent *a, const char *line, struct err *e)
{
	size_t size = strlen(line);

	while (size > 0) {
		ssize_t sent = write(a->server.in, line, size);

		if (sent > 0) {
			line += sent;
			size -= (size_t)sent;
		} else if (errno == EPIPE) {
			return refuse_dead_server(a, e);
		}
		if (size > 0 && !wait_for(a, a->server.in, POLLOUT, e))
			return false;
	}
	return true;
}

/* Returns the next line, borrowed, or NULL. */
static const char *
read_line(struct agent *a, struct err *e)
{
	char piece[64 * KIB];
	const char *line;
	size_t size;

	while (lines_next(&a->server.lines, &line, &size) == LINE_NONE) {
		ssize_t got = read(a->server.out, piece, sizeof(piece));

		if (got > 0)
			lines_add(&a->server.lines, piece, (size_t)got);
		if (got == 0) {
			refuse_dead_server(a, e);
			return NULL;
		}
		if (got > 0 ? !run_goes_on(a, e)
			    : !wait_for(a, a->server.out, POLLIN, e))
			return NULL;
	}
	return line;
}

struct json_object *
server_ask(struct agent *a, const char *method, struct json_object *parameters,
	struct err *e)
{
	int64_t id = ++a->server.last_id;
	DROP(json)
	struct json_object *request =
		OBJECT("jsonrpc", STRING("2.0"), "id", json_new_int(id),
			"method", STRING(method), "params", parameters);
	DROP(text) char *text = json_text(request);
	const char *line;

	if (!send_line(a, text, e) || !send_line(a, "\n", e))
		return NULL;
	while ((line = read_line(a, e)) != NULL) {
		DROP(json) struct json_object *answer = NULL;
		const struct json_object *error;
		struct json_object *result;

		if (!json_parse(line, strlen(line), &answer, e))
			return NULL;
		if (json_get_int(answer, "id", 0) != id)
			continue; /* a notification */
		result = json_get(answer, "result");
		error = json_get(answer, "error");
		if (result == NULL)
			err_set(e, ERR_ARGUMENT, "%s",
				json_get_string(error, "message"));
		return json_share(result);
	}
	return NULL;
}

static int
remove_one(const char *path, const struct stat *about, int kind, struct FTW *at)
{
	(void)about, (void)kind, (void)at;
	return remove(path);
}

void
server_end(struct agent *a)
{
	enum { END_MS = 3000, DEPTH = 4 };
	int64_t until_ms = clock_now_ms() + END_MS;

	if (a->server.in > 0) {
		(void)close(a->server.in); /* which ends it */
		(void)close(a->server.out);
	}
	while (a->server.pid > 0 &&
		waitpid(a->server.pid, NULL, WNOHANG) == 0) {
		if (clock_now_ms() > until_ms)
			(void)kill(a->server.pid, SIGKILL);
		(void)poll(NULL, 0, 1);
	}
	if (a->server.folder != NULL)
		(void)nftw(a->server.folder, remove_one, DEPTH,
			FTW_DEPTH | FTW_PHYS);
	free(a->server.folder);
	lines_release(&a->server.lines);
}
