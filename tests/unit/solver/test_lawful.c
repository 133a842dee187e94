/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "smt/script.h"
#include "solver/context.h"
#include "solver/lawful.h"

/* Reads a text without queries; false with the fault. */
static bool
reads(const char *text, struct fault *fault, size_t *further)
{
	struct forms forms = {0};
	struct script script;
	struct script_problem problem;
	struct parsed parsed;
	Z3_context c = context_new();
	bool fine;

	assert_true(forms_cut(text, strlen(text), &forms, fault));
	script_init(&script, text, &forms);
	assert_int_equal(script_next(&script, &problem, fault), SCRIPT_PROBLEM);
	fine = parse_problem(
		c, &script, &problem, CONSTANTS_NONE, &parsed, fault);
	*further = parsed.further.count;
	parsed_release(&parsed);
	script_release(&script);
	forms_release(&forms);
	Z3_del_context(c);
	return fine;
}

static void
assert_fine(const char *text)
{
	struct fault fault;
	size_t further;

	if (!reads(text, &fault, &further))
		fail_msg("%s: %s", text, fault.what);
}

static void
assert_lacks(const char *text, const char *what)
{
	struct fault fault;
	size_t further;

	assert_false(reads(text, &fault, &further));
	assert_int_equal(fault.kind, FAULT_LOGIC);
	assert_string_equal(fault.what, what);
}

#define LIA "(set-logic QF_LIA)(declare-const x Int)"
#define IDL "(set-logic QF_IDL)(declare-const x Int)(declare-const y Int)"

static void
refuses_a_product_of_variables_in_a_linear_logic(void **state)
{
	(void)state;
	assert_lacks(LIA "(assert (= (* x x) 4))",
		"QF_LIA QF_NIA nonlinear arithmetic");
	assert_lacks(LIA "(assert (= (mod 9 x) 4))",
		"QF_LIA QF_NIA nonlinear arithmetic");
	assert_fine(LIA "(assert (= (* 2 x) (mod x (- 3))))");
}

static void
sees_through_definitions(void **state)
{
	(void)state;
	assert_lacks(LIA "(define-fun sq ((a Int)) Int (* a a))"
			 "(assert (= (sq x) 4))",
		"QF_LIA QF_NIA nonlinear arithmetic");
	assert_fine(LIA "(define-fun sq ((a Int)) Int (* a a))");
}

static void
refuses_quantifiers_in_a_logic_without_them(void **state)
{
	(void)state;
	assert_lacks(LIA "(assert (exists ((y Int)) (= y x)))",
		"QF_LIA LIA quantifiers");
	assert_fine("(set-logic LRA)(assert (exists ((y Real)) (= y 1.0)))");
}

static void
refuses_literals_of_other_sorts(void **state)
{
	(void)state;
	assert_lacks("(set-logic QF_BV)(assert (= 1 1))", "QF_BV ALL integers");
	assert_lacks("(set-logic QF_LIA)(assert (= #b1 #b1))",
		"QF_LIA ALL bit-vectors");
}

static void
holds_difference_logic_to_differences(void **state)
{
	(void)state;
	assert_lacks(IDL "(assert (< (+ x y) 4))",
		"QF_IDL QF_LIA arithmetic beyond x - y < 5");
	assert_fine(IDL "(assert (< (- x y) 4))");
	assert_fine(IDL "(assert (< x (+ y 4)))");
	assert_fine(IDL "(assert (< (- (+ x x) (+ y y)) 4))");
}

static void
knows_the_arrays_of_bit_vectors(void **state)
{
	(void)state;
	assert_fine("(set-logic QF_ABV)(declare-const a (Array (_ BitVec 4) "
		    "(_ BitVec 4)))(assert (= (select a #x1) #x2))");
	assert_lacks("(set-logic QF_ABV)(declare-const a (Array Bool Bool))"
		     "(assert (select a true))",
		"QF_ABV ABV arrays of anything but bit-vectors");
}

static void
finds_every_command_that_breaks_the_logic(void **state)
{
	struct fault fault;
	size_t further;

	(void)state;
	assert_false(reads(LIA "\n(assert (= (* x x) 4))\n(assert (> x 1))\n"
			       "(declare-fun f (Int) Int)",
		&fault, &further));
	assert_int_equal(fault.line, 2);
	assert_int_equal(further, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			refuses_a_product_of_variables_in_a_linear_logic),
		cmocka_unit_test(sees_through_definitions),
		cmocka_unit_test(refuses_quantifiers_in_a_logic_without_them),
		cmocka_unit_test(refuses_literals_of_other_sorts),
		cmocka_unit_test(holds_difference_logic_to_differences),
		cmocka_unit_test(knows_the_arrays_of_bit_vectors),
		cmocka_unit_test(finds_every_command_that_breaks_the_logic),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
