/*
 * unfiltered PROGRAM ARGUMENTS...
 *
 * Runs the program as on a kernel, or in a container, that offers no filter of
 * system calls: what sets one is denied.
 */

#include <errno.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	scmp_filter_ctx rules = seccomp_init(SCMP_ACT_ALLOW);

	if (argc < 2 || rules == NULL ||
		seccomp_rule_add(rules, SCMP_ACT_ERRNO(ENOSYS),
			SCMP_SYS(seccomp), 0) != 0 ||
		seccomp_rule_add(rules, SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(prctl),
			1, SCMP_A0(SCMP_CMP_EQ, PR_SET_SECCOMP)) != 0 ||
		seccomp_load(rules) != 0)
		return 2;
	(void)execv(argv[1], argv + 1);
	return 2;
}
