#include "unit/smt/cut.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static struct diagnostic
fault_of(const char *text)
{
	struct commands forms = {.count = 7};
	struct diagnostic fault = {.kind = DIAGNOSTIC_NONE};

	if (commands_split(text, strlen(text), &forms, &fault))
		fail_msg("%s: is accepted", text);
	assert_int_equal(forms.count, 7);
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
	assert_memory_equal(text + forms.at[1].arguments, " (> x 0))", 9);
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
