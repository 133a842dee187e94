/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "smt/slices.h"

#include "base/alloc.h"

static void
a_set_has_what_was_added(void **state)
{
	DROP(slices) struct slices s = {0};

	(void)state;
	assert_false(slices_have(&s, slice_of("x")));
	slices_add(&s, slice_of("y"));
	slices_add(&s, slice_of("xx"));
	slices_sort(&s);
	assert_true(slices_have(&s, slice_of("y")));
	assert_true(slices_have(&s, slice_of("xx")));
	assert_false(slices_have(&s, slice_of("x")));
}

static void
what_was_added_twice_is_kept_once(void **state)
{
	DROP(slices) struct slices s = {0};
	static const char *const names[] = {"b", "a", "b", "c", "b", "c", "ca"};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		slices_add(&s, slice_of(names[i]));
	slices_sort(&s);
	slices_keep_repeated(&s);
	assert_int_equal(s.count, 2);
	assert_true(slices_have(&s, slice_of("b")));
	assert_true(slices_have(&s, slice_of("c")));
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
