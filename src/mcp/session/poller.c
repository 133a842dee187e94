#include "mcp/session/poller.h"

#include <string.h>

#include "base/clock.h"
#include "base/loop.h"
#include "mcp/session/client.h"
#include "mcp/session/subscription.h"
#include "tools/call/tool.h"

static bool
is_wanted(const struct client *c)
{
	const struct subscription *s;

	if (c->catalog->version == NULL)
		return false;
	for (s = TAILQ_FIRST(&c->subscriptions); s != NULL;
		s = TAILQ_NEXT(s, link)) {
		if ((s->lists & CATALOG_RESOURCES) != 0 || s->count > 0)
			return true;
	}
	return false;
}

static bool
has_new_list(struct client *c)
{
	char stamp[CATALOG_STAMP_SIZE] = "";

	if (!c->catalog->stamp(c, NULL, stamp) ||
		strcmp(stamp, c->list_stamp) == 0)
		return false;
	memcpy(c->list_stamp, stamp, sizeof(stamp));
	return true;
}

void
poller_look(struct client *c)
{
	uint64_t version;

	if (!is_wanted(c))
		return;
	version = c->catalog->version(c);
	if (version == c->version)
		return;
	c->version = version;
	if (has_new_list(c))
		subscriptions_tell_list(c, CATALOG_RESOURCES);
	subscriptions_tell_resources(c);
}

static void
on_time(void *argument)
{
	struct client *c = argument;

	c->look = loop_at(
		c->server->loop, clock_now_ms() + POLLER_EVERY_MS, on_time, c);
	poller_look(c);
}

void
poller_settle(struct client *c)
{
	if (!is_wanted(c)) {
		poller_stop(c);
		return;
	}
	if (c->look != NULL)
		return;
	/* What changed before is not told. */
	c->version = c->catalog->version(c);
	(void)has_new_list(c);
	c->look = loop_at(
		c->server->loop, clock_now_ms() + POLLER_EVERY_MS, on_time, c);
}

void
poller_stop(struct client *c)
{
	timer_free(c->look);
	c->look = NULL;
}
