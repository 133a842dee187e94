#include "unit/smt/lexed.h"
#include "unit/unit.h"

#include "base/alloc.h"
#include "base/buf.h"

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

TEST(lets_utf8_pass)
{
	struct diagnostic fault;

	assert_true(text_check("", 0, &fault));
	assert_true(text_check("a\xc3\xa9\xf0\x9f\x99\x82", 7, &fault));
}

TEST(refuses_bytes_that_are_no_utf8_at_the_first)
{
	struct diagnostic fault;

	assert_false(text_check("ab\n\xc3\xa9\xff", 6, &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_ENCODING);
	assert_int_equal(fault.offset, 5);
	assert_int_equal(fault.line, 2);
	assert_int_equal(fault.column, 2);
	assert_string_equal(fault.what, "the byte 0xff is not UTF-8");
}

TEST(refuses_overlong_forms_and_surrogates)
{
	struct diagnostic fault;

	assert_false(text_check("\xc0\x80", 2, &fault));
	assert_false(text_check("\xed\xa0\x80", 3, &fault));
}

TEST(refuses_a_nul)
{
	struct diagnostic fault;

	assert_false(text_check("(a\0b)", 5, &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_ENCODING);
	assert_int_equal(fault.offset, 2);
	assert_int_equal(fault.column, 3);
}

TEST(names_what_is_first_of_a_nul_and_a_bad_byte)
{
	struct diagnostic fault;

	assert_false(text_check("\xff\0", 2, &fault));
	assert_int_equal(fault.offset, 0);
	assert_false(text_check("\0\xff", 2, &fault));
	assert_int_equal(fault.offset, 0);
	assert_string_equal(fault.what, "a NUL character");
}

TEST(finds_line_and_column_of_a_byte)
{
	unsigned line;
	unsigned column;

	text_place("a\n\xc3\xa9x", 0, &line, &column);
	assert_int_equal(line, 1);
	assert_int_equal(column, 1);
	text_place("a\n\xc3\xa9x", 4, &line, &column);
	assert_int_equal(line, 2);
	assert_int_equal(column, 2);
}

TEST(finds_the_byte_of_a_line_and_column)
{
	static const char text[] = "a\n\xc3\xa9x\nb";
	const size_t size = sizeof(text) - 1;

	assert_int_equal(text_offset(text, size, 1, 1), 0);
	assert_int_equal(text_offset(text, size, 2, 2), 4);
	assert_int_equal(text_offset(text, size, 2, 9), 5);
	assert_int_equal(text_offset(text, size, 3, 1), 6);
	assert_int_equal(text_offset(text, size, 9, 1), size);
}

TEST(writes_a_name_as_a_symbol)
{
	DROP(buf) struct buf out;

	buf_init(&out, 100);
	text_add_symbol(&out, "a-b");
	text_add_symbol(&out, "a b");
	text_add_symbol(&out, "7");
	text_add_symbol(&out, "");
	assert_string_equal(out.data, "a-b|a b||7|||");
}
