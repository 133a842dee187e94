#include "unit/worker/several.h"

#include "worker/explain/blocking_clause.h"

TEST(a_value_is_another_one)
{
	expect("(declare-const x Int)(assert (<= 1 x 3))", 3);
}

TEST(elements_differ_by_what_they_are_equal_to)
{
	expect("(declare-sort U 0)(declare-const a U)", 1);
	expect("(declare-sort U 0)(declare-const a U)(declare-const b U)", 2);
	expect("(declare-sort U 0)(declare-const a U)(declare-const b U)"
	       "(declare-const c U)",
		5);
}

TEST(a_term_is_compared_with_the_constants)
{
	expect("(declare-sort U 0)(declare-const a U)(declare-const b U)"
	       "(declare-fun f (U) U)(assert (distinct a b))(check-sat)"
	       "(get-value ((f a)))",
		3);
}

TEST_GROUP(solved_begin, NULL)
