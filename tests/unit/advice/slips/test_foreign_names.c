/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "advice/slips/foreign_names.h"

#include <string.h>

static void
finds_each_word_of_a_row(void **state)
{
	(void)state;
	assert_ptr_equal(
		foreign_name_find(FOREIGN_NAME_TERM, "!="), foreign_name_find(FOREIGN_NAME_TERM, "<>"));
	assert_non_null(foreign_name_find(FOREIGN_NAME_TERM, "=="));
	assert_non_null(foreign_name_find(FOREIGN_NAME_TERM, "==="));
	assert_string_equal(
		foreign_name_find(FOREIGN_NAME_SORT, "Integer")->steps[0], "Write Int.");
}

static void
finds_whole_words_only(void **state)
{
	(void)state;
	assert_null(foreign_name_find(FOREIGN_NAME_TERM, "memb"));
	assert_null(foreign_name_find(FOREIGN_NAME_TERM, "== ==="));
	assert_null(foreign_name_find(FOREIGN_NAME_TERM, ""));
}

static void
keeps_the_uses_apart(void **state)
{
	(void)state;
	assert_null(foreign_name_find(FOREIGN_NAME_SORT, "=="));
	assert_null(foreign_name_find(FOREIGN_NAME_TERM, "Integer"));
	assert_null(foreign_name_find(FOREIGN_NAME_COMMAND, "=="));
	assert_non_null(foreign_name_find(FOREIGN_NAME_COMMAND, "maximise"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_each_word_of_a_row),
		cmocka_unit_test(finds_whole_words_only),
		cmocka_unit_test(keeps_the_uses_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
