#include "unit/worker/solved.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "worker/process/script_runner.h"

TEST(a_text_without_commands_is_sat)
{
	struct answer *a = solved("");

	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	answer_free(a);
}

TEST(a_text_without_a_check_gets_one)
{
	struct answer *a = solved("(declare-const x Int)(assert (> x 3))");

	assert_int_equal(a->check_count, 1);
	assert_int_equal(a->checks[0].line, 0);
	assert_int_equal(a->checks[0].status, STATUS_SAT);
	answer_free(a);
}

TEST(every_check_is_reported_with_its_line)
{
	struct answer *a = solved("(declare-const x Int)\n(assert (> x 3))\n"
				  "(check-sat)\n(assert (< x 2))\n"
				  "(check-sat)\n");

	assert_int_equal(a->check_count, 2);
	assert_int_equal(a->checks[0].line, 3);
	assert_int_equal(a->checks[0].status, STATUS_SAT);
	assert_int_equal(a->checks[1].line, 5);
	assert_int_equal(a->checks[1].status, STATUS_UNSAT);
	assert_string_equal(a->output.text, "sat\nunsat\n");
	answer_free(a);
}

TEST(pop_takes_back_assertions_and_declarations)
{
	struct answer *a = solved("(declare-const x Int)\n(push 1)\n"
				  "(declare-const y Int)(assert (and (> x y)"
				  " (< x y)))\n(check-sat)\n(pop 1)\n"
				  "(declare-const y Bool)(assert y)\n"
				  "(check-sat)\n");

	assert_int_equal(a->fault.kind, DIAGNOSTIC_NONE);
	assert_string_equal(a->output.text, "unsat\nsat\n");
	assert_string_equal(value_of(a, "y"), "true");
	answer_free(a);
}

TEST(a_check_tells_of_all_faults)
{
	struct answer *a = checked("(assert p)\n(declare-const x Int)\n"
				   "(assert (> x\n  y))\n(assert (> x 0))\n"
				   "(define-const z Int p)\n(assert (= z 0))");

	assert_int_equal(a->fault.line, 1);
	assert_int_equal(a->further.count, 3);
	assert_int_equal(a->further.at[0].line, 4);
	assert_string_equal(a->further.at[0].what, "unknown constant y");
	assert_int_equal(a->further.at[1].line, 6);
	assert_int_equal(a->further.at[2].line, 7);
	answer_free(a);
}

TEST(a_name_that_was_popped_is_unknown)
{
	struct answer *a = solved("(push)\n(declare-const y Int)\n(pop)\n"
				  "(assert (> y 0))\n(check-sat)\n");

	assert_int_equal(a->fault.kind, DIAGNOSTIC_SOLVER);
	assert_int_equal(a->fault.line, 4);
	assert_int_equal(a->fault.column, 12);
	assert_string_equal(a->fault.what, "unknown constant y");
	assert_int_equal(a->check_count, 0);
	answer_free(a);
}

TEST(a_pop_below_the_bottom_is_a_fault)
{
	struct answer *a = solved("(push 1)\n(pop 2)\n(check-sat)");

	assert_int_equal(a->fault.kind, DIAGNOSTIC_SCOPE);
	assert_int_equal(a->fault.line, 2);
	answer_free(a);
}

TEST(an_error_ends_the_script)
{
	struct answer *a = solved("(declare-const x Int)\n"
				  "(assert (> x true))\n(check-sat)\n");

	assert_int_equal(a->fault.kind, DIAGNOSTIC_SOLVER);
	assert_int_equal(a->fault.line, 2);
	assert_int_equal(a->check_count, 0);
	assert_null(a->output.text);
	answer_free(a);
}

TEST(an_error_behind_the_check_precedes_its_answer)
{
	struct answer *a = solved("(declare-const x Int)\n(check-sat)\n"
				  "(get-value (x zz))\n");

	assert_int_equal(a->fault.kind, DIAGNOSTIC_SOLVER);
	assert_int_equal(a->fault.line, 3);
	assert_int_equal(a->fault.column, 15);
	assert_int_equal(a->check_count, 0);
	answer_free(a);
}

TEST(two_constants_of_one_name_have_both_values)
{
	struct answer *a = solved("(declare-const x Int)(declare-const x Bool)"
				  "(assert (= (as x Int) 4))");

	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_int_equal(answer_last(a)->values.count, 2);
	assert_string_equal(value_of(a, "(as x Int)"), "4");
	answer_free(a);
}

TEST(a_check_of_an_edit_solves_nothing)
{
	struct answer *a = checked("(declare-const x Int)(assert (> x 3))");

	assert_int_equal(a->fault.kind, DIAGNOSTIC_NONE);
	assert_int_equal(a->check_count, 0);
	answer_free(a);
}

TEST(a_check_of_an_edit_reads_objectives_too)
{
	struct answer *a = checked("(declare-const x Int)\n(minimize (+ x k))");

	assert_int_equal(a->fault.kind, DIAGNOSTIC_SOLVER);
	assert_int_equal(a->fault.line, 2);
	assert_int_equal(a->fault.column, 16);
	answer_free(a);
}

TEST(an_objective_that_is_no_number_is_a_fault)
{
	struct answer *a = checked("(declare-const p Bool)\n(minimize p)");

	assert_int_equal(a->fault.kind, DIAGNOSTIC_USAGE);
	assert_int_equal(a->fault.line, 2);
	assert_non_null(strstr(a->fault.what, "of sort Bool"));
	answer_free(a);
}

/* Otherwise the status of an earlier check would pass for the script's. */
TEST(a_check_that_the_time_did_not_reach_is_unknown)
{
	struct answer *a;

	watchdog_begin(clock_now_us() - 1);
	a = solved("(check-sat)\n(check-sat)");
	watchdog_begin(clock_now_us() + SOLVED_DEADLINE_US);
	assert_int_equal(a->check_count, 1);
	assert_int_equal(answer_last(a)->line, 1);
	assert_int_equal(answer_last(a)->status, STATUS_UNKNOWN);
	assert_string_equal(answer_last(a)->reason, "timeout");
	answer_free(a);
}

/* libz3 keeps what it has read in a context; a scope that is gone is gone. */
TEST(what_a_scope_declared_is_nothing_to_the_next)
{
	struct answer *a = solved(
		"(push)(declare-const x Int)(define-fun y () Int 1)"
		"(assert (= x y))(check-sat)(get-value (x))(pop)"
		"(push)(declare-const x Bool)(define-fun y () Bool true)"
		"(assert (= x y))(check-sat)(get-value (x))(pop)"
		"(push)(declare-sort S 1)(declare-const x (S Int))"
		"(assert (= x x))(check-sat)(pop)"
		"(push)(declare-sort S 0)(declare-const x S)(check-sat)(pop)");

	assert_int_equal(a->fault.kind, DIAGNOSTIC_NONE);
	assert_int_equal(a->check_count, 4);
	assert_string_equal(a->checks[0].output.text, "sat\n((x 1))\n");
	assert_string_equal(a->checks[1].output.text, "sat\n((x true))\n");
	assert_int_equal(a->checks[3].status, STATUS_SAT);
	answer_free(a);
}

TEST(a_datatype_of_another_scope_may_be_another_one)
{
	struct answer *a = solved(
		"(push)(declare-datatypes ((T 0)) (((a) (b))))"
		"(declare-const x T)(assert (= x b))(check-sat)(pop)"
		"(push)(declare-datatypes ((T 0)) (((c (b Int)))))"
		"(declare-const x T)(assert (= (b x) 3))(check-sat)(pop)");

	assert_int_equal(a->fault.kind, DIAGNOSTIC_NONE);
	assert_int_equal(a->checks[0].status, STATUS_SAT);
	assert_int_equal(a->checks[1].status, STATUS_SAT);
	answer_free(a);
}

TEST(hundreds_of_checks_take_turns_in_contexts)
{
	DROP(buf) struct buf text;
	struct answer *a;

	buf_init(&text, MIB);
	buf_add_text(&text, "(declare-const x Int)");
	for (int i = 0; i < 100; i++)
		buf_add_format(&text, "(assert (> x %d))(check-sat)", i);
	a = solved(text.data);
	assert_int_equal(a->check_count, 100);
	for (size_t i = 0; i < a->check_count; i++)
		assert_int_equal(a->checks[i].status, STATUS_SAT);
	assert_string_equal(value_of(a, "x"), "100");
	answer_free(a);
}

/* As in the z3 command: a label is a definition. */
TEST(labels_are_global_where_declarations_are)
{
	static const char used[] =
		"(set-option :global-declarations true)(declare-const x Int)"
		"(push)(assert (! (and (! (> x 0) :named b) (< x 9)) :named a))"
		"(check-sat)(pop)(assert (not b))(check-sat)"
		"(reset-assertions)(assert a)(check-sat)(get-value (b))";
	DROP(text)
	char *twice = text_format("%s(assert (! (> x 3) :named b))", used);
	struct answer *a = solved(used);

	assert_int_equal(a->fault.kind, DIAGNOSTIC_NONE);
	assert_string_equal(a->output.text, "sat\nsat\nsat\n((b true))\n");
	answer_free(a);
	a = solved(twice);
	assert_int_equal(a->fault.kind, DIAGNOSTIC_SOLVER);
	assert_string_equal(a->fault.what, "named expression already defined");
	answer_free(a);
}

/* So do they where reset-assertions keeps declarations. */
TEST(labels_outlive_reset_assertions_as_declarations_do)
{
	struct answer *a =
		solved("(declare-const x Int)(assert (! (> x 0) :named a))"
		       "(check-sat)(reset-assertions)(assert (not a))"
		       "(assert (> x -1))(check-sat)(get-value (x))");

	assert_int_equal(a->fault.kind, DIAGNOSTIC_NONE);
	assert_string_equal(a->output.text, "sat\nsat\n((x 0))\n");
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
