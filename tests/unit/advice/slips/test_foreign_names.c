#include "unit/unit.h"

#include "advice/slips/foreign_names.h"

#include <string.h>

TEST(finds_each_word_of_a_row)
{
	assert_ptr_equal(foreign_name_find(FOREIGN_NAME_TERM, "!="),
		foreign_name_find(FOREIGN_NAME_TERM, "<>"));
	assert_non_null(foreign_name_find(FOREIGN_NAME_TERM, "=="));
	assert_non_null(foreign_name_find(FOREIGN_NAME_TERM, "==="));
	assert_string_equal(
		foreign_name_find(FOREIGN_NAME_SORT, "Integer")->steps[0],
		"Write Int.");
}

TEST(finds_whole_words_only)
{
	assert_null(foreign_name_find(FOREIGN_NAME_TERM, "memb"));
	assert_null(foreign_name_find(FOREIGN_NAME_TERM, "== ==="));
	assert_null(foreign_name_find(FOREIGN_NAME_TERM, ""));
}

TEST(keeps_the_uses_apart)
{
	assert_null(foreign_name_find(FOREIGN_NAME_SORT, "=="));
	assert_null(foreign_name_find(FOREIGN_NAME_TERM, "Integer"));
	assert_null(foreign_name_find(FOREIGN_NAME_COMMAND, "=="));
	assert_non_null(foreign_name_find(FOREIGN_NAME_COMMAND, "maximise"));
}
