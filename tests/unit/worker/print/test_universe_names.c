#include "unit/worker/solved.h"

#include "worker/print/universe_names.h"

#define Q "(declare-sort Q 1)"

static void
each_instance_has_names_of_its_own(void **state)
{
	(void)state;
	VALUE_IS(Q "(declare-const a (Q Int))(declare-const b (Q Bool))", "a",
		"\"|(Q Int)!val!0|\"");
	VALUE_IS(Q "(declare-const a (Q Int))(declare-const b (Q Bool))", "b",
		"\"|(Q Bool)!val!0|\"");
	VALUE_IS(Q "(declare-const a (Q (Q (_ BitVec 8))))", "a",
		"\"|(Q (Q (_ BitVec 8)))!val!0|\"");
}

static void
bars_inside_of_a_name_are_quotes(void **state)
{
	(void)state;
	VALUE_IS(Q "(declare-sort |a b| 0)(declare-const x (Q |a b|))", "x",
		"\"|(Q 'a b')!val!0|\"");
	VALUE_IS(Q "(declare-sort |a 'b| 0)(declare-const x (Q |a 'b|))", "x",
		"\"|(Q 'a ''b')!val!0|\"");
	VALUE_IS("(declare-sort |a b| 0)(declare-const x |a b|)", "x",
		"\"|a b!val!0|\"");
}

/* So that a solution that is read back speaks of the same elements. */
static void
a_constant_of_such_a_name_is_that_element(void **state)
{
	static const char *const text =
		Q "(declare-fun |(Q Int)!val!7| () (Q Int))"
		  "(declare-fun |(Q Int)!val!5| () (Q Int))"
		  "(declare-const x (Q Int))(declare-const y (Q Int))"
		  "(assert (distinct |(Q Int)!val!7| |(Q Int)!val!5| y))"
		  "(assert (= x |(Q Int)!val!5|))";

	(void)state;
	VALUE_IS(text, "x", "\"|(Q Int)!val!5|\"");
	VALUE_IS(text, "(Q Int)!val!7", "\"|(Q Int)!val!7|\"");
	VALUE_IS("(declare-sort S 0)(declare-fun S!val!3 () S)", "S!val!3",
		"\"S!val!3\"");
}

/* Others do not take such a name away. */
static void
what_no_constant_names_has_a_number_beyond_theirs(void **state)
{
	struct answer *a = solved(Q "(declare-fun |(Q Int)!val!0| () (Q Int))"
				    "(declare-const x (Q Int))"
				    "(assert (distinct x |(Q Int)!val!0|))");
	const char *x = value_of(a, "x");

	(void)state;
	assert_non_null(strstr(x, "|(Q Int)!val!"));
	assert_null(strstr(x, "!val!0|"));
	answer_free(a);
}

static void
the_number_is_behind_a_mark(void **state)
{
	(void)state;
	assert_string_equal(universe_names_mark("U!val!0", 7), "!val!0");
	assert_null(universe_names_mark("U!val", 5));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_instance_has_names_of_its_own),
		cmocka_unit_test(bars_inside_of_a_name_are_quotes),
		cmocka_unit_test(a_constant_of_such_a_name_is_that_element),
		cmocka_unit_test(
			what_no_constant_names_has_a_number_beyond_theirs),
		cmocka_unit_test(the_number_is_behind_a_mark),
	};

	return cmocka_run_group_tests(tests, solved_begin, NULL);
}
