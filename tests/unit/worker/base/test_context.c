/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "worker/base/context.h"

static void
an_error_is_kept_and_the_process_lives(void **state)
{
	Z3_context c = context_new();

	(void)state;
	context_clear();
	(void)Z3_parse_smtlib2_string(
		c, "(assert zz)", 0, NULL, NULL, 0, NULL, NULL);
	assert_true(context_failed());
	assert_non_null(strstr(context_error(), "unknown constant zz"));
}

static void
clearing_forgets_the_error(void **state)
{
	(void)state;
	context_clear();
	assert_false(context_failed());
	assert_string_equal(context_error(), "");
}

static void
the_first_of_several_errors_is_kept(void **state)
{
	Z3_context c = context_new();

	(void)state;
	context_clear();
	(void)Z3_parse_smtlib2_string(
		c, "(assert first)", 0, NULL, NULL, 0, NULL, NULL);
	(void)Z3_parse_smtlib2_string(
		c, "(assert second)", 0, NULL, NULL, 0, NULL, NULL);
	assert_non_null(strstr(context_error(), "first"));
}

static void
warming_leaves_no_error_and_no_name(void **state)
{
	Z3_context c = context_new();

	(void)state;
	context_warm(c);
	assert_false(context_failed());
	(void)Z3_parse_smtlib2_string(
		c, "(assert warm_p)", 0, NULL, NULL, 0, NULL, NULL);
	assert_true(context_failed());
}

static void
the_library_is_the_one_it_was_built_for(void **state)
{
	(void)state;
	assert_true(context_version_fits());
	assert_non_null(strchr(context_version(), '.'));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_error_is_kept_and_the_process_lives),
		cmocka_unit_test(clearing_forgets_the_error),
		cmocka_unit_test(the_first_of_several_errors_is_kept),
		cmocka_unit_test(warming_leaves_no_error_and_no_name),
		cmocka_unit_test(the_library_is_the_one_it_was_built_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
