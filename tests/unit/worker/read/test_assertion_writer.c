#include "unit/smt/built.h"

#include "worker/read/assertion_writer.h"

TEST(a_part_is_a_copy_of_bytes_of_the_script)
{
	DROP(built) struct built b;
	struct problem_part *part;
	const struct command *form;
	struct token name;

	build(&b, "(declare-const x Int)", CONSTANTS_NONE);
	form = &b.forms.at[0];
	assert_true(command_argument(form, b.script.text, 0, &name));
	part = assertion_writer_add(&b.problem, PART_CONSTANT, form, &name);
	assert_int_equal(part->term, PART_NO_TERM);
	assertion_writer_add_source(&b.problem, part);
	assert_string_equal(b.problem.text.data + part->at, "x");
	assert_int_equal(b.problem.count, 2);
}

/* libz3 4.8.12 misreads raw UTF-8. */
TEST(characters_beyond_ascii_are_escaped_in_a_string)
{
	DROP(built) struct built b;

	build(&b, "(declare-const s String)(assert (= s \"\u00e9\"))",
		CONSTANTS_NONE);
	assert_null(strstr(b.problem.text.data, "\u00e9"));
}
