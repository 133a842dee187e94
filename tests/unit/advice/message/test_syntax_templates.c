#include "unit/unit.h"

#include "advice/message/syntax_templates.h"

#include <string.h>

TEST(knows_how_commands_and_operators_are_written)
{
	assert_string_equal(syntax_template_find("let")->shape,
		"(let ((NAME TERM) ...) BODY)");
	assert_string_equal(syntax_template_find("extract")->shape,
		"((_ extract HIGH LOW) BITS)");
	assert_non_null(
		strstr(syntax_template_find("assert")->example, "(assert "));
}

TEST(knows_no_shape_of_an_unknown_head)
{
	assert_null(syntax_template_find("frobnicate"));
	assert_null(syntax_template_find(""));
}
