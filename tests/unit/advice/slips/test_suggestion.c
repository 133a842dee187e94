/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "advice/slips/suggestion.h"

#include <string.h>

#include "base/alloc.h"

static const struct advice_symbol symbols[] = {
	{"limit", "Int"},
	{"cost", "(Int Bool) Int"},
	{"Colour", ADVICE_SORT},
	{"unknown-kind", NULL},
};

static const struct advice_place place = {
	.text = "", .index = -1, .symbols = symbols, .symbol_count = 4};

static const char *
nearest(struct message *c, enum suggestion_as as, const char *name)
{
	struct text_context s;

	text_context_init(&s, "", 0, 0);
	message_init(c, &s);
	suggestion_nearest(c, as, name, &place);
	text_context_release(&s);
	return c->steps.data;
}

static void
offers_declared_names_with_their_types(void **state)
{
	DROP(message) struct message c = {0};

	(void)state;
	assert_string_equal(nearest(&c, SUGGESTION_FUNCTION, "limits"),
		"1. Did you mean `limit`, declared as Int?\n");
}

static void
offers_functions_as_such(void **state)
{
	DROP(message) struct message c = {0};

	(void)state;
	assert_string_equal(nearest(&c, SUGGESTION_FUNCTION, "costs"),
		"1. Did you mean `cost`, a function (Int Bool) Int?\n");
}

static void
offers_names_whose_type_is_not_known(void **state)
{
	DROP(message) struct message c = {0};

	(void)state;
	assert_string_equal(nearest(&c, SUGGESTION_FUNCTION, "unknown-kid"),
		"1. Did you mean `unknown-kind`?\n");
}

static void
offers_built_in_names(void **state)
{
	DROP(message) struct message c = {0};

	(void)state;
	assert_string_equal(nearest(&c, SUGGESTION_FUNCTION, "distnct"),
		"1. Did you mean `distinct`?\n");
}

static void
offers_no_built_in_function_where_nothing_is_applied(void **state)
{
	DROP(message) struct message c = {0};
	DROP(message) struct message d = {0};

	(void)state;
	assert_string_equal(nearest(&c, SUGGESTION_CONSTANT, "nite"), "");
	assert_string_equal(nearest(&d, SUGGESTION_CONSTANT, "True"),
		"1. Did you mean `true`?\n");
}

static void
offers_no_built_in_name_for_a_short_word(void **state)
{
	DROP(message) struct message c = {0};

	(void)state;
	assert_string_equal(nearest(&c, SUGGESTION_FUNCTION, "abz"), "");
}

static void
offers_sorts_where_a_sort_is_due(void **state)
{
	DROP(message) struct message c = {0};
	DROP(message) struct message d = {0};

	(void)state;
	assert_string_equal(nearest(&c, SUGGESTION_SORT, "Color"),
		"1. Did you mean `Colour`?\n");
	assert_string_equal(nearest(&d, SUGGESTION_SORT, "limit"), "");
}

static void
offers_no_sort_where_a_term_is_due(void **state)
{
	DROP(message) struct message c = {0};

	(void)state;
	assert_string_equal(nearest(&c, SUGGESTION_FUNCTION, "Colours"), "");
}

static void
tells_functions_from_constants(void **state)
{
	(void)state;
	assert_true(suggestion_is_function("(Int Bool) Int"));
	assert_false(suggestion_is_function("Int"));
	assert_false(suggestion_is_function("(Array Int Int)"));
	assert_false(suggestion_is_function(NULL));
	assert_string_equal(suggestion_type(&place, "limit"), "Int");
	assert_null(suggestion_type(&place, "limits"));
}

static void
says_nothing_of_a_word_that_is_no_mistake(void **state)
{
	DROP(message) struct message c = {0};

	(void)state;
	(void)nearest(&c, SUGGESTION_FUNCTION, "zzzzzzzzzz");
	assert_false(suggestion_word(&c, FOREIGN_NAME_TERM, "limit"));
	assert_int_equal(c.cause.size, 0);
	assert_true(suggestion_word(&c, FOREIGN_NAME_TERM, "sum"));
	assert_int_equal(c.step_count, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(offers_declared_names_with_their_types),
		cmocka_unit_test(offers_functions_as_such),
		cmocka_unit_test(offers_names_whose_type_is_not_known),
		cmocka_unit_test(offers_built_in_names),
		cmocka_unit_test(
			offers_no_built_in_function_where_nothing_is_applied),
		cmocka_unit_test(offers_no_built_in_name_for_a_short_word),
		cmocka_unit_test(offers_sorts_where_a_sort_is_due),
		cmocka_unit_test(offers_no_sort_where_a_term_is_due),
		cmocka_unit_test(tells_functions_from_constants),
		cmocka_unit_test(says_nothing_of_a_word_that_is_no_mistake),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
