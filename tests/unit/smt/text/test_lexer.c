#include "unit/smt/lexed.h"
#include "unit/unit.h"

#include "base/alloc.h"

static const char letters[] = {
	[TOKEN_END] = '.',
	[TOKEN_OPEN] = '(',
	[TOKEN_CLOSE] = ')',
	[TOKEN_SYMBOL] = 's',
	[TOKEN_QUOTED] = 'q',
	[TOKEN_KEYWORD] = 'k',
	[TOKEN_STRING] = '"',
	[TOKEN_NUMERAL] = 'n',
	[TOKEN_DECIMAL] = 'd',
	[TOKEN_HEX] = 'x',
	[TOKEN_BINARY] = 'b',
};

/* The kinds of a text's tokens, a letter for each; '!' for a fault. */
static void
assert_kinds(const char *text, const char *expected)
{
	char kinds[64] = "";
	struct lexer l;
	struct token t;
	size_t count = 0;

	l = lexer_of(text, strlen(text));
	do {
		bool is_token = lexer_next(&l, &t);

		kinds[count++] = is_token ? letters[t.kind] : '!';
		assert_in_range(count, 1, sizeof(kinds) - 2);
		if (!is_token)
			break;
	} while (t.kind != TOKEN_END);
	assert_string_equal(kinds, expected);
}

/* The fault of a text whose tokens before it are good. */
static struct diagnostic
fault_of(const char *text)
{
	struct lexer l;
	struct token t = {.kind = TOKEN_OPEN};
	struct diagnostic fault = {.kind = DIAGNOSTIC_NONE};

	l = lexer_of(text, strlen(text));
	l.fault = &fault;
	while (lexer_next(&l, &t) && t.kind != TOKEN_END)
		;
	return fault;
}

TEST(tells_the_kinds_of_tokens_apart)
{
	assert_kinds("(f |x y| :named \"s\" 12 1.5 #x0F #b01)", "(sqk\"ndxb).");
	assert_kinds("", ".");
	assert_kinds(" \t\r\n", ".");
	assert_kinds("a(b)c", "s(s)s.");
	assert_kinds("a|b|\"c\"", "sq\".");
	assert_kinds("::a", "kk.");
}

TEST(takes_the_symbol_characters_of_libz3)
{
	assert_kinds("~!@$%^&*_-+=<>.?/,", "s.");
	assert_kinds("x_1 >= => ! _ -> <=>", "sssssss.");
	assert_kinds("a{", "s!");
	assert_kinds("a'", "s!");
	assert_kinds("[1]", "!");
	assert_kinds("a\\b", "s!");
	assert_kinds("a\fb", "s!");
}

TEST(refuses_a_character_outside_of_ascii_as_a_whole)
{
	struct diagnostic fault = fault_of("(f \xe2\x89\xa4 x)");

	assert_int_equal(fault.kind, DIAGNOSTIC_TOKEN);
	assert_int_equal(fault.offset, 3);
	assert_int_equal(fault.length, 3);
}

TEST(takes_any_character_in_quotes_and_comments)
{
	assert_kinds(
		"|\xe2\x89\xa4;(\n| \"\xc3\xa9;)|\n\" ; \xc3\xa9 ( \" |\nx",
		"q\"s.");
}

TEST(reads_numbers_as_libz3_does)
{
	assert_kinds("0 007 -1 -1.5 1. 0.0", "nnnddd.");
	assert_kinds("- -a --1 -", "ssss.");
	assert_kinds("1(2)3\"\"", "n(n)n\".");
}

TEST(refuses_what_sticks_to_a_number)
{
	assert_kinds("2x", "!");
	assert_kinds("1e9", "!");
	assert_kinds("1.5.2", "!");
	assert_kinds("1-2", "!");
	assert_kinds("#b12", "!");
	assert_kinds("#x1G", "!");
	assert_int_equal(fault_of("(f 2xyz)").length, 4);
	assert_string_equal(fault_of("2x").what,
		"2x: a name cannot begin with a digit, and nothing may stick "
		"to a number");
}

TEST(refuses_a_hash_without_digits)
{
	assert_kinds("#", "!");
	assert_kinds("#x", "!");
	assert_kinds("#b2", "!");
	assert_kinds("#d12", "!");
	assert_int_equal(fault_of("#true").length, 5);
}

TEST(refuses_block_comments_and_says_what_to_write)
{
	struct diagnostic fault = fault_of("#| (check-sat) |#");

	assert_int_equal(fault.kind, DIAGNOSTIC_TOKEN);
	assert_non_null(strstr(fault.what, "block comments"));
}

TEST(ends_a_comment_at_the_newline_or_at_the_end)
{
	assert_kinds("; (((\nx", "s.");
	assert_kinds("x;", "s.");
	assert_kinds("x ; no newline", "s.");
	assert_kinds("; a carriage return is no end\r(", ".");
}

TEST(takes_two_quotes_inside_of_a_string_for_one)
{
	assert_kinds("\"a\"\"b\"", "\".");
	assert_kinds("\"\"", "\".");
	assert_kinds("\"\"\"\"", "\".");
	assert_kinds("\"a\" \"b\"", "\"\".");
}

TEST(knows_no_backslash_in_a_string)
{
	assert_kinds("\"a\\\" x", "\"s.");
}

TEST(refuses_a_backslash_in_a_quoted_symbol)
{
	struct diagnostic fault = fault_of("|a\\|b|");

	assert_int_equal(fault.kind, DIAGNOSTIC_TOKEN);
	assert_int_equal(fault.offset, 0);
}

TEST(places_an_unterminated_string_at_its_quote)
{
	struct diagnostic fault = fault_of("(echo\n  \"a\nb");

	assert_int_equal(fault.kind, DIAGNOSTIC_STRING);
	assert_int_equal(fault.line, 2);
	assert_int_equal(fault.column, 3);
	assert_int_equal(fault.offset, 8);
	assert_int_equal(fault_of("\"a\"\"").kind, DIAGNOSTIC_STRING);
}

TEST(places_an_unterminated_symbol_at_its_bar)
{
	struct diagnostic fault = fault_of("x\n|a\nb");

	assert_int_equal(fault.kind, DIAGNOSTIC_QUOTED);
	assert_int_equal(fault.line, 2);
	assert_int_equal(fault.column, 1);
}

TEST(stands_before_a_bad_token)
{
	const char *text = "a\n \"b\nc";
	struct lexer l;
	struct token t;
	struct diagnostic first;
	struct diagnostic second;

	l = lexer_of(text, strlen(text));
	l.fault = &first;
	assert_true(lexer_next(&l, &t));
	assert_false(lexer_next(&l, &t));
	l.fault = &second;
	assert_false(lexer_next(&l, &t));
	assert_int_equal(first.line, second.line);
	assert_int_equal(first.column, second.column);
}

TEST(counts_columns_in_characters_and_offsets_in_bytes)
{
	struct token t = token_of("|\xc3\xa9\xe2\x89\xa4| x", 1);

	assert_int_equal(t.column, 6);
	assert_int_equal(t.offset, 8);
}

TEST(counts_lines_through_crlf_and_inside_of_quotes)
{
	struct token t = token_of("a\r\n|b\n\xc3\xa9| x", 2);

	assert_int_equal(t.line, 3);
	assert_int_equal(t.column, 4);
}

TEST(keeps_saying_that_the_end_is_reached)
{
	struct lexer l;
	struct token t;

	l = lexer_of("x", 1);
	assert_true(lexer_next(&l, &t));
	assert_true(lexer_next(&l, &t));
	assert_int_equal(t.kind, TOKEN_END);
	assert_true(lexer_next(&l, &t));
	assert_int_equal(t.kind, TOKEN_END);
}

TEST(stops_at_the_size_and_not_at_a_terminator)
{
	struct lexer l;
	struct token t;

	l = lexer_of("abc \"def\"", 2);
	assert_true(lexer_next(&l, &t));
	assert_int_equal(t.length, 2);
	l = lexer_of("\"def\"", 4);
	assert_false(lexer_next(&l, &t));
}

TEST(goes_into_a_text_at_a_term_and_stays_in_it)
{
	const char *text = "x\n |\xc3\xa9| (y z) w";
	struct token open = token_of(text, 2);
	struct lexer l;
	struct token t;

	open.length = strlen("(y z)"); /* as command_next gives a list */
	l = lexer_at(text, &open);
	assert_true(lexer_next(&l, &t));
	assert_int_equal(t.kind, TOKEN_OPEN);
	l = lexer_enter(text, &open);
	assert_true(lexer_next(&l, &t));
	assert_true(token_is(text, &t, "y"));
	assert_int_equal(t.line, 2);
	assert_int_equal(t.column, 7);
	while (t.kind != TOKEN_CLOSE)
		assert_true(lexer_next(&l, &t));
	assert_true(lexer_next(&l, &t));
	assert_int_equal(t.kind, TOKEN_END);
}

TEST(shows_a_long_word_cut_short)
{
	DROP(text) char *word = mem_grow(NULL, 100001, 1);
	struct diagnostic fault;

	memset(word, 'x', 100000);
	word[0] = '1';
	word[100000] = '\0';
	fault = fault_of(word);
	assert_int_equal(fault.length, 100000);
	assert_in_range(strlen(fault.what), 60, 200);
}

static void
becomes(const char *text, const char *expected)
{
	struct buf out;

	buf_init(&out, 1000);
	unicode_escape_add(&out, text, strlen(text));
	assert_string_equal(out.data, expected);
	buf_release(&out);
}

TEST(characters_of_a_string_are_escaped)
{
	becomes("(= s \"\u00e9\")", "(= s \"\\u{e9}\")");
	becomes("(= s \"a\u20ac\U0001F600b\") (= t \"\u00df\")",
		"(= s \"a\\u{20ac}\\u{1f600}b\") (= t \"\\u{df}\")");
}

TEST(ascii_stays_as_it_is)
{
	becomes("(= s \"a\"\"b\\u{e9}\")", "(= s \"a\"\"b\\u{e9}\")");
	becomes("", "");
}

TEST(names_and_comments_are_left_alone)
{
	becomes("|\u00e9| ; \"\u00e9\"\n\"\u00e9\"",
		"|\u00e9| ; \"\u00e9\"\n\"\\u{e9}\"");
}

TEST(a_place_after_an_escape_leads_back)
{
	const char *text = "(= \"\u00e9\" yy)";

	/* yy is at byte 12 of the copy, after \u{e9}. */
	assert_int_equal(unicode_escape_decode(text, strlen(text), 12),
		strstr(text, "yy") - text);
	assert_int_equal(unicode_escape_decode(text, strlen(text), 1), 1);
	assert_int_equal(
		unicode_escape_decode(text, strlen(text), 99), strlen(text));
	assert_int_equal(unicode_escape_decode("abc", 3, 2), 2);
}
