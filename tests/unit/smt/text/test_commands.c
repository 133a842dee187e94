#include "unit/smt/cut.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"

static struct diagnostic
fault_of(const char *text)
{
	struct commands forms = {.count = 7};
	struct diagnostic fault;

	/* A fault is whole, whatever stood there before. */
	memset(&fault, 0xff, sizeof(fault));
	if (commands_split(text, strlen(text), &forms, &fault))
		fail_msg("%s: is accepted", text);
	assert_int_equal(forms.count, 7);
	assert_int_equal(fault.field, 0);
	return fault;
}

static void
assert_fault(const char *text, enum diagnostic_kind kind, unsigned line,
	unsigned column, const char *what)
{
	struct diagnostic fault = fault_of(text);

	if (fault.kind != kind || fault.line != line ||
		fault.column != column || strcmp(fault.what, what) != 0)
		fail_msg("%s: kind %d at %u:%u: %s", text, fault.kind,
			fault.line, fault.column, fault.what);
}

TEST(cuts_a_text_into_its_commands)
{
	const char *text = "; c\n(declare-const x Int)\n (assert (> x 0)) ; d";
	DROP(commands) struct commands forms = cut(text);

	assert_int_equal(forms.count, 2);
	assert_int_equal(forms.at[0].command, COMMAND_DECLARE_CONST);
	assert_int_equal(forms.at[0].list.offset, 4);
	assert_int_equal(forms.at[0].list.length, 21);
	assert_int_equal(forms.at[1].command, COMMAND_ASSERT);
	assert_int_equal(forms.at[1].list.line, 3);
	assert_int_equal(forms.at[1].list.column, 2);
}

TEST(finds_no_command_in_comments_and_blanks)
{
	DROP(commands) struct commands none = cut("");
	DROP(commands) struct commands comment = cut(" ; (check-sat)");

	assert_int_equal(none.count, 0);
	assert_int_equal(comment.count, 0);
}

TEST(is_not_misled_by_parentheses_in_quotes)
{
	DROP(commands)
	struct commands forms =
		cut("(echo \"a ) ; \"\" (\")(declare-const |) \n;(| Int)");

	assert_int_equal(forms.count, 2);
}

TEST(knows_a_quoted_command_for_what_it_is)
{
	DROP(commands) struct commands forms = cut("(|set-option| :timeout 1)");

	assert_int_equal(forms.at[0].command, COMMAND_SET_OPTION);
}

TEST(knows_a_command_over_lines_and_comments)
{
	DROP(commands)
	struct commands forms = cut("(;c\n\n include ; d\n \"x\")");

	assert_int_equal(forms.at[0].command, COMMAND_INCLUDE);
}

TEST(blames_the_command_that_lacks_its_parenthesis)
{
	assert_fault("(check-sat)\n(assert (> x 0)", DIAGNOSTIC_UNCLOSED, 2, 1,
		"1 \")\" is missing at the end");
	assert_fault("(assert (and (> x 0", DIAGNOSTIC_UNCLOSED, 1, 1,
		"3 \")\" are missing at the end");
	assert_fault("(assert (> x 0)\n(assert (< x 5))\n(check-sat)",
		DIAGNOSTIC_UNCLOSED, 1, 1,
		"1 \")\" is missing before line 2, where the next command "
		"begins");
	assert_fault("(", DIAGNOSTIC_UNCLOSED, 1, 1,
		"1 \")\" is missing at the end");
}

TEST(sees_a_command_that_a_later_one_closes)
{
	assert_fault("(assert (> x 0)\n(assert (< x 5)))", DIAGNOSTIC_UNCLOSED,
		1, 1,
		"1 \")\" is missing before line 2, where the next command "
		"begins");
}

TEST(lets_functions_have_names_of_commands)
{
	DROP(commands)
	struct commands forms = cut("(assert (= s\n(push s 1)\n"
				    "(minimize s)\n(eval s)))");

	assert_int_equal(forms.count, 1);
}

TEST(remembers_such_names_when_the_end_is_missing)
{
	assert_fault("(assert (f x)\n(push)\n(pop)", DIAGNOSTIC_UNCLOSED, 1, 1,
		"1 \")\" is missing before line 2, where the next command "
		"begins");
}

TEST(does_not_take_an_indented_list_for_the_next_command)
{
	DROP(commands) struct commands forms = cut("(assert\n (assert x))");

	assert_int_equal(forms.count, 1);
}

TEST(refuses_a_parenthesis_too_many)
{
	assert_fault(
		"(check-sat))\n(check-sat)", DIAGNOSTIC_UNOPENED, 1, 12, "");
	assert_fault(")", DIAGNOSTIC_UNOPENED, 1, 1, "");
}

TEST(blames_the_first_string_that_runs_over_its_line)
{
	assert_fault("(echo \"a)\n(echo \"b\")", DIAGNOSTIC_STRING, 1, 7, "");
	assert_fault("(echo \"a\"\"", DIAGNOSTIC_STRING, 1, 7, "");
	assert_fault("(assert (= |x y))\n(assert |z|)", DIAGNOSTIC_QUOTED, 1,
		12, "");
}

TEST(does_not_blame_a_string_of_an_earlier_command)
{
	assert_fault(
		"(echo \"a\nb\")\n(echo \"c)", DIAGNOSTIC_STRING, 3, 7, "");
}

TEST(refuses_what_is_no_command_up_to_the_end_of_its_line)
{
	struct diagnostic fault =
		fault_of("(check-sat)\n  x > 0 \r\n(check-sat)");

	assert_int_equal(fault.kind, DIAGNOSTIC_NOT_COMMAND);
	assert_int_equal(fault.line, 2);
	assert_int_equal(fault.column, 3);
	assert_int_equal(fault.length, 5);
}

TEST(takes_python_and_prose_for_no_command)
{
	assert_fault("from z3 import *", DIAGNOSTIC_NOT_COMMAND, 1, 1, "");
	assert_fault(
		"# a comment\n(check-sat)", DIAGNOSTIC_NOT_COMMAND, 1, 1, "");
	assert_fault("[x, y]", DIAGNOSTIC_NOT_COMMAND, 1, 1, "");
	assert_fault("1. Declare x", DIAGNOSTIC_NOT_COMMAND, 1, 1, "");
	assert_fault("\"\"\"doc", DIAGNOSTIC_NOT_COMMAND, 1, 1, "");
	assert_fault(
		"(check-sat)\n```\nDone", DIAGNOSTIC_NOT_COMMAND, 2, 1, "");
	assert_fault("\xe2\x88\x80x. x > 0", DIAGNOSTIC_NOT_COMMAND, 1, 1, "");
}

TEST(takes_a_list_without_a_name_for_no_command)
{
	assert_fault("()", DIAGNOSTIC_NOT_COMMAND, 1, 1, "");
	assert_fault("((check-sat))", DIAGNOSTIC_NOT_COMMAND, 1, 1, "");
	assert_fault("(3 4)", DIAGNOSTIC_NOT_COMMAND, 1, 1, "");
	assert_fault("(:named x)", DIAGNOSTIC_NOT_COMMAND, 1, 1, "");
	assert_fault("(\"assert\" x)", DIAGNOSTIC_NOT_COMMAND, 1, 1, "");
}

TEST(explains_a_block_comment)
{
	struct diagnostic fault = fault_of("#| c |# (check-sat)");

	assert_int_equal(fault.kind, DIAGNOSTIC_TOKEN);
	assert_non_null(strstr(fault.what, "block comments"));
}

TEST(suggests_a_command_for_an_unknown_one)
{
	assert_fault(
		"(asert (> x 0))", DIAGNOSTIC_UNKNOWN_COMMAND, 1, 2, "assert");
	assert_fault("(|asert| x)", DIAGNOSTIC_UNKNOWN_COMMAND, 1, 2, "assert");
	assert_fault("(> x 0)", DIAGNOSTIC_UNKNOWN_COMMAND, 1, 2, "");
}

TEST(places_a_bad_token_inside_of_a_command)
{
	struct diagnostic fault = fault_of("(assert\n (= x' 2))");

	assert_int_equal(fault.kind, DIAGNOSTIC_TOKEN);
	assert_int_equal(fault.line, 2);
	assert_int_equal(fault.column, 6);
}

TEST(keeps_to_the_limits)
{
	assert_fault("(check-sat)(push 1001)", DIAGNOSTIC_LIMIT, 1, 18,
		"push by 1001; the limit is 1000");
}

TEST(refuses_a_million_open_parentheses_at_the_limit)
{
	DROP(text) char *text = mem_grow(NULL, 1000008, 1);
	struct diagnostic fault;

	memcpy(text, "(assert", 7);
	memset(text + 7, '(', 1000000);
	text[1000007] = '\0';
	fault = fault_of(text);
	assert_int_equal(fault.kind, DIAGNOSTIC_LIMIT);
	assert_in_range(fault.offset, 10000, 10010);
}

TEST(refuses_type_parameters_that_do_not_match)
{
	assert_fault("(declare-datatypes ((L 1)) ((par (T U) ((nil)))))",
		DIAGNOSTIC_REFUSED, 1, 34,
		"the sort is announced with 1 parameter, its par lists 2; "
		"make the two equal");
	assert_fault("(declare-datatypes ((A 0) (L 2)) "
		     "(((a)) (par (T) ((nil)))))",
		DIAGNOSTIC_REFUSED, 1, 46,
		"the sort is announced with 2 parameters, its par lists 1; "
		"make the two equal");
}

TEST(accepts_datatypes_in_all_their_forms)
{
	DROP(commands)
	struct commands forms =
		cut("(declare-datatypes ((L 1)) ((par (T) ((nil)))))"
		    "(declare-datatypes ((L 1)) (((nil))))"
		    "(declare-datatypes (T) ((L nil (cons (hd T)))))"
		    "(declare-datatypes () ())"
		    "(declare-datatypes)"
		    "(declare-datatypes x y)");

	assert_int_equal(forms.count, 6);
}

static struct diagnostic
look_at(const char *text)
{
	struct diagnostic fault = {.kind = DIAGNOSTIC_NONE};
	DROP(commands) struct commands found = {0};

	(void)commands_split(text, strlen(text), &found, &fault);
	return fault;
}

static void
assert_passes(const char *text)
{
	struct diagnostic fault = look_at(text);

	if (fault.kind != DIAGNOSTIC_NONE)
		fail_msg("%s: %s", text, fault.what);
}

static void
assert_above(const char *text, const char *what)
{
	struct diagnostic fault = look_at(text);

	if (fault.kind != DIAGNOSTIC_LIMIT)
		fail_msg("%s: passes", text);
	assert_string_equal(fault.what, what);
}

/* `count` copies of a piece, with something before and behind. */
static char *
repeat(const char *before, const char *piece, int count, const char *behind)
{
	DROP(buf) struct buf text;

	buf_init(&text, 8 * MIB);
	(void)buf_add_text(&text, before);
	for (int i = 0; i < count; i++)
		(void)buf_add_text(&text, piece);
	(void)buf_add_text(&text, behind);
	assert_false(text.overflowed);
	return buf_detach(&text);
}

TEST(limits_the_width_of_bit_vectors)
{
	assert_passes("(declare-const x (_ BitVec 65536))");
	assert_above("(declare-const x (_ BitVec 65537))",
		"the bit width 65537; the limit is 65536");
	assert_above("(declare-const x (_ BitVec 4294967295))",
		"the bit width 4294967295; the limit is 65536");
	assert_above("(declare-const x (|_| |BitVec| 99999999999999999999999))",
		"the bit width 99999999999999999999999; the limit is 65536");
	assert_above("(assert (= x (_ bv5 4294967295)))",
		"the bit width 4294967295; the limit is 65536");
	assert_above("(declare-const x (_ FloatingPoint 2 4294967295))",
		"the bit width 4294967295; the limit is 65536");
}

TEST(limits_what_makes_bits)
{
	assert_above("(assert ((_ zero_extend 4294967290) x))",
		"the bit width 4294967290; the limit is 65536");
	assert_above("(assert ((_ repeat 200000000) #b1))",
		"the bit width 200000000; the limit is 65536");
	assert_above("(assert ((_ int2bv 70000) i))",
		"the bit width 70000; the limit is 65536");
	assert_above("(assert ((_ extract 7 99999) i))",
		"the bit width 99999; the limit is 65536");
}

TEST(limits_every_other_index)
{
	assert_passes("(assert ((_ re.loop 1 1048576) r))");
	assert_above("(assert ((_ re.loop 1 1048577) r))",
		"the index 1048577; the limit is 1048576");
	assert_above("(assert (_ char 4294967295))",
		"the index 4294967295; the limit is 1048576");
}

TEST(does_not_limit_numbers_that_are_no_index)
{
	assert_passes("(assert (= x 99999999999999999999))");
	assert_passes("(assert (f _ BitVec 4294967295))");
	assert_passes("(assert (= (_ bv99999999999999999999 64) x))");
	assert_passes("(assert (fp.eq a ((_ to_fp 8 24) RNE 1.5 500000000)))");
	assert_passes("(assert (= -4294967295 ((_ extract 7 0) x)))");
}

TEST(limits_digits)
{
	DROP(text) char *just = repeat("(assert ", "7", LIMIT_DIGITS, ")");
	DROP(text) char *many = repeat("(assert ", "7", LIMIT_DIGITS + 1, ")");
	DROP(text) char *hex = repeat("(assert #x", "7", LIMIT_DIGITS + 1, ")");
	DROP(text) char *real = repeat("(assert 0.", "7", LIMIT_DIGITS, ")");
	DROP(text)
	char *bv = repeat("(assert (_ bv", "7", LIMIT_DIGITS + 1, " 8))");

	assert_passes(just);
	assert_above(many, "a number of 10001 digits; the limit is 10000");
	assert_above(hex, "a number of 10001 digits; the limit is 10000");
	assert_above(real, "a number of 10001 digits; the limit is 10000");
	assert_above(bv, "a number of 10001 digits; the limit is 10000");
}

TEST(does_not_limit_the_length_of_names_and_strings)
{
	DROP(text) char *name = repeat("(assert ", "x", 20000, ")");
	DROP(text) char *string = repeat("(echo \"", "7", 20000, "\")");

	assert_passes(name);
	assert_passes(string);
}

TEST(limits_nesting)
{
	DROP(text) char *deep = repeat("(assert ", "(", 1000000, "");
	struct diagnostic fault = look_at(deep);
	DROP(text) char *open = repeat("(assert ", "(", LIMIT_NESTING - 1, "");
	DROP(text) char *just = repeat(open, ")", LIMIT_NESTING, "");

	assert_int_equal(fault.kind, DIAGNOSTIC_LIMIT);
	assert_string_equal(fault.what, "nested more than 10000 levels deep");
	assert_int_equal(fault.offset, strlen("(assert ") + LIMIT_NESTING - 1);
	assert_passes(just);
}

TEST(does_not_count_lists_beside_each_other_as_nesting)
{
	DROP(text) char *flat = repeat("(assert (and ", "(f x)", 50000, "))");

	assert_passes(flat);
}

TEST(limits_push_and_not_other_numbers)
{
	assert_passes("(push 1000)");
	assert_above(
		"(push 4000000000)", "push by 4000000000; the limit is 1000");
	assert_passes("(pop 4000000000)");
}

TEST(limits_the_arity_of_datatypes)
{
	assert_passes("(declare-datatypes ((T 1000)) (((c))))");
	assert_above("(declare-datatypes ((T 1001)) ((par (X) ((c)))))",
		"the datatype arity 1001; the limit is 1000");
	assert_passes(
		"(declare-datatypes ((T 0)) (((c (s (_ BitVec 2000))))))");
}

TEST(limits_type_parameters)
{
	DROP(text)
	char *just = repeat(
		"(declare-datatype T (par (", "X ", LIMIT_ARITY, ") ((c))))");
	DROP(text)
	char *many = repeat("(declare-datatype T (par (", "X ", LIMIT_ARITY + 1,
		") ((c))))");

	assert_passes(just);
	assert_above(many, "more than 1000 type parameters");
}

TEST(limits_the_degree_and_the_index_of_root_obj)
{
	assert_passes("(assert (= x (root-obj (+ (^ x 100) (- 2)) 1)))");
	assert_above("(assert (= x (root-obj (+ (^ x 101) (- 2)) 1)))",
		"the degree of root-obj 101; the limit is 100");
	assert_above("(assert (= x (root-obj (+ (^ x 2) (- 2)) 4000000000)))",
		"the index 4000000000; the limit is 1048576");
	assert_passes("(assert (= x (root-obj (+ (* 7777 x) 2) 1)))");
}

TEST(forgets_root_obj_behind_it)
{
	assert_passes("(assert (= (root-obj (^ x 2) 1) (^ y 300) 4000000000))");
}

TEST(refuses_the_empty_name)
{
	struct diagnostic fault = look_at("(declare-const || Int)");

	assert_int_equal(fault.kind, DIAGNOSTIC_TOKEN);
	assert_int_equal(fault.column, 16);
}

/* libz3 would read the ten characters of \u{10ffff}. */
TEST(refuses_characters_that_smtlib_does_not_have)
{
	assert_passes("(assert (= s \"\U0001f600 \U0002ffff\"))");
	assert_passes("(echo \"\U000e0067\")");
	assert_int_equal(look_at("(assert (= s \"\U00030000\"))").kind,
		DIAGNOSTIC_TOKEN);
	assert_int_equal(look_at("(assert (= s \"\U0010ffff\"))").kind,
		DIAGNOSTIC_TOKEN);
}

static void
assert_term(const char *text, const char *expected)
{
	struct diagnostic fault;
	size_t start;
	size_t length;
	DROP(text) char *found = NULL;

	if (!term_check(text, strlen(text), &start, &length, &fault))
		fail_msg("%s: refused: %s", text, fault.what);
	found = text_copy_n(text + start, length);
	assert_string_equal(found, expected);
}

static void
refused(const char *text, enum diagnostic_kind kind, unsigned line,
	unsigned column, const char *piece)
{
	struct diagnostic fault;
	size_t start;
	size_t length;

	if (term_check(text, strlen(text), &start, &length, &fault))
		fail_msg("%s: accepted", text);
	if (fault.kind != kind || fault.line != line || fault.column != column)
		fail_msg("%s: kind %d at line %u, column %u: %s", text,
			(int)fault.kind, fault.line, fault.column, fault.what);
	if (strstr(fault.what, piece) == NULL)
		fail_msg("%s: no \"%s\" in: %s", text, piece, fault.what);
}

TEST(atoms_and_lists_are_terms)
{
	assert_term("x", "x");
	assert_term("|a b|", "|a b|");
	assert_term("17", "17");
	assert_term("#x0f", "#x0f");
	assert_term("\"a ) b\"", "\"a ) b\"");
	assert_term("(> x 0)", "(> x 0)");
	assert_term("((_ extract 3 0) v)", "((_ extract 3 0) v)");
	assert_term("(and\n  p ; a )\n  q)", "(and\n  p ; a )\n  q)");
}

TEST(blanks_and_comments_around_it_do_not_count)
{
	assert_term(" \n ; so\n (f x) ; )\n", "(f x)");
}

TEST(nothing_is_no_term)
{
	refused("", DIAGNOSTIC_EMPTY, 1, 1, "");
	refused(" ; (x)", DIAGNOSTIC_EMPTY, 1, 7, "");
}

TEST(a_term_cannot_reach_out_of_its_place)
{
	refused("x) (assert false", DIAGNOSTIC_UNOPENED, 1, 2, "");
	refused(")", DIAGNOSTIC_UNOPENED, 1, 1, "");
	refused("(f x))", DIAGNOSTIC_UNOPENED, 1, 6, "");
	refused("(f x", DIAGNOSTIC_UNCLOSED, 1, 1, "1 \")\" is missing");
	refused("(f (g x", DIAGNOSTIC_UNCLOSED, 1, 1, "2 \")\" are missing");
	refused("(f \"x)", DIAGNOSTIC_STRING, 1, 4, "");
	refused("(f |x)", DIAGNOSTIC_QUOTED, 1, 4, "");
}

TEST(two_terms_are_one_too_many)
{
	refused("x y", DIAGNOSTIC_REFUSED, 1, 3, "second");
	refused("(f x)\n(g x)", DIAGNOSTIC_REFUSED, 2, 1, "second");
	refused("x > 5", DIAGNOSTIC_REFUSED, 1, 3, "second");
}

TEST(a_command_or_a_keyword_is_no_term)
{
	refused("(assert (> x 0))", DIAGNOSTIC_REFUSED, 1, 2,
		"leave assert and its parentheses out");
	refused("(|assert| p)", DIAGNOSTIC_REFUSED, 1, 2, "a term is expected");
	refused("(and p\n(check-sat))", DIAGNOSTIC_REFUSED, 2, 2,
		"a term is expected");
	refused(":named", DIAGNOSTIC_REFUSED, 1, 1, "keyword");
	/* Names of commands that a model may well use for something else. */
	assert_term("(push stack x)", "(push stack x)");
}

TEST(limits_hold_inside_of_a_term)
{
	DROP(text) char *deep = mem_grow(NULL, 2 * LIMIT_NESTING + 2, 1);

	refused("((_ sign_extend 4294967295) v)", DIAGNOSTIC_LIMIT, 1, 17,
		"4294967295");
	memset(deep, '(', LIMIT_NESTING - 1);
	deep[LIMIT_NESTING - 1] = '\0';
	refused(deep, DIAGNOSTIC_LIMIT, 1, LIMIT_NESTING - 1, "nested");
}

TEST(bad_bytes_are_refused)
{
	refused("\xff", DIAGNOSTIC_ENCODING, 1, 1, "0xff");
}
