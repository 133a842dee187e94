/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "worker/base/termset.h"

#include "base/alloc.h"
#include "worker/base/context.h"

static void
each_term_is_in_it_once_and_in_order(void **state)
{
	Z3_context c = context_new();
	Z3_ast yes = Z3_mk_true(c);
	Z3_ast no = Z3_mk_false(c);
	DROP(termset) struct termset s = {0};

	(void)state;
	assert_false(termset_has(&s, c, yes));
	assert_true(termset_add(&s, c, yes));
	assert_true(termset_add(&s, c, no));
	assert_false(termset_add(&s, c, yes));
	assert_true(termset_has(&s, c, no));
	assert_int_equal(s.count, 2);
	assert_ptr_equal(s.at[0], yes);
	assert_ptr_equal(s.at[1], no);
}

static void
it_holds_thousands(void **state)
{
	enum { MANY = 5000 };
	Z3_context c = context_new();
	DROP(termset) struct termset s = {0};

	(void)state;
	for (int i = 0; i < MANY; i++)
		assert_true(
			termset_add(&s, c, Z3_mk_int(c, i, Z3_mk_int_sort(c))));
	for (int i = 0; i < MANY; i++)
		assert_true(
			termset_has(&s, c, Z3_mk_int(c, i, Z3_mk_int_sort(c))));
	assert_false(termset_has(&s, c, Z3_mk_int(c, MANY, Z3_mk_int_sort(c))));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_term_is_in_it_once_and_in_order),
		cmocka_unit_test(it_holds_thousands),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
