#ifndef STORE_DB_ACCOUNT_H
#define STORE_DB_ACCOUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"

/* On whose behalf a store is used. */
enum { LOCAL_ACCOUNT = 0 /* of the user who starts the program */ };

/* 0: no limit. */
struct account_limits {
#define ACCOUNT_LIMIT(name, value, most, what) int64_t name;
#include "store/db/account_limits.def"
#undef ACCOUNT_LIMIT
};

struct account {
	int64_t id;
	char name[LIMIT_ACCOUNT + 1];
	bool is_reader; /* it may change nothing */
	struct account_limits limits;
};

#endif
