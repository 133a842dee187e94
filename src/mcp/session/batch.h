#ifndef MCP_SESSION_BATCH_H
#define MCP_SESSION_BATCH_H

/*
 * Several messages in one array (protocol 2025-03-26 only). The replies are
 * collected and sent as one array when the last request of it is answered; or
 * in several, where the replies that wait in all batches take more than a reply
 * may have.
 */

#include <stddef.h>

struct client;
struct json_object;

enum {
	/* One line could else cause any number of replies at once. */
	BATCH_MAX = 100,
};

struct batch {
	struct client *client;
	struct json_object *replies;
	size_t weight; /* of those */
	size_t open;   /* who may still add a reply */
};

/* One holder, the caller; freed when the last one lets go. */
struct batch *batch_new(struct client *client);
void batch_ref(struct batch *b);
void batch_unref(struct batch *b);

void batch_add(struct batch *b, struct json_object *reply); /* taken */

#endif
