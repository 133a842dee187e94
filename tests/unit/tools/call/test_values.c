#include "unit/unit.h"

#include "tools/call/values.h"

#include <string.h>

#include "base/alloc.h"
#include "wire/answer.h"
#include "json/json.h"

static void
expect_number(const char *smtlib, const char *json)
{
	DROP(json) struct json_object *value = values_number(smtlib);
	DROP(text) char *text = json_text(value);

	if (strcmp(text, json) != 0)
		fail_msg("%s became %s, not %s", smtlib, text, json);
}

TEST(an_integer_is_a_number_as_long_as_it_is_exact)
{
	expect_number("0", "0");
	expect_number("42", "42");
	expect_number("(- 42)", "-42");
	expect_number("-42", "-42");
	expect_number("9007199254740991", "9007199254740991");
	expect_number("9007199254740992", "\"9007199254740992\"");
	expect_number("(- 9007199254740992)", "\"-9007199254740992\"");
	expect_number("123456789012345678901234567890",
		"\"123456789012345678901234567890\"");
}

TEST(a_real_is_an_exact_string)
{
	expect_number("2.0", "\"2\"");
	expect_number("(- 2.0)", "\"-2\"");
	expect_number("(/ 1.0 3.0)", "\"1/3\"");
	expect_number("(/ 1 3)", "\"1/3\"");
	expect_number("(- (/ 1.0 3.0))", "\"-1/3\"");
}

TEST(what_is_no_number_stays_as_it_is)
{
	expect_number("oo", "\"oo\"");
	expect_number("(+ 1 epsilon)", "\"(+ 1 epsilon)\"");
	expect_number("#x0f", "\"#x0f\"");
	expect_number("", "\"\"");
	expect_number("-", "\"-\"");
	expect_number("(/", "\"(/\"");
	expect_number("(/ 1)", "\"(/ 1)\"");
	expect_number("(- )", "\"(- )\"");
	expect_number("1.", "\"1.\"");
}

/* The texts are not changed. */
static char *
fixed(const char *constant)
{
	return (char *)(uintptr_t)constant;
}

TEST(values_and_sorts_are_by_name)
{
	struct answer_value list[] = {
		{fixed("x"), fixed("Int"), fixed("5")},
		{fixed("p"), fixed("Bool"), fixed("true")},
	};
	const struct answer_check check = {.values = {list, 2, 0}};
	DROP(values) struct values values = {0};
	DROP(text) char *json = NULL;
	DROP(buf) struct buf lines;

	buf_init(&lines, 1000);
	assert_true(values_read(&check, 1000, 0, &values));
	json = json_text(values.values);
	assert_string_equal(json, "{\"x\":5,\"p\":true}");
	assert_string_equal(json_get_string(values.sorts, "x"), "Int");
	values_add_lines(&values, &lines);
	assert_string_equal(lines.data, "x = 5\np = true\n");
	assert_null(values_formula(&values));
}

/* Whose name a constant may have. */
TEST(a_declared_sort_has_its_elements_among_the_sorts)
{
	struct answer_value list[] = {
		{fixed("U"), fixed("Int"), fixed("5")},
		{fixed("U"), fixed("{U!val!0}"), fixed("")},
		{fixed("(Q Int)"), fixed("{a, b}"), fixed("")},
	};
	const struct answer_check check = {.values = {list, 3, 0}};
	DROP(values) struct values values = {0};
	DROP(buf) struct buf lines;

	buf_init(&lines, 1000);
	assert_true(values_read(&check, 1000, 0, &values));
	assert_string_equal(json_get_string(values.sorts, "U"), "Int");
	assert_string_equal(json_get_string(values.sorts, "(Q Int)"), "{a, b}");
	values_add_lines(&values, &lines);
	assert_string_equal(lines.data, "U = 5\nsort (Q Int) = {a, b}\n");
}

TEST(a_function_that_is_a_formula_is_found)
{
	struct answer_value list[] = {
		{fixed("x"), fixed("String"), fixed("\"x!0\"")},
		{fixed("f"), fixed("(Int) Int"),
			fixed("{\"entries\":[],\"else\":3}")},
		{fixed("g"), fixed("(Int) Bool"),
			fixed("{\"entries\":[],\"else\":\"(< x!0 3)\"}")},
	};
	struct answer_check check = {.values = {list, 3, 0}};
	DROP(values) struct values all = {0};
	DROP(values) struct values tables = {0};

	assert_true(values_read(&check, 1000, 0, &all));
	assert_string_equal(values_formula(&all), "g");
	check.values.count = 2;
	assert_true(values_read(&check, 1000, 0, &tables));
	assert_null(values_formula(&tables));
}

TEST(a_value_that_is_no_json_makes_the_answer_void)
{
	struct answer_value list[] = {
		{fixed("x"), fixed("Int"), fixed("5")},
		{fixed("y"), fixed("Int"), fixed("5 5")},
	};
	const struct answer_check check = {.values = {list, 2, 0}};
	DROP(values) struct values values = {0};

	assert_false(values_read(&check, 1000, 0, &values));
	assert_null(values.values);
}

TEST(values_without_room_are_counted)
{
	struct answer_value list[] = {
		{fixed("x"), fixed("Int"), fixed("\"much too long for this\"")},
		{fixed("y"), fixed("Int"), fixed("5")},
	};
	const struct answer_check check = {.values = {list, 2, 0}};
	DROP(values) struct values values = {0};

	assert_true(values_read(&check, 10, 0, &values));
	assert_int_equal(values.left_out, 1);
	assert_int_equal(json_get_int(values.values, "y", 0), 5);
}

TEST(what_was_asked_for_has_the_room_first)
{
	struct answer_value list[] = {
		{fixed("x"), fixed("Int"), fixed("1")},
		{fixed("y"), fixed("Int"), fixed("2")},
		{fixed("(+ x y)"), fixed("Int"), fixed("3")},
	};
	const struct answer_check check = {.values = {list, 3, 0}};
	DROP(values) struct values values = {0};
	DROP(text) char *json = NULL;

	assert_true(values_read(&check, 25, 1, &values));
	json = json_text(values.values);
	assert_string_equal(json, "{\"x\":1,\"(+ x y)\":3}");
	assert_int_equal(values.left_out, 1);
}
