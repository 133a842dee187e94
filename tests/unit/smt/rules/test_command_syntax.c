#include "unit/smt/cut.h"

#include <string.h>

#include "base/alloc.h"
#include "smt/rules/command_syntax.h"

/* Whether the one command of the text is written as it should be. */
static bool
is_usual(const char *text, struct diagnostic *fault)
{
	DROP(commands) struct commands forms = cut(text);
	bool usual;

	*fault = (struct diagnostic){0};
	assert_int_equal(forms.count, 1);
	usual = command_syntax_check(&forms.at[0], text, fault);
	return usual;
}

static void
all_are(bool usual, const char *const *texts)
{
	struct diagnostic fault;

	for (; *texts != NULL; texts++) {
		if (is_usual(*texts, &fault) != usual)
			fail_msg("%s is %s", *texts,
				usual ? "refused" : "let through");
	}
}

TEST(what_is_written_rightly_passes)
{
	static const char *const texts[] = {"(push)", "(push 0)", "(pop 3)",
		"(check-sat)", "(check-sat p (not q))",
		"(check-sat-assuming ())", "(check-sat-assuming (p (not q)))",
		"(get-value (x))", "(eval (+ x 1))", "(simplify x)",
		"(eval x :completion true)", "(simplify x :flat true)",
		"(echo \"a\")", "(get-info :version)",
		"(get-option :random-seed)", "(get-assignment)",
		"(get-objectives)", "(get-unsat-assumptions)",
		"(reset-assertions)", "(minimize (+ x 1))", "(maximize x)",
		"(assert-soft p)", "(assert-soft p :weight 2)",
		"(assert-soft p :weight 0.5 :id g)",
		"(assert-soft p :id |a b| :weight -2)", NULL};

	all_are(true, texts);
}

TEST(what_libz3_would_refuse_is_refused)
{
	static const char *const texts[] = {"(push x)", "(push 1 2)",
		"(push -1)", "(pop x)", "(pop 1.5)", "(check-sat :a)",
		"(check-sat-assuming p)", "(check-sat-assuming)",
		"(check-sat-assuming (p) (q))", "(get-value x)",
		"(get-value ())", "(get-value (x) (y))", "(get-value)",
		"(eval)", "(eval x y)", "(eval :a)", "(simplify)",
		"(simplify x :falt true)", "(simplify :flat true)", "(echo a)",
		"(echo)", "(echo 5)", "(get-info)", "(get-info x)",
		"(get-option)", "(get-assignment x)", "(get-objectives 1)",
		"(get-unsat-assumptions ())", "(reset-assertions 1)",
		"(minimize)", "(minimize x 3)", "(maximize :x)",
		"(assert-soft)", "(assert-soft p q)",
		"(assert-soft p :wieght 3)", "(assert-soft p :weight abc)",
		"(assert-soft p :weight)", "(assert-soft p :id 5)",
		"(assert-soft :weight 3 p)",
		"(assert-soft p :weight 2 :weight 5)",
		"(assert-soft p :id a :weight 2 :id a)", NULL};

	all_are(false, texts);
}

TEST(a_command_that_libz3_reads_is_no_concern_of_ours)
{
	static const char *const texts[] = {
		"(assert)", "(declare-const 5)", "(define-fun)", NULL};

	all_are(true, texts);
}

TEST(the_fault_says_how_the_command_is_written)
{
	struct diagnostic fault;

	assert_false(is_usual("(get-value x)", &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_USAGE);
	assert_int_equal(fault.line, 1);
	assert_string_equal(
		fault.what, "get-value is written (get-value (TERM ...))");
}
