#ifndef POOL_OOM_H
#define POOL_OOM_H

/*
 * Whether the kernel kills for want of memory: it counts those it has killed,
 * for each control group and for the machine. SIGKILL does not say who sent it.
 */

#include <stdint.h>

enum oom {
	OOM_UNTOLD, /* this kernel does not count, or does not show it */
	OOM_QUIET,
	OOM_STRUCK,
};

/* From here on strikes are news. */
void oom_begin(void);

/* Has it struck since the last look, or just before that? */
enum oom oom_look(void);

/*
 * How many it has killed in the control group of this process, or, where that
 * is not told, on this machine. -1: nobody says. `root` stands before all
 * paths, "" in life.
 */
int64_t oom_count(const char *root);

#endif
