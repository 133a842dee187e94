#include "unit/unit.h"

#include <string.h>

#include "worker/base/context.h"

TEST(an_error_is_kept_and_the_process_lives)
{
	Z3_context c = context_new();

	context_clear();
	(void)Z3_parse_smtlib2_string(
		c, "(assert zz)", 0, NULL, NULL, 0, NULL, NULL);
	assert_true(context_failed());
	assert_non_null(strstr(context_error(), "unknown constant zz"));
}

TEST(clearing_forgets_the_error)
{
	context_clear();
	assert_false(context_failed());
	assert_string_equal(context_error(), "");
}

TEST(the_first_of_several_errors_is_kept)
{
	Z3_context c = context_new();

	context_clear();
	(void)Z3_parse_smtlib2_string(
		c, "(assert first)", 0, NULL, NULL, 0, NULL, NULL);
	(void)Z3_parse_smtlib2_string(
		c, "(assert second)", 0, NULL, NULL, 0, NULL, NULL);
	assert_non_null(strstr(context_error(), "first"));
}

TEST(warming_leaves_no_error_and_no_name)
{
	Z3_context c = context_new();

	context_warm(c);
	assert_false(context_failed());
	(void)Z3_parse_smtlib2_string(
		c, "(assert warm_p)", 0, NULL, NULL, 0, NULL, NULL);
	assert_true(context_failed());
}

TEST(the_library_is_the_one_it_was_built_for)
{
	assert_true(context_version_fits());
	assert_non_null(strchr(context_version(), '.'));
}
