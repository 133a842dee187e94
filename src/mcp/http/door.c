#include "mcp/http/door.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

#include "base/limits.h"

const char *
http_header(const struct http_head *head, const char *name)
{
	for (size_t i = 0; i < head->count; i++)
		if (strcasecmp(head->headers[i].name, name) == 0)
			return head->headers[i].value;
	return NULL;
}

/* Always false. */
static bool
refuse(struct http_refusal *r, unsigned status, const char *text)
{
	*r = (struct http_refusal){.status = status, .text = text};
	return false;
}

/* --- headers -------------------------------------------------------------- */

/* Headers that decide something: a second one would let a proxy and us see two
 * different requests. */
static bool
check_single(const struct http_head *head, struct http_refusal *r)
{
	static const char *const single[] = {"Host", "Origin", "Authorization",
		"Content-Type", "Content-Length", "Content-Encoding",
		"Transfer-Encoding", "Mcp-Session-Id", "MCP-Protocol-Version",
		"Mcp-Method", "Mcp-Name"};

	if (head->has_more)
		return refuse(r, 431, "The request has too many headers.\n");
	for (size_t i = 0; i < sizeof(single) / sizeof(single[0]); i++) {
		size_t count = 0;

		for (size_t j = 0; j < head->count; j++)
			count += strcasecmp(head->headers[j].name, single[i]) ==
				 0;
		if (count > 1)
			return refuse(r, 400, "A header is there twice.\n");
	}
	if (http_header(head, "Content-Length") != NULL &&
		http_header(head, "Transfer-Encoding") != NULL)
		return refuse(r, 400,
			"A request has Content-Length or Transfer-Encoding, "
			"not both.\n");
	return true;
}

/* --- names ---------------------------------------------------------------- */

/* Bytes of the host in "host" or "host:port"; 0 if it is neither. */
static size_t
host_size(const char *text)
{
	size_t size =
		*text == '[' ? strcspn(text, "]") + 1 : strcspn(text, ":/?#@");
	const char *port;

	if (size > strlen(text))
		return 0;
	port = text + size;
	if (*port == ':')
		port += 1 + strspn(port + 1, "0123456789");
	return *port == '\0' ? size : 0;
}

static bool
is_host(const char *text, size_t size, const char *name)
{
	return size == strlen(name) && strncasecmp(text, name, size) == 0;
}

static bool
is_known_host(const struct door *d, const char *text)
{
	size_t size = host_size(text);

	return is_host(text, size, "localhost") ||
	       is_host(text, size, "127.0.0.1") ||
	       is_host(text, size, "[::1]") ||
	       (d->host != NULL && is_host(text, size, d->host));
}

/* Whether the origin is a page of a host that we are known by. */
static bool
is_known_origin(const struct door *d, const char *origin, const char *host)
{
	const char *name = strstr(origin, "://");

	if (name == NULL)
		return false;
	name += strlen("://");
	return is_known_host(d, name) ||
	       (d->is_unix && host_size(name) > 0 &&
		       host_size(name) == host_size(host) &&
		       strncasecmp(name, host, host_size(name)) == 0);
}

static bool
check_names(const struct door *d, const struct http_head *head,
	struct http_refusal *r)
{
	const char *host = http_header(head, "Host");
	const char *origin = http_header(head, "Origin");

	if (host == NULL || (!d->is_unix && !is_known_host(d, host)))
		return refuse(r, 403,
			"This server is not known by the name in the header "
			"Host.\n");
	return origin == NULL || is_known_origin(d, origin, host) ||
	       refuse(r, 403,
		       "Pages of that origin may not call this "
		       "server.\n");
}

/* --- tokens --------------------------------------------------------------- */

void
token_make(char token[TOKEN_SIZE])
{
	uint8_t random[SHA256_SIZE];
	int size = snprintf(token, TOKEN_SIZE, "satchel_");

	/* As many bytes as that come at once; without them nothing here can be
	 * kept secret. */
	if (getrandom(random, sizeof(random), 0) != (ssize_t)sizeof(random))
		abort();
	for (size_t i = 0; i < sizeof(random); i++)
		size += snprintf(token + size, TOKEN_SIZE - (size_t)size,
			"%02x", random[i]);
}

static bool
check_token(const struct door *d, const struct http_head *head,
	struct http_refusal *r)
{
	static const char scheme[] = "Bearer ";
	const char *given = http_header(head, "Authorization");
	uint8_t digest[SHA256_SIZE] = {0};
	bool is_bearer = given != NULL &&
			 strncasecmp(given, scheme, strlen(scheme)) == 0;

	if (!d->needs_token)
		return true;
	if (is_bearer) {
		given += strlen(scheme);
		given += strspn(given, " ");
		sha256(given, strlen(given), digest);
	}
	if (is_bearer && sha256_equal(digest, d->token))
		return true;
	*r = (struct http_refusal){.status = 401,
		.text = is_bearer ? "The token is not valid.\n"
				  : "This server needs the header "
				    "Authorization: Bearer TOKEN.\n",
		.header = "WWW-Authenticate",
		.value = is_bearer ? "Bearer realm=\"mcp\", "
				     "error=\"invalid_token\""
				   : "Bearer realm=\"mcp\""};
	return false;
}

/* --- what is sent --------------------------------------------------------- */

static bool
is_json(const char *type)
{
	static const char name[] = "application/json";
	const char *rest;

	if (type == NULL || strncasecmp(type, name, strlen(name)) != 0)
		return false;
	rest = type + strlen(name);
	rest += strspn(rest, " \t");
	return *rest == '\0' || *rest == ';';
}

static bool
check_body(const struct http_head *head, struct http_refusal *r)
{
	const char *length = http_header(head, "Content-Length");
	const char *encoding = http_header(head, "Transfer-Encoding");
	size_t digits = length != NULL ? strspn(length, "0123456789") : 0;

	if (http_header(head, "Content-Encoding") != NULL ||
		!is_json(http_header(head, "Content-Type")))
		return refuse(r, 415,
			"The body must be application/json, not "
			"compressed.\n");
	if (length != NULL && (digits == 0 || length[digits] != '\0'))
		return refuse(r, 400, "Content-Length is no number.\n");
	/* A number that strtoull cannot hold is its largest. */
	if (length != NULL && strtoull(length, NULL, 10) > LIMIT_MESSAGE)
		return refuse(r, 413, "A message may have 16 MiB.\n");
	if (encoding != NULL && strcasecmp(encoding, "chunked") != 0)
		return refuse(r, 400,
			"The only Transfer-Encoding here is chunked.\n");
	return true;
}

bool
door_check(const struct door *d, const struct http_head *head,
	struct http_refusal *r)
{
	bool is_post = strcmp(head->method, "POST") == 0;
	/* A stream belongs to a session; who asks for one without it is to
	 * hear that there is none, not that a token is missing. */
	bool is_stream = strcmp(head->method, "GET") == 0 &&
			 http_header(head, "Mcp-Session-Id") != NULL;

	if (strcmp(head->path, "/mcp") != 0)
		return refuse(r, 404, "The server is at /mcp.\n");
	if (!check_single(head, r) || !check_names(d, head, r))
		return false;
	if (!is_post && !is_stream) {
		*r = (struct http_refusal){.status = 405,
			.text = "Send messages by POST.\n",
			.header = "Allow",
			.value = "GET, POST"};
		return false;
	}
	return check_token(d, head, r) && (!is_post || check_body(head, r));
}
