#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "tools/call/values.h"
#include "json/json.h"

/* One value as text, without the line break at its end. */
static char *
shown(const char *sort, const char *json)
{
	DROP(json) struct json_object *value = NULL;
	struct err ignored;
	DROP(buf) struct buf out;

	buf_init(&out, 100000);
	assert_true(json_parse(json, strlen(json), &value, &ignored));
	value_text_add("v", value, sort, &out);
	assert_int_equal(out.data[out.size - 1], '\n');
	buf_truncate(&out, out.size - 1);
	return buf_detach(&out);
}

static void
expect(const char *sort, const char *json, const char *text)
{
	DROP(text) char *is = shown(sort, json);

	assert_string_equal(is, text);
}

#define ENTRY(args, value) "{\"args\":[" args "],\"value\":" value "}"

TEST(a_string_has_quotes_and_the_name_of_a_value_has_none)
{
	expect("String", "\"a \\\"b\"", "v = \"a \\\"b\"");
	expect("Color", "\"red\"", "v = red");
	expect("Int", "\"12345678901234567890\"", "v = 12345678901234567890");
	expect("Int", "null", "v = not determined");
	expect(NULL, "\"red\"", "v = \"red\"");
}

/* Nobody may read it as the value of what is not listed. */
TEST(what_is_open_in_a_table_is_said_to_be_open)
{
	expect("(Int) Int",
		"{\"entries\":[" ENTRY("1", "4") "," ENTRY(
			"2", "null") "],"
				     "\"else\":null}",
		"v(1..2) = 4 not determined; else not determined");
	expect("(Int) Bool",
		"{\"entries\":[" ENTRY("1", "true") "," ENTRY(
			"2", "null") "],"
				     "\"else\":false}",
		"v(1..2) = true not determined; else false");
	expect("(Int Int) Bool",
		"{\"entries\":[" ENTRY("1,1", "true") "," ENTRY(
			"1,2", "false") "," ENTRY("2,1",
			"null") "," ENTRY("2,2", "true") "],"
							 "\"else\":false}",
		"v (rows 1..2, columns 1..2; else false):\n"
		"  true false\n"
		"  not determined true");
	expect("(Array Int (Array Int Bool))",
		"{\"entries\":[" ENTRY(
			"1", "null") "],\"else\":"
				     "{\"entries\":[],\"else\":false}}",
		"v = 1 -> not determined; else {else false}");
}

TEST(a_json_has_null_if_a_part_of_it_is)
{
	static const char *const texts[] = {"null", "[1,null]",
		"{\"entries\":[" ENTRY("1", "null") "],\"else\":0}",
		"{\"entries\":[],\"else\":null}"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		DROP(json) struct json_object *value = json_read(texts[i]);
		DROP(json)
		struct json_object *known = json_read(
			"{\"entries\":[" ENTRY("1", "2") "],\"else\":0}");

		assert_true(json_has_null(value));
		assert_false(json_has_null(known));
	}
}

TEST(a_real_has_its_decimal)
{
	expect("Real", "\"2\"", "v = 2");
	expect("Real", "\"-1/3\"", "v = -1/3 (-0.3333333333)");
	expect("Real", "\"1000000000000000000000/333333333333333333333\"",
		"v = about 3 (exactly a number of 44 characters)");
	expect("Real", "{\"exact\":\"(root-obj x)\",\"approx\":\"1.41421\"}",
		"v = 1.41421...");
	/* The decimal was not known in time. */
	expect("Real", "{\"exact\":\"(root-obj x)\"}", "v = (root-obj x)");
	expect("Float32", "{\"value\":0.5,\"exact\":\"1/2\"}", "v = 0.5");
	expect("Float32", "{\"value\":\"-oo\",\"exact\":\"(_ -oo 8 24)\"}",
		"v = -oo");
}

TEST(a_bit_vector_has_its_numbers)
{
	expect("(_ BitVec 8)", "\"#x0f\"", "v = #x0f (15)");
	expect("(_ BitVec 8)", "\"#xff\"", "v = #xff (255, signed -1)");
	expect("(_ BitVec 3)", "\"#b101\"", "v = #b101 (5, signed -3)");
	expect("(_ BitVec 1)", "\"#b1\"", "v = #b1 (1)");
	expect("(_ BitVec 64)", "\"#xffffffffffffffff\"",
		"v = #xffffffffffffffff (18446744073709551615, signed -1)");
	expect("(_ BitVec 68)", "\"#x0ffffffffffffffff\"",
		"v = #x0ffffffffffffffff");
}

TEST(a_row_of_numbers_is_a_vector)
{
	expect("(Int) String",
		"{\"entries\":[" ENTRY("1", "\"#x4\"") "],\"else\":\"a\"}",
		"v = 1 -> \"#x4\"; else \"a\"");
	expect("(Int) (_ BitVec 4)",
		"{\"entries\":[" ENTRY("1", "\"#x4\"") "," ENTRY(
			"2", "\"#xf\"") "],\"else\":\"#xf\"}",
		"v(1..2) = 4 15; else #xf (15, signed -1)");
	expect("((_ BitVec 4)) Int",
		"{\"entries\":[" ENTRY("\"#x4\"", "5") "],\"else\":0}",
		"v = #x4 -> 5; else 0");
	expect("(Int) Int",
		"{\"entries\":[" ENTRY("1", "4") "," ENTRY("2", "2") "," ENTRY(
			"3", "7") "],\"else\":0}",
		"v(1..3) = 4 2 7; else 0");
	expect("(Array Int Color)",
		"{\"entries\":[" ENTRY("0", "\"red\"") "," ENTRY(
			"1", "\"blue\"") "],\"else\":\"red\"}",
		"v(0..1) = red blue; else red");
}

TEST(two_arguments_that_are_all_there_are_a_grid)
{
	expect("(Int Int) Int",
		"{\"entries\":[" ENTRY("1,1", "4") "," ENTRY(
			"1,2", "2") "," ENTRY("2,1", "7") "," ENTRY("2,2",
			"9") "],\"else\":0}",
		"v (rows 1..2, columns 1..2; else 0):\n  4 2\n  7 9");
	expect("(Day Int) Int",
		"{\"entries\":[" ENTRY("\"mon\",3", "4") "," ENTRY(
			"\"mon\",5", "2") "," ENTRY("\"tue\",3",
			"7") "," ENTRY("\"tue\",5", "9") "],\"else\":0}",
		"v (rows mon tue, columns 3 5; else 0):\n"
		"  mon: 4 2\n  tue: 7 9");
}

TEST(a_relation_is_where_it_is_true)
{
	expect("(Int Int) Bool",
		"{\"entries\":[" ENTRY("1,1", "true") "," ENTRY(
			"1,2", "true") "," ENTRY("2,1",
			"false") "," ENTRY("2,2", "true") "],\"else\":false}",
		"v (rows 1..2; where it is true in columns 1..2; beyond them "
		"false):\n"
		"  1: 1 2\n  2: 2");
	expect("(P P) Bool",
		"{\"entries\":[" ENTRY("\"a\",\"b\"", "true") "," ENTRY(
			"\"b\",\"a\"", "false") "],\"else\":false}",
		"v = true for (a, b); else false");
	expect("(P) Bool",
		"{\"entries\":[" ENTRY("\"a\"", "true") "," ENTRY(
			"\"b\"", "false") "],\"else\":true}",
		"v = true for a; false for b; else true");
	expect("(P) Bool",
		"{\"entries\":[" ENTRY("\"a\"", "false") "],\"else\":false}",
		"v = false for all arguments");
	expect("(Int) Bool",
		"{\"entries\":[" ENTRY("1", "true") "," ENTRY(
			"2", "false") "," ENTRY("3",
			"true") "],\"else\":\"(or (= x!0 1) (= x!0 2) (= x!0 "
				"3))\"}",
		"v(1..3) = true for 1, 3; else a long formula");
	expect("(Int) Bool",
		"{\"entries\":[" ENTRY("1", "false") "," ENTRY(
			"2", "false") "],\"else\":true}",
		"v(1..2) = all false; else true");
}

TEST(a_sequence_is_as_smtlib_writes_it)
{
	expect("(Seq Int)", "\"(seq.++ (seq.unit 5) (seq.unit (- 6)))\"",
		"v = (seq.++ (seq.unit 5) (seq.unit (- 6)))");
}

#define TABLE(entries, otherwise) \
	"{\"entries\":[" entries "],\"else\":" otherwise "}"

TEST(an_array_of_arrays_is_one_table)
{
	const char *sort = "(Array Int (Array Int Int))";
	const char *grid = TABLE(
		ENTRY("1",
			TABLE(ENTRY("1", "4") "," ENTRY("2", "5"), "0")) "," //
		ENTRY("2", TABLE(ENTRY("1", "6") "," ENTRY("2", "7"), "0")),
		TABLE("", "0"));

	expect(sort, grid, "v (rows 1..2, columns 1..2):\n  4 5\n  6 7");
	expect(sort, TABLE("", TABLE("", "7")), "v = 7 for all arguments");
	expect(sort, TABLE(ENTRY("1", TABLE("", "7")), TABLE("", "8")),
		"v = 1 -> {else 7}; else {else 8}");
	expect("(Array Int (Array Int (Array Bool Color)))",
		TABLE(ENTRY("1",
			      TABLE(ENTRY("2", TABLE(ENTRY("true", "\"red\""),
						       "\"blue\"")),
				      TABLE("", "\"red\""))),
			TABLE("", TABLE("", "\"red\""))),
		"v = (1, 2, true) -> red");
	expect(sort, TABLE(ENTRY("1", "3"), "0"), "v = 1 -> 3; else 0");
}

TEST(all_else_is_rows)
{
	expect("(Int) Int",
		"{\"entries\":[" ENTRY("1", "4") "," ENTRY(
			"5", "2") "],\"else\":\"(+ x!0 1)\"}",
		"v = 1 -> 4, 5 -> 2; else (+ x!0 1)");
	expect("(Int) Int", "{\"entries\":[],\"else\":7}",
		"v = 7 for all arguments");
	expect("(Int) Int", "{\"entries\":[" ENTRY("1", "4") "]}",
		"v = 1 -> 4; else a long formula");
	expect("(Int Int Int) Int",
		"{\"entries\":[" ENTRY("1,2,3", "4") "],\"else\":0}",
		"v = (1, 2, 3) -> 4; else 0");
}

/* A worker may be anybody after it has read a text. */
TEST(what_is_no_table_is_shown_as_it_is)
{
	expect("(Int) Int", "{\"entries\":[3],\"else\":0}",
		"v = {\"entries\":[3],\"else\":0}");
	expect("(Int Int) Int", "{\"entries\":[" ENTRY("1", "4") "]}",
		"v = {\"entries\":[" ENTRY("1", "4") "]}");
	expect("(Int) Int", "{\"entries\":[{\"args\":[1]}]}",
		"v = 1 -> not determined; else a long formula");
	expect("(", "{\"entries\":[]}", "v = {\"entries\":[]}");
	expect("(_ BitVec 8)", "\"#\"", "v = #");
	expect("(_ BitVec 8)", "\"#x\"", "v = #x");
	expect("(Int) Real",
		"{\"entries\":[],\"else\":\"(+ 1.0 (* 2.0 (to_real x!0)))\"}",
		"v = (+ 1.0 (* 2.0 (to_real x!0))) for all arguments");
}

TEST(what_is_long_is_cut_and_says_so)
{
	DROP(buf) struct buf json;
	DROP(text) char *text = NULL;
	DROP(text) char *table = NULL;

	buf_init(&json, 100000);
	buf_add_char(&json, '"');
	for (int i = 0; i < 3000; i++)
		buf_add_char(&json, 'x');
	buf_add_char(&json, '"');
	text = shown("L", json.data);
	assert_true(strlen(text) < 1100);
	assert_non_null(strstr(text, "... (3000 characters)"));
	buf_clear(&json);
	buf_add_text(&json, "{\"entries\":[");
	for (int i = 0; i < 2000; i++)
		buf_add_format(&json, "%s{\"args\":[%d],\"value\":%d}",
			i > 0 ? "," : "", 3 * i, i);
	buf_add_text(&json, "],\"else\":0}");
	table = shown("(Int) Int", json.data);
	assert_true(strlen(table) < 3200);
	assert_non_null(strstr(table, "get_solution"));
}
