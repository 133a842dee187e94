#include "unit/smt/lexed.h"

#include "base/alloc.h"

TEST(calls_a_quoted_symbol_by_its_name_without_bars)
{
	const char *text = "|set-option|";
	struct token t = token_of(text, 0);

	assert_true(token_is(text, &t, "set-option"));
	assert_false(token_is(text, &t, "|set-option|"));
}

TEST(takes_no_string_for_a_name)
{
	const char *text = "\"let\" let :let";
	struct token string = token_of(text, 0);
	struct token symbol = token_of(text, 1);
	struct token keyword = token_of(text, 2);

	assert_false(token_is(text, &string, "\"let\""));
	assert_true(token_is(text, &symbol, "let"));
	assert_false(token_is(text, &symbol, "le"));
	assert_false(token_is(text, &keyword, "let"));
	assert_true(token_is(text, &keyword, ":let"));
}

TEST(reads_the_value_of_a_numeral_and_saturates)
{
	const char *text = "0 007 18446744073709551615 18446744073709551616 -1";
	struct token t = token_of(text, 0);

	assert_true(token_number(text, &t) == 0);
	t = token_of(text, 1);
	assert_true(token_number(text, &t) == 7);
	t = token_of(text, 2);
	assert_true(token_number(text, &t) == UINT64_MAX);
	t = token_of(text, 3);
	assert_true(token_number(text, &t) == SIZE_MAX);
	t = token_of(text, 4);
	assert_true(token_number(text, &t) == SIZE_MAX);
}

TEST(a_string_has_two_quotes_for_one)
{
	const char *text = "\"a\"\"b\"";
	struct token t = token_of(text, 0);
	DROP(text) char *content = token_string(text, &t);

	assert_string_equal(content, "a\"b");
}

TEST(a_fault_has_the_place_of_its_token)
{
	struct token t = token_of("x\n  yes", 1);
	struct diagnostic fault;

	assert_false(
		diagnostic_at(&fault, DIAGNOSTIC_REFUSED, &t, "%s!", "no"));
	assert_int_equal(fault.kind, DIAGNOSTIC_REFUSED);
	assert_int_equal(fault.offset, 4);
	assert_int_equal(fault.length, 3);
	assert_int_equal(fault.line, 2);
	assert_int_equal(fault.column, 3);
	assert_string_equal(fault.what, "no!");
}
