/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "advice/words.h"

#include <string.h>

static void
finds_each_word_of_a_row(void **state)
{
	(void)state;
	assert_ptr_equal(
		word_find(WORD_TERM, "!="), word_find(WORD_TERM, "<>"));
	assert_non_null(word_find(WORD_TERM, "=="));
	assert_non_null(word_find(WORD_TERM, "==="));
	assert_string_equal(
		word_find(WORD_SORT, "Integer")->steps[0], "Write Int.");
}

static void
finds_whole_words_only(void **state)
{
	(void)state;
	assert_null(word_find(WORD_TERM, "memb"));
	assert_null(word_find(WORD_TERM, "== ==="));
	assert_null(word_find(WORD_TERM, ""));
}

static void
keeps_the_uses_apart(void **state)
{
	(void)state;
	assert_null(word_find(WORD_SORT, "=="));
	assert_null(word_find(WORD_TERM, "Integer"));
	assert_null(word_find(WORD_COMMAND, "=="));
	assert_non_null(word_find(WORD_COMMAND, "maximise"));
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
