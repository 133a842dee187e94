#include "unit/tools/stage.h"

static void
edit(struct stage *x, const char *edits)
{
	DROP(text) char *list = text_format("'edits': [%s]", edits);

	call_in(x, "edit_model", list);
}

STAGE_TEST(several_edits_are_one_check_and_one_revision)
{
	open_session(x, "a");
	edit(x, "{'op': 'add', 'content': '(declare-const x Int)'},"
		"{'op': 'add', 'content': '(assert (> x 0))'}");
	assert_string_equal(stage_jobs[0]->text,
		"(declare-const x Int)\n(assert (> x 0))\n");
	answer_accept();
	assert_int_equal(stage_asked, 1);
	assert_int_equal(number(x, "revision"), 1);
	assert_int_equal(number(x, "items"), 2);
}

STAGE_TEST(one_that_cannot_be_made_is_named_and_none_is)
{
	open_session(x, "a");
	edit(x, "{'op': 'add', 'content': '(declare-const x Int)'},"
		"{'op': 'delete', 'name': 'y'}");
	assert_refused_with(x, "edits[1]: there is no item named \"y\"",
		"Nothing was changed");
	assert_int_equal(stage_asked, 0);
	call_in(x, "get_model", "");
	assert_int_equal(number(x, "revision"), 0);
}

STAGE_TEST(one_edit_alone_is_refused_without_a_number)
{
	open_session(x, "a");
	call_in(x, "delete_item", "'name': 'y'");
	assert_refused_with(x, "there is no item named");
	assert_null(strstr(x->text, "edits["));
}

STAGE_TEST(warnings_say_which_edit_they_are_about)
{
	open_session(x, "a");
	edit(x, "{'op': 'add', 'content': '(declare-const x Int)'},"
		"{'op': 'add', 'content': '(assert (> x 0))\\n(check-sat)'}");
	answer_accept();
	assert_non_null(strstr(member(x, "warnings"), "edits[1], line 2:"));
}

STAGE_TEST(a_list_is_made_again_behind_another_server)
{
	struct session_info info;

	OPEN_WITH(x, "(declare-const x Int)");
	edit(x, "{'op': 'add', 'content': '(declare-const y Int)'},"
		"{'op': 'move', 'index': 1, 'to': 0}");
	assert_true(
		sessions_find(x->server.store, "a", &info, &x->scratch->error));
	scratch_add(x->scratch, info.id, "(declare-const z Int)");
	answer_accept();
	answer_accept();
	assert_int_equal(number(x, "revision"), 3);
	/* The second item is now another one. */
	assert_string_equal(member(x, "numbers"), "[2,0]");
}

static void
make_model(struct stage *x)
{
	OPEN_WITH(x, "(declare-const x Int)", "(declare-const y Int)",
		"(assert (> x y))");
}

STAGE_TEST(numbers_are_those_of_the_end)
{
	make_model(x);
	edit(x, "{'op': 'add', 'content': '(declare-const z Int)', 'name': "
		"'zed'},"
		"{'op': 'delete', 'index': 2},"
		"{'op': 'move', 'index': 0, 'to': 2},"
		"{'op': 'replace', 'index': 0, 'note': 'why'}");
	answer_accept();
	assert_string_equal(member(x, "numbers"), "[1,-1,2,0]");
	assert_says(x, "Made 4 edits: added item 1 \"zed\", deleted item 2 "
		       "(was: (assert (> x y))), moved "
		       "item 0 to 2, replaced item 0.");
}

/* Of an item that more than one edit is about, all of them tell the same. */
STAGE_TEST(a_later_edit_counts_for_the_earlier_ones)
{
	make_model(x);
	edit(x, "{'op': 'replace', 'index': 0, 'note': 'a'},"
		"{'op': 'replace', 'index': 0, 'note': 'b'},"
		"{'op': 'add', 'index': 1, 'content': '(declare-const z Int)'},"
		"{'op': 'move', 'index': 0, 'to': 2},"
		"{'op': 'delete', 'index': 0}");
	answer_accept();
	assert_string_equal(member(x, "numbers"), "[1,1,-1,1,-1]");
}

STAGE_TEST(a_list_of_one_is_a_list)
{
	make_model(x);
	edit(x, "{'op': 'delete', 'index': 2}");
	assert_says(x, "Made 1 edit: deleted item 2 (was: (assert (> x y))).");
	assert_string_equal(member(x, "numbers"), "[-1]");
}

STAGE_TEST(a_long_list_is_cut)
{
	DROP(buf) struct buf edits;

	make_model(x);
	buf_init(&edits, 100000);
	for (int i = 0; i < 25; i++)
		buf_add_format(&edits,
			"%s{'op': 'replace', 'index': 0,"
			" 'note': '%d'}",
			i > 0 ? "," : "", i);
	edit(x, edits.data);
	assert_says(x, "replaced item 0 and 5 more.");
}

STAGE_TEST(a_moved_item_that_fails_is_called_that)
{
	make_model(x);
	edit(x, "{'op': 'move', 'index': 2, 'to': 0}");
	answer_fault(1, 12, "unknown constant x");
	assert_refused_with(
		x, "The moved item of edits[0], line 1", "item 0 declares it");
}

STAGE_TEST(edits_that_break_others_are_refused_together)
{
	make_model(x);
	edit(x, "{'op': 'delete', 'index': 0},"
		"{'op': 'add', 'content': '(declare-const z Int)'}");
	answer_fault(2, 12, "unknown constant x");
	answer_accept();
	assert_refused_with(
		x, "These edits cannot be made: 1 other item", "item 2 uses x");
}

STAGE_TEST(a_death_is_told_of_the_whole)
{
	make_model(x);
	edit(x, "{'op': 'delete', 'index': 0}");
	answer_outcome(OUTCOME_CRASH);
	assert_refused_with(x, "the model with these edits");
}
