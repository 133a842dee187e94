#ifndef POOL_BUDGET_H
#define POOL_BUDGET_H

/*
 * How often something may fail before it is left alone for a while. Zeroed, it
 * is full. Times are those of clock_now_ms.
 */

#include <stdbool.h>
#include <stdint.h>

#include "pool/pool.h"

struct budget {
	int64_t at_ms[LIMIT_RESTARTS]; /* of the last failures; a ring */
	unsigned count;
};

/* One failure more. */
void budget_note(struct budget *b, int64_t now_ms);

/* Whether the last LIMIT_RESTARTS failures lie within RESTART_WINDOW_MS. */
bool budget_is_spent(const struct budget *b, int64_t now_ms);

/* Something worked. */
void budget_reset(struct budget *b);

#endif
