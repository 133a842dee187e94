#include "unit/unit.h"

#include "smt/text/name_set.h"

#include "base/alloc.h"

TEST(a_set_has_what_was_added)
{
	DROP(name_set) struct name_set s = {0};

	assert_false(name_set_have(&s, slice_of("x")));
	name_set_add(&s, slice_of("y"));
	name_set_add(&s, slice_of("xx"));
	name_set_sort(&s);
	assert_true(name_set_have(&s, slice_of("y")));
	assert_true(name_set_have(&s, slice_of("xx")));
	assert_false(name_set_have(&s, slice_of("x")));
}

TEST(what_was_added_twice_is_kept_once)
{
	DROP(name_set) struct name_set s = {0};
	static const char *const names[] = {"b", "a", "b", "c", "b", "c", "ca"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		name_set_add(&s, slice_of(names[i]));
	name_set_sort(&s);
	name_set_keep_repeated(&s);
	assert_int_equal(s.count, 2);
	assert_true(name_set_have(&s, slice_of("b")));
	assert_true(name_set_have(&s, slice_of("c")));
}
