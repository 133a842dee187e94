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
	a->server.in = fdopen(in[1], "we");
	a->server.out = out[0];
	(void)fcntl(out[0], F_SETFL, O_NONBLOCK);
	return a->server.pid > 0 || err_set(e, ERR_SYSTEM, "cannot fork: %s",
					    strerrordesc_np(errno));
}

/* The next line (borrowed), or NULL. */
static const char *
read_line(struct agent *a, struct err *e)
{
	struct pollfd pollfd = {a->server.out, POLLIN, 0};
	char piece[64 * KIB];
	const char *line;
	size_t size;

	while (lines_next(&a->server.lines, &line, &size) == LINE_NONE) {
		ssize_t got = read(a->server.out, piece, sizeof(piece));

		if (got > 0) {
			lines_add(&a->server.lines, piece, (size_t)got);
		} else if (got == 0) {
			err_set(e, ERR_SYSTEM,
				"%s ended or does not start; satchel doctor "
				"may say why",
				a->options.server);
			return NULL;
		} else if (run_goes_on(a, e)) {
			(void)poll(&pollfd, 1, run_wait_ms(a, INT64_MAX));
		} else {
			return NULL;
		}
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

	/* One that has ended is noticed when there is nothing to read. */
	(void)fprintf(a->server.in, "%s\n", text);
	(void)fflush(a->server.in);
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

	if (a->server.in != NULL) {
		(void)fclose(a->server.in); /* which is its end */
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
