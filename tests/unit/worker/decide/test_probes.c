#include "unit/worker/built.h"

#include "worker/decide/probes.h"

static void
booleans_and_bit_vectors_are_propositional(void **state)
{
	DROP(built) struct built b;

	(void)state;
	build(&b, "(declare-const p Bool)(declare-const v (_ BitVec 8))"
		  "(assert (or p (bvult v #x07)))(assert-soft p)");
	assert_true(probes_is_propositional(&b.task));
	assert_false(probes_is_polynomial(&b.task));
}

static void
an_integer_or_a_quantifier_is_not(void **state)
{
	DROP(built) struct built b;
	DROP(built) struct built other;

	(void)state;
	build(&b, "(declare-const p Bool)(declare-const x Int)"
		  "(assert (or p (> x 7)))");
	assert_false(probes_is_propositional(&b.task));
	build(&other, "(declare-fun f (Bool) Bool)"
		      "(assert (forall ((p Bool)) (f p)))");
	assert_false(probes_is_propositional(&other.task));
}

static void
products_of_reals_are_polynomial(void **state)
{
	DROP(built) struct built b;
	DROP(built) struct built other;

	(void)state;
	build(&b, "(declare-const x Real)(assert (> (* x x) 2.0))");
	assert_true(probes_is_polynomial(&b.task));
	assert_false(probes_is_propositional(&b.task));
	build(&other, "(declare-const x Real)(assert (> (* 3.0 x) 2.0))");
	assert_false(probes_is_polynomial(&other.task));
}

static void
a_quantifier_is_seen_wherever_it_stands(void **state)
{
	DROP(built) struct built b;
	DROP(built) struct built other;

	(void)state;
	build(&b, "(declare-const p Bool)(declare-fun f (Bool) Bool)"
		  "(assert (or p (not (exists ((q Bool)) (f q)))))");
	assert_true(probes_has_quantifiers(&b.task));
	build(&other, "(declare-const p Bool)(assert (let ((q p)) q))");
	assert_false(probes_has_quantifiers(&other.task));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(booleans_and_bit_vectors_are_propositional),
		cmocka_unit_test(an_integer_or_a_quantifier_is_not),
		cmocka_unit_test(a_quantifier_is_seen_wherever_it_stands),
		cmocka_unit_test(products_of_reals_are_polynomial),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
