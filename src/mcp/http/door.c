#include "mcp/http/door.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/limits.h"
#include "base/log.h"
#include "store/accounts/accounts.h"

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
check_single(const struct door *d, const struct http_head *head,
	struct http_refusal *r)
{
	const char *const single[] = {"Host", "Origin", "Authorization",
		"Content-Type", "Content-Length", "Content-Encoding",
		"Transfer-Encoding", "Mcp-Session-Id", "MCP-Protocol-Version",
		"Mcp-Method", "Mcp-Name", d->identity_header};

	if (head->has_more)
		return refuse(r, 431, "The request has too many headers.\n");
	for (size_t i = 0; i < sizeof(single) / sizeof(single[0]); i++) {
		size_t count = 0;

		for (size_t j = 0; single[i] != NULL && j < head->count; j++)
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
			"Host; --http-host names another one.\n");
	return origin == NULL || is_known_origin(d, origin, host) ||
	       refuse(r, 403,
		       "Pages of that origin may not call this "
		       "server.\n");
}

/* --- tokens --------------------------------------------------------------- */

/* Always false. */
static bool
refuse_token(struct http_refusal *r, bool is_given)
{
	*r = (struct http_refusal){.status = 401,
		.text = is_given ? "The token is not valid.\n"
				 : "This server needs the header "
				   "Authorization: Bearer TOKEN.\n",
		.header = "WWW-Authenticate",
		.value = is_given ? "Bearer realm=\"mcp\", "
				    "error=\"invalid_token\""
				  : "Bearer realm=\"mcp\""};
	return false;
}

/* A database in trouble lets nobody in. */
static bool
refuse_store(const struct door *d, struct http_refusal *r, const struct err *e)
{
	log_error("accounts: %s (%s)", e->text, store_detail(d->accounts));
	return refuse(r, 503, "The accounts cannot be read.\n");
}

static bool
check_token(const struct door *d, const struct http_head *head,
	struct account *who, struct http_refusal *r)
{
	static const char scheme[] = "Bearer ";
	const char *given = http_header(head, "Authorization");
	uint8_t digest[SHA256_SIZE] = {0};
	bool is_known = false;
	struct err e;

	*who = (struct account){.id = LOCAL_ACCOUNT, .name = "local"};
	if (d->accounts == NULL && !d->needs_token)
		return true;
	if (given == NULL || strncasecmp(given, scheme, strlen(scheme)) != 0)
		return refuse_token(r, false);
	given += strlen(scheme);
	given += strspn(given, " ");
	sha256(given, strlen(given), digest);
	if (d->accounts == NULL)
		is_known = sha256_equal(digest, d->token);
	else if (!accounts_find_token(d->accounts, digest, who, &is_known, &e))
		return refuse_store(d, r, &e);
	return is_known || refuse_token(r, true);
}

/* Believes the proxy, which alone reaches the socket. */
static bool
check_identity(const struct door *d, const struct http_head *head,
	struct account *who, struct http_refusal *r)
{
	const char *given = http_header(head, d->identity_header);
	bool is_known = false;
	struct err e;

	if (given == NULL)
		return refuse(r, 401,
			"The proxy has not said for which account this is.\n");
	if (!accounts_find_name(d->accounts, given, who, &is_known, &e))
		return refuse_store(d, r, &e);
	return is_known ||
	       refuse(r, 403, "There is no such account on this server.\n");
}

static bool
check_who(const struct door *d, const struct http_head *head,
	struct account *who, struct http_refusal *r)
{
	return d->identity_header != NULL ? check_identity(d, head, who, r)
					  : check_token(d, head, who, r);
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
door_check_probe(const struct door *d, const struct http_head *head,
	struct http_refusal *r)
{
	if (!check_single(d, head, r) || !check_names(d, head, r))
		return false;
	return strcmp(head->method, "GET") == 0 ||
	       refuse(r, 405, "This is read by GET.\n");
}

bool
door_check(const struct door *d, const struct http_head *head,
	struct account *who, struct http_refusal *r)
{
	bool is_post = strcmp(head->method, "POST") == 0;
	/* A stream belongs to a session; who asks for one without it is to
	 * hear that there is none, not that a token is missing. */
	bool is_stream = strcmp(head->method, "GET") == 0 &&
			 http_header(head, "Mcp-Session-Id") != NULL;

	if (strcmp(head->path, "/mcp") != 0)
		return refuse(r, 404, "The server is at /mcp.\n");
	if (!check_single(d, head, r) || !check_names(d, head, r))
		return false;
	if (!is_post && !is_stream) {
		*r = (struct http_refusal){.status = 405,
			.text = "Send messages by POST.\n",
			.header = "Allow",
			.value = "GET, POST"};
		return false;
	}
	return check_who(d, head, who, r) && (!is_post || check_body(head, r));
}
