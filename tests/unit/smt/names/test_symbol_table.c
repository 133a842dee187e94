#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "smt/names/symbol_table.h"

TEST(gives_a_name_one_number)
{
	struct symbol_table n = {0};
	size_t x = symbol_table_find(&n, slice_of("x"));
	size_t y = symbol_table_find(&n, slice_of("y"));

	assert_int_not_equal(x, y);
	assert_int_equal(symbol_table_find(&n, slice_of("x")), x);
	assert_int_equal(n.count, 2);
	symbol_table_release(&n);
}

TEST(tells_names_apart_by_their_length)
{
	struct symbol_table n = {0};
	size_t empty = symbol_table_find(&n, slice_of(""));
	size_t a = symbol_table_find(&n, (struct slice){"ab", 1});

	assert_int_not_equal(empty, a);
	assert_int_not_equal(symbol_table_find(&n, slice_of("ab")), a);
	assert_int_equal(symbol_table_find(&n, slice_of("a")), a);
	symbol_table_release(&n);
}

TEST(keeps_numbers_and_marks_when_it_grows)
{
	static char texts[5000][16];
	struct symbol_table n = {0};

	for (int i = 0; i < 5000; i++) {
		(void)snprintf(texts[i], sizeof(texts[i]), "n%d", i);
		assert_int_equal(symbol_table_find(&n, slice_of(texts[i])), i);
		n.at[i].declared[SPACE_SORT] = i % 2 == 0;
	}
	for (int i = 0; i < 5000; i++) {
		assert_int_equal(symbol_table_find(&n, slice_of(texts[i])), i);
		assert_int_equal(n.at[i].declared[SPACE_SORT], i % 2 == 0);
	}
	symbol_table_release(&n);
}
