#ifndef MCP_WATCHING_H
#define MCP_WATCHING_H

/*
 * Looks whether what is subscribed to has changed, by whomever: another
 * process may use the same database. Nothing is looked at while nobody has
 * subscribed to anything that can change.
 */

struct client;

enum {
	/* Between two looks; a look that finds nothing takes microseconds. */
	WATCHING_EVERY_MS = 500,
};

/* After the subscriptions have changed. */
void watching_settle(struct client *c);

/* Looks now: after a call that may have changed something. */
void watching_look(struct client *c);

void watching_stop(struct client *c);

#endif
