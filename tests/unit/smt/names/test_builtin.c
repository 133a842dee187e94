#include "unit/unit.h"

#include <string.h>

#include "smt/names/builtin.h"

TEST(knows_the_names_of_all_theories)
{
	static const char *const names[] = {"and", "=", "+", "to_real", "bvadd",
		"select", "str.++", "re.union", "seq.len", "fp.add", "RNE",
		"Int", "BitVec", "RegLan", "let", "match", "is", "_", "!"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!builtin_has(names[i]))
			fail_msg("%s is not known", names[i]);
}

TEST(knows_bit_vector_values_of_any_size)
{
	assert_true(builtin_has("bv0"));
	assert_true(builtin_has("bv123456789012345678901234567890"));
	assert_false(builtin_has("bv"));
	assert_false(builtin_has("bv1x"));
}

TEST(knows_no_others)
{
	assert_false(builtin_has(""));
	assert_false(builtin_has("x"));
	assert_false(builtin_has("an"));
	assert_false(builtin_has("ands"));
	assert_false(builtin_has("And"));
	assert_false(builtin_has("assert"));
}

TEST(finds_each_of_its_names_which_are_sorted)
{
	size_t count = 0;

	for (size_t i = 0; builtin_names[i] != NULL; i++, count++) {
		if (!builtin_has(builtin_names[i]))
			fail_msg("%s is not found", builtin_names[i]);
		if (i > 0 &&
			strcmp(builtin_names[i - 1], builtin_names[i]) >= 0)
			fail_msg("%s is out of order", builtin_names[i]);
	}
	assert_in_range(count, 200, 400);
}
