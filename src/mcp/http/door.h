#ifndef MCP_HTTP_DOOR_H
#define MCP_HTTP_DOOR_H

/*
 * The door decides who may come in. It checks what needs only the first line
 * and the headers of a request, before a byte of the body is read. It has no
 * descriptors.
 *
 * Host and Origin are checked against DNS rebinding: a page of a foreign site
 * whose name was made to mean 127.0.0.1 has a name that is not ours in both.
 * On a Unix socket no browser arrives but by a proxy, which knows its own
 * names; there Origin must be the host that the proxy passes on.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sha256.h"
#include "store/db/db.h"

enum { HEADERS_MAX = 64 /* clients send a dozen */ };

struct header {
	const char *name;
	const char *value; /* "" if it has none */
};

/* The first line and the headers of a request, borrowed. */
struct http_head {
	const char *method;
	const char *path; /* as it came, without the query */
	struct header headers[HEADERS_MAX];
	size_t count;
	bool has_more; /* headers than that */
};

/* Returns the value of a header, NULL if it is absent; letter case is free. */
const char *http_header(const struct http_head *head, const char *name);

struct door {
	/* Names beside those of the loopback address that Host may have,
	 * NULL: none. */
	const char *host;
	bool is_unix;
	/* Without accounts: the digest of the token of this run, if one is
	 * needed. Whoever has it is the local user. */
	bool needs_token;
	uint8_t token[SHA256_SIZE];
	/* Where the accounts are looked up at each request; NULL: there are
	 * none. No transaction is open in it. */
	struct store *accounts;
	/* The header in which a proxy names the account; NULL: by token. */
	const char *identity_header;
};

struct http_refusal {
	unsigned status;
	const char *text;   /* for people, or a language model */
	const char *header; /* one that goes with the status, or NULL */
	const char *value;
};

/* Like door_check, for a GET of /healthz, /readyz or /metrics, which needs no
 * token. */
bool door_check_probe(const struct door *d, const struct http_head *head,
	struct http_refusal *r);

/* Returns false and fills *r if the request is refused; otherwise fills *who.
 */
bool door_check(const struct door *d, const struct http_head *head,
	struct account *who, struct http_refusal *r);

#endif
