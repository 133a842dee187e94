#include "unit/worker/built.h"

#include "worker/engines/probes.h"

TEST(booleans_and_bit_vectors_are_propositional)
{
	DROP(built) struct built b;

	build(&b, "(declare-const p Bool)(declare-const v (_ BitVec 8))"
		  "(assert (or p (bvult v #x07)))(assert-soft p)");
	assert_true(probes_is_propositional(&b.task));
	assert_false(probes_is_polynomial(&b.task));
}

TEST(an_integer_or_a_quantifier_is_not)
{
	DROP(built) struct built b;
	DROP(built) struct built other;

	build(&b, "(declare-const p Bool)(declare-const x Int)"
		  "(assert (or p (> x 7)))");
	assert_false(probes_is_propositional(&b.task));
	build(&other, "(declare-fun f (Bool) Bool)"
		      "(assert (forall ((p Bool)) (f p)))");
	assert_false(probes_is_propositional(&other.task));
}

TEST(products_of_reals_are_polynomial)
{
	DROP(built) struct built b;
	DROP(built) struct built other;

	build(&b, "(declare-const x Real)(assert (> (* x x) 2.0))");
	assert_true(probes_is_polynomial(&b.task));
	assert_false(probes_is_propositional(&b.task));
	build(&other, "(declare-const x Real)(assert (> (* 3.0 x) 2.0))");
	assert_false(probes_is_polynomial(&other.task));
}

TEST(a_quantifier_is_seen_wherever_it_stands)
{
	DROP(built) struct built b;
	DROP(built) struct built other;

	build(&b, "(declare-const p Bool)(declare-fun f (Bool) Bool)"
		  "(assert (or p (not (exists ((q Bool)) (f q)))))");
	assert_true(probes_has_quantifiers(&b.task));
	build(&other, "(declare-const p Bool)(assert (let ((q p)) q))");
	assert_false(probes_has_quantifiers(&other.task));
}
