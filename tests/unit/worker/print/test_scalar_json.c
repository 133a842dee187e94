#include "unit/worker/solved.h"

#include "worker/print/scalar_json.h"

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

TEST(an_algebraic_number_is_exact_and_approximate)
{
	struct answer *a = solved("(declare-const r Real)(assert (> r 0.0))"
				  "(assert (= (* r r) 2.0))");

	assert_non_null(strstr(value_of(a, "r"), "\"exact\":\"(root-obj"));
	assert_non_null(
		strstr(value_of(a, "r"), "\"approx\":\"1.4142135623\""));
	answer_free(a);
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

TEST(a_tiny_float_is_not_zero)
{
	struct answer *a = solved("(declare-const f Float32)"
				  "(assert (= f (fp #b0 #x00 "
				  "#b00000000000000000000001)))");

	assert_non_null(strstr(value_of(a, "f"), "1.401298464324817e-45"));
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
