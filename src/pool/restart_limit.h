#ifndef POOL_RESTART_LIMIT_H
#define POOL_RESTART_LIMIT_H

/*
 * How often something may fail before it is left alone for a while. Zeroed, it
 * is full. Times are those of clock_now_ms.
 */

#include <stdbool.h>
#include <stdint.h>

#include "pool/pool.h"

struct restart_limit {
	int64_t at_ms[LIMIT_RESTARTS]; /* of the last failures; a ring */
	unsigned count;
};

/* One failure more. */
void restart_limit_note(struct restart_limit *b, int64_t now_ms);

/* Whether the last LIMIT_RESTARTS failures lie within RESTART_WINDOW_MS. */
bool restart_limit_is_spent(const struct restart_limit *b, int64_t now_ms);

/* Something worked. */
void restart_limit_reset(struct restart_limit *b);

#endif
