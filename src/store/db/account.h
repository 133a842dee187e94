#ifndef STORE_DB_ACCOUNT_H
#define STORE_DB_ACCOUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"

/* On whose behalf a store is used. */
enum { LOCAL_ACCOUNT = 0 /* of the user who starts the program */ };

struct account {
	int64_t id;
	char name[LIMIT_ACCOUNT + 1];
	bool is_reader; /* it may change nothing */
};

#endif
