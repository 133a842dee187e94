#include "unit/unit.h"

#include "smt/names/logic.h"

static unsigned
parts_of(const char *name)
{
	const struct logic *logic = logic_find(slice_of(name));

	assert_non_null(logic);
	return logic->parts;
}

TEST(a_logic_has_the_parts_that_its_name_says)
{
	assert_int_equal(parts_of("QF_LIA"), PART_INTEGERS);
	assert_int_equal(parts_of("QF_UFNRA"),
		PART_FUNCTIONS | PART_REALS | PART_PRODUCTS);
	assert_int_equal(parts_of("AUFBV"),
		PART_QUANTIFIERS | PART_ARRAYS | PART_FUNCTIONS | PART_BITS);
	assert_int_equal(parts_of("ALL"), PART_ALL);
}

TEST(a_logic_may_be_narrower_than_its_parts)
{
	assert_true(logic_find(slice_of("QF_IDL"))->is_narrower);
	assert_true(logic_find(slice_of("QF_FD"))->is_narrower);
	assert_false(logic_find(slice_of("QF_LIA"))->is_narrower);
}

TEST(a_name_that_libz3_does_not_know_is_no_logic)
{
	assert_null(logic_find(slice_of("QF_LAI")));
	assert_null(logic_find(slice_of("QF_LI")));
	assert_null(logic_find(slice_of("")));
}

TEST(a_part_has_a_name)
{
	assert_string_equal(part_name(0), "integers");
	assert_string_equal(part_name((unsigned)__builtin_ctz(PART_FLOATS)),
		"floating-point numbers");
}
