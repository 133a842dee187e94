#include "unit/smt/built.h"

#include "worker/read/model_symbols.h"

static void
expect(const char *text, enum problem_constants constants, size_t terms,
	const char *piece)
{
	DROP(built) struct built b;

	build(&b, text, constants);
	assert_int_equal(b.problem.terms, terms);
	if (strstr(b.problem.text.data, piece) == NULL)
		fail_msg("%s\nis not in\n%s", piece, b.problem.text.data);
}

static void
constants_are_asked_for_behind_the_assertions(void **state)
{
	static const char text[] = "(declare-fun |a b| () Int)"
				   "(define-const k Int 3)(assert true)";

	(void)state;
	expect(text, CONSTANTS_PLAIN, 3,
		"(assert true)\n(assert (let ((satchel!term |a b|))");
	expect(text, CONSTANTS_PLAIN, 3, "((satchel!term k))");
	expect(text, CONSTANTS_NONE, 1, "(assert true)\n");
}

static void
qualified_constants_carry_their_sort(void **state)
{
	(void)state;
	expect("(declare-const x (Array Int Int))", CONSTANTS_QUALIFIED, 1,
		"((satchel!term (as x (Array Int Int))))");
}

static void
functions_are_asked_for_behind_the_constants(void **state)
{
	static const char text[] = "(declare-fun f (Int Bool) Real)"
				   "(declare-const x Int)";

	(void)state;
	expect(text, CONSTANTS_PLAIN, 2,
		"satchel!term)))\n(assert (forall ((satchel!0 Int)"
		"(satchel!1 Bool)) (= (f satchel!0 satchel!1)"
		"(f satchel!0 satchel!1))))\n");
	expect(text, CONSTANTS_QUALIFIED, 2,
		"(= ((as f Real) satchel!0 satchel!1)");
}

static void
selectors_are_where_there_are_other_constructors(void **state)
{
	(void)state;
	expect("(declare-datatypes ((L 0) (P 0)) (((nil) (cons (hd Int)"
	       " (tl L))) ((pair (a Int) (b Int)))))",
		CONSTANTS_PLAIN, 2,
		"(assert (forall ((satchel!0 L)) (= (tl satchel!0)"
		"(tl satchel!0))))\n");
	expect("(declare-datatype L ((nil) (cons (hd Int))))", CONSTANTS_PLAIN,
		1, "(hd satchel!0)");
	expect("(declare-datatype L ((nil) (cons (hd Int))))",
		CONSTANTS_QUALIFIED, 0, "");
	expect("(declare-datatypes () ((L nil (cons (hd Int)))))",
		CONSTANTS_PLAIN, 1, "((satchel!0 L)) (= (hd satchel!0)");
}

static void
selectors_of_a_sort_with_parameters_are_left_out(void **state)
{
	(void)state;
	expect("(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T)"
	       " (tl (L T)))))))",
		CONSTANTS_PLAIN, 0, "");
	expect("(declare-datatypes (T) ((L nil (cons (hd T)))))"
	       "(declare-datatype E (red green))",
		CONSTANTS_PLAIN, 0, "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(constants_are_asked_for_behind_the_assertions),
		cmocka_unit_test(qualified_constants_carry_their_sort),
		cmocka_unit_test(functions_are_asked_for_behind_the_constants),
		cmocka_unit_test(
			selectors_are_where_there_are_other_constructors),
		cmocka_unit_test(
			selectors_of_a_sort_with_parameters_are_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
