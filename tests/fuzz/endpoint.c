/*
 * Bytes of an endpoint on the way to the agent: an HTTP server on loopback
 * answers each request of endpoint_ask with the next of them, through libcurl
 * itself. The first byte says which API, and whether the bytes are the whole
 * answer or the body of a stream or of a JSON reply; a line of \x01 parts one
 * answer from the next.
 */

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "agent/agent.h"
#include "base/clock.h"
#include "fuzz/fuzz.h"

enum { ANSWERS = 3, TIME_MS = 300 };

static const char key[] = "sk-fuzz-0123456789";

static struct {
	int listening;
	in_port_t port;
	pthread_mutex_t lock;
	const char *head;
	const uint8_t *data;
	size_t size;
} endpoint = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* --- the endpoint --------------------------------------------------------- */

static void
send_all(int fd, const void *bytes, size_t size)
{
	const char *at = bytes;

	while (size > 0) {
		ssize_t sent = send(fd, at, size, MSG_NOSIGNAL);

		if (sent <= 0)
			return;
		at += sent;
		size -= (size_t)sent;
	}
}

/* Sends what comes before the next \x01, and goes on after it. */
static void
answer(int fd)
{
	const uint8_t *end;
	size_t size;

	(void)pthread_mutex_lock(&endpoint.lock);
	end = endpoint.size > 0 ? memchr(endpoint.data, 1, endpoint.size)
				: NULL;
	size = end != NULL ? (size_t)(end - endpoint.data) : endpoint.size;
	send_all(fd, endpoint.head, strlen(endpoint.head));
	send_all(fd, endpoint.data, size);
	size += end != NULL;
	endpoint.data += size;
	endpoint.size -= size;
	(void)pthread_mutex_unlock(&endpoint.lock);
}

static void *
serve(void *argument)
{
	(void)argument;
	for (;;) {
		int fd = accept4(endpoint.listening, NULL, NULL, SOCK_CLOEXEC);
		char request[4096];

		if (fd < 0)
			continue;
		(void)recv(fd, request, sizeof(request), 0);
		answer(fd);
		(void)shutdown(fd, SHUT_WR);
		while (recv(fd, request, sizeof(request), 0) > 0) {
		}
		(void)close(fd);
	}
	return NULL;
}

static void
listen_once(void)
{
	struct sockaddr_in at = {.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof(at);
	pthread_t thread;

	if (endpoint.port != 0)
		return;
	endpoint.listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	REQUIRE(bind(endpoint.listening, (struct sockaddr *)&at, size) == 0);
	REQUIRE(listen(endpoint.listening, ANSWERS) == 0);
	REQUIRE(getsockname(endpoint.listening, (struct sockaddr *)&at,
			&size) == 0);
	endpoint.port = ntohs(at.sin_port);
	REQUIRE(pthread_create(&thread, NULL, serve, NULL) == 0);
	(void)pthread_detach(thread);
}

/* --- what must hold ------------------------------------------------------- */

static void
check_text(const char *text)
{
	REQUIRE(strstr(text, key) == NULL);
}

static void
check_reply(const struct agent *a, struct model_reply *r)
{
	DROP(json) struct json_object *messages = json_new_array();
	DROP(text) char *text = NULL;
	struct err e;

	REQUIRE(r->end != UNFINISHED && !r->is_too_large);
	REQUIRE(r->input_tokens >= 0 && r->input_tokens <= TOKENS_MAX);
	REQUIRE(r->output_tokens >= 0 && r->output_tokens <= TOKENS_MAX);
	REQUIRE(r->call_count <= CALLS_MAX);
	for (size_t i = 0; i < r->call_count; i++) {
		struct tool_call *call = &r->calls[i];

		REQUIRE(call->name != NULL && call->id != NULL);
		if (!redact_arguments(a, call, &e)) {
			check_text(e.text);
			call->arguments = json_new_object();
		}
		call->result = text_copy("");
	}
	a->dialect->add_reply(messages, r);
	text = json_text(messages);
	check_text(text);
	check_text(r->refusal.data);
}

static void
ask(struct agent *a)
{
	DROP(json) struct json_object *request = json_new_object();
	struct model_reply reply = {0};
	int64_t started_ms = clock_now_ms();
	struct err e = {0};

	if (endpoint_ask(a, request, &reply, &e)) {
		check_reply(a, &reply);
	} else {
		REQUIRE(e.text[0] != '\0');
		check_text(e.text);
	}
	model_reply_release(&reply);
	REQUIRE(a->spent.input_tokens >= 0 && a->spent.output_tokens >= 0);
	/* The time to wait that an answer asks for is later than the end. */
	REQUIRE(clock_now_ms() - started_ms < TIME_MS + 10000);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const heads[] = {"",
		"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n",
		"HTTP/1.1 429 No\r\nRetry-After: "};
	static struct agent a;
	DROP(text) char *url = NULL;

	if (size == 0)
		return 0;
	listen_once();
	url = text_format("http://127.0.0.1:%d/", (int)endpoint.port);
	(void)pthread_mutex_lock(&endpoint.lock);
	endpoint.head = heads[(data[0] >> 1) % 4];
	endpoint.data = data + 1;
	endpoint.size = size - 1;
	(void)pthread_mutex_unlock(&endpoint.lock);
	a = (struct agent){.url = url,
		.key = text_copy(key),
		.dialect = dialect_find(
			(data[0] & 1) != 0 ? "openai" : "anthropic"),
		.options = {.connect_s = 1, .silence_s = 1},
		.started_ms = clock_now_ms()};
	/* There is time for what is asked again at once, not for a pause. */
	a.deadline_ms = a.started_ms + TIME_MS;
	ask(&a);
	free(a.key);
	/* An answer may still be on its way, and its bytes are not ours. */
	(void)pthread_mutex_lock(&endpoint.lock);
	endpoint.size = 0;
	(void)pthread_mutex_unlock(&endpoint.lock);
	return 0;
}
