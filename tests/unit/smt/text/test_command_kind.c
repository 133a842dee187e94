/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "smt/text/command_kind.h"

static void
finds_every_command_by_its_name(void **state)
{
	(void)state;
	for (int i = 0; i < COMMAND_KIND_COUNT; i++) {
		const char *name = command_kind_info((enum command_kind)i)->name;

		if (i != COMMAND_DBG &&
			command_kind_find(slice_of(name)) != (enum command_kind)i)
			fail_msg("%s is not found", name);
	}
}

static void
finds_no_command_by_a_part_of_its_name(void **state)
{
	(void)state;
	assert_int_equal(command_kind_find(slice_of("asser")), COMMAND_KIND_COUNT);
	assert_int_equal(command_kind_find(slice_of("asserts")), COMMAND_KIND_COUNT);
	assert_int_equal(command_kind_find(slice_of("Assert")), COMMAND_KIND_COUNT);
	assert_int_equal(command_kind_find(slice_of("")), COMMAND_KIND_COUNT);
	assert_int_equal(command_kind_find(slice_of(">")), COMMAND_KIND_COUNT);
}

static void
takes_all_of_the_debugging_commands_for_one(void **state)
{
	(void)state;
	assert_int_equal(command_kind_find(slice_of("dbg-pp-var")), COMMAND_DBG);
	assert_int_equal(command_kind_find(slice_of("dbg-")), COMMAND_DBG);
	assert_int_equal(command_kind_find(slice_of("dbg")), COMMAND_KIND_COUNT);
}

static void
gives_a_reason_wherever_something_does_not_stay(void **state)
{
	(void)state;
	for (int i = 0; i < COMMAND_KIND_COUNT; i++) {
		const struct command_kind_info *c = command_kind_info((enum command_kind)i);
		bool stays = c->in_item == VERDICT_KEEP ||
			     c->in_item == VERDICT_OPTION;

		if (stays != (*c->why == '\0'))
			fail_msg("%s: \"%s\"", c->name, c->why);
	}
}

static void
keeps_in_a_script_what_it_keeps_in_an_item(void **state)
{
	(void)state;
	for (int i = 0; i < COMMAND_KIND_COUNT; i++) {
		const struct command_kind_info *c = command_kind_info((enum command_kind)i);

		if (c->in_item == VERDICT_KEEP && c->in_script != VERDICT_KEEP)
			fail_msg("%s", c->name);
	}
}

static void
suggests_the_nearest_command(void **state)
{
	(void)state;
	assert_string_equal(command_kind_nearest(slice_of("asert")), "assert");
	assert_string_equal(
		command_kind_nearest(slice_of("declare-cosnt")), "declare-const");
	assert_string_equal(
		command_kind_nearest(slice_of("CHECK-SAT")), "check-sat");
	assert_null(command_kind_nearest(slice_of("frobnicate")));
}

static void
suggests_no_command_that_is_refused_everywhere(void **state)
{
	(void)state;
	assert_null(command_kind_nearest(slice_of("inclde")));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_every_command_by_its_name),
		cmocka_unit_test(finds_no_command_by_a_part_of_its_name),
		cmocka_unit_test(takes_all_of_the_debugging_commands_for_one),
		cmocka_unit_test(
			gives_a_reason_wherever_something_does_not_stay),
		cmocka_unit_test(keeps_in_a_script_what_it_keeps_in_an_item),
		cmocka_unit_test(suggests_the_nearest_command),
		cmocka_unit_test(
			suggests_no_command_that_is_refused_everywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
