#include "unit/unit.h"

#include "mcp/features/resource.h"

#include <stdlib.h>
#include <string.h>

TEST(matches_what_the_template_says)
{
	struct template_values v;

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

TEST(matches_the_whole_address_and_no_empty_value)
{
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

TEST(decodes_the_values)
{
	struct template_values v;

	assert_true(template_match("a/{x}", "a/%7Eb%2fc%20d", &v));
	assert_string_equal(template_value(&v, "x"), "~b/c d");
}

TEST(takes_no_broken_encoding)
{
	does_not("a/{x}", "a/%");
	does_not("a/{x}", "a/%4");
	does_not("a/{x}", "a/%4g");
	does_not("a/{x}", "a/b%00c");
	does_not("a/{x}", "a/%ff");
}

TEST(takes_values_up_to_its_ceiling)
{
	char uri[2 + TEMPLATE_VALUE_MAX + 1] = "a/";
	struct template_values v;

	memset(uri + 2, 'x', TEMPLATE_VALUE_MAX);
	does_not("a/{x}", uri);
	uri[2 + TEMPLATE_VALUE_MAX - 1] = '\0';
	assert_true(template_match("a/{x}", uri, &v));
}

TEST(knows_its_variables)
{
	assert_true(template_has("a/{x}/{y}", "y"));
	assert_false(template_has("a/{x}/{y}", "z"));
	assert_true(template_has("a/{x}", NULL));
	assert_false(template_has("a/x", NULL));
}

TEST(fills_what_it_matches_again)
{
	struct template_values v;
	char *uri = template_fill("a/{x}/b", "50% /\xc3\xa9");

	assert_string_equal(uri, "a/50%25%20%2F%C3%A9/b");
	assert_true(template_match("a/{x}/b", uri, &v));
	assert_string_equal(template_value(&v, "x"), "50% /\xc3\xa9");
	free(uri);
}
