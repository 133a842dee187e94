#include <stdlib.h>
#include <string.h>

#include "agent/agent.h"
#include "base/clock.h"
#include "unit/unit.h"

static char key[] = "sk-secret-0123456789";
static const struct agent keyed = {.key = key};

static void
assert_redacted(const char *text, size_t most, const char *expected)
{
	DROP(text) char *clean = redact(&keyed, text, most);

	assert_string_equal(clean, expected);
}

TEST(puts_words_in_place_of_each_key)
{
	assert_redacted("", REDACT_ALL, "");
	assert_redacted("no key", REDACT_ALL, "no key");
	assert_redacted("sk-secret-0123456789", REDACT_ALL, "[the key]");
	assert_redacted("a sk-secret-0123456789sk-secret-0123456789b",
		REDACT_ALL, "a [the key][the key]b");
	assert_redacted(
		"sk-secret-sk-secret-0123456789", 100, "sk-secret-[the key]");
}

TEST(redacts_before_it_cuts)
{
	static const char text[] = "the key is sk-secret-0123456789, you know";

	for (size_t most = 0; most <= sizeof(text); most++) {
		DROP(text) char *clean = redact(&keyed, text, most);

		assert_null(strstr(clean, "sk"));
		assert_true(strlen(clean) <= most + strlen("..."));
	}
}

TEST(cuts_between_characters)
{
	assert_redacted("Gr\303\274n", 3, "Gr...");
	assert_redacted("Gr\303\274n", 4, "Gr\303\274...");
}

TEST(what_it_puts_in_makes_no_new_key)
{
	struct agent a = {.key = (char[]){"[[the_key]]"}};
	DROP(text) char *clean = redact(&a, "[[[the_key]]]", REDACT_ALL);

	assert_string_equal(clean, "[[the key]]");
	assert_null(strstr(clean, a.key));
}

TEST(leaves_a_placeholder_and_no_key_alone)
{
	const struct agent short_key = {.key = (char[]){"ollama"}};
	const struct agent no_key = {0};
	DROP(text) char *one = redact(&short_key, "ask ollama", REDACT_ALL);
	DROP(text) char *other = redact(&no_key, "ask ollama", REDACT_ALL);

	assert_string_equal(one, "ask ollama");
	assert_string_equal(other, "ask ollama");
}

/* The ratio of times is that of the sizes, within what noise can do. */
TEST(takes_time_that_is_linear_in_the_text)
{
	enum { SMALL = 20000, LARGE = 10 * SMALL, NOISE = 6 };
	int64_t took_us[2];

	for (size_t i = 0; i < 2; i++) {
		size_t count = i == 0 ? SMALL : LARGE;
		DROP(buf) struct buf text;
		DROP(text) char *clean = NULL;
		int64_t started_us;

		buf_init(&text, count * sizeof(key));
		for (size_t j = 0; j < count; j++)
			buf_add_text(&text, key);
		started_us = clock_now_us();
		clean = redact(&keyed, text.data, REDACT_ALL);
		took_us[i] = clock_now_us() - started_us;
		assert_int_equal(strlen(clean), count * strlen("[the key]"));
	}
	assert_true(took_us[1] <= 10 * NOISE * (took_us[0] + 1000));
}

TEST(finds_a_key_that_escapes_hide_in_arguments)
{
	struct tool_call call = {0};
	struct err e;

	buf_init(&call.text, 1000);
	buf_add_text(&call.text, "{\"a\": [\"\\u0073k-secret-0123456789\"]}");
	assert_true(redact_arguments(&keyed, &call, &e));
	assert_string_equal(
		json_string(json_at(json_get(call.arguments, "a"), 0)),
		"[the key]");
	json_free(call.arguments);
	buf_release(&call.text);
}
