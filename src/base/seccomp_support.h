#ifndef BASE_SECCOMP_SUPPORT_H
#define BASE_SECCOMP_SUPPORT_H

/* What the kernel, or the container that is in front of it, offers. */

#include <stdbool.h>

/* Whether filters of system calls can be set. Changes nothing. */
bool kernel_has_seccomp(void);

#endif
