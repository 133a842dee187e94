#include "base/template.h"

#include "unit/unit.h"

/* Values: x is 3; a loop "each" over 1 and 2 with the element {n}. */
static bool
value(struct buf *out, struct slice name, struct slice body, void *context)
{
	int *number = context;

	if (slice_is(name, "x"))
		return buf_add_char(out, '3');
	if (slice_is(name, "braces"))
		return buf_add_text(out, "{x}");
	if (slice_is(name, "n"))
		return buf_add_format(out, "%d", *number);
	if (!slice_is(name, "each"))
		return false;
	for (*number = 1; *number <= 2; ++*number)
		if (!template_fill(out, body, value, context))
			return false;
	return true;
}

static bool
becomes(const char *text, const char *filled)
{
	struct buf out;
	int number = 0;
	bool done;

	buf_init(&out, 64);
	done = template_fill(&out, slice_of(text), value, &number);
	if (done && filled != NULL)
		assert_string_equal(out.data, filled);
	buf_release(&out);
	return done;
}

TEST(a_name_in_braces_becomes_its_value)
{
	assert_true(becomes("", ""));
	assert_true(becomes("{x}", "3"));
	assert_true(becomes("a{x}{x} b", "a33 b"));
}

TEST(a_name_without_a_value_has_its_alternative_or_fails)
{
	assert_false(becomes("a {y} b", NULL));
	assert_true(becomes("a {y|no {x}} b", "a no 3 b"));
	assert_true(becomes("a {y|} b", "a  b"));
	assert_true(becomes("{x|no}", "3"));
}

TEST(a_loop_writes_its_text_for_each_element)
{
	assert_true(
		becomes("(and{each: (< {n} {x})})", "(and (< 1 3) (< 2 3))"));
	assert_true(becomes("{each:}", ""));
	assert_true(becomes("{each:{y|a:b}}", "a:ba:b"));
	assert_false(becomes("{each:{y}}", NULL));
}

TEST(braces_without_a_name_are_text)
{
	assert_true(
		becomes("{\"a\": {x}, \"b\": {}}", "{\"a\": 3, \"b\": {}}"));
	assert_true(becomes("} { x} {", "} { x} {"));
	assert_true(becomes("{x", "{x"));
}

TEST(braces_in_a_value_are_not_read)
{
	assert_true(becomes("{braces}", "{x}"));
}

TEST(fails_when_the_buffer_overflows)
{
	assert_false(becomes(
		"{each:0123456789012345678901234567890123456789}", NULL));
}
