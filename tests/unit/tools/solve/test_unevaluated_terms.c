#include "unit/unit.h"

#include "tools/solve/unevaluated_terms.h"

#include <string.h>

#include "base/alloc.h"
#include "tools/call/values.h"
#include "tools/solve/solve_request.h"
#include "json/json.h"

/* What is noted when these two terms are asked for and x alone has a value. */
static char *
noted(const char *first, const char *second, size_t left_out)
{
	struct solve_request_term terms[] = {
		{.as = ASKED_VALUE,
			.argument = "terms",
			.text = first,
			.size = strlen(first)},
		{.as = ASKED_VALUE,
			.argument = "terms",
			.index = 1,
			.text = second,
			.size = strlen(second)},
	};
	struct solve_request q = {.terms = terms, .term_count = 2};
	struct values values = {
		.values = json_new_object(), .left_out = left_out};
	DROP(json) struct json_object *notes = json_new_array();

	json_put_int(values.values, "x", 5);
	unevaluated_terms_note(&q, &values, notes);
	values_release(&values);
	return json_text(notes);
}

TEST(a_term_without_a_value_is_named)
{
	DROP(text) char *text = noted("x", "(f x)", 0);

	assert_non_null(strstr(text, "evaluate terms[1] under"));
}

TEST(blanks_bars_and_comments_are_no_other_term)
{
	DROP(text) char *quoted = noted(" x\n", "|x|", 0);
	DROP(text) char *commented = noted("x", "x ; of it", 0);

	assert_string_equal(quoted, "[]");
	assert_string_equal(commented, "[]");
}

TEST(what_had_no_room_is_not_called_missing)
{
	DROP(text) char *text = noted("x", "(f x)", 1);

	assert_string_equal(text, "[]");
}
