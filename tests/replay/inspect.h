#ifndef REPLAY_INSPECT_H
#define REPLAY_INSPECT_H

/*
 * The client's eye on what the server writes: sorts each line into the
 * answers, notifications and strays of the client, and notes every breach of
 * what client.h lists.
 */

#include <stddef.h>

struct client;

void inspect_line(struct client *c, const char *text, size_t size);
void inspect_breach(struct client *c, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
