#include "unit/unit.h"

#include "tools/solution/parsed_text.h"

#include <string.h>

static const char text[] = "(declare-const x Int)"
			   "(declare-fun f (Int) Int)(assert (> (f x) 0))";

TEST(what_a_text_declares_is_found)
{
	struct parsed_text s = {0};
	const struct parsed_text_entry *f;

	assert_true(parsed_text_read(&s, text, strlen(text)));
	f = parsed_text_find(&s, "f");
	assert_non_null(f);
	assert_int_equal(f->command, 1);
	assert_int_equal(f->kind, SYMBOL_FUNCTION);
	assert_null(parsed_text_find(&s, "y"));
	parsed_text_release(&s);
}

TEST(what_a_command_uses_is_known)
{
	struct parsed_text s = {0};

	assert_true(parsed_text_read(&s, text, strlen(text)));
	assert_true(s.symbols[2].used_count >= 2);
	parsed_text_release(&s);
}

TEST(what_is_no_text_is_not_read)
{
	struct parsed_text s = {0};

	assert_false(parsed_text_read(&s, "(declare-const x", 16));
	parsed_text_release(&s);
}
