#include "unit/unit.h"

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

TEST(offers_declared_names_with_their_types)
{
	DROP(message) struct message c = {0};

	assert_string_equal(nearest(&c, SUGGESTION_FUNCTION, "limits"),
		"1. Did you mean `limit`, declared as Int?\n");
}

TEST(offers_functions_as_such)
{
	DROP(message) struct message c = {0};

	assert_string_equal(nearest(&c, SUGGESTION_FUNCTION, "costs"),
		"1. Did you mean `cost`, a function (Int Bool) Int?\n");
}

TEST(offers_names_whose_type_is_not_known)
{
	DROP(message) struct message c = {0};

	assert_string_equal(nearest(&c, SUGGESTION_FUNCTION, "unknown-kid"),
		"1. Did you mean `unknown-kind`?\n");
}

TEST(offers_built_in_names)
{
	DROP(message) struct message c = {0};

	assert_string_equal(nearest(&c, SUGGESTION_FUNCTION, "distnct"),
		"1. Did you mean `distinct`?\n");
}

TEST(offers_no_built_in_function_where_nothing_is_applied)
{
	DROP(message) struct message c = {0};
	DROP(message) struct message d = {0};

	assert_string_equal(nearest(&c, SUGGESTION_CONSTANT, "nite"), "");
	assert_string_equal(nearest(&d, SUGGESTION_CONSTANT, "True"),
		"1. Did you mean `true`?\n");
}

TEST(offers_no_built_in_name_for_a_short_word)
{
	DROP(message) struct message c = {0};

	assert_string_equal(nearest(&c, SUGGESTION_FUNCTION, "abz"), "");
}

TEST(offers_sorts_where_a_sort_is_due)
{
	DROP(message) struct message c = {0};
	DROP(message) struct message d = {0};

	assert_string_equal(nearest(&c, SUGGESTION_SORT, "Color"),
		"1. Did you mean `Colour`?\n");
	assert_string_equal(nearest(&d, SUGGESTION_SORT, "limit"), "");
}

TEST(offers_no_sort_where_a_term_is_due)
{
	DROP(message) struct message c = {0};

	assert_string_equal(nearest(&c, SUGGESTION_FUNCTION, "Colours"), "");
}

TEST(tells_functions_from_constants)
{
	assert_true(suggestion_is_function("(Int Bool) Int"));
	assert_false(suggestion_is_function("Int"));
	assert_false(suggestion_is_function("(Array Int Int)"));
	assert_false(suggestion_is_function(NULL));
	assert_string_equal(suggestion_type(&place, "limit"), "Int");
	assert_null(suggestion_type(&place, "limits"));
}

TEST(says_nothing_of_a_word_that_is_no_mistake)
{
	DROP(message) struct message c = {0};

	(void)nearest(&c, SUGGESTION_FUNCTION, "zzzzzzzzzz");
	assert_false(suggestion_word(&c, FOREIGN_NAME_TERM, "limit"));
	assert_int_equal(c.cause.size, 0);
	assert_true(suggestion_word(&c, FOREIGN_NAME_TERM, "sum"));
	assert_int_equal(c.step_count, 1);
}
