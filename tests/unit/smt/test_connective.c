/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "base/alloc.h"
#include "smt/connective.h"
#include "unit/smt/satisfied.h"

static const struct connective *
find(const char *name)
{
	struct token t = {.kind = TOKEN_SYMBOL, .length = strlen(name)};

	return connective_find(name, &t);
}

/* When it holds, of three inputs; `count` of them are given to it. */
static void
expect_when(const char *name, size_t count, const char *expected)
{
	int32_t inputs[] = {1, 2, 3};
	DROP(text) char *all = NULL;
	struct gates g;
	int32_t literal;

	gates_init(&g, 10000);
	for (size_t i = 0; i < count; i++)
		(void)gates_variable(&g);
	literal = connective_give(find(name), &g, inputs, count);
	gates_clause(&g, &literal, 1);
	all = satisfied_all(g.text.data, (unsigned)count);
	assert_string_equal(all, expected);
	gates_release(&g);
}

/* The same, said without a gate for it. */
static void
expect_asserted(const char *name, size_t count, const char *expected)
{
	int32_t inputs[] = {1, 2, 3};
	DROP(text) char *all = NULL;
	struct gates g;

	gates_init(&g, 10000);
	assert_true(connective_is_clausal(find(name)));
	connective_assert(find(name), &g, inputs, count);
	assert_int_equal(g.variables, 0);
	all = satisfied_all(g.text.data, (unsigned)count);
	assert_string_equal(all, expected);
	gates_release(&g);
}

static void
each_holds_when_its_truth_table_says_so(void **state)
{
	(void)state;
	expect_when("not", 1, "0");
	expect_when("and", 2, "11");
	expect_when("or", 2, "01 10 11");
	expect_when("xor", 2, "01 10");
	expect_when("=>", 2, "00 01 11");
	expect_when("=", 2, "00 11");
	expect_when("distinct", 2, "01 10");
	expect_when("ite", 3, "001 011 110 111");
}

static void
chains_mean_what_the_standard_says(void **state)
{
	(void)state;
	expect_when("xor", 3, "001 010 100 111");
	/* a => (b => c) */
	expect_when("=>", 3, "000 001 010 011 100 101 111");
	expect_when("=", 3, "000 111");
}

static void
three_truth_values_cannot_be_distinct(void **state)
{
	(void)state;
	expect_when("distinct", 3, "");
}

static void
one_argument_is_enough_where_it_makes_sense(void **state)
{
	(void)state;
	expect_when("and", 1, "1");
	expect_when("or", 1, "1");
	expect_when("=>", 1, "1");
	expect_when("=", 1, "0 1");
	expect_when("distinct", 1, "0 1");
}

static void
clauses_are_asserted_without_a_gate(void **state)
{
	(void)state;
	expect_asserted("or", 3, "001 010 011 100 101 110 111");
	expect_asserted("and", 3, "111");
	expect_asserted("=>", 3, "000 001 010 011 100 101 111");
	assert_false(connective_is_clausal(find("xor")));
}

static void
knows_libz3s_other_names(void **state)
{
	(void)state;
	expect_when("iff", 2, "00 11");
	expect_when("implies", 2, "00 01 11");
	expect_when("if", 3, "001 011 110 111");
	assert_null(find("bvand"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_holds_when_its_truth_table_says_so),
		cmocka_unit_test(chains_mean_what_the_standard_says),
		cmocka_unit_test(three_truth_values_cannot_be_distinct),
		cmocka_unit_test(one_argument_is_enough_where_it_makes_sense),
		cmocka_unit_test(clauses_are_asserted_without_a_gate),
		cmocka_unit_test(knows_libz3s_other_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
