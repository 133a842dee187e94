#include "unit/unit.h"

#include "advice/message/message.h"

#include <string.h>

#include "base/alloc.h"

static const char text[] = "(assert (select a zz))";

static void
begin(struct message *c)
{
	static const struct advice_place place = {
		.text = text, .size = sizeof(text) - 1};

	message_init(c, &place, (size_t)(strstr(text, "zz") - text), NULL);
}

TEST(fills_in_what_stands_at_the_place)
{
	DROP(message) struct message c = {0};

	begin(&c);
	message_problem(&c, slice_of("`{token}` in {form} of {head}"));
	assert_string_equal(c.problem.data, "`zz` in (select a zz) of select");
}

TEST(fills_in_the_shape_of_the_head)
{
	DROP(message) struct message c = {0};

	begin(&c);
	message_cause(&c, slice_of("{shape}: {example}"));
	assert_string_equal(
		c.cause.data, "(select ARRAY INDEX): (= (select a 0) 1)");
}

TEST(follows_the_caret_and_the_form)
{
	DROP(message) struct message c = {0};
	struct span outer;

	begin(&c);
	assert_true(text_context_form(&c.context, 1, &outer));
	message_form(&c, outer);
	message_point_at(&c, (struct span){16, 1});
	message_problem(&c, slice_of("{head} {token}"));
	assert_string_equal(c.problem.data, "assert a");
	assert_int_equal(c.at.offset, 16);
}

TEST(leaves_out_a_sentence_that_lacks_a_part)
{
	DROP(message) struct message c = {0};

	begin(&c);
	message_step(&c, slice_of("One {1}."));
	message_step(&c, slice_of("Two {token}."));
	message_step(&c, slice_of("Three {nonsense}."));
	assert_string_equal(c.steps.text.data, "1. Two zz.\n");
	assert_int_equal(c.steps.count, 1);
}

TEST(takes_three_steps_at_most)
{
	DROP(message) struct message c = {0};

	begin(&c);
	message_part(&c, 3, "c", 1);
	message_step(&c, slice_of("a"));
	message_step(&c, slice_of("b"));
	message_step(&c, slice_of("{3}"));
	message_step(&c, slice_of("d"));
	assert_string_equal(c.steps.text.data, "1. a\n2. b\n3. c\n");
}

TEST(replaces_problem_and_cause)
{
	DROP(message) struct message c = {0};

	begin(&c);
	message_problem(&c, slice_of("first"));
	assert_string_equal(c.problem.data, "first");
	message_problem(&c, slice_of("second"));
	assert_string_equal(c.problem.data, "second");
}

TEST(quotes_on_one_line_and_cuts_between_characters)
{
	char many[200];

	assert_string_equal(quote_text("a\n\t b\x01"
				       "c",
				    7)
				    .text,
		"a b c");
	memset(many, 'a', sizeof(many));
	many[QUOTE_MAX - 1] = '\xc3';
	many[QUOTE_MAX] = '\xa9';
	assert_int_equal(
		strlen(quote_text(many, sizeof(many)).text), QUOTE_MAX - 1 + 3);
	assert_string_equal(quote_text("", 0).text, "");
}

TEST(says_long_words_without_their_full_stop)
{
	DROP(message) struct message c = {0};
	char many[2 * SAID_MAX];

	begin(&c);
	message_set_said(&c, "left out.\n. ");
	message_cause(&c, slice_of("{said}"));
	assert_string_equal(c.cause.data, "left out. ");
	memset(many, 'a', sizeof(many) - 1);
	many[sizeof(many) - 1] = '\0';
	message_set_said(&c, many);
	assert_int_equal(strlen(c.said), SAID_MAX - 1);
	message_cause(&c, slice_of("{said}"));
	assert_int_equal(c.cause.size, SAID_MAX - 1);
}
