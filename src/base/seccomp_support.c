#include "base/seccomp_support.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A filter at NULL is EFAULT where filters exist. */
bool
kernel_has_seccomp(void)
{
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, NULL) < 0 &&
	       errno == EFAULT;
}
