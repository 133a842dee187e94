#include "unit/unit.h"

#include <malloc.h>
#include <stdlib.h>

/*
 * A context of libz3 is 17 MB, and a program has hundreds, one after another:
 * it gets back the memory that it let go of. Given to the system in between,
 * each time it would cost more than the test.
 */
enum { KEPT_BYTES = 1 << 29, LARGEST_KEPT = 1 << 25 };

static struct unit_test *first;
static size_t count;
static CMFixtureFunction group_begin, group_end;

void
unit_add(struct unit_test *test)
{
	struct unit_test **at = &first;

	while (*at && (*at)->line < test->line)
		at = &(*at)->next;
	test->next = *at;
	*at = test;
	count++;
}

void
unit_set_group(CMFixtureFunction begin, CMFixtureFunction end)
{
	group_begin = begin;
	group_end = end;
}

int
main(void)
{
	struct CMUnitTest *tests = calloc(count, sizeof(*tests));
	size_t n = 0;
	int failed;

	if (!tests)
		return EXIT_FAILURE;
	(void)mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
	(void)mallopt(M_MMAP_THRESHOLD, LARGEST_KEPT);
	for (const struct unit_test *t = first; t; t = t->next)
		tests[n++] = t->test;
	failed = _cmocka_run_group_tests(
		"tests", tests, count, group_begin, group_end);
	free(tests);
	return failed;
}
