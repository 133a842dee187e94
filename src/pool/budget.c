#include "pool/budget.h"

void
budget_note(struct budget *b, int64_t now_ms)
{
	b->at_ms[b->count % LIMIT_RESTARTS] = now_ms;
	b->count++;
}

bool
budget_is_spent(const struct budget *b, int64_t now_ms)
{
	/* The slot that comes next holds the oldest. */
	int64_t oldest_ms = b->at_ms[b->count % LIMIT_RESTARTS];

	return b->count >= LIMIT_RESTARTS &&
	       now_ms - oldest_ms < RESTART_WINDOW_MS;
}

void
budget_reset(struct budget *b)
{
	b->count = 0;
}
