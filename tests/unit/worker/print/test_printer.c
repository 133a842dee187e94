#include "unit/worker/solved.h"

#include "base/alloc.h"
#include "worker/print/printer.h"

static const char *
sort_of(const struct answer *a, const char *name)
{
	const struct answer_check *check = answer_last(a);

	for (size_t i = 0; i < check->values.count; i++) {
		if (strcmp(check->values.at[i].name, name) == 0)
			return check->values.at[i].sort;
	}
	return "(none)";
}

SOLVED_TEST(sorts_have_their_parameters,
	"(declare-sort Q 1)(declare-sort |R s| 2)"
	"(declare-const a (Q Int))"
	"(declare-const b (|R s| Int (_ BitVec 8)))"
	"(declare-const c (Q (Seq (Q Bool))))"
	"(declare-const d (Array Int Int (Q String)))"
	"(declare-fun f ((Q Int) Int) (Q Bool))")
{
	assert_string_equal(sort_of(a, "a"), "(Q Int)");
	assert_string_equal(sort_of(a, "b"), "(|R s| Int (_ BitVec 8))");
	assert_string_equal(sort_of(a, "c"), "(Q (Seq (Q Bool)))");
	assert_string_equal(sort_of(a, "d"), "(Array Int Int (Q String))");
	assert_string_equal(sort_of(a, "f"), "((Q Int) Int) (Q Bool)");
	assert_string_equal(sort_of(a, "(Q Int)"), "{|(Q Int)!val!0|}");
}

#define Q "(declare-sort Q 1)"

TEST(each_instance_has_names_of_its_own)
{
	VALUE_IS(Q "(declare-const a (Q Int))(declare-const b (Q Bool))", "a",
		"\"|(Q Int)!val!0|\"");
	VALUE_IS(Q "(declare-const a (Q Int))(declare-const b (Q Bool))", "b",
		"\"|(Q Bool)!val!0|\"");
	VALUE_IS(Q "(declare-const a (Q (Q (_ BitVec 8))))", "a",
		"\"|(Q (Q (_ BitVec 8)))!val!0|\"");
}

TEST(bars_inside_of_a_name_are_quotes)
{
	VALUE_IS(Q "(declare-sort |a b| 0)(declare-const x (Q |a b|))", "x",
		"\"|(Q 'a b')!val!0|\"");
	VALUE_IS("(declare-sort |a b| 0)(declare-const x |a b|)", "x",
		"\"|a b!val!0|\"");
}

/* So that a solution that is read back speaks of the same elements. */
TEST(a_constant_of_such_a_name_is_that_element)
{
	static const char *const text =
		Q "(declare-fun |(Q Int)!val!7| () (Q Int))"
		  "(declare-fun |(Q Int)!val!5| () (Q Int))"
		  "(declare-const x (Q Int))(declare-const y (Q Int))"
		  "(assert (distinct |(Q Int)!val!7| |(Q Int)!val!5| y))"
		  "(assert (= x |(Q Int)!val!5|))";

	VALUE_IS(text, "x", "\"|(Q Int)!val!5|\"");
	VALUE_IS(text, "(Q Int)!val!7", "\"|(Q Int)!val!7|\"");
	VALUE_IS("(declare-sort S 0)(declare-fun S!val!3 () S)", "S!val!3",
		"\"S!val!3\"");
}

static const char *
name_of(const struct answer *a, size_t number)
{
	assert_in_range(number, 0, answer_last(a)->values.count - 1);
	return answer_last(a)->values.at[number].name;
}

SOLVED_TEST(constants_of_one_name_go_by_their_sorts,
	"(declare-const x Int)(declare-const x Real)"
	"(declare-const y Int)"
	"(assert (= (as x Int) 3))"
	"(assert (= (as x Real) 1.5))")
{
	assert_string_equal(value_of(a, "(as x Int)"), "3");
	assert_string_equal(value_of(a, "(as x Real)"), "\"3/2\"");
	assert_string_equal(name_of(a, 2), "y");
}

SOLVED_TEST(functions_of_one_name_go_by_their_signatures,
	"(declare-fun f (Int) Int)"
	"(declare-fun f (Real) Int)"
	"(assert (= (f 1) (+ 1 (f 1.5))))")
{
	assert_string_not_equal(value_of(a, "f (Int) Int"), "(none)");
	assert_string_not_equal(value_of(a, "f (Real) Int"), "(none)");
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
