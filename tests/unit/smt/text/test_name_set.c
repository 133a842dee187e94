/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "smt/text/name_set.h"

#include "base/alloc.h"

static void
a_set_has_what_was_added(void **state)
{
	DROP(name_set) struct name_set s = {0};

	(void)state;
	assert_false(name_set_have(&s, slice_of("x")));
	name_set_add(&s, slice_of("y"));
	name_set_add(&s, slice_of("xx"));
	name_set_sort(&s);
	assert_true(name_set_have(&s, slice_of("y")));
	assert_true(name_set_have(&s, slice_of("xx")));
	assert_false(name_set_have(&s, slice_of("x")));
}

static void
what_was_added_twice_is_kept_once(void **state)
{
	DROP(name_set) struct name_set s = {0};
	static const char *const names[] = {"b", "a", "b", "c", "b", "c", "ca"};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		name_set_add(&s, slice_of(names[i]));
	name_set_sort(&s);
	name_set_keep_repeated(&s);
	assert_int_equal(s.count, 2);
	assert_true(name_set_have(&s, slice_of("b")));
	assert_true(name_set_have(&s, slice_of("c")));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_set_has_what_was_added),
		cmocka_unit_test(what_was_added_twice_is_kept_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
