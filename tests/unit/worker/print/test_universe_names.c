#include "unit/worker/solved.h"

#include "worker/print/universe_names.h"

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
	VALUE_IS(Q "(declare-sort |a 'b| 0)(declare-const x (Q |a 'b|))", "x",
		"\"|(Q 'a ''b')!val!0|\"");
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

/* Others do not take such a name away. */
TEST(what_no_constant_names_has_a_number_beyond_theirs)
{
	struct answer *a = solved(Q "(declare-fun |(Q Int)!val!0| () (Q Int))"
				    "(declare-const x (Q Int))"
				    "(assert (distinct x |(Q Int)!val!0|))");
	const char *x = value_of(a, "x");

	assert_non_null(strstr(x, "|(Q Int)!val!"));
	assert_null(strstr(x, "!val!0|"));
	answer_free(a);
}

TEST(the_number_is_behind_a_mark)
{
	assert_string_equal(universe_names_mark("U!val!0", 7), "!val!0");
	assert_null(universe_names_mark("U!val", 5));
}

TEST_GROUP(solved_begin, NULL)
