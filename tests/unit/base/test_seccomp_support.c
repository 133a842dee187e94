#include "unit/unit.h"

#include "base/seccomp_support.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

/* As the kernel itself tells it; a container may still forbid the call. */
static bool
status_knows_seccomp(void)
{
	char line[256];
	bool knows = false;
	FILE *status = fopen("/proc/self/status", "re");

	assert_non_null(status);
	while (fgets(line, sizeof(line), status) != NULL)
		knows |= strncmp(line, "Seccomp:", 8) == 0;
	(void)fclose(status);
	return knows;
}

TEST(seccomp_is_offered_by_kernels_that_know_it_only)
{
	if (kernel_has_seccomp())
		assert_true(status_knows_seccomp());
}

TEST(asking_sets_no_filter)
{
	int before = prctl(PR_GET_SECCOMP, 0, 0, 0, 0);

	(void)kernel_has_seccomp();
	assert_int_equal(prctl(PR_GET_SECCOMP, 0, 0, 0, 0), before);
	assert_int_equal(kernel_has_seccomp(), kernel_has_seccomp());
}
