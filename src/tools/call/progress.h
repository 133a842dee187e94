#ifndef TOOLS_CALL_PROGRESS_H
#define TOOLS_CALL_PROGRESS_H

/*
 * How far a solve has come, for those who wait for it.
 */

#include <stdint.h>

struct json_object;
struct portfolio;

/* "optimizing, 12 s of at most 30, 85 MB, so far minimize (+ x y) = 17 (none
 * is better than 12)"; the caller's. With a limit of 0 its time is not limited
 * yet. */
char *progress_text(
	const struct portfolio *r, int64_t elapsed_ms, int64_t limit_ms);

/* The same as members: phase, memory_mb, objectives. */
void progress_put(const struct portfolio *r, struct json_object *object);

#endif
