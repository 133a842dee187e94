/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "mcp/features/template.h"

#include <stdlib.h>
#include <string.h>

static void
matches_what_the_template_says(void **state)
{
	struct template_values v;

	(void)state;
	assert_true(template_match("a://b", "a://b", &v));
	assert_int_equal(v.count, 0);
	assert_true(template_match(
		"a://s/{session}/i/{item}", "a://s/x-1/i/7", &v));
	assert_string_equal(template_value(&v, "session"), "x-1");
	assert_string_equal(template_value(&v, "item"), "7");
	assert_null(template_value(&v, "other"));
}

static void
does_not(const char *pattern, const char *uri)
{
	struct template_values v;
	bool matches = template_match(pattern, uri, &v);

	if (matches)
		print_error("%s matches %s\n", pattern, uri);
	assert_false(matches);
}

static void
matches_the_whole_address_and_no_empty_value(void **state)
{
	(void)state;
	does_not("a://b", "a://bc");
	does_not("a://b", "a://");
	does_not("a://b", "");
	does_not("a/{x}", "a/");
	does_not("a/{x}/c", "a//c");
	does_not("a/{x}", "a/b/c");
	does_not("a/{x}", "a/b?q");
	does_not("a/{x}", "a/b#f");
	does_not("a/{x}/c", "a/b/d");
}

static void
decodes_the_values(void **state)
{
	struct template_values v;

	(void)state;
	assert_true(template_match("a/{x}", "a/%7Eb%2fc%20d", &v));
	assert_string_equal(template_value(&v, "x"), "~b/c d");
}

static void
takes_no_broken_encoding(void **state)
{
	(void)state;
	does_not("a/{x}", "a/%");
	does_not("a/{x}", "a/%4");
	does_not("a/{x}", "a/%4g");
	does_not("a/{x}", "a/b%00c");
	does_not("a/{x}", "a/%ff");
}

static void
takes_values_up_to_its_ceiling(void **state)
{
	char uri[2 + TEMPLATE_VALUE_MAX + 1] = "a/";
	struct template_values v;

	(void)state;
	memset(uri + 2, 'x', TEMPLATE_VALUE_MAX);
	does_not("a/{x}", uri);
	uri[2 + TEMPLATE_VALUE_MAX - 1] = '\0';
	assert_true(template_match("a/{x}", uri, &v));
}

static void
knows_its_variables(void **state)
{
	(void)state;
	assert_true(template_has("a/{x}/{y}", "y"));
	assert_false(template_has("a/{x}/{y}", "z"));
	assert_true(template_has("a/{x}", NULL));
	assert_false(template_has("a/x", NULL));
}

static void
fills_what_it_matches_again(void **state)
{
	struct template_values v;
	char *uri = template_fill("a/{x}/b", "50% /\xc3\xa9");

	(void)state;
	assert_string_equal(uri, "a/50%25%20%2F%C3%A9/b");
	assert_true(template_match("a/{x}/b", uri, &v));
	assert_string_equal(template_value(&v, "x"), "50% /\xc3\xa9");
	free(uri);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(matches_what_the_template_says),
		cmocka_unit_test(matches_the_whole_address_and_no_empty_value),
		cmocka_unit_test(decodes_the_values),
		cmocka_unit_test(takes_no_broken_encoding),
		cmocka_unit_test(takes_values_up_to_its_ceiling),
		cmocka_unit_test(knows_its_variables),
		cmocka_unit_test(fills_what_it_matches_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
