#include "unit/unit.h"

#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "json/json.h"

/* The text of the value of a text, owned; fails where it is refused. */
static char *
again_n(const char *text, size_t size)
{
	DROP(json) struct json_object *value = NULL;
	struct err e;

	if (!json_parse(text, size, &value, &e))
		fail_msg("%s: %s", text, e.text);
	return json_text(value);
}

static void
assert_again(const char *text, const char *wanted)
{
	DROP(text) char *written = again_n(text, strlen(text));

	assert_string_equal(written, wanted);
}

static void
assert_refused(const char *text, const char *reason)
{
	struct json_object *value = NULL;
	struct err e = {0};

	if (json_parse(text, strlen(text), &value, &e)) {
		json_free(value);
		fail_msg("%s is let in", text);
	}
	assert_null(value);
	assert_int_equal(e.code, ERR_ARGUMENT);
	if (strstr(e.text, reason) == NULL)
		fail_msg(
			"%s: \"%s\" does not say \"%s\"", text, e.text, reason);
}

TEST(every_kind_of_value_is_read)
{
	assert_again("null", "null");
	assert_again("true", "true");
	assert_again("false", "false");
	assert_again("0", "0");
	assert_again("-12", "-12");
	assert_again("1.5e-3", "1.5e-3");
	assert_again("\"\"", "\"\"");
	assert_again("[]", "[]");
	assert_again("{}", "{}");
	assert_again(
		"[1,[2,{\"a\":null}],\"b\"]", "[1,[2,{\"a\":null}],\"b\"]");
}

TEST(space_may_stand_between_all_tokens)
{
	assert_again(" \t\r\n{ \"a\" : [ 1 , 2 ] , \"b\" : { } }\n",
		"{\"a\":[1,2],\"b\":{}}");
}

TEST(other_space_is_refused)
{
	assert_refused("\v1", "control character 0x0b");
	assert_refused("\f1", "control character 0x0c");
	assert_refused("\xc2\xa0"
		       "1",
		"expected a value");
	assert_refused("\xef\xbb\xbf"
		       "1",
		"expected a value"); /* a byte order mark */
}

TEST(what_the_grammar_does_not_have_is_refused)
{
	static const char *const cases[][2] = {
		{"", "expected a value, found the end"},
		{"  ", "expected a value, found the end"},
		{"nul", "expected a value"},
		{"nullx", "expected the end after the value, found x"},
		{"True", "JSON writes true"},
		{"None", "JSON writes null"},
		{"NaN", "JSON has no NaN"},
		{"Infinity", "JSON has no infinity"},
		{"-Infinity", "expected a digit"},
		{"'a'", "double quotes"},
		{"{'a':1}", "expected a key in double quotes, found '"},
		{"{a:1}", "expected a key in double quotes, found a"},
		{"{\"a\" 1}", "expected a colon after the key, found 1"},
		{"{\"a\":}", "expected a value, found }"},
		{"{\"a\":1,}", "expected a key in double quotes, found }"},
		{"{,}", "expected a key"},
		{"{\"a\":1 \"b\":2}", "expected a comma or }"},
		{"{\"a\":1", "expected a comma or }, found the end"},
		{"{", "expected a key in double quotes, found the end"},
		{"[1,]", "expected a value, found ]"},
		{"[,1]", "expected a value, found ,"},
		{"[1 2]", "expected a comma or ], found 2"},
		{"[1}", "expected a comma or ], found }"},
		{"[", "expected a value, found the end"},
		{"]", "expected a value, found ]"},
		{"1 2", "expected the end after the value, found 2"},
		{"{}{}", "expected the end after the value"},
		{"// note\n1", "JSON has no comments"},
		{"/* note */1", "JSON has no comments"},
		{"```json\n1\n```", "Markdown fence"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_refused(cases[i][0], cases[i][1]);
}

TEST(a_nul_between_tokens_is_refused)
{
	struct json_object *value = NULL;
	struct err e;

	assert_false(json_parse("1\0", 2, &value, &e));
	assert_non_null(strstr(e.text, "found the control character 0x00"));
}

TEST(the_text_need_not_end_in_a_nul)
{
	DROP(text) char *number = again_n("123456", 3);
	DROP(text) char *word = again_n("truest", 4);

	assert_string_equal(number, "123");
	assert_string_equal(word, "true");
}

TEST(the_place_is_named_by_line_column_and_byte)
{
	assert_refused(
		"{\n  \"\xc3\xa4\": x}", "at line 2, column 8 (byte 10)");
	assert_refused("x", "at line 1, column 1 (byte 0)");
}

TEST(bad_utf8_is_refused_with_its_byte)
{
	assert_refused("[\"ab\xff\"]", "(byte 4): the byte 0xff is not UTF-8");
	assert_refused("\"\xed\xa0\x80\"", "is not UTF-8");
	assert_refused("\"\xc0\xaf\"", "is not UTF-8");
	assert_refused("{\"\xff\":1}", "is not UTF-8");
}

TEST(integers_of_64_bits_are_integers)
{
	static const char *const cases[] = {
		"0", "9223372036854775807", "-9223372036854775808"};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		DROP(json) struct json_object *value = NULL;
		struct err e;

		assert_true(json_parse(cases[i], strlen(cases[i]), &value, &e));
		if (json_kind(value) != JSON_INT)
			fail_msg("%s is no integer", cases[i]);
		assert_again(cases[i], cases[i]);
	}
}

TEST(other_numbers_keep_their_text)
{
	static const char *const cases[] = {"9223372036854775808",
		"-9223372036854775809", "123456789012345678901234567890", "1.0",
		"0.1", "1.50", "-0", "-0.0", "1e2", "1E+2", "1e400",
		"0.10000000000000000000000000001"};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		DROP(json) struct json_object *value = NULL;
		struct err e;

		assert_true(json_parse(cases[i], strlen(cases[i]), &value, &e));
		if (json_kind(value) != JSON_NUMBER)
			fail_msg("%s is no number", cases[i]);
		assert_again(cases[i], cases[i]);
	}
}

TEST(a_key_twice_in_one_object_is_refused)
{
	assert_refused("{\"a\":1,\"a\":1}", "the key \"a\" occurs twice");
	assert_refused("{\"a\":1,\"\\u0061\":2}", "the key \"a\" occurs twice");
	assert_refused("[{\"b\":{\"a\":null,\"a\":1}}]", "occurs twice");
}

TEST(a_key_with_a_nul_is_refused)
{
	assert_refused("{\"a\\u0000b\":1}", "a key with a NUL");
}

/* \`depth\` arrays inside of each other; owned by the caller. */
static char *
nested(size_t depth)
{
	char *text = mem_new(2 * depth + 1);

	memset(text, '[', depth);
	memset(text + depth, ']', depth);
	return text;
}

TEST(nests_as_deep_as_the_limit)
{
	DROP(text) char *text = nested(LIMIT_JSON_DEPTH);

	assert_again(text, text);
}

TEST(deeper_is_refused_at_the_bracket_that_is_too_much)
{
	DROP(text) char *deeper = nested(LIMIT_JSON_DEPTH + 1);
	DROP(text) char *deepest = nested(1000000);

	assert_refused(deeper, "(byte 64): nested deeper than 64 levels");
	assert_refused(deepest, "(byte 64): nested deeper than 64 levels");
}

TEST(siblings_do_not_nest)
{
	DROP(buf) struct buf b;
	DROP(text) char *written = NULL;

	buf_init(&b, MIB);
	(void)buf_add_text(&b, "[{}");
	for (int i = 0; i < 1000; i++)
		(void)buf_add_text(&b, ",[],{}");
	(void)buf_add_text(&b, "]");
	written = again_n(b.data, b.size);
	assert_string_equal(written, b.data);
}

/* Keys are looked up by a hash: 2 s would be far from enough otherwise. */
TEST(a_million_keys_take_no_time_to_speak_of)
{
	DROP(buf) struct buf b;
	DROP(json) struct json_object *value = NULL;
	struct err e;
	clock_t start;

	buf_init(&b, 32 * MIB);
	for (int i = 0; i < 1000000; i++)
		(void)buf_add_format(&b, "%c\"%x\":0", i == 0 ? '{' : ',', i);
	(void)buf_add_char(&b, '}');
	start = clock();
	assert_true(json_parse(b.data, b.size, &value, &e));
	assert_true(clock() - start < 10 * CLOCKS_PER_SEC);
	assert_int_equal(json_count(value), 1000000);
}

/* 5.6 million empty objects would take 4 GiB. */
TEST(refuses_what_would_fill_the_memory)
{
	DROP(buf) struct buf b;

	buf_init(&b, LIMIT_MESSAGE);
	(void)buf_add_char(&b, '[');
	while (buf_add_text(&b, "{},"))
		;
	assert_refused(b.data, "too many values");
}

static bool
is_message(const char *unit, int count, struct err *e)
{
	DROP(buf) struct buf b;
	DROP(json) struct json_object *value = NULL;

	buf_init(&b, LIMIT_MESSAGE);
	buf_add_char(&b, '[');
	for (int i = 1; i < count; i++)
		buf_add_format(&b, "%s,", unit);
	buf_add_format(&b, "%s]", unit);
	return json_parse_message(b.data, b.size, &value, e);
}

TEST(a_message_of_a_client_has_a_limited_number_of_values)
{
	struct err e;

	assert_true(is_message("1", LIMIT_MESSAGE_VALUES - 1, &e));
	assert_false(is_message("1", LIMIT_MESSAGE_VALUES, &e));
	assert_non_null(strstr(e.text, "250000 are the limit"));
	assert_true(is_message("{}", 90000, &e));
	assert_false(is_message("{}", 100000, &e));
	assert_non_null(strstr(e.text, "more than 96 MiB"));
}

TEST(one_string_may_fill_a_whole_message)
{
	DROP(text) char *text = mem_new(LIMIT_MESSAGE + 1);
	DROP(json) struct json_object *value = NULL;
	struct err e;

	memset(text, 'a', LIMIT_MESSAGE);
	text[0] = text[LIMIT_MESSAGE - 1] = '"';
	assert_true(json_parse(text, LIMIT_MESSAGE, &value, &e));
	assert_int_equal(json_string_size(value), LIMIT_MESSAGE - 2);
}

TEST(weighs_values_as_it_counts_them)
{
	static const char text[] = "{\"a\":[\"12345678\",1,null]}";
	struct json_object *value = NULL;
	struct err e;

	assert_true(json_parse(text, strlen(text), &value, &e));
	assert_int_equal(json_weight(value),
		1024 + (128 + 1) + 128 + (64 + 8) + 64 + 64);
	json_free(value);
}

/* --- strings and numbers -------------------------------------------------- */

static void
assert_string(const char *text, const char *wanted, size_t wanted_size)
{
	DROP(json) struct json_object *value = NULL;
	struct err e;

	if (!json_parse(text, strlen(text), &value, &e))
		fail_msg("%s: %s", text, e.text);
	if (json_string_size(value) != wanted_size ||
		memcmp(json_string(value), wanted, wanted_size) != 0)
		fail_msg("%s became %s", text, json_string(value));
}

TEST(every_letter_escape_has_its_meaning)
{
	assert_string("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", 8);
}

TEST(unicode_escapes_become_utf8)
{
	assert_string("\"\\u0041\"", "A", 1);
	assert_string("\"\\u007f\"", "\x7f", 1);
	assert_string("\"\\u0080\"", "\xc2\x80", 2);
	assert_string("\"\\u07FF\"", "\xdf\xbf", 2);
	assert_string("\"\\u0800\"", "\xe0\xa0\x80", 3);
	assert_string("\"\\uFfFf\"", "\xef\xbf\xbf", 3);
	assert_string("\"\\uaA00\"", "\xea\xa8\x80", 3);
	assert_string("\"\\ud7ff\\ue000\"", "\xed\x9f\xbf\xee\x80\x80", 6);
}

TEST(surrogate_pairs_become_one_character)
{
	assert_string("\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80", 4);
	assert_string("\"\\ud800\\udc00\"", "\xf0\x90\x80\x80", 4);
	assert_string("\"\\udbff\\udfff\"", "\xf4\x8f\xbf\xbf", 4);
}

TEST(lone_surrogates_become_the_replacement_character)
{
	assert_string("\"\\ud800\"", "\xef\xbf\xbd", 3);
	assert_string("\"\\udfff\"", "\xef\xbf\xbd", 3);
	assert_string("\"\\ud800x\"", "\xef\xbf\xbdx", 4);
	assert_string("\"\\ud800\\n\"", "\xef\xbf\xbd\n", 4);
	assert_string("\"\\ud800\\u0041\"",
		"\xef\xbf\xbd"
		"A",
		4);
	assert_string("\"\\udc00\\ud800\"", "\xef\xbf\xbd\xef\xbf\xbd", 6);
	assert_string(
		"\"\\ud800\\ud83d\\ude00\"", "\xef\xbf\xbd\xf0\x9f\x98\x80", 7);
}

TEST(an_escaped_nul_is_kept)
{
	assert_string("\"a\\u0000b\"", "a\0b", 3);
}

TEST(what_is_no_string_is_refused)
{
	static const char *const cases[][2] = {
		{"\"", "a string without its end"},
		{"\"abc", "a string without its end"},
		{"\"abc\\n", "a string without its end"},
		{"\"\\", "a string without its end"},
		{"\"\\x41\"", "(byte 2): a backslash is followed by"},
		{"\"\\'\"", "a backslash is followed by"},
		{"\"\\\n\"", "a backslash is followed by"},
		{"\"\\u12\"", "four hexadecimal digits"},
		{"\"\\u12g4\"", "four hexadecimal digits"},
		{"\"\\u", "a string without its end"},
		{"\"\\u\"", "four hexadecimal digits"},
		{"\"\\ud800\\u12\"", "four hexadecimal digits"},
		{"\"\\U0041\"", "a backslash is followed by"},
		{"\"a\nb\"", "control character 0x0a in a string; write it as "
			     "\\u000a"},
		{"\"\\n\t\"", "control character 0x09 in a string"},
		{"\"\x1f\"", "control character 0x1f in a string"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_refused(cases[i][0], cases[i][1]);
}

TEST(a_string_without_end_is_shown_where_it_begins)
{
	assert_refused("\"abc\n", "(byte 4): the control character");
	assert_refused("\"abc", "(byte 0): a string without");
}

TEST(what_is_no_number_is_refused)
{
	static const char *const cases[] = {"-", "01", "-01", "00", "1.",
		"1.e2", "1e", "1e+", "1e-", "-a", "--1", "12abc", "0x10",
		"1.5.2", "1-2"};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_refused(cases[i], "not JSON");
}

TEST(a_character_is_shown_whole)
{
	assert_refused("\xe2\x82\xac!", "found \xe2\x82\xac");
}

TEST(a_text_of_our_own_that_is_not_json_reads_as_nothing)
{
	DROP(json) struct json_object *list = json_read("[1]");

	assert_int_equal(json_count(list), 1);
	assert_null(json_read("[1"));
	assert_null(json_read(""));
	assert_null(json_read("null"));
	assert_null(json_read(NULL));
}

/* Strings are looked at in words of 8 bytes. */
TEST(an_escape_or_a_quote_is_found_at_every_place_of_a_long_string)
{
	static const char *const pieces[][2] = {{"\\n", "\n"}, {"\\\"", "\""},
		{"\\\\", "\\"}, {"\\u00e9", "\xc3\xa9"},
		{"\xc3\xa9", "\xc3\xa9"}, {"", ""}};

	for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
		for (int at = 0; at < 20; at++) {
			DROP(text)
			char *json = text_format("[\"%.*s%s%s\"]", at,
				"abcdefghijklmnopqrst", pieces[i][0],
				"uvwxyzuvwxyz");
			DROP(text)
			char *wanted = text_format("%.*s%s%s", at,
				"abcdefghijklmnopqrst", pieces[i][1],
				"uvwxyzuvwxyz");
			DROP(json) struct json_object *value = NULL;
			struct err e;

			assert_true(json_parse(json, strlen(json), &value, &e));
			assert_string_equal(
				json_string(json_at(value, 0)), wanted);
		}
	}
	assert_refused("[\"0123456789\tabc\"]", "control character");
	assert_refused("[\"0123456789\\qabc\"]", "a backslash is followed");
}
