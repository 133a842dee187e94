#include "pool/restart_limit.h"

void
restart_limit_note(struct restart_limit *b, int64_t now_ms)
{
	b->at_ms[b->count % LIMIT_RESTARTS] = now_ms;
	b->count++;
}

bool
restart_limit_is_spent(const struct restart_limit *b, int64_t now_ms)
{
	/* The slot that comes next holds the oldest. */
	int64_t oldest_ms = b->at_ms[b->count % LIMIT_RESTARTS];

	return b->count >= LIMIT_RESTARTS &&
	       now_ms - oldest_ms < RESTART_WINDOW_MS;
}

void
restart_limit_reset(struct restart_limit *b)
{
	b->count = 0;
}
