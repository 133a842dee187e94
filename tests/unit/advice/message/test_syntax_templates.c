/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "advice/message/syntax_templates.h"

#include <string.h>

static void
knows_how_commands_and_operators_are_written(void **state)
{
	(void)state;
	assert_string_equal(
		syntax_template_find("let")->shape, "(let ((NAME TERM) ...) BODY)");
	assert_string_equal(
		syntax_template_find("extract")->shape, "((_ extract HIGH LOW) BITS)");
	assert_non_null(strstr(syntax_template_find("assert")->example, "(assert "));
}

static void
knows_no_shape_of_an_unknown_head(void **state)
{
	(void)state;
	assert_null(syntax_template_find("frobnicate"));
	assert_null(syntax_template_find(""));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_how_commands_and_operators_are_written),
		cmocka_unit_test(knows_no_shape_of_an_unknown_head),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
