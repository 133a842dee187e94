#include "replay/client.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "replay/inspect.h"
#include "json/json.h"

enum {
	/* Our ids begin here, so that raw lines may use the small ones. */
	FIRST_ID = 1000,
	WAIT_MS = 60000,
	/* SPEC: 200 ms; the rest is for a busy machine, and for a sanitizer's
	 * look for leaks. */
	END_MS = 30000,
	/* Gigabytes are not torn down at once. */
	SWEEP_MS = 30000,
	LOG_READ = 256 * KIB,
	LOG_SHOWN = 3000,
};

void
client_init(struct client *c, struct place *place)
{
	*c = (struct client){.place = place, .server = {0, -1, -1, -1}};
	c->strays = json_new_array();
	c->notices = json_new_array();
	c->breaches = json_new_array();
	lines_init(&c->lines, LIMIT_REPLY);
}

static void
forget_exchanges(struct client *c)
{
	for (size_t i = 0; i < c->count; i++) {
		free(c->exchanges[i].method);
		free(c->exchanges[i].tool);
		json_free(c->exchanges[i].reply);
	}
	c->count = 0;
	lines_release(&c->lines);
	lines_init(&c->lines, LIMIT_REPLY);
}

void
client_release(struct client *c)
{
	process_kill(&c->server);
	(void)process_sweep(0); /* a failed talk has said so already */
	forget_exchanges(c);
	free(c->exchanges);
	lines_release(&c->lines);
	json_free(c->tools);
	json_free(c->strays);
	json_free(c->notices);
	json_free(c->breaches);
}

bool
client_is_running(const struct client *c)
{
	return c->server.pid != 0;
}

/* From the report of a sanitizer on, if there is one, else the end. */
static char *
log_of_interest(const struct place *place)
{
	DROP(text) char *log = place_read(place, "server.log", LOG_READ);
	const char *from = strstr(log, "runtime error:");
	size_t size = strlen(log);

	if (from == NULL)
		from = strstr(log, "Sanitizer");
	if (from == NULL)
		from = log + (size > LOG_SHOWN ? size - LOG_SHOWN : 0);
	while (from > log && from[-1] != '\n')
		from--;
	return text_copy_n(from, strnlen(from, LOG_SHOWN));
}

/* "signal 11", "exit code 0". */
static const char *
how_it_ended(int status, int *number)
{
	*number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
	return WIFSIGNALED(status) ? "signal" : "exit code";
}

static bool
server_is_gone(struct client *c, struct err *e)
{
	DROP(text) char *log = NULL;
	const char *how = "no";
	int number = 0;
	int status;

	if (process_wait(&c->server, clock_now_ms() + END_MS, &status))
		how = how_it_ended(status, &number);
	log = log_of_interest(c->place);
	return err_set(e, ERR_SYSTEM,
		"the server has closed its output (%s %d); its log:\n%s", how,
		number, log);
}

/* False at the end of the stream. */
static bool
read_some(struct client *c)
{
	char bytes[65536];
	ssize_t size = read(c->server.out, bytes, sizeof(bytes));
	enum line_kind kind;
	const char *text;
	size_t length;

	if (size > 0)
		lines_add(&c->lines, bytes, (size_t)size);
	while ((kind = lines_next(&c->lines, &text, &length)) != LINE_NONE) {
		if (kind == LINE_WHOLE)
			inspect_line(c, text, length);
		else
			inspect_breach(c,
				"a line over the limit of a reply: %.60s...",
				text);
	}
	return size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR));
}

bool
client_turn(struct client *c, int64_t deadline_ms, struct err *e)
{
	struct pollfd fd = {c->server.out, POLLIN, 0};
	int64_t left = deadline_ms - clock_now_ms();

	if (!client_is_running(c))
		return err_set(e, ERR_SYSTEM, "there is no server");
	if (poll(&fd, 1, left > 0 ? (int)left : 0) == 0)
		return err_set(e, ERR_SYSTEM, "nothing came in time");
	return read_some(c) || server_is_gone(c, e);
}

/* Reads meanwhile: a server that is not read may stop reading. */
bool
client_send_line(struct client *c, const char *line, size_t size, struct err *e)
{
	DROP(text) char *all = text_copy_n(line, size + 1);
	size_t sent = 0;

	if (!client_is_running(c))
		return err_set(e, ERR_SYSTEM, "there is no server");
	all[size++] = '\n';
	while (sent < size) {
		struct pollfd fds[] = {
			{c->server.in, POLLOUT, 0}, {c->server.out, POLLIN, 0}};
		ssize_t written = 0;

		if (poll(fds, 2, WAIT_MS) == 0)
			return err_set(e, ERR_SYSTEM,
				"the server does not read its input");
		if (fds[1].revents != 0 && !read_some(c))
			return server_is_gone(c, e);
		if (fds[0].revents != 0)
			written = write(c->server.in, all + sent, size - sent);
		if (written < 0 && errno != EAGAIN && errno != EINTR)
			return server_is_gone(c, e);
		sent += written > 0 ? (size_t)written : 0;
	}
	return true;
}

static bool
send_message(struct client *c, int64_t id, const char *method,
	struct json_object *params, struct err *e)
{
	struct json_object *message = json_new_object();
	DROP(text) char *line = NULL;

	json_put_string(message, "jsonrpc", "2.0");
	if (id > 0)
		json_put_int(message, "id", id);
	json_put_string(message, "method", method);
	if (params != NULL)
		json_put(message, "params", params);
	line = json_text(message);
	json_free(message);
	return client_send_line(c, line, strlen(line), e);
}

bool
client_request(struct client *c, const char *method, struct json_object *params,
	size_t *number, struct err *e)
{
	struct exchange *x;

	c->exchanges = mem_room(
		c->exchanges, c->count, &c->capacity, sizeof(c->exchanges[0]));
	*number = c->count++;
	x = &c->exchanges[*number];
	*x = (struct exchange){.id = FIRST_ID + (int64_t)*number,
		.method = text_copy(method),
		.sent_ms = clock_now_ms()};
	if (strcmp(method, "tools/call") == 0)
		x->tool = text_copy(json_get_string(params, "name"));
	return send_message(c, x->id, method, params, e);
}

bool
client_call(struct client *c, const char *tool, struct json_object *arguments,
	size_t *number, struct err *e)
{
	struct json_object *params = json_new_object();

	json_put_string(params, "name", tool);
	json_put(params, "arguments", arguments);
	return client_request(c, "tools/call", params, number, e);
}

bool
client_notify(struct client *c, const char *method, struct json_object *params,
	struct err *e)
{
	return send_message(c, 0, method, params, e);
}

bool
client_await(
	struct client *c, size_t number, int64_t deadline_ms, struct err *e)
{
	while (c->exchanges[number].reply == NULL) {
		if (!client_turn(c, deadline_ms, e))
			return false;
	}
	return true;
}

static bool
shake_hands(struct client *c, struct err *e)
{
	static const char hello[] =
		"{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
		"\"clientInfo\":{\"name\":\"replay\",\"version\":\"1\"}}";
	int64_t deadline = clock_now_ms() + WAIT_MS;
	struct json_object *params;
	const struct json_object *result;
	size_t number;

	if (!json_parse(hello, sizeof(hello) - 1, &params, e) ||
		!client_request(c, "initialize", params, &number, e) ||
		!client_await(c, number, deadline, e) ||
		!client_notify(c, "notifications/initialized", NULL, e) ||
		!client_request(c, "tools/list", NULL, &number, e) ||
		!client_await(c, number, deadline, e))
		return false;
	result = json_get_object(c->exchanges[number].reply, "result");
	json_free(c->tools);
	c->tools = json_copy(json_get_array(result, "tools"));
	return c->tools != NULL ||
	       err_set(e, ERR_CONFLICT, "tools/list lists no tools");
}

/* `words` is cut in place; argv has room for `most` and a NULL. */
static void
cut_words(char *words, char **argv, size_t most)
{
	char *rest = words;
	char *word;
	size_t count = 0;

	while (count < most && (word = strsep(&rest, " \t\n")) != NULL) {
		if (*word != '\0')
			argv[count++] = word;
	}
	argv[count] = NULL;
}

bool
client_start(
	struct client *c, const char *flags, bool with_handshake, struct err *e)
{
	enum { FIXED = 3, MOST = 32 };
	DROP(text)
	char *program = text_format("%s/satchel", c->place->programs);
	DROP(text) char *db = place_path(c->place, "satchel.db");
	DROP(text) char *log = place_path(c->place, "server.log");
	DROP(text) char *words = text_copy(flags);
	char option[] = "--db";
	char *argv[FIXED + MOST + 1] = {program, option, db};

	cut_words(words, argv + FIXED, MOST);
	forget_exchanges(c);
	return process_start(&c->server, c->place, argv, log, e) &&
	       (!with_handshake || shake_hands(c, e));
}

static bool
ended_well(int status, int64_t took_ms, struct client *c, struct err *e)
{
	DROP(text) char *log = NULL;
	const char *how;
	int number;
	unsigned left = process_sweep(clock_now_ms() + SWEEP_MS);

	if (left > 0)
		return err_set(e, ERR_CONFLICT,
			"the server left %u processes behind", left);
	if (status == 0)
		return true;
	log = log_of_interest(c->place);
	how = how_it_ended(status, &number);
	return err_set(e, ERR_CONFLICT,
		"the server ended with %s %d after %d ms; its log:\n%s", how,
		number, (int)took_ms, log);
}

bool
client_end(struct client *c, enum client_end how, struct err *e)
{
	static const int signals[] = {
		[END_BY_SIGTERM] = SIGTERM, [END_BY_SIGINT] = SIGINT};
	int64_t begin = clock_now_ms();
	int status;

	if (how == END_BY_EOF) {
		close(c->server.in);
		c->server.in = -1;
	} else {
		(void)kill(c->server.pid, signals[how]); /* ours, unreaped */
	}
	if (!process_wait(&c->server, begin + END_MS, &status)) {
		process_kill(&c->server);
		(void)process_sweep(0); /* the worse news first */
		return err_set(e, ERR_CONFLICT,
			"the server did not end within %d ms", END_MS);
	}
	return ended_well(status, clock_now_ms() - begin, c, e);
}

bool
client_kill(struct client *c, struct err *e)
{
	process_kill(&c->server);
	return ended_well(0, 0, c, e);
}
