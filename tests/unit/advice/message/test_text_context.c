#include "unit/unit.h"

#include "advice/message/text_context.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"

static const char nested[] = "(assert (= (f x) ; note\n \"a)b\" |c (|))";

static struct span
find(const char *text, const char *piece)
{
	return (struct span){
		(size_t)(strstr(text, piece) - text), strlen(piece)};
}

static void
look(struct text_context *s, const char *text, const char *piece)
{
	text_context_init(s, text, strlen(text), find(text, piece).offset);
}

TEST(finds_the_token_and_the_forms_around_it)
{
	DROP(text_context) struct text_context s = {0};
	struct span form, head;

	look(&s, nested, "x)");
	assert_true(span_is(&s, s.token, "x"));
	assert_true(text_context_form(&s, 0, &form));
	assert_true(span_is(&s, form, "(f x)"));
	assert_true(text_context_form(&s, 1, &form));
	assert_true(form_head(&s, form, &head));
	assert_true(span_is(&s, head, "="));
	assert_true(text_context_form(&s, 2, &form));
	assert_int_equal(form.size, strlen(nested));
	assert_false(text_context_form(&s, 3, &form));
}

TEST(takes_strings_quoted_names_and_comments_as_one)
{
	DROP(text_context) struct text_context s = {0};
	struct span form, child;

	look(&s, nested, "|c");
	assert_int_equal(s.kind, TOKEN_QUOTED);
	assert_true(text_context_form(&s, 0, &form));
	assert_int_equal(form_count(&s, form), 4);
	assert_true(form_child(&s, form, 2, &child));
	assert_true(span_is(&s, child, "\"a)b\""));
	assert_false(form_child(&s, form, 4, &child));
}

TEST(lets_an_open_form_or_string_go_to_the_end)
{
	const char *text = "(assert (= s \"abc";
	DROP(text_context) struct text_context s = {0};
	struct span form;

	look(&s, text, "\"abc");
	assert_int_equal(s.kind, TOKEN_STRING);
	assert_int_equal(s.token.size, strlen("\"abc"));
	assert_true(text_context_form(&s, 1, &form));
	assert_int_equal(form.size, strlen(text));
}

TEST(stands_at_the_end_of_the_text)
{
	DROP(text_context) struct text_context s = {0};

	text_context_init(&s, "(a", 2, 2);
	assert_int_equal(s.kind, TOKEN_END);
	assert_int_equal(s.token.offset, 2);
	assert_int_equal(s.token.size, 0);
	assert_int_equal(s.depth, 1);
}

TEST(finds_the_name_of_an_indexed_operator)
{
	const char *text = "((_ extract 7 0) x)";
	DROP(text_context) struct text_context s = {0};
	struct span head;

	look(&s, text, "x)");
	assert_true(form_head(&s, form_at(&s, 0), &head));
	assert_true(span_is(&s, head, "extract"));
	assert_true(form_head(&s, form_at(&s, 1), &head));
	assert_true(span_is(&s, head, "extract"));
	assert_false(form_head(&s, form_at(&s, 17), &head));
}

TEST(has_no_head_in_a_list_of_lists)
{
	DROP(text_context) struct text_context s = {0};
	struct span head;

	look(&s, "((x Int))", "x");
	assert_false(form_head(&s, form_at(&s, 0), &head));
	assert_true(form_head(&s, form_at(&s, 1), &head));
}

TEST(finds_the_form_that_ends_before_the_token)
{
	const char *text = "(assert (_ foo 3) y)";
	DROP(text_context) struct text_context s = {0};
	struct span before;

	look(&s, text, "y)");
	assert_true(text_context_before(&s, &before));
	assert_true(span_is(&s, before, "(_ foo 3)"));
}

TEST(knows_numbers)
{
	const char *text = "12 1.5 . x1 1.5.2";
	const struct text_context s = {.text = text, .size = strlen(text)};

	assert_true(span_is_number(&s, find(text, "12")));
	assert_true(span_is_number(&s, find(text, "1.5")));
	assert_false(span_is_number(&s, (struct span){7, 1}));
	assert_false(span_is_number(&s, find(text, "x1")));
	assert_false(span_is_number(&s, find(text, "1.5.2")));
	assert_false(span_is_number(&s, (struct span){0, 0}));
}

/* Where each of them costs what it is long, this takes minutes. */
TEST(knows_ten_thousand_forms_around_a_place_in_a_long_text)
{
	enum { DEPTH = 10000, WIDTH = 200000 };
	DROP(text_context) struct text_context s = {0};
	DROP(buf) struct buf text;
	struct span form, head;

	buf_init(&text, 10 * DEPTH + 10 * WIDTH);
	for (int i = 0; i < DEPTH; i++)
		buf_add_text(&text, "((");
	buf_add_text(&text, "?");
	for (int i = 0; i < WIDTH; i++)
		buf_add_text(&text, " (x)");
	for (int i = 0; i < DEPTH; i++)
		buf_add_text(&text, "))");
	look(&s, text.data, "?");
	for (size_t i = 0; i < 2 * DEPTH; i++) {
		assert_true(text_context_form(&s, i, &form));
		assert_true(form_child(&s, form, 0, &head));
	}
	assert_int_equal(form.size, text.size);
	assert_true(text_context_form(&s, 0, &form));
	assert_int_equal(form_count(&s, form), WIDTH + 1);
}
