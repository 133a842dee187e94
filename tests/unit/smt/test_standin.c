/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "base/alloc.h"
#include "smt/standin.h"

/* The stand-in of a text's first problem; "" if it needs none. */
static const char *
standin_of(const char *text)
{
	DROP(forms) struct forms forms = {0};
	struct script_problem p;
	struct fault fault;
	struct script s;
	const char *name;

	assert_true(forms_cut(text, strlen(text), &forms, &fault));
	script_init(&s, text, &forms);
	assert_int_equal(script_next(&s, &p, &fault), SCRIPT_PROBLEM);
	name = standin_find(&s, &p);
	script_release(&s);
	return name != NULL ? name : "";
}

static void
a_list_of_ones_own_under_a_logic_needs_one(void **state)
{
	(void)state;
	assert_string_equal(
		standin_of("(set-logic ALL)(declare-datatypes ((A 0) (List 1))"
			   "(((a)) (par (T) ((nil)))))"),
		"L!st");
	assert_string_equal(
		standin_of("(set-logic QF_UF)(declare-sort |List| 0)"), "L!st");
}

static void
without_a_logic_or_a_declaration_there_is_none(void **state)
{
	(void)state;
	assert_string_equal(standin_of("(declare-sort List 0)"), "");
	assert_string_equal(
		standin_of("(set-logic ALL)(declare-const l (List Int))"), "");
	assert_string_equal(
		standin_of("(set-logic ALL)(declare-const List Int)"), "");
}

static void
it_is_a_name_that_the_text_does_not_hold(void **state)
{
	(void)state;
	assert_string_equal(standin_of("(set-logic ALL)(declare-sort List 0)"
				       "(declare-const L!st List)"),
		"Li!t");
}

static void
only_symbols_are_replaced(void **state)
{
	char text[] = "(f List |List| Lists \"List\" :List) ; List";

	(void)state;
	standin_put(text, strlen(text), "L!st");
	assert_string_equal(
		text, "(f L!st |L!st| Lists \"List\" :List) ; List");
}

static void
all_of_it_is_taken_back(void **state)
{
	char bytes[] = "L!st \0L!st L!stL!st L!s";

	(void)state;
	standin_take_back(bytes, sizeof(bytes), "L!st");
	assert_memory_equal(bytes, "List \0List ListList L!s", sizeof(bytes));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_of_ones_own_under_a_logic_needs_one),
		cmocka_unit_test(
			without_a_logic_or_a_declaration_there_is_none),
		cmocka_unit_test(it_is_a_name_that_the_text_does_not_hold),
		cmocka_unit_test(only_symbols_are_replaced),
		cmocka_unit_test(all_of_it_is_taken_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
