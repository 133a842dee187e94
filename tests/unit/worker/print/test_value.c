#include "unit/worker/solved.h"

#include "worker/print/value.h"
#include "json/json.h"

SOLVED_TEST(an_array_is_entries_and_else,
	"(declare-const a (Array Int Int))"
	"(assert (= a (store (store (store ((as const (Array Int Int))"
	" 0) 1 5) 2 6) 1 7)))")
{
	const char *value = value_of(a, "a");

	assert_non_null(strstr(value, "{\"args\":[1],\"value\":7}"));
	assert_non_null(strstr(value, "{\"args\":[2],\"value\":6}"));
	assert_null(strstr(value, "\"value\":5"));
	assert_non_null(strstr(value, "],\"else\":0}"));
}

TEST(an_array_of_arrays_nests)
{
	VALUE_IS("(declare-const a (Array Int (Array Int Bool)))"
		 "(assert (= a ((as const (Array Int (Array Int Bool)))"
		 " ((as const (Array Int Bool)) true))))",
		"a",
		"{\"entries\":[],\"else\":{\"entries\":[],\"else\":true}}");
}

#define IN_8(sort) \
	"(Array Int (Array Int (Array Int (Array Int (Array Int (Array Int" \
	" (Array Int (Array Int " sort "))))))))"
#define AT_8(term) \
	"(select (select (select (select (select (select (select " \
	"(select " term " 1) 1) 1) 1) 1) 1) 1) 1)"

/* The arrays within are SMT-LIB. */
SOLVED_TEST(arrays_nest_no_deeper_than_a_reader_reads,
	"(declare-const a " IN_8(
		IN_8(IN_8("Int"))) ")"
				   "(assert (= " AT_8(AT_8(AT_8("a"))) " 5))")
{
	const char *value = value_of(a, "a");
	DROP(json) struct json_object *read = json_read(value);

	assert_int_equal(json_kind(read), JSON_OBJECT);
	assert_non_null(strstr(value, "((as const (Array Int"));
}

SOLVED_TEST(a_function_is_entries_and_else, "(declare-fun f (Int Int) Int)"
					    "(assert (= (f 1 2) 3))"
					    "(assert (= (f 4 5) 6))")
{
	const char *f = value_of(a, "f");

	assert_non_null(strstr(f, "{\"entries\":["));
	assert_true(strstr(f, "{\"args\":[1,2],\"value\":3}") != NULL ||
		    strstr(f, "\"else\":3") != NULL);
	assert_true(strstr(f, "{\"args\":[4,5],\"value\":6}") != NULL ||
		    strstr(f, "\"else\":6") != NULL);
}

/* libz3 leaves (tl nil) as it is until the solution has a table of tl. */
TEST(what_a_selector_leaves_open_is_a_value)
{
	VALUE_IS("(declare-datatype L ((nil) (cons (hd Bool) (tl L))))"
		 "(define-fun d () L (cons true (tl nil)))",
		"d", "\"(cons true nil)\"");
	/* Where constants are read with their sorts, too. */
	VALUE_IS("(declare-const x Int)(declare-const x Bool)"
		 "(declare-datatype L ((nil) (cons (hd Bool) (tl L))))"
		 "(define-fun d () L (cons true (tl nil)))",
		"d", "\"(cons true nil)\"");
}

/* libz3 has them as sequences of characters in its tables. */
SOLVED_TEST(strings_in_the_table_of_a_function_are_strings,
	"(declare-fun f (String) Int)"
	"(assert (= (f \"ab\") 1))"
	"(assert (= (f \"cd\") 2))"
	"(assert (= (f \"\") 3))")
{
	assert_null(strstr(value_of(a, "f"), "seq.unit"));
}

SOLVED_TEST(an_else_names_the_arguments_as_the_solution_does,
	"(declare-fun f (Int Int) Int)"
	"(assert (forall ((i Int) (j Int))"
	" (= (f i j) (ite (< i j) (+ i 1) j))))")
{
	const char *f = value_of(a, "f");

	assert_null(strstr(f, ":var"));
	assert_non_null(strstr(f, "x!0"));
	assert_non_null(strstr(f, "x!1"));
}

TEST(a_lambda_is_entries_and_else)
{
	VALUE_IS("(declare-const a (Array Int Bool))(declare-const y Int)"
		 "(assert (= y 3))(assert (= a (lambda ((i Int)) (< i y))))",
		"a", "{\"entries\":[],\"else\":\"(not (<= 3 x!0))\"}");
}

/* A formula in which arrays are chosen is too long to be an else. */
TEST(a_lambda_over_few_values_is_all_of_them)
{
	VALUE_IS("(declare-const a (Array Bool (Array Int Bool)))"
		 "(assert (= a (lambda ((b Bool)) (ite b"
		 " (lambda ((x!1 Int)) (= x!1 4))"
		 " (lambda ((x!1 Int)) (= x!1 2))))))",
		"a",
		"{\"entries\":["
		"{\"args\":[false],\"value\":"
		"{\"entries\":[],\"else\":\"(= x!0 2)\"}},"
		"{\"args\":[true],\"value\":"
		"{\"entries\":[],\"else\":\"(= x!0 4)\"}}],"
		"\"else\":{\"entries\":[],\"else\":\"(= x!0 2)\"}}");
}

TEST(variables_of_a_lambda_may_have_any_name)
{
	VALUE_IS("(declare-const a (Array Int (Array Int Bool)))"
		 "(assert (= a (lambda ((i Int)) (ite (= i 5)"
		 " (lambda ((|0!0| Int)) (= |0!0| 2))"
		 " (lambda ((|0!0| Int)) (= |0!0| 4))))))",
		"a",
		"{\"entries\":[],\"else\":\"(ite (= x!0 5)"
		" (lambda ((|0!0| Int)) (= |0!0| 2))"
		" (lambda ((|0!0| Int)) (= |0!0| 4)))\"}");
}

/* Two tables in each other would have arguments of the same name. */
TEST(a_lambda_in_a_lambda_is_smtlib)
{
	VALUE_IS("(declare-const a (Array Int (Array Int Int)))"
		 "(assert (= a (lambda ((i Int)) (lambda ((j Int)) (+ i j)))))",
		"a",
		"{\"entries\":[],"
		"\"else\":\"(lambda ((j Int)) (+ x!0 j))\"}");
}

SOLVED_TEST(an_else_needs_no_other_function,
	"(declare-fun f (Int) Int)(declare-fun g (Int) Int)"
	"(assert (forall ((i Int)) (= (g i) (+ (f i) 1))))"
	"(assert (= (f 3) 10))")
{
	assert_null(strstr(value_of(a, "g"), "(f "));
	assert_null(strstr(value_of(a, "g"), "!0)) "));
}

TEST(a_bool_is_true_or_false)
{
	VALUE_IS("(declare-const p Bool)(assert p)", "p", "true");
	VALUE_IS("(declare-const p Bool)(assert (not p))", "p", "false");
}

TEST(an_int_is_a_number_up_to_2_to_the_53_minus_1)
{
	VALUE_IS("(declare-const x Int)(assert (= x 9007199254740991))", "x",
		"9007199254740991");
	VALUE_IS("(declare-const x Int)(assert (= x (- 9007199254740991)))",
		"x", "-9007199254740991");
}

TEST(a_larger_int_is_a_string)
{
	VALUE_IS("(declare-const x Int)(assert (= x 9007199254740992))", "x",
		"\"9007199254740992\"");
	VALUE_IS("(declare-const x Int)"
		 "(assert (= x (- 123456789012345678901234567890)))",
		"x", "\"-123456789012345678901234567890\"");
}

TEST(a_real_is_an_exact_rational)
{
	VALUE_IS("(declare-const r Real)(assert (= (* 3.0 r) (- 1.0)))", "r",
		"\"-1/3\"");
	VALUE_IS("(declare-const r Real)(assert (= r 2.0))", "r", "\"2\"");
}

SOLVED_TEST(an_algebraic_number_is_exact_and_approximate,
	"(declare-const r Real)(assert (> r 0.0))"
	"(assert (= (* r r) 2.0))")
{
	assert_non_null(strstr(value_of(a, "r"), "\"exact\":\"(root-obj"));
	assert_non_null(
		strstr(value_of(a, "r"), "\"approx\":\"1.4142135623\""));
}

TEST(a_bit_vector_keeps_its_width)
{
	VALUE_IS("(declare-const b (_ BitVec 8))(assert (= b #x0f))", "b",
		"\"#x0f\"");
	VALUE_IS("(declare-const b (_ BitVec 3))(assert (= b #b101))", "b",
		"\"#b101\"");
}

TEST(a_string_has_its_escapes_resolved)
{
	VALUE_IS("(declare-const s String)(assert (= s \"a\"\"b\"))", "s",
		"\"a\\\"b\"");
	VALUE_IS("(declare-const s String)(assert (= s \"\\u{e9}\\u{1F600}\"))",
		"s", "\"\u00e9\U0001F600\"");
	VALUE_IS("(declare-const s String)(assert (= s \"\"))", "s", "\"\"");
}

/* libz3 4.8.12 reads raw UTF-8 as other characters. */
TEST(a_string_may_be_written_in_utf8)
{
	VALUE_IS("(declare-const s String)(assert (= s \"\u00e9\"))", "s",
		"\"\u00e9\"");
}

TEST(a_nul_in_a_string_survives)
{
	VALUE_IS("(declare-const s String)(assert (= s \"a\\u{0}b\"))", "s",
		"\"a\\u0000b\"");
}

TEST(a_float_has_a_nearest_and_an_exact_value)
{
	VALUE_IS("(declare-const f Float32)(assert (= f ((_ to_fp 8 24) RNE "
		 "0.1)))",
		"f",
		"{\"value\":0.10000000149011612,"
		"\"exact\":\"13421773/134217728\"}");
}

TEST(special_floats_are_words)
{
	VALUE_IS("(declare-const f Float32)(assert (fp.isNaN f))", "f",
		"{\"value\":\"NaN\",\"exact\":\"(_ NaN 8 24)\"}");
	VALUE_IS("(declare-const f Float32)(assert (= f (_ -oo 8 24)))", "f",
		"{\"value\":\"-oo\",\"exact\":\"(_ -oo 8 24)\"}");
	VALUE_IS("(declare-const f Float32)(assert (= f (_ +oo 8 24)))", "f",
		"{\"value\":\"+oo\",\"exact\":\"(_ +oo 8 24)\"}");
	VALUE_IS("(declare-const f Float32)(assert (= f (_ -zero 8 24)))", "f",
		"{\"value\":\"-0\",\"exact\":\"(_ -zero 8 24)\"}");
}

TEST(a_datatype_is_smtlib)
{
	VALUE_IS("(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T)"
		 " (tl (L T)))))))(declare-const l (L Int))"
		 "(assert (= l (cons 3 (as nil (L Int)))))",
		"l", "\"(cons 3 (as nil (L Int)))\"");
}

TEST(long_text_is_on_one_line)
{
	VALUE_IS("(declare-datatypes ((R 0)) (((record (first_long_selector"
		 " Int) (second_long_selector Int) (third_long_selector"
		 " String) (fourth_long_selector Int)))))(declare-const r R)"
		 "(assert (= r (record 1000000000000000000000001"
		 " 1000000000000000000000002 \"a  b\"\"  c|  d\""
		 " 1000000000000000000000003)))",
		"r",
		"\"(record 1000000000000000000000001 "
		"1000000000000000000000002 \\\"a  b\\\"\\\"  c|  d\\\" "
		"1000000000000000000000003)\"");
}

SOLVED_TEST(a_tiny_float_is_not_zero, "(declare-const f Float32)"
				      "(assert (= f (fp #b0 #x00 "
				      "#b00000000000000000000001)))")
{
	assert_non_null(strstr(value_of(a, "f"), "1.401298464324817e-45"));
}

/* libz3 finds formulas for these: (= x!0 P!val!1). */
SOLVED_TEST(a_relation_of_people_is_a_table,
	"(declare-sort P 0)"
	"(declare-fun tall (P) Bool)"
	"(declare-const a P)(declare-const b P)"
	"(assert (and (tall b) (not (tall a))))"
	"(assert (forall ((x P))"
	"(=> (tall x) (= x b))))")
{
	assert_null(strstr(value_of(a, "tall"), "x!0"));
	assert_non_null(strstr(value_of(a, "tall"), "\"value\":true}"));
	assert_non_null(strstr(value_of(a, "tall"), "],\"else\":false}"));
}

SOLVED_TEST(a_function_of_few_points_has_all_of_them,
	"(declare-fun f ((_ BitVec 2)) Bool)"
	"(assert (forall ((x (_ BitVec 2))) (= (f x) (= x #b10))))")
{
	assert_string_equal(value_of(a, "f"),
		"{\"entries\":[{\"args\":[\"#b00\"],\"value\":false},"
		"{\"args\":[\"#b01\"],\"value\":false},"
		"{\"args\":[\"#b10\"],\"value\":true},"
		"{\"args\":[\"#b11\"],\"value\":false}],\"else\":false}");
}

/* As they are numbered; 3 is what libz3 says of all others. */
TEST(arguments_that_occur_are_entries_whatever_else_is)
{
	VALUE_IS("(declare-fun f (Int) Int)(declare-const x Int)"
		 "(assert (= (f 10) 3))(assert (= (f x) 3))"
		 "(assert (= (f 9) 4))(assert (= x 2))",
		"f",
		"{\"entries\":[{\"args\":[2],\"value\":3},"
		"{\"args\":[9],\"value\":4},"
		"{\"args\":[10],\"value\":3}],\"else\":3}");
	VALUE_IS("(declare-const a (Array Int Bool))"
		 "(assert (and (select a 2) (not (select a 1))))"
		 "(assert (= a (store ((as const (Array Int Bool)) true)"
		 "1 false)))",
		"a",
		"{\"entries\":[{\"args\":[1],\"value\":false},"
		"{\"args\":[2],\"value\":true}],\"else\":true}");
}

TEST(the_range_of_a_quantifier_that_is_written_out_is_entries)
{
	VALUE_IS("(declare-fun f (Int) Int)(assert (forall ((i Int))"
		 "(=> (<= 1 i 3) (= (f i) (ite (< i 3) 7 8)))))",
		"f",
		"{\"entries\":[{\"args\":[1],\"value\":7},"
		"{\"args\":[2],\"value\":7},"
		"{\"args\":[3],\"value\":8}],\"else\":7}");
}

SOLVED_TEST(an_else_that_nobody_could_read_is_left_out,
	"(declare-fun f (Int) Int)(assert (forall ((i Int))"
	"(= (f i) (ite (< i 3) (* i i i) (ite (< i 70) (+ i 3333)"
	"(ite (< i 900) (- i 41234567) (ite (< i 9000) (+ (* 3 i i)"
	"55555555) (- (* i i i) 7777777))))))))(assert (= (f 1) 1))")
{
	assert_string_equal(
		value_of(a, "f"), "{\"entries\":[{\"args\":[1],\"value\":1}]}");
}

/* Its points are not counted: the formula stays. */
SOLVED_TEST(a_function_of_integers_is_not, "(declare-fun f (Int) Int)"
					   "(assert (forall ((x Int)) (= (f x)"
					   "(+ x 1))))")
{
	assert_non_null(strstr(value_of(a, "f"), "x!0"));
}

TEST_GROUP(solved_begin, NULL)
