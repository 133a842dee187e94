#include "mcp/session/batch.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "mcp/session/client.h"
#include "json/json.h"

struct batch *
batch_new(struct client *client)
{
	struct batch *b = mem_new(sizeof(*b));

	b->client = client;
	b->replies = json_new_array();
	b->open = 1;
	return b;
}

void
batch_ref(struct batch *b)
{
	b->open++;
}

static void
send(struct batch *b)
{
	if (json_count(b->replies) > 0)
		client_send(b->client, b->replies);
	json_free(b->replies);
	b->replies = json_new_array();
	b->client->batched -= b->weight;
	b->weight = 0;
}

void
batch_unref(struct batch *b)
{
	assert(b->open > 0);
	if (--b->open > 0)
		return;
	send(b);
	json_free(b->replies);
	free(b);
}

void
batch_add(struct batch *b, struct json_object *reply)
{
	size_t weight = json_weight(reply);

	json_add(b->replies, reply);
	b->weight += weight;
	b->client->batched += weight;
	if (b->client->batched > LIMIT_REPLY)
		send(b);
}
