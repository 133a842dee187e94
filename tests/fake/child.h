#ifndef FAKE_CHILD_H
#define FAKE_CHILD_H

/*
 * A child of the fake worker. It does what the first fake_WORD in its text
 * says (the table at the end of child.c has them all); without one it accepts
 * what is to be checked, and answers sat to what is to be solved.
 */

#include <sys/types.h>

/* One job over the socket `fd`; dies with the server. */
void child_be(int fd, pid_t server) __attribute__((noreturn));

/* Does nothing until it is killed. */
void child_hang(void) __attribute__((noreturn));

#endif
