#include "unit/unit.h"

#include <string.h>

#include "smt/text/command_kind.h"

TEST(finds_every_command_by_its_name)
{
	for (int i = 0; i < COMMAND_KIND_COUNT; i++) {
		const char *name =
			command_kind_info((enum command_kind)i)->name;

		if (i != COMMAND_DBG && command_kind_find(slice_of(name)) !=
						(enum command_kind)i)
			fail_msg("%s is not found", name);
	}
}

TEST(finds_no_command_by_a_part_of_its_name)
{
	assert_int_equal(
		command_kind_find(slice_of("asser")), COMMAND_KIND_COUNT);
	assert_int_equal(
		command_kind_find(slice_of("asserts")), COMMAND_KIND_COUNT);
	assert_int_equal(
		command_kind_find(slice_of("Assert")), COMMAND_KIND_COUNT);
	assert_int_equal(command_kind_find(slice_of("")), COMMAND_KIND_COUNT);
	assert_int_equal(command_kind_find(slice_of(">")), COMMAND_KIND_COUNT);
}

TEST(takes_all_of_the_debugging_commands_for_one)
{
	assert_int_equal(
		command_kind_find(slice_of("dbg-pp-var")), COMMAND_DBG);
	assert_int_equal(command_kind_find(slice_of("dbg-")), COMMAND_DBG);
	assert_int_equal(
		command_kind_find(slice_of("dbg")), COMMAND_KIND_COUNT);
}

TEST(gives_a_reason_wherever_something_does_not_stay)
{
	for (int i = 0; i < COMMAND_KIND_COUNT; i++) {
		const struct command_kind_info *c =
			command_kind_info((enum command_kind)i);
		bool stays = c->in_item == VERDICT_KEEP ||
			     c->in_item == VERDICT_OPTION;

		if (stays != (*c->why == '\0'))
			fail_msg("%s: \"%s\"", c->name, c->why);
	}
}

TEST(keeps_in_a_script_what_it_keeps_in_an_item)
{
	for (int i = 0; i < COMMAND_KIND_COUNT; i++) {
		const struct command_kind_info *c =
			command_kind_info((enum command_kind)i);

		if (c->in_item == VERDICT_KEEP && c->in_script != VERDICT_KEEP)
			fail_msg("%s", c->name);
	}
}

TEST(suggests_the_nearest_command)
{
	assert_string_equal(command_kind_nearest(slice_of("asert")), "assert");
	assert_string_equal(command_kind_nearest(slice_of("declare-cosnt")),
		"declare-const");
	assert_string_equal(
		command_kind_nearest(slice_of("CHECK-SAT")), "check-sat");
	assert_null(command_kind_nearest(slice_of("frobnicate")));
}

TEST(suggests_no_command_that_is_refused_everywhere)
{
	assert_null(command_kind_nearest(slice_of("inclde")));
}
