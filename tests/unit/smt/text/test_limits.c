#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "smt/text/commands.h"

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
	return buf_take(&text);
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
