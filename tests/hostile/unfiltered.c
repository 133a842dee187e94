/*
 * unfiltered [--landlock] PROGRAM ARGUMENTS...
 *
 * Runs the program as on a kernel, or in a container, that offers no filter of
 * system calls: what sets one is denied. With --landlock it is Landlock that
 * such a kernel does not offer, and filters can be set.
 */

#include <errno.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static int
deny_filters(scmp_filter_ctx rules)
{
	return seccomp_rule_add(
		       rules, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(seccomp), 0) |
	       seccomp_rule_add(rules, SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(prctl),
		       1, SCMP_A0(SCMP_CMP_EQ, PR_SET_SECCOMP));
}

int
main(int argc, char **argv)
{
	scmp_filter_ctx rules = seccomp_init(SCMP_ACT_ALLOW);
	bool is_landlock = argc > 1 && strcmp(argv[1], "--landlock") == 0;
	int failed;

	argv += 1 + is_landlock;
	if (*argv == NULL || rules == NULL)
		return 2;
	failed = is_landlock ? seccomp_rule_add(rules, SCMP_ACT_ERRNO(ENOSYS),
				       SCMP_SYS(landlock_create_ruleset), 0)
			     : deny_filters(rules);
	if (failed != 0 || seccomp_load(rules) != 0)
		return 2;
	(void)execv(*argv, argv);
	return 2;
}
