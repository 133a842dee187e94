/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "base/alloc.h"
#include "smt/gates.h"
#include "unit/smt/satisfied.h"

/* Two inputs, 1 and 2, and a third, 3. */
static int
setup(void **state)
{
	static struct gates g;

	gates_init(&g, 10000);
	for (int i = 0; i < 3; i++)
		(void)gates_variable(&g);
	*state = &g;
	return 0;
}

static int
teardown(void **state)
{
	gates_release(*state);
	return 0;
}

/* Under which values of the inputs the literal holds. */
static void
expect_when(struct gates *g, int32_t literal, const char *expected)
{
	DROP(text) char *all = NULL;

	gates_clause(g, &literal, 1);
	all = satisfied_all(g->text.data, 3);
	assert_string_equal(all, expected);
}

static void
a_conjunction_holds_when_all_hold(void **state)
{
	const int32_t inputs[] = {1, -2, 3};

	expect_when(*state, gates_and(*state, inputs, 3), "101");
}

static void
its_negation_holds_when_one_does_not(void **state)
{
	const int32_t inputs[] = {1, -2, 3};

	expect_when(*state, -gates_and(*state, inputs, 3),
		"000 001 010 011 100 110 111");
}

static void
constants_are_folded_out_of_a_conjunction(void **state)
{
	const int32_t with_true[] = {GATES_TRUE, 2, GATES_TRUE};
	const int32_t with_false[] = {1, GATES_FALSE};
	const int32_t two[] = {1, GATES_TRUE, 2};

	assert_int_equal(gates_and(*state, with_true, 3), 2);
	assert_int_equal(gates_and(*state, with_false, 2), GATES_FALSE);
	assert_int_equal(gates_and(*state, with_true, 0), GATES_TRUE);
	expect_when(*state, gates_and(*state, two, 3), "110 111");
}

static void
an_exclusive_or_holds_when_one_of_two_does(void **state)
{
	expect_when(*state, gates_xor(*state, 1, 3), "001 011 100 110");
}

static void
an_exclusive_or_of_what_is_known_is_no_gate(void **state)
{
	assert_int_equal(gates_xor(*state, GATES_TRUE, 2), -2);
	assert_int_equal(gates_xor(*state, 2, GATES_FALSE), 2);
	assert_int_equal(gates_xor(*state, 2, 2), GATES_FALSE);
	assert_int_equal(gates_xor(*state, 2, -2), GATES_TRUE);
	assert_int_equal(((struct gates *)*state)->clauses, 0);
}

static void
a_choice_follows_its_test(void **state)
{
	expect_when(*state, gates_choose(*state, 1, 2, 3), "001 011 110 111");
}

static void
a_choice_may_have_constants(void **state)
{
	assert_int_equal(gates_choose(*state, GATES_FALSE, 2, 3), 3);
	assert_int_equal(gates_choose(*state, 1, 2, 2), 2);
	expect_when(*state, gates_choose(*state, 1, GATES_TRUE, 3),
		"001 011 100 101 110 111");
}

static void
a_clause_without_a_literal_cannot_hold(void **state)
{
	const int32_t falsehood = GATES_FALSE;

	expect_when(*state, falsehood, "");
}

static void
a_clause_that_holds_anyway_is_left_out(void **state)
{
	const int32_t literals[] = {1, GATES_TRUE};
	struct gates *g = *state;

	gates_clause(g, literals, 2);
	assert_int_equal(g->clauses, 0);
	assert_string_equal(g->text.data, "");
}

static void
counts_its_clauses(void **state)
{
	struct gates *g = *state;

	(void)gates_xor(g, 1, 2);
	assert_int_equal(g->clauses, 4);
	assert_int_equal(g->variables, 4);
}

#define gates_test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		gates_test(a_conjunction_holds_when_all_hold),
		gates_test(its_negation_holds_when_one_does_not),
		gates_test(constants_are_folded_out_of_a_conjunction),
		gates_test(an_exclusive_or_holds_when_one_of_two_does),
		gates_test(an_exclusive_or_of_what_is_known_is_no_gate),
		gates_test(a_choice_follows_its_test),
		gates_test(a_choice_may_have_constants),
		gates_test(a_clause_without_a_literal_cannot_hold),
		gates_test(a_clause_that_holds_anyway_is_left_out),
		gates_test(counts_its_clauses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
