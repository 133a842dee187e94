#include "unit/smt/built.h"

#include "worker/read/assertion_writer.h"

static void
a_part_is_a_copy_of_bytes_of_the_script(void **state)
{
	DROP(built) struct built b;
	struct problem_part *part;
	const struct command *form;
	struct token name;

	(void)state;
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
static void
characters_beyond_ascii_are_escaped_in_a_string(void **state)
{
	DROP(built) struct built b;

	(void)state;
	build(&b, "(declare-const s String)(assert (= s \"\u00e9\"))",
		CONSTANTS_NONE);
	assert_null(strstr(b.problem.text.data, "\u00e9"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_part_is_a_copy_of_bytes_of_the_script),
		cmocka_unit_test(
			characters_beyond_ascii_are_escaped_in_a_string),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
