#include "unit/smt/cut.h"
#include "unit/unit.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "smt/text/commands.h"

TEST(walks_atoms_and_lists_of_a_command)
{
	const char *text = "(assert x (f (g y)) \"s\" ; c\n )";
	DROP(commands) struct commands forms = cut(text);
	struct lexer walk;
	struct token t;

	walk = command_walk(&forms.at[0], text);
	assert_true(command_next(&walk, &t));
	assert_int_equal(t.kind, TOKEN_SYMBOL);
	assert_true(command_next(&walk, &t));
	assert_int_equal(t.kind, TOKEN_OPEN);
	assert_int_equal(t.length, 9);
	assert_true(command_next(&walk, &t));
	assert_int_equal(t.kind, TOKEN_STRING);
	assert_int_equal(t.column, 21);
	assert_false(command_next(&walk, &t));
	assert_false(command_next(&walk, &t));
}

TEST(walks_into_a_list_with_true_places)
{
	const char *text = "(assert\n |\xc3\xa9| (f |\xc3\xa9| y))";
	DROP(commands) struct commands forms = cut(text);
	struct lexer walk;
	struct token t;

	assert_true(command_argument(&forms.at[0], text, 1, &t));
	assert_int_equal(t.column, 6);
	walk = lexer_enter(text, &t);
	assert_true(command_next(&walk, &t));
	assert_true(command_next(&walk, &t));
	assert_int_equal(t.column, 9);
	assert_true(command_next(&walk, &t));
	assert_int_equal(t.line, 2);
	assert_int_equal(t.column, 13);
	assert_false(command_next(&walk, &t));
}

TEST(finds_an_argument_by_its_number)
{
	const char *text = "(define-fun f () Int 3)";
	DROP(commands) struct commands forms = cut(text);
	struct token t;

	assert_true(command_argument(&forms.at[0], text, 3, &t));
	assert_int_equal(t.kind, TOKEN_NUMERAL);
	assert_false(command_argument(&forms.at[0], text, 4, &t));
}

TEST(finds_the_label_of_an_assertion)
{
	const char *text = "(assert (! p :weight 1 :named |a b|))(assert p)"
			   "(assert (! p :named \"s\"))";
	DROP(commands) struct commands forms = cut(text);
	struct token label;

	assert_true(command_label(&forms.at[0], text, &label));
	assert_true(token_is(text, &label, "a b"));
	assert_false(command_label(&forms.at[1], text, &label));
	assert_false(command_label(&forms.at[2], text, &label));
}

TEST(knows_whether_a_command_is_among_others)
{
	DROP(commands)
	struct commands with = cut("(declare-const x Int)(set-logic ALL)");
	DROP(commands) struct commands without = cut("(declare-const x Int)");

	assert_true(commands_have(&with, COMMAND_PUSH, COMMAND_SET_LOGIC));
	assert_false(commands_have(&without, COMMAND_PUSH, COMMAND_SET_LOGIC));
}

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
