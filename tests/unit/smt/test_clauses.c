/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "base/alloc.h"
#include "smt/clauses.h"
#include "unit/smt/satisfied.h"

static void
expect_when(const char *text, unsigned count, const char *expected)
{
	DROP(clauses) struct clauses c;
	DROP(text) char *all = NULL;
	struct fault fault;

	clauses_init(&c, 100000);
	if (!clauses_add(&c, text, strlen(text), &fault))
		fail_msg("%s: %s", text, fault.what);
	all = satisfied_all(c.gates.text.data, count);
	assert_string_equal(all, expected);
}

static void
expect_refused(const char *text, unsigned line, unsigned column)
{
	DROP(clauses) struct clauses c;
	struct fault fault;

	clauses_init(&c, 100000);
	if (clauses_add(&c, text, strlen(text), &fault))
		fail_msg("%s: accepted", text);
	assert_int_equal(fault.kind, FAULT_REFUSED);
	assert_int_equal(fault.line, line);
	assert_int_equal(fault.column, column);
	assert_true(strlen(fault.what) > 0);
}

static void
constants_are_the_first_variables(void **state)
{
	DROP(clauses) struct clauses c;
	static const char text[] = "(declare-const a Bool)"
				   "(declare-fun |b c| () Bool)";
	struct fault fault;

	(void)state;
	clauses_init(&c, 1000);
	assert_true(clauses_add(&c, text, sizeof(text) - 1, &fault));
	assert_int_equal(c.constant_count, 2);
	assert_int_equal(c.constants[0].variable, 1);
	assert_true(slice_is(c.constants[1].name, "b c"));
	assert_int_equal(c.constants[1].variable, 2);
}

static void
assertions_hold_together(void **state)
{
	(void)state;
	expect_when("(set-logic QF_UF)(set-info :source x)"
		    "(declare-const a Bool)(declare-const b Bool)"
		    "(assert (or a b))(assert (not a))",
		2, "01");
}

static void
a_definition_is_its_body(void **state)
{
	(void)state;
	expect_when("(declare-const a Bool)(declare-const b Bool)"
		    "(define-fun one () Bool (or a b))"
		    "(define-const two Bool (and a b))"
		    "(assert (and one (not two)))",
		2, "01 10");
	expect_when("(declare-const a Bool)(declare-const b Bool)"
		    "(define-fun f ((b Bool)) Bool (xor a b))"
		    "(assert (f (f b)))",
		2, "01 11");
}

static void
a_text_goes_on_where_the_one_before_ended(void **state)
{
	DROP(clauses) struct clauses c;
	DROP(text) char *all = NULL;
	struct fault fault;

	(void)state;
	clauses_init(&c, 1000);
	assert_true(clauses_add(&c, "(declare-const a Bool)", 22, &fault));
	assert_true(clauses_add(&c, "(assert (not a))", 16, &fault));
	all = satisfied_all(c.gates.text.data, 1);
	assert_string_equal(all, "0");
}

static void
a_sort_in_parentheses_is_no_list_of_parameters(void **state)
{
	DROP(clauses) struct clauses c;
	static const char text[] = "(declare-const b (_ BitVec 8))";
	struct fault fault;

	(void)state;
	clauses_init(&c, 1000);
	assert_false(clauses_add(&c, text, sizeof(text) - 1, &fault));
	assert_string_equal(fault.what, "only Bool is propositional");
}

static void
other_sorts_and_commands_are_refused_where_they_stand(void **state)
{
	(void)state;
	expect_refused("(declare-const a Bool)\n(declare-const n Int)", 2, 18);
	expect_refused("(declare-fun f (Bool) Bool)", 1, 16);
	expect_refused("(declare-sort S 0)", 1, 2);
	expect_refused("(define-const k Int 3)", 1, 17);
	expect_refused("(define-fun f ((n Int)) Bool true)", 1, 19);
	expect_refused("(define-fun f ((n Bool)) Bool (> n 1))", 1, 32);
	expect_refused("(declare-const a Bool)(assert-soft a)", 1, 24);
	expect_refused("(declare-const and Bool)", 1, 16);
	expect_refused("(declare-const a)", 1, 2);
}

static void
too_many_clauses_are_refused(void **state)
{
	DROP(clauses) struct clauses c;
	static const char text[] =
		"(declare-const a Bool)(declare-const b Bool)"
		"(assert (xor a b))(assert (xor a b))(assert (xor a b))";
	struct fault fault;

	(void)state;
	clauses_init(&c, 50);
	assert_false(clauses_add(&c, text, sizeof(text) - 1, &fault));
	assert_int_equal(fault.kind, FAULT_LIMIT);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(constants_are_the_first_variables),
		cmocka_unit_test(assertions_hold_together),
		cmocka_unit_test(a_definition_is_its_body),
		cmocka_unit_test(a_text_goes_on_where_the_one_before_ended),
		cmocka_unit_test(
			a_sort_in_parentheses_is_no_list_of_parameters),
		cmocka_unit_test(
			other_sorts_and_commands_are_refused_where_they_stand),
		cmocka_unit_test(too_many_clauses_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
