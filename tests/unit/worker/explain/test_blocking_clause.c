#include "unit/worker/several.h"

#include "worker/explain/blocking_clause.h"

static void
a_value_is_another_one(void **state)
{
	(void)state;
	expect("(declare-const x Int)(assert (<= 1 x 3))", 3);
}

static void
elements_differ_by_what_they_are_equal_to(void **state)
{
	(void)state;
	expect("(declare-sort U 0)(declare-const a U)", 1);
	expect("(declare-sort U 0)(declare-const a U)(declare-const b U)", 2);
	expect("(declare-sort U 0)(declare-const a U)(declare-const b U)"
	       "(declare-const c U)",
		5);
}

static void
a_term_is_compared_with_the_constants(void **state)
{
	(void)state;
	expect("(declare-sort U 0)(declare-const a U)(declare-const b U)"
	       "(declare-fun f (U) U)(assert (distinct a b))(check-sat)"
	       "(get-value ((f a)))",
		3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_value_is_another_one),
		cmocka_unit_test(elements_differ_by_what_they_are_equal_to),
		cmocka_unit_test(a_term_is_compared_with_the_constants),
	};

	return cmocka_run_group_tests(tests, solved_begin, NULL);
}
