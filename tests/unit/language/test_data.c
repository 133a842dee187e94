#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "language/data.h"
#include "language/language.h"

/* What follows the comment that holds the data. */
static void
expect(const char *json, const char *smtlib)
{
	DROP(translation) struct translation t;
	struct diagnostic fault;

	if (!language_read(json, strlen(json), &t, &fault))
		fail_msg("%s: %s", json, fault.what);
	assert_int_equal(t.language, LANGUAGE_DATA);
	assert_string_equal(strchr(t.text.data, '\n') + 1, smtlib);
}

static void
expect_fault(const char *json, const char *piece)
{
	DROP(translation) struct translation t;
	struct diagnostic fault;

	if (language_read(json, strlen(json), &t, &fault))
		fail_msg("%s: is read", json);
	if (strstr(fault.what, piece) == NULL)
		fail_msg("%s: %s", json, fault.what);
}

TEST(a_scalar_is_a_constant_of_the_sort_of_its_text)
{
	expect("{\"n\": 3}", "(define-fun n () Int 3)");
	expect("{\"n\": -3}", "(define-fun n () Int (- 3))");
	expect("{\"b\": true}", "(define-fun b () Bool true)");
	expect("{\"s\": \"a\\\"\\\\\"}",
		"(define-fun s () String \"a\"\"\\u{5c}\")");
	expect("{\"a b\": 1}", "(define-fun |a b| () Int 1)");
}

TEST(numbers_are_read_from_their_text)
{
	expect("{\"n\": 123456789012345678901}",
		"(define-fun n () Int 123456789012345678901)");
	expect("{\"r\": 0.1}", "(define-fun r () Real 0.1)");
	expect("{\"r\": -1.25e1}", "(define-fun r () Real (- 12.5))");
	expect("{\"r\": 1e2}", "(define-fun r () Real 100.0)");
	expect("{\"r\": 12e-3}", "(define-fun r () Real 0.012)");
	expect("{\"r\": 5E0}", "(define-fun r () Real 5.0)");
	expect_fault("{\"r\": 1e999}", "exponent of 1e999 is too large");
}

TEST(an_exponent_beyond_every_integer_is_too_large)
{
	expect_fault("{\"r\": 1e-99999999999999999999}",
		"exponent of 1e-99999999999999999999 is too large");
	expect_fault("{\"r\": 1e99999999999999999999}", "is too large");
}

TEST(pairs_that_are_no_arrays_are_refused)
{
	expect_fault("{\"t\": {\"pairs\": [1]}}", "pairs are arrays");
	expect_fault(
		"{\"t\": {\"pairs\": [\"a\", \"b\"]}}", "pairs are arrays");
	expect_fault("{\"t\": {\"pairs\": [{}]}}", "pairs are arrays");
}

TEST(a_vector_is_open_outside_of_its_indices)
{
	expect("{\"w\": [4, 7]}",
		"(declare-fun w!outside (Int) Int)\n"
		"(define-fun w ((i Int)) Int (ite (= i 1) 4 (ite (= i 2) 7 "
		"(w!outside i))))");
}

TEST(a_null_is_open_by_a_function_of_its_own)
{
	expect("{\"w\": [null, 7]}",
		"(declare-fun w!open (Int) Int)\n"
		"(declare-fun w!outside (Int) Int)\n"
		"(define-fun w ((i Int)) Int (ite (= i 1) (w!open i) "
		"(ite (= i 2) 7 (w!outside i))))");
}

TEST(the_first_index_may_be_chosen)
{
	expect("{\"w\": {\"values\": [4, 7], \"first\": -1}}",
		"(declare-fun w!outside (Int) Int)\n"
		"(define-fun w ((i Int)) Int (ite (= i (- 1)) 4 (ite (= i 0) 7 "
		"(w!outside i))))");
}

TEST(a_matrix_takes_its_row_first)
{
	expect("{\"m\": [[1], [2.5]]}",
		"(declare-fun m!outside (Int Int) Real)\n"
		"(define-fun m ((i Int) (j Int)) Real (ite (= i 1) "
		"(ite (= j 1) 1.0 (m!outside i j)) (ite (= i 2) "
		"(ite (= j 1) 2.5 (m!outside i j)) (m!outside i j))))");
}

TEST(a_long_vector_is_halved)
{
	DROP(buf) struct buf json;
	DROP(translation) struct translation t;
	struct diagnostic fault;

	buf_init(&json, LIMIT_ITEM);
	(void)buf_add_text(&json, "{\"w\": [0");
	for (int i = 1; i < 40; i++)
		(void)buf_add_format(&json, ", %d", i);
	(void)buf_add_text(&json, "]}");
	assert_true(language_read(json.data, json.size, &t, &fault));
	assert_non_null(
		strstr(t.text.data, "Int (ite (< i 21) (ite (= i 1) 0"));
	assert_non_null(strstr(t.text.data, "(w!outside i)))"));
	assert_non_null(strstr(t.text.data, " (ite (= i 21) 20 "));
}

TEST(names_as_indices_belong_to_a_sort)
{
	expect("{\"c\": {\"over\": \"City\", \"values\": {\"Rome\": 3}}}",
		"(declare-fun c!outside (City) Int)\n"
		"(define-fun c ((i! City)) Int (ite (= i! Rome) 3 "
		"(c!outside i!)))");
	expect("{\"c\": {\"over\": [\"A\", \"B\"], "
	       "\"values\": {\"x\": {\"y\": 3}}}}",
		"(declare-fun c!outside (A B) Int)\n"
		"(define-fun c ((i! A) (j! B)) Int (ite (= i! x) "
		"(ite (= j! y) 3 (c!outside i! j!)) (c!outside i! j!)))");
	expect_fault("{\"c\": {\"values\": {\"Rome\": 3}}}",
		"`c` has names as indices");
}

TEST(a_sort_makes_strings_names_and_numbers_bit_vectors)
{
	expect("{\"c\": {\"values\": \"Red\", \"sort\": \"Colour\"}}",
		"(define-fun c () Colour Red)");
	expect("{\"c\": {\"values\": 7, \"sort\": \"(_ BitVec 8)\"}}",
		"(define-fun c () (_ BitVec 8) (_ bv7 8))");
	expect("{\"c\": {\"values\": 7, \"sort\": \"Real\"}}",
		"(define-fun c () Real 7.0)");
	expect_fault("{\"c\": {\"values\": -7, \"sort\": \"(_ BitVec 8)\"}}",
		"-7 cannot be a bit-vector");
}

TEST(pairs_are_a_relation)
{
	expect("{\"e\": {\"pairs\": [[1, 2]]}}",
		"(define-fun e ((i Int) (j Int)) Bool "
		"(or false (and (= i 1) (= j 2))))");
	expect("{\"e\": {\"pairs\": [[\"a\", \"b\"]], \"over\": \"N\", "
	       "\"symmetric\": true}}",
		"(define-fun e ((i! N) (j! N)) Bool (or false "
		"(and (= i! a) (= j! b)) (and (= i! b) (= j! a))))");
	expect_fault("{\"e\": {\"pairs\": [[1, 2], [1]]}}",
		"pair 2 is not an array of 2 values");
	expect_fault("{\"e\": {\"pairs\": [[1, 2.5]]}}", "whole numbers");
	expect_fault("{\"e\": {\"pairs\": [[1, \"b\"]]}}", "say which");
}

TEST(records_are_a_function_for_each_field)
{
	expect("{\"t\": [{\"d\": 3}, {\"d\": 4}]}",
		"(declare-fun t_d!outside (Int) Int)\n"
		"(define-fun t_d ((i Int)) Int (ite (= i 1) 3 (ite (= i 2) 4 "
		"(t_d!outside i))))");
}

TEST(csv_is_a_matrix_a_vector_or_records)
{
	expect("{\"m\": {\"csv\": \"1\\n2\\n\"}}",
		"(declare-fun m!outside (Int) Int)\n"
		"(define-fun m ((i Int)) Int (ite (= i 1) 1 (ite (= i 2) 2 "
		"(m!outside i))))");
	expect("{\"t\": {\"csv\": \"\\\"a,b\\\",c\\r\\n 1 ,2\"}}",
		"(declare-fun |t_a,b!outside| (Int) Int)\n"
		"(define-fun |t_a,b| ((i Int)) Int (ite (= i 1) 1 "
		"(|t_a,b!outside| i)))\n"
		"(declare-fun t_c!outside (Int) Int)\n"
		"(define-fun t_c ((i Int)) Int (ite (= i 1) 2 "
		"(t_c!outside i)))");
	expect("{\"m\": {\"csv\": \"1,2\"}}",
		"(declare-fun m!outside (Int Int) Int)\n"
		"(define-fun m ((i Int) (j Int)) Int (ite (= i 1) "
		"(ite (= j 1) 1 (ite (= j 2) 2 (m!outside i j))) "
		"(m!outside i j)))");
}

TEST(after_semicolons_a_comma_is_a_decimal_one)
{
	expect("{\"m\": {\"csv\": \"a;b\\n0,10;u\\n-1,5;x,y\"}}",
		"(declare-fun m_a!outside (Int) Real)\n"
		"(define-fun m_a ((i Int)) Real (ite (= i 1) 0.10 "
		"(ite (= i 2) (- 1.5) (m_a!outside i))))\n"
		"(declare-fun m_b!outside (Int) String)\n"
		"(define-fun m_b ((i Int)) String (ite (= i 1) \"u\" "
		"(ite (= i 2) \"x,y\" (m_b!outside i))))");
}

TEST(what_would_be_read_as_something_else_is_refused)
{
	expect_fault("{\"t\": {\"csv\": \"a,b\\n1,2\\n3\"}}",
		"has 1 cells, and the first has 2");
	expect_fault("{\"t\": {\"csv\": \"a,b\\n1,2,3\"}}",
		"has 3 cells, and the first has 2");
	expect_fault("{\"b\": {\"sort\": \"(_ BitVec 8)\", "
		     "\"values\": [255, 256]}}",
		"256 cannot be a bit-vector");
	expect_fault("{\"b\": {\"sort\": \"(_ BitVec 8)\", \"values\": 1.5}}",
		"1.5 cannot be a bit-vector");
	expect_fault("{\"b\": {\"sort\": \"Int\", \"values\": [1, 2.5]}}",
		"2.5 is not an Int");
	expect_fault("{\"v\": {\"values\": [1], \"first\": 2147483648}}",
		"an integer from -2147483648 to 2147483647");
	expect_fault("{\"v\": {\"values\": [1], \"first\": -2147483649}}",
		"an integer from -2147483648 to 2147483647");
}

TEST(what_is_no_table_is_refused_with_its_name)
{
	expect_fault("{", "data is not JSON");
	expect_fault("{}", "data holds nothing");
	expect_fault("{\"m\": [[1, 2], [3]]}", "rows of 2 and of 1 values");
	expect_fault("{\"m\": [1, [3]]}", "`m` mixes values and arrays");
	expect_fault("{\"m\": [1, \"a\"]}", "values of several kinds");
	expect_fault("{\"m\": [[[[[1]]]]]}", "nested more than 4 deep");
	expect_fault("{\"m\": [null]}", "`m` holds no value");
	expect_fault("{\"m\": {\"value\": 3}}", "\"value\" is not a member");
	expect_fault("{\"m\": {\"values\": 3, \"first\": 1.5}}", "\"first\"");
	expect_fault("{\"m\": {\"sort\": \"Int\"}}", "`m` has no values");
}

TEST(names_as_indices_ask_for_their_sort)
{
	expect_fault("{\"m\": {\"Rome\": 3, \"Oslo\": 4}}",
		"`m` has names as indices");
	expect_fault("{\"csv\": \"a,b\"}", "the table needs a name");
}

static void
expect_summary(const char *data, const char *expected)
{
	DROP(translation) struct translation t;
	struct diagnostic fault;
	DROP(text) char *summary = NULL;

	assert_true(language_read(data, strlen(data), &t, &fault));
	summary = data_summary(t.text.data, t.text.size);
	assert_string_equal(summary, expected);
}

TEST(a_summary_has_the_names_and_the_ranges_of_their_indices)
{
	expect_summary("{\"n\": 3, \"d\": [[0, 5], [5, 0], [1, 1]]}",
		"n, (d 1..3 1..2)");
	expect_summary(
		"{\"d\": {\"first\": 0, \"values\": [4, 5]}}", "(d 0..1)");
	expect_summary("{\"p\": [{\"age\": 3, \"b c\": 4}, {\"age\": 5}]}",
		"(p_age 1..2), (|p_b c| 1..2)");
	expect_summary("{\"r\": {\"pairs\": [[1, 2]]}, "
		       "\"v\": {\"over\": \"C\", \"values\": {\"a\": 1}}}",
		"(r Int Int), (v C)");
	assert_null(data_summary("(assert true)", 13));
}

TEST(a_table_of_too_many_values_is_refused)
{
	DROP(buf) struct buf data;
	DROP(translation) struct translation t;
	struct diagnostic fault;

	buf_init(&data, 1 << 16);
	(void)buf_add_text(&data, "{\"v\": [0");
	for (int i = 1; i < 2000; i++)
		(void)buf_add_format(&data, ",%d", i);
	(void)buf_add_text(&data, "]}");
	assert_true(language_read(data.data, data.size, &t, &fault));
	buf_truncate(&data, data.size - 2);
	(void)buf_add_text(&data, ",7]}");
	expect_fault(data.data, "`v` has more than 2000 values");
}

TEST(a_content_has_a_summary_only_if_it_was_made_of_its_data)
{
	static const char json[] = "{\"w\": [4, 7]}";
	DROP(translation) struct translation t;
	DROP(text) char *data = NULL;
	struct diagnostic fault;

	assert_true(language_read(json, strlen(json), &t, &fault));
	data = data_summary(t.text.data, t.text.size);
	assert_string_equal(data, "(w 1..2)");
	*strstr(t.text.data, " 7 ") = '8';
	assert_null(data_summary(t.text.data, t.text.size));
	assert_null(data_summary("; data: {\"n\":3}", 15));
	assert_null(data_summary("(assert true)", 13));
}
