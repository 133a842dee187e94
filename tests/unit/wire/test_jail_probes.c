/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "wire/jail_probes.h"

static void
the_list_ends_behind_the_last_way(void **state)
{
	size_t count = 0;

	(void)state;
	while (escapes[count].name != NULL)
		count++;
	assert_int_equal(count, 6);
	assert_null(escapes[count].what);
}

static void
no_way_out_is_taken_for_another_answer(void **state)
{
	(void)state;
	for (const struct jail_probes *e = escapes; e->name != NULL; e++) {
		assert_string_not_equal(e->name, ESCAPE_GOT_OUT);
		assert_non_null(e->what);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_list_ends_behind_the_last_way),
		cmocka_unit_test(no_way_out_is_taken_for_another_answer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
