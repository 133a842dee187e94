#include "unit/smt/cut.h"

#include <string.h>

#include "base/alloc.h"
#include "smt/rules/option.h"

/* What is said of a set-option: "" when it stays. */
static const char *
why_of(const char *text)
{
	DROP(commands) struct commands forms = cut(text);
	struct diagnostic fault = {.kind = DIAGNOSTIC_NONE};
	const char *why = "unset";

	if (!option_judge(&forms.at[0], text, &why, &fault))
		fail_msg("%s: %s", text, fault.what);
	return why != NULL ? why : "";
}

static struct diagnostic
fault_of(const char *text)
{
	DROP(commands) struct commands forms = cut(text);
	struct diagnostic fault = {.kind = DIAGNOSTIC_NONE};
	const char *why;

	if (option_judge(&forms.at[0], text, &why, &fault))
		fail_msg("%s: is accepted", text);
	return fault;
}

TEST(keeps_the_options_on_the_list)
{
	assert_string_equal(why_of("(set-option :random-seed 42)"), "");
	assert_string_equal(why_of("(set-option :smt.random_seed 0)"), "");
	assert_string_equal(
		why_of("(set-option :sat.random_seed 4294967295)"), "");
	assert_string_equal(why_of("(set-option :smt.mbqi false)"), "");
	assert_string_equal(why_of("(set-option :smt.relevancy 2)"), "");
	assert_string_equal(why_of("(set-option :smt.arith.solver 6)"), "");
	assert_string_equal(why_of("(set-option :opt.priority pareto)"), "");
}

TEST(tells_why_others_are_left_out)
{
	assert_string_equal(why_of("(set-option :timeout 100)"),
		"the time limit is the parameter timeout_ms");
	assert_string_equal(why_of("(set-option :memory_max_size 1)"),
		"the server limits memory itself");
	assert_string_equal(
		why_of("(set-option :regular-output-channel \"f\")"),
		"all output goes into the reply");
	assert_string_equal(why_of("(set-option :dot_proof_file \"f\")"),
		"this option cannot be set here");
}

/* libz3 takes letters of either case, and - for _. */
TEST(keeps_no_other_spelling_of_an_option)
{
	assert_string_equal(why_of("(set-option :SMT.MBQI true)"),
		"this option cannot be set here");
	assert_string_equal(why_of("(set-option :smt.random-seed 1)"),
		"this option cannot be set here");
	assert_string_equal(
		why_of("(set-option :)"), "this option cannot be set here");
}

TEST(refuses_a_value_that_the_option_cannot_have)
{
	struct diagnostic fault = fault_of("(set-option :smt.mbqi 1)");

	assert_int_equal(fault.kind, DIAGNOSTIC_OPTION);
	assert_string_equal(fault.what, ":smt.mbqi takes true or false");
	assert_int_equal(fault.column, 13);
	assert_string_equal(fault_of("(set-option :random-seed -1)").what,
		":random-seed takes a number from 0 to 4294967295");
	assert_string_equal(
		fault_of("(set-option :random-seed 4294967296)").what,
		":random-seed takes a number from 0 to 4294967295");
	assert_string_equal(fault_of("(set-option :smt.relevancy 3)").what,
		":smt.relevancy takes 0, 1 or 2");
	assert_string_equal(fault_of("(set-option :opt.priority \"box\")").what,
		":opt.priority takes lex, box or pareto");
}

TEST(refuses_a_missing_value_and_a_second_one)
{
	assert_int_equal(
		fault_of("(set-option :random-seed)").kind, DIAGNOSTIC_OPTION);
	assert_int_equal(fault_of("(set-option :random-seed 1 2)").kind,
		DIAGNOSTIC_OPTION);
}

TEST(refuses_what_is_no_option)
{
	assert_int_equal(fault_of("(set-option)").kind, DIAGNOSTIC_OPTION);
	assert_int_equal(
		fault_of("(set-option timeout 1)").kind, DIAGNOSTIC_OPTION);
	assert_int_equal(
		fault_of("(set-option |:timeout| 1)").kind, DIAGNOSTIC_OPTION);
}

static bool
is_global(const char *text, bool *value)
{
	DROP(commands) struct commands forms = cut(text);

	return option_is_global(&forms.at[0], text, value);
}

TEST(knows_the_option_that_is_the_scripts_own)
{
	bool value = false;

	assert_true(
		is_global("(set-option :global-declarations true)", &value));
	assert_true(value);
	assert_true(
		is_global("(set-option :global-declarations false)", &value));
	assert_false(value);
	assert_false(is_global("(set-option :random-seed 1)", &value));
	assert_false(is_global("(set-info :global-declarations true)", &value));
}
