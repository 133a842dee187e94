#ifndef WORKER_PROCESS_JAIL_PROBE_H
#define WORKER_PROCESS_JAIL_PROBE_H

/*
 * Tries to leave the jail that this process is in, by one of the ways of
 * wire/jail_probes.h, and reports how that went; or dies of it, which is what
 * the jail is for. What gets out does no harm.
 */

#include <stddef.h>

struct answer_stream;

void jail_probe_try(struct answer_stream *out, const char *name, size_t size);

#endif
