#ifndef MCP_SERVE_DISPATCH_H
#define MCP_SERVE_DISPATCH_H

/*
 * From a line of the client to the request that it makes: reads it, decides
 * the era, finds the method, runs it.
 *
 * What cannot be read is logged with its beginning. It is answered with an
 * error if its id can be made out, so that nobody waits for it; without an id
 * only in the eras that have such errors; else not at all.
 */

#include <stddef.h>

struct client;

enum {
	/* Nobody reads the thousandth, and a log that nobody reads would
	 * block. */
	UNREADABLE_LOGGED_MAX = 100,
};

/* One line, without its end. Bad UTF-8 in it reads as U+FFFD. */
void dispatch_line(struct client *c, const char *text, size_t size);

/* The beginning of a line that was too long to be kept. */
void dispatch_long_line(struct client *c, const char *text, size_t size);

#endif
