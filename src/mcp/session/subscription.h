#ifndef MCP_SESSION_SUBSCRIPTION_H
#define MCP_SESSION_SUBSCRIPTION_H

/*
 * Who is told of which changes: a legacy session, or one modern request that
 * listens, whose notifications carry its id.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/queue.h>

#include "mcp/session/catalog.h"

struct client;
struct json_object;
struct request;

enum {
	/* Resources, of all subscriptions: each is looked at after a change. */
	SUBSCRIBED_MAX = 1000,
	/* Between two looks; a look that finds nothing takes microseconds. */
	SUBSCRIPTIONS_LOOK_MS = 500,
};

struct subscribed {
	char *uri;
	char stamp[CATALOG_STAMP_SIZE]; /* when it was last told */
};

struct subscription {
	TAILQ_ENTRY(subscription) link;
	struct client *client;
	struct request *request; /* that listens; NULL for the session */
	struct json_object *tag; /* its id, or NULL */
	unsigned lists;		 /* catalog_lists */
	struct subscribed *resources;
	size_t count;
	size_t capacity;
};

/* In the client's list. The tag (or NULL) is copied. */
struct subscription *subscription_new(
	struct client *c, const struct json_object *tag);
void subscription_free(struct subscription *s); /* NULL is fine */

/* That of the legacy session, made at its first use. */
struct subscription *subscription_session(struct client *c);

/* ERR_NOT_FOUND if there is no such resource; twice is once. */
bool subscription_add(struct subscription *s, const char *uri, struct err *e);
void subscription_remove(struct subscription *s, const char *uri);

/* Parameters for a notification of this subscription. */
struct json_object *subscription_params(const struct subscription *s);

/* Tells those who want to know of that list that it has changed. */
void subscriptions_tell_list(struct client *c, enum catalog_lists list);
/* Tells those whose resources have another stamp than when they were told. */
void subscriptions_tell_resources(struct client *c);

/* The legacy session is told when these lists change, from now on, where there
 * is one. */
void subscription_session_lists(struct client *c, unsigned lists);

/*
 * Looks now whether what is subscribed to has changed, by whomever: another
 * process may use the same database. Besides, that is looked at every
 * SUBSCRIPTIONS_LOOK_MS while anybody has subscribed to what can change.
 */
void subscriptions_look(struct client *c);

/* The graceful end of all requests that listen. */
void subscriptions_end(struct client *c);

#endif
