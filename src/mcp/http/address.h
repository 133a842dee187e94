#ifndef MCP_HTTP_ADDRESS_H
#define MCP_HTTP_ADDRESS_H

/*
 * The address of --http: "PORT", "HOST:PORT", "[::1]:PORT" or "unix:PATH",
 * where HOST is a number or localhost.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum {
	HTTP_DEFAULT_PORT = 8733,
	HTTP_HOST_SIZE = 48,
	HTTP_PATH_SIZE = 108 /* of sockaddr_un */
};

struct http_address {
	const char *path; /* of a Unix socket; NULL for TCP */
	bool is_inherited;
	char inherited_path[HTTP_PATH_SIZE];
	char host[HTTP_HOST_SIZE]; /* a number, without brackets */
	bool is_ipv6;
	bool is_remote; /* other machines reach it */
	uint16_t port;	/* 0: any that is free */
};

/* Reads an address, which borrows the text; "" is the default port. The error
 * is one for people. */
bool http_address_read(
	const char *text, struct http_address *address, struct err *e);

/*
 * Opens a socket that listens there, and sets the port that it has. A Unix
 * socket that nobody listens on is replaced; it gets mode 0660. Returns -1 with
 * an error for people if that fails.
 */
int http_address_listen(struct http_address *address, struct err *e);

/* Refuses a Unix socket that others than its owner and group can reach. */
bool http_address_check_mode(const struct http_address *address, struct err *e);

/* Removes the file of a Unix socket. */
void http_address_unlink(const struct http_address *address);

/* The URL of a path there, the caller's; NULL for a Unix socket. */
char *http_address_url(const struct http_address *address, const char *path);

#endif
