#ifndef TESTS_FAKE_CHILD_H
#define TESTS_FAKE_CHILD_H

/*
 * The fake worker's half of one job: reads the ask and does what
 * its text says, a word and a number for some (the table in child.c).
 */

#include <stddef.h>

void fake_child(int in, int out) __attribute__((noreturn));

/* For the fork server, too. */
void fake_send(int fd, const char *bytes, size_t size);
void fake_sleep(void) __attribute__((noreturn)); /* for ever */

#endif
