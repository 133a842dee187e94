#ifndef MCP_SESSION_POLLER_H
#define MCP_SESSION_POLLER_H

/*
 * Looks whether what is subscribed to has changed, by whomever: another
 * process may use the same database. Nothing is looked at while nobody has
 * subscribed to anything that can change.
 */

struct client;

enum {
	/* Between two looks; a look that finds nothing takes microseconds. */
	POLLER_EVERY_MS = 500,
};

/* After the subscriptions have changed. */
void poller_settle(struct client *c);

/* Looks now: after a call that may have changed something. */
void poller_look(struct client *c);

void poller_stop(struct client *c);

#endif
