#include "unit/worker/several.h"

#include "worker/explain/element_terms.h"

#define U "(declare-sort U 0)(declare-const a U)(declare-const b U)"

/* They differ by the names of the elements otherwise, without an end. */
TEST(elements_in_a_datatype_are_what_its_fields_are)
{
	expect("(declare-sort U 0)(declare-datatypes ((P 0)) (((p (l U) (r U))"
	       ")))(declare-const x P)",
		2);
	expect(U "(declare-datatypes ((L 0)) (((nil) (cons (hd U) (tl L)))))"
		 "(declare-const x L)(assert (distinct a b))"
		 "(assert (or (= x nil) (= (tl x) nil)))",
		4);
}

TEST(elements_in_an_array_are_what_it_holds)
{
	expect(U "(declare-const x (Array Bool U))(assert (distinct a b))"
		 "(assert (= x (store ((as const (Array Bool U)) a) true "
		 "(select x true))))",
		3);
	expect("(declare-sort U 0)(declare-const x (Array Int U))"
	       "(declare-const u U)"
	       "(assert (= x ((as const (Array Int U)) u)))",
		1);
}

/* An index that no constant is: nothing says which. */
TEST(what_no_term_denotes_is_not_compared)
{
	struct answer *a =
		up_to_9("(declare-sort U 0)(declare-const x (Array U Bool))"
			"(assert (exists ((i U) (k U)) (distinct (select x i) "
			"(select x k))))");
	const struct answer_check *check = answer_last(a);

	assert_int_equal(check->solutions.list.count, 1);
	assert_true(check->solutions.ended);
	assert_false(check->solutions.complete);
	assert_string_equal(check->solutions.end.uncompared, "x");
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
