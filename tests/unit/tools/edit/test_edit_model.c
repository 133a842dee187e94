#include "unit/tools/stage.h"

static void
edit(struct stage *x, const char *edits)
{
	DROP(text) char *list = text_format("'edits': [%s]", edits);

	call_in(x, "edit_model", list);
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

STAGE_TEST(numbers_are_those_that_the_items_have_in_the_end)
{
	make_model(x);
	edit(x, "{'op': 'move', 'index': 1, 'to': 1},"
		"{'op': 'add', 'content': '(assert (> x 1))'},"
		"{'op': 'replace', 'index': 3, 'content': '(assert (> x 2))'},"
		"{'op': 'move', 'index': 2, 'to': 3},"
		"{'op': 'delete', 'index': 2},"
		"{'op': 'add', 'content': '(declare-const z Int)', 'index': "
		"0}");
	answer_accept();
	assert_string_equal(member(x, "numbers"), "[2,-1,-1,3,-1,0]");
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

STAGE_TEST(a_death_is_told_of_the_whole)
{
	make_model(x);
	edit(x, "{'op': 'delete', 'index': 0}");
	answer_outcome(OUTCOME_CRASH);
	assert_refused_with(x, "the model with these edits");
}
