#include "unit/smt/cut.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/rules/setting.h"
#include "smt/text/lexer.h"

/* The settings of the one command, "name=value " each, or the fault. */
static char *
settings_of(const char *text, struct diagnostic *fault)
{
	DROP(commands) struct commands forms = cut(text);
	struct setting_given given;
	struct lexer walk;
	struct buf out;

	*fault = (struct diagnostic){0};
	buf_init(&out, 1000);
	setting_walk(&forms.at[0], text, &walk);
	while (setting_next(&forms.at[0], text, &walk, &given, fault)) {
		if (given.of->is_number)
			buf_add_format(
				&out, "%s=%u ", given.of->name, given.number);
		else
			buf_add_format(&out, "%s=%s ", given.of->name,
				given.is_true ? "true" : "false");
	}
	return out.data;
}

static void
assert_fault(const char *text, unsigned column, const char *what)
{
	struct diagnostic fault;

	free(settings_of(text, &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_USAGE);
	assert_int_equal(fault.column, column);
	assert_string_equal(fault.what, what);
}

TEST(reads_every_setting_behind_the_term)
{
	struct diagnostic fault;
	DROP(text)
	char *found = settings_of("(simplify (+ x 0) :som true :flat false "
				  ":max_degree 4294967295)",
		&fault);

	assert_int_equal(fault.kind, DIAGNOSTIC_NONE);
	assert_string_equal(
		found, "som=true flat=false max_degree=4294967295 ");
}

TEST(names_are_as_free_as_those_of_libz3)
{
	struct diagnostic fault;
	DROP(text)
	char *found = settings_of(
		"(simplify x :Blast-Distinct true :ARITH_LHS true)", &fault);

	assert_int_equal(fault.kind, DIAGNOSTIC_NONE);
	assert_string_equal(found, "blast_distinct=true arith_lhs=true ");
}

TEST(there_may_be_none)
{
	struct diagnostic fault;
	DROP(text) char *found = settings_of("(simplify x)", &fault);

	assert_int_equal(fault.kind, DIAGNOSTIC_NONE);
	assert_true(found == NULL || found[0] == '\0');
}

TEST(a_misspelt_name_has_a_nearest_one)
{
	assert_fault("(simplify x :flat true :puch_to_real true)", 24,
		"simplify has no option of this name; the nearest is "
		":push_to_real");
	assert_fault("(eval x :compeltion true)", 9,
		"eval has no option of this name; the nearest is :completion");
}

TEST(a_name_like_no_other_is_to_be_left_out)
{
	assert_fault("(simplify x :drat.file y)", 13,
		"simplify has no option of this name; without options it is "
		"written (simplify TERM)");
}

TEST(one_command_has_not_the_settings_of_another)
{
	assert_fault("(eval x :hoist_mul true)", 9,
		"eval has no option of this name; without options it is "
		"written (eval TERM)");
}

TEST(a_value_is_of_the_kind_that_the_setting_takes)
{
	assert_fault("(simplify x :som 1)", 13, ":som takes true or false");
	assert_fault("(simplify x :som)", 13, ":som takes true or false");
	assert_fault("(simplify x :max_degree 4294967296)", 13,
		":max_degree takes a number from 0 to 4294967295");
	assert_fault("(simplify x :max_degree -1)", 13,
		":max_degree takes a number from 0 to 4294967295");
	assert_fault("(simplify x :max_degree true)", 13,
		":max_degree takes a number from 0 to 4294967295");
}

TEST(a_second_term_is_none)
{
	assert_fault("(simplify x y)", 13,
		"simplify takes one term, and after it options such as :som "
		"with their values");
	assert_fault("(eval x (f y))", 9,
		"eval takes one term, and after it options such as "
		":completion with their values");
}

TEST(tells_which_of_them_nothing_comes_of)
{
	const char *text = "(simplify x :timeout 5)";
	DROP(commands) struct commands forms = cut(text);
	struct setting_given given;
	struct diagnostic fault;
	struct lexer walk;

	setting_walk(&forms.at[0], text, &walk);
	assert_true(setting_next(&forms.at[0], text, &walk, &given, &fault));
	assert_string_equal(given.of->ignored,
		"the time limit is the parameter timeout_ms");
}
