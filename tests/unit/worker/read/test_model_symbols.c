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

TEST(constants_are_asked_for_behind_the_assertions)
{
	static const char text[] = "(declare-fun |a b| () Int)"
				   "(define-const k Int 3)(assert true)";

	expect(text, CONSTANTS_PLAIN, 3,
		"(assert true)\n(assert (let ((satchel!term |a b|))");
	expect(text, CONSTANTS_PLAIN, 3, "((satchel!term k))");
	expect(text, CONSTANTS_NONE, 1, "(assert true)\n");
}

TEST(qualified_constants_carry_their_sort)
{
	expect("(declare-const x (Array Int Int))", CONSTANTS_QUALIFIED, 1,
		"((satchel!term (as x (Array Int Int))))");
}

TEST(functions_are_asked_for_behind_the_constants)
{
	static const char text[] = "(declare-fun f (Int Bool) Real)"
				   "(declare-const x Int)";

	expect(text, CONSTANTS_PLAIN, 2,
		"satchel!term)))\n(assert (forall ((satchel!0 Int)"
		"(satchel!1 Bool)) (= (f satchel!0 satchel!1)"
		"(f satchel!0 satchel!1))))\n");
	expect(text, CONSTANTS_QUALIFIED, 2,
		"(= ((as f Real) satchel!0 satchel!1)");
}

TEST(selectors_are_where_there_are_other_constructors)
{
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

TEST(selectors_of_a_sort_with_parameters_are_left_out)
{
	expect("(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T)"
	       " (tl (L T)))))))",
		CONSTANTS_PLAIN, 0, "");
	expect("(declare-datatypes (T) ((L nil (cons (hd T)))))"
	       "(declare-datatype E (red green))",
		CONSTANTS_PLAIN, 0, "");
}
