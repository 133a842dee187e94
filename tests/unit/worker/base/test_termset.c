#include "unit/unit.h"

#include "worker/base/termset.h"

#include "base/alloc.h"
#include "worker/base/context.h"

TEST(each_term_is_in_it_once_and_in_order)
{
	Z3_context c = context_new();
	Z3_ast yes = Z3_mk_true(c);
	Z3_ast no = Z3_mk_false(c);
	DROP(termset) struct termset s = {0};

	assert_false(termset_has(&s, c, yes));
	assert_true(termset_add(&s, c, yes));
	assert_true(termset_add(&s, c, no));
	assert_false(termset_add(&s, c, yes));
	assert_true(termset_has(&s, c, no));
	assert_int_equal(s.count, 2);
	assert_ptr_equal(s.at[0], yes);
	assert_ptr_equal(s.at[1], no);
}

TEST(it_holds_thousands)
{
	enum { MANY = 5000 };
	Z3_context c = context_new();
	DROP(termset) struct termset s = {0};

	for (int i = 0; i < MANY; i++)
		assert_true(
			termset_add(&s, c, Z3_mk_int(c, i, Z3_mk_int_sort(c))));
	for (int i = 0; i < MANY; i++)
		assert_true(
			termset_has(&s, c, Z3_mk_int(c, i, Z3_mk_int_sort(c))));
	assert_false(termset_has(&s, c, Z3_mk_int(c, MANY, Z3_mk_int_sort(c))));
}
