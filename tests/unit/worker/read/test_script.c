#include "unit/smt/cut.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "smt/rules/command_policy.h"
#include "worker/read/script.h"

/*
 * The problems of a script, a line each: the numbers of the commands in force,
 * then "?" if there is a check or ":" if not, then those that follow it.
 */
static char *
outline(const char *text)
{
	DROP(commands) struct commands forms = cut(text);
	struct diagnostic fault = {0};
	struct script s;
	struct script_problem p;
	struct buf out;
	enum script_step step;

	buf_init(&out, 10000);
	script_init(&s, text, &forms);
	while ((step = script_next(&s, &p, &fault)) == SCRIPT_PROBLEM) {
		for (size_t i = 0; i < p.active_count; i++)
			buf_add_format(&out, "%zu ", s.active[i]);
		buf_add_text(&out, p.has_check ? "?" : ":");
		for (size_t i = p.follow_first; i < p.follow_end; i++)
			buf_add_format(&out, " %zu", i);
		buf_add_text(&out, "\n");
	}
	if (step == SCRIPT_FAULT)
		buf_add_format(
			&out, "fault in line %u: %s\n", fault.line, fault.what);
	script_release(&s);
	return out.data;
}

#define OUTLINE_IS(script_, expected) \
	do { \
		DROP(text) char *text_ = outline(script_); \
		assert_string_equal(text_, expected); \
	} while (0)

TEST(a_script_without_a_check_has_one_added)
{
	OUTLINE_IS("(declare-const x Int)(assert (> x 0))", "0 1 ?\n");
}

TEST(an_empty_script_is_one_empty_problem)
{
	OUTLINE_IS("", "?\n");
}

TEST(a_check_takes_what_is_in_force)
{
	OUTLINE_IS("(assert true)(check-sat)(assert false)(check-sat)",
		"0 ?\n0 2 ?\n");
}

TEST(pop_returns_to_the_state_at_the_push)
{
	OUTLINE_IS("(assert true)(push)(assert false)(check-sat)(pop)"
		   "(check-sat)",
		"0 2 ?\n0 ?\n");
}

TEST(pop_of_several_levels_returns_to_the_outermost)
{
	OUTLINE_IS("(push 1)(assert true)(push 2)(assert false)(pop 3)"
		   "(check-sat)",
		"1 3 :\n?\n");
}

TEST(push_of_no_level_changes_nothing)
{
	OUTLINE_IS("(push 0)(assert true)(pop 0)(check-sat)", "1 :\n1 ?\n");
}

TEST(queries_follow_their_check)
{
	OUTLINE_IS("(declare-const x Int)(check-sat)(get-value (x))(echo \"a\")"
		   "(assert true)(check-sat)",
		"0 ? 2 3\n0 4 ?\n");
}

TEST(definitions_between_queries_stay_in_force)
{
	OUTLINE_IS("(check-sat)(define-fun one () Int 1)(get-value (one))"
		   "(check-sat)",
		"? 1 2\n1 ?\n");
}

TEST(declarations_behind_the_last_query_are_of_the_next)
{
	OUTLINE_IS("(check-sat)(echo \"a\")(declare-const x Int)"
		   "(assert (> x 0))(check-sat)",
		"? 1\n2 3 ?\n");
}

TEST(queries_before_the_first_check_are_a_problem)
{
	OUTLINE_IS("(echo \"a\")(assert true)(check-sat)", ": 0\n1 ?\n");
}

TEST(reset_assertions_keeps_declarations_and_scopes)
{
	OUTLINE_IS("(set-logic QF_LIA)(declare-const x Int)(push)"
		   "(declare-const y Int)(assert (> x 0))(reset-assertions)"
		   "(assert (< x y))(check-sat)(pop)(check-sat)",
		"0 1 3 4 :\n0 1 3 6 ?\n0 1 ?\n");
}

TEST(reset_assertions_forgets_what_is_declared_again)
{
	OUTLINE_IS("(set-logic QF_LIA)(declare-const x Int)"
		   "(declare-const y Int)(assert (> x y))(reset-assertions)"
		   "(declare-const x Bool)(check-sat)",
		"0 1 2 3 :\n0 2 5 ?\n");
}

TEST(global_declarations_outlive_their_scopes)
{
	OUTLINE_IS("(set-option :global-declarations true)(push)(push)"
		   "(declare-const x Bool)(assert x)(pop)"
		   "(define-fun y () Bool x)(check-sat)(pop)(assert y)"
		   "(check-sat)(reset-assertions)(assert x)(check-sat)",
		"3 4 :\n3 6 ?\n3 6 9 ?\n3 6 12 ?\n");
}

TEST(declarations_are_not_global_by_themselves)
{
	OUTLINE_IS("(set-option :global-declarations false)(push)"
		   "(declare-const x Bool)(pop)(check-sat)",
		"2 :\n?\n");
}

TEST(pop_below_the_bottom_is_a_fault)
{
	OUTLINE_IS("(push)\n(pop 2)\n(check-sat)",
		"fault in line 2: (pop 2) removes more levels than are open "
		"here, which are 1\n");
}

TEST(a_query_behind_a_new_assertion_is_a_fault)
{
	OUTLINE_IS("(check-sat)\n(assert true)\n(get-value (true))",
		"?\nfault in line 3: get-value needs the answer of a "
		"(check-sat), and there is none here: the assertions in force "
		"have not been checked\n");
}

TEST(a_script_of_too_many_checks_is_refused)
{
	DROP(buf) struct buf text;
	DROP(admitted_text) struct admitted_text allowed = {0};
	struct diagnostic fault;

	buf_init(&text, MIB);
	for (int i = 0; i <= LIMIT_CHECKS; i++)
		buf_add_text(&text, "(check-sat)");
	assert_false(
		command_policy_script(text.data, text.size, &allowed, &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_LIMIT);
}

TEST(what_is_in_force_at_no_check_is_read)
{
	OUTLINE_IS("(declare-const x Int)(check-sat)(assert (> x 0))",
		"0 ?\n0 2 :\n");
	OUTLINE_IS("(push)(assert p)(pop)(check-sat)", "1 :\n?\n");
	OUTLINE_IS("(assert p)(reset-assertions)(check-sat)", "0 :\n?\n");
	OUTLINE_IS(
		"(check-sat)(echo \"a\")(declare-const x Int)", "? 1\n2 :\n");
}

TEST(what_was_in_force_at_a_check_is_not_read_again)
{
	OUTLINE_IS("(push)(assert p)(check-sat)(pop)", "1 ?\n");
	OUTLINE_IS("(push)(assert p)(check-sat)(push)(pop)(pop)"
		   "(set-info :a b)",
		"1 ?\n");
	OUTLINE_IS("(check-sat)(declare-const x Int)(eval x)", "? 1 2\n");
}
