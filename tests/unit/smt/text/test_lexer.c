#include "unit/smt/lexed.h"

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
	struct diagnostic fault;
	size_t count = 0;

	lexer_init(&l, text, strlen(text));
	do {
		bool is_token = lexer_next(&l, &t, &fault);

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

	lexer_init(&l, text, strlen(text));
	while (lexer_next(&l, &t, &fault) && t.kind != TOKEN_END)
		;
	return fault;
}

static void
tells_the_kinds_of_tokens_apart(void **state)
{
	(void)state;
	assert_kinds("(f |x y| :named \"s\" 12 1.5 #x0F #b01)", "(sqk\"ndxb).");
	assert_kinds("", ".");
	assert_kinds(" \t\r\n", ".");
	assert_kinds("a(b)c", "s(s)s.");
	assert_kinds("a|b|\"c\"", "sq\".");
	assert_kinds("::a", "kk.");
}

static void
takes_the_symbol_characters_of_libz3(void **state)
{
	(void)state;
	assert_kinds("~!@$%^&*_-+=<>.?/,", "s.");
	assert_kinds("x_1 >= => ! _ -> <=>", "sssssss.");
	assert_kinds("a{", "s!");
	assert_kinds("a'", "s!");
	assert_kinds("[1]", "!");
	assert_kinds("a\\b", "s!");
	assert_kinds("a\fb", "s!");
}

static void
refuses_a_character_outside_of_ascii_as_a_whole(void **state)
{
	struct diagnostic fault = fault_of("(f \xe2\x89\xa4 x)");

	(void)state;
	assert_int_equal(fault.kind, DIAGNOSTIC_TOKEN);
	assert_int_equal(fault.offset, 3);
	assert_int_equal(fault.length, 3);
}

static void
takes_any_character_in_quotes_and_comments(void **state)
{
	(void)state;
	assert_kinds(
		"|\xe2\x89\xa4;(\n| \"\xc3\xa9;)|\n\" ; \xc3\xa9 ( \" |\nx",
		"q\"s.");
}

static void
reads_numbers_as_libz3_does(void **state)
{
	(void)state;
	assert_kinds("0 007 -1 -1.5 1. 0.0", "nnnddd.");
	assert_kinds("- -a --1 -", "ssss.");
	assert_kinds("1(2)3\"\"", "n(n)n\".");
}

static void
refuses_what_sticks_to_a_number(void **state)
{
	(void)state;
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

static void
refuses_a_hash_without_digits(void **state)
{
	(void)state;
	assert_kinds("#", "!");
	assert_kinds("#x", "!");
	assert_kinds("#b2", "!");
	assert_kinds("#d12", "!");
	assert_int_equal(fault_of("#true").length, 5);
}

static void
refuses_block_comments_and_says_what_to_write(void **state)
{
	struct diagnostic fault = fault_of("#| (check-sat) |#");

	(void)state;
	assert_int_equal(fault.kind, DIAGNOSTIC_TOKEN);
	assert_non_null(strstr(fault.what, "block comments"));
}

static void
ends_a_comment_at_the_newline_or_at_the_end(void **state)
{
	(void)state;
	assert_kinds("; (((\nx", "s.");
	assert_kinds("x;", "s.");
	assert_kinds("x ; no newline", "s.");
	assert_kinds("; a carriage return is no end\r(", ".");
}

static void
takes_two_quotes_inside_of_a_string_for_one(void **state)
{
	(void)state;
	assert_kinds("\"a\"\"b\"", "\".");
	assert_kinds("\"\"", "\".");
	assert_kinds("\"\"\"\"", "\".");
	assert_kinds("\"a\" \"b\"", "\"\".");
}

static void
knows_no_backslash_in_a_string(void **state)
{
	(void)state;
	assert_kinds("\"a\\\" x", "\"s.");
}

static void
refuses_a_backslash_in_a_quoted_symbol(void **state)
{
	struct diagnostic fault = fault_of("|a\\|b|");

	(void)state;
	assert_int_equal(fault.kind, DIAGNOSTIC_TOKEN);
	assert_int_equal(fault.offset, 0);
}

static void
places_an_unterminated_string_at_its_quote(void **state)
{
	struct diagnostic fault = fault_of("(echo\n  \"a\nb");

	(void)state;
	assert_int_equal(fault.kind, DIAGNOSTIC_STRING);
	assert_int_equal(fault.line, 2);
	assert_int_equal(fault.column, 3);
	assert_int_equal(fault.offset, 8);
	assert_int_equal(fault_of("\"a\"\"").kind, DIAGNOSTIC_STRING);
}

static void
places_an_unterminated_symbol_at_its_bar(void **state)
{
	struct diagnostic fault = fault_of("x\n|a\nb");

	(void)state;
	assert_int_equal(fault.kind, DIAGNOSTIC_QUOTED);
	assert_int_equal(fault.line, 2);
	assert_int_equal(fault.column, 1);
}

static void
stands_before_a_bad_token(void **state)
{
	const char *text = "a\n \"b\nc";
	struct lexer l;
	struct token t;
	struct diagnostic first;
	struct diagnostic second;

	(void)state;
	lexer_init(&l, text, strlen(text));
	assert_true(lexer_next(&l, &t, &first));
	assert_false(lexer_next(&l, &t, &first));
	assert_false(lexer_next(&l, &t, &second));
	assert_int_equal(first.line, second.line);
	assert_int_equal(first.column, second.column);
}

static void
counts_columns_in_characters_and_offsets_in_bytes(void **state)
{
	struct token t = token_of("|\xc3\xa9\xe2\x89\xa4| x", 1);

	(void)state;
	assert_int_equal(t.column, 6);
	assert_int_equal(t.offset, 8);
}

static void
counts_lines_through_crlf_and_inside_of_quotes(void **state)
{
	struct token t = token_of("a\r\n|b\n\xc3\xa9| x", 2);

	(void)state;
	assert_int_equal(t.line, 3);
	assert_int_equal(t.column, 4);
}

static void
keeps_saying_that_the_end_is_reached(void **state)
{
	struct lexer l;
	struct token t;
	struct diagnostic fault;

	(void)state;
	lexer_init(&l, "x", 1);
	assert_true(lexer_next(&l, &t, &fault));
	assert_true(lexer_next(&l, &t, &fault));
	assert_int_equal(t.kind, TOKEN_END);
	assert_true(lexer_next(&l, &t, &fault));
	assert_int_equal(t.kind, TOKEN_END);
}

static void
stops_at_the_size_and_not_at_a_terminator(void **state)
{
	struct lexer l;
	struct token t;
	struct diagnostic fault;

	(void)state;
	lexer_init(&l, "abc \"def\"", 2);
	assert_true(lexer_next(&l, &t, &fault));
	assert_int_equal(t.length, 2);
	lexer_init(&l, "\"def\"", 4);
	assert_false(lexer_next(&l, &t, &fault));
}

static void
goes_into_a_text_at_a_term_and_stays_in_it(void **state)
{
	const char *text = "x\n |\xc3\xa9| (y z) w";
	struct token open = token_of(text, 2);
	struct lexer l;
	struct token t;
	struct diagnostic fault;

	(void)state;
	open.length = strlen("(y z)"); /* as command_next gives a list */
	lexer_at(&l, text, &open);
	assert_true(lexer_next(&l, &t, &fault));
	assert_int_equal(t.kind, TOKEN_OPEN);
	lexer_enter(&l, text, &open);
	assert_true(lexer_next(&l, &t, &fault));
	assert_true(token_is(text, &t, "y"));
	assert_int_equal(t.line, 2);
	assert_int_equal(t.column, 7);
	while (t.kind != TOKEN_CLOSE)
		assert_true(lexer_next(&l, &t, &fault));
	assert_true(lexer_next(&l, &t, &fault));
	assert_int_equal(t.kind, TOKEN_END);
}

static void
shows_a_long_word_cut_short(void **state)
{
	DROP(text) char *word = mem_grow(NULL, 100001, 1);
	struct diagnostic fault;

	(void)state;
	memset(word, 'x', 100000);
	word[0] = '1';
	word[100000] = '\0';
	fault = fault_of(word);
	assert_int_equal(fault.length, 100000);
	assert_in_range(strlen(fault.what), 60, 200);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tells_the_kinds_of_tokens_apart),
		cmocka_unit_test(takes_the_symbol_characters_of_libz3),
		cmocka_unit_test(
			refuses_a_character_outside_of_ascii_as_a_whole),
		cmocka_unit_test(takes_any_character_in_quotes_and_comments),
		cmocka_unit_test(reads_numbers_as_libz3_does),
		cmocka_unit_test(refuses_what_sticks_to_a_number),
		cmocka_unit_test(refuses_a_hash_without_digits),
		cmocka_unit_test(refuses_block_comments_and_says_what_to_write),
		cmocka_unit_test(ends_a_comment_at_the_newline_or_at_the_end),
		cmocka_unit_test(takes_two_quotes_inside_of_a_string_for_one),
		cmocka_unit_test(knows_no_backslash_in_a_string),
		cmocka_unit_test(refuses_a_backslash_in_a_quoted_symbol),
		cmocka_unit_test(places_an_unterminated_string_at_its_quote),
		cmocka_unit_test(places_an_unterminated_symbol_at_its_bar),
		cmocka_unit_test(stands_before_a_bad_token),
		cmocka_unit_test(
			counts_columns_in_characters_and_offsets_in_bytes),
		cmocka_unit_test(
			counts_lines_through_crlf_and_inside_of_quotes),
		cmocka_unit_test(keeps_saying_that_the_end_is_reached),
		cmocka_unit_test(stops_at_the_size_and_not_at_a_terminator),
		cmocka_unit_test(goes_into_a_text_at_a_term_and_stays_in_it),
		cmocka_unit_test(shows_a_long_word_cut_short),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
