#include "unit/unit.h"

#include "tools/solve/term_warnings.h"

#include <string.h>

#include "base/alloc.h"
#include "tools/solve/solve_request.h"
#include "json/json.h"

static char *
remarked(const char *argument, ptrdiff_t index, const char *text)
{
	struct solve_request_term term = {.as = ASKED_PROPERTY,
		.argument = argument,
		.index = index,
		.text = text,
		.size = strlen(text)};
	const struct solve_request q = {.terms = &term, .term_count = 1};
	DROP(json) struct json_object *notes = json_new_array();

	term_warnings_add(&q, notes);
	return json_text(notes);
}

TEST(a_comparison_with_one_argument_is_told)
{
	DROP(text) char *property = remarked("property", -1, "(> x)");
	DROP(text) char *assumed = remarked("assume", 2, "(and p (<= (f x)))");

	assert_non_null(strstr(property, "[\"property: "));
	assert_non_null(strstr(assumed, "[\"assume[2]: "));
}

TEST(an_ordinary_term_is_not)
{
	DROP(text) char *text = remarked("property", -1, "(> x 3) ; fine");

	assert_string_equal(text, "[]");
}
