#include "unit/worker/solved.h"

#include "worker/print/overloads.h"

#include "base/alloc.h"

static const char *
name_of(const struct answer *a, size_t number)
{
	assert_in_range(number, 0, answer_last(a)->values.count - 1);
	return answer_last(a)->values.at[number].name;
}

TEST(constants_of_one_name_go_by_their_sorts)
{
	struct answer *a = solved("(declare-const x Int)(declare-const x Real)"
				  "(declare-const y Int)"
				  "(assert (= (as x Int) 3))"
				  "(assert (= (as x Real) 1.5))");

	assert_string_equal(value_of(a, "(as x Int)"), "3");
	assert_string_equal(value_of(a, "(as x Real)"), "\"3/2\"");
	assert_string_equal(name_of(a, 2), "y");
	answer_free(a);
}

TEST(functions_of_one_name_go_by_their_signatures)
{
	struct answer *a = solved("(declare-fun f (Int) Int)"
				  "(declare-fun f (Real) Int)"
				  "(assert (= (f 1) (+ 1 (f 1.5))))");

	assert_string_not_equal(value_of(a, "f (Int) Int"), "(none)");
	assert_string_not_equal(value_of(a, "f (Real) Int"), "(none)");
	answer_free(a);
}

TEST(several_solutions_tell_them_apart)
{
	struct ask ask = ask_for("(declare-const x Int)(declare-const x Bool)"
				 "(assert (= (as x Int) 3))");
	struct answer *a;

	ask.solutions = 5;
	a = solved_ask(&ask);
	assert_int_equal(answer_last(a)->solutions.list.count, 2);
	assert_non_null(strstr(
		answer_last(a)->solutions.list.at[0], "\"(as x Int)\":3"));
	answer_free(a);
}

TEST(a_solution_of_overloaded_constants_is_read_back)
{
	struct answer *a = solved("(declare-const x Int)(declare-const x Real)"
				  "(assert (= (as x Int) 3))"
				  "(assert (= (as x Real) 1.5))");
	const char *model = answer_last(a)->model;
	DROP(text) char *text = NULL;
	struct answer *b;

	text = text_format("%.*s(assert (= (as x Real) 1.5))",
		(int)strlen(model) - 2, model + 1);
	b = solved(text);
	assert_int_equal(b->fault.kind, DIAGNOSTIC_NONE);
	assert_int_equal(answer_last(b)->status, STATUS_SAT);
	answer_free(a);
	answer_free(b);
}

TEST_GROUP(solved_begin, NULL)
