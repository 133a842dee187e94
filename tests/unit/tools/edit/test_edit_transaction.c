#include "unit/tools/stage.h"

STAGE_TEST(a_text_that_is_no_item_is_refused_without_a_worker)
{
	open_session(x, "a");
	propose(x, "(push)");
	assert_refused_with(x, "push");
	assert_int_equal(stage_asked, 0);
}

STAGE_TEST(what_is_dropped_from_an_item_is_not_kept)
{
	open_session(x, "a");
	propose(x, "(declare-const x Int)\\n(check-sat)");
	assert_string_equal(stage_jobs[0]->text, "(declare-const x Int)\n");
	answer_accept();
	assert_non_null(strstr(member(x, "warnings"), "line 2"));
	assert_says(x, "warning: line 2");
}

STAGE_TEST(a_name_or_note_is_changed_without_a_worker)
{
	OPEN_WITH(x, "(declare-const x Int)");
	call_in(x, "replace_item", "'index': 0, 'new_name': 'ex'");
	assert_says(x, "\"ex\"");
	assert_int_equal(stage_asked, 1);
	call_in(x, "replace_item", "'name': 'ex', 'note': 'n'");
	assert_int_equal(number(x, "revision"), 3);
	assert_int_equal(stage_asked, 1);
}

STAGE_TEST(a_replacement_needs_something_to_replace_with)
{
	open_session(x, "a");
	call_in(x, "replace_item", "'index': 0");
	assert_refused_with(x, "2. Or a new_name.");
}

STAGE_TEST(the_model_is_cleared_without_a_worker)
{
	OPEN_WITH(x, "(declare-const x Int)");
	call_in(x, "clear_model", "");
	assert_int_equal(number(x, "items"), 0);
	assert_int_equal(number(x, "revision"), 2);
	assert_int_equal(stage_asked, 1);
}

/* What another server does meanwhile. */
static void
edit_behind_its_back(struct stage *x, const char *content)
{
	struct session_info info;

	assert_true(
		sessions_find(x->server.store, "a", &info, &x->scratch->error));
	scratch_add(x->scratch, info.id, content);
}

STAGE_TEST(an_edit_that_another_server_overtook_is_made_again)
{
	open_session(x, "a");
	propose(x, "(declare-const x Int)");
	edit_behind_its_back(x, "(declare-const y Int)");
	answer_accept();
	assert_int_equal(x->answers, 1);
	assert_string_equal(stage_jobs[0]->text, "(declare-const x Int)\n");
	answer_accept();
	assert_int_equal(number(x, "revision"), 2);
	assert_int_equal(number(x, "index"), 1);
}

STAGE_TEST(an_overtaken_edit_that_expects_a_revision_is_refused)
{
	open_session(x, "a");
	propose_with(x, "(declare-const x Int)", "'expect_revision': 0");
	edit_behind_its_back(x, "(declare-const y Int)");
	answer_accept();
	assert_refused_with(x, "The session is at revision 1, not 0",
		"What changed since:\n  revision 1: ");
}

/* The own server knows the model as it was. */
STAGE_TEST(an_edit_meets_what_another_server_has_made)
{
	const struct edit delete = {.op = EDIT_DELETE, .has_index = true};
	struct session_info info;

	OPEN_WITH(x, "(declare-const x Int)");
	assert_true(
		sessions_find(x->server.store, "a", &info, &x->scratch->error));
	scratch_edit(x->scratch, info.id, &delete, 1);
	scratch_add(x->scratch, info.id, "(declare-const y Int)");
	propose(x, "(assert (> x y))");
	assert_string_equal(stage_jobs[0]->text,
		"(declare-const y Int)\n(assert (> x y))\n");
	answer_fault(2, 12, "unknown constant x");
	assert_refused_with(x, "`x` is not known");
	add_item(x, "a", "(assert (> y 0))");
	assert_int_equal(number(x, "revision"), 4);
	assert_int_equal(number(x, "items"), 2);
}

STAGE_TEST(an_edit_that_is_overtaken_again_and_again_gives_up)
{
	open_session(x, "a");
	propose(x, "(declare-const x Int)");
	while (stage_job_count > 0) {
		edit_behind_its_back(x, "(declare-const y Int)");
		answer_accept();
	}
	assert_true(x->is_error);
	assert_in_range(stage_asked, 2, 50);
}

STAGE_TEST(a_delete_that_nothing_depends_on_needs_no_check)
{
	OPEN_WITH(x, "(declare-const x Int)", "(assert (> x 0))");
	call_in(x, "delete_item", "'index': 1");
	assert_string_equal(member(x, "deleted"), "[1]");
	assert_int_equal(stage_asked, 2);
}

STAGE_TEST(an_added_item_is_told_with_number_and_name)
{
	open_session(x, "a");
	propose_with(x, "(declare-const x Int)", "'name': 'ex'");
	answer_accept();
	assert_string_equal(member(x, "message"), "");
	assert_string_equal(member(x, "index"), "0");
	assert_string_equal(x->text,
		"Added item 0 \"ex\".\nSession a, revision 1, 1 item.\n");
	assert_string_equal(member(x, "renumbered"), "");
	assert_string_equal(member(x, "warnings"), "");
}

STAGE_TEST(an_inserted_item_renumbers_the_others)
{
	OPEN_WITH(x, "(declare-const x Int)", "(declare-const y Int)");
	propose_with(x, "(declare-const z Int)", "'index': 0");
	answer_accept();
	assert_string_equal(
		member(x, "renumbered"), "\"items 0..1 are now 1..2\"");
	assert_says(x, "Renumbered: items 0..1 are now 1..2\n");
}

STAGE_TEST(a_cleared_model_says_how_much_it_held)
{
	OPEN_WITH(x, "(declare-const x Int)", "(declare-const y Int)");
	call_in(x, "clear_model", "");
	assert_says(x, "Removed 2 items.");
}

STAGE_TEST(a_cascade_tells_what_went_along)
{
	OPEN_WITH(x, "(declare-const x Int)", "(assert (> x 0))",
		"(assert (> x 1))");
	call_in(x, "delete_item",
		"'index': 0, 'cascade': true, 'dry_run': true");
	answer_fault(1, 12, "unknown constant x");
	assert_says(x, "Would delete item 0 (was: (declare-const x Int)) and "
		       "the 2 that depended on it: "
		       "item 1, item 2.");
	assert_string_equal(member(x, "deleted"), "[0,1,2]");
	assert_int_equal(number(x, "items"), 3);
}

STAGE_TEST(a_new_item_is_warned_of_with_item_and_line)
{
	OPEN_WITH(x, "(declare-const x Int)");
	propose(x, "(assert\\n (> x))");
	answer_accept();
	assert_says(x, "warning: item 1, line 2: `>` has one argument");
	assert_non_null(strstr(member(x, "warnings"), "item 1, line 2"));
}

STAGE_TEST(a_variable_that_hides_a_name_is_told_with_its_item)
{
	OPEN_WITH(x, "(declare-const x Int)");
	propose(x, "(assert (exists ((x Int)) (> x 0)))");
	answer_accept();
	assert_says(x, "hides the `x` that item 0 declares");
}

STAGE_TEST(a_name_that_is_taken_is_told)
{
	OPEN_WITH(x, "(declare-const x Int)");
	propose(x, "(declare-fun x (Int) Int)");
	answer_accept();
	assert_says(x, "`x` is declared by item 0 too");
	propose(x, "(declare-fun + (Bool) Int)");
	answer_accept();
	assert_says(x, "`+` is a name of Z3's own");
}

/* The item that is replaced declares the name no more. */
STAGE_TEST(a_replacement_may_declare_what_it_replaces)
{
	OPEN_WITH(x, "(declare-const x Int)");
	call_in(x, "replace_item",
		"'index': 0, 'content': '(declare-const x Real)'");
	answer_accept();
	assert_string_equal(member(x, "warnings"), "");
}

STAGE_TEST(an_item_that_only_moves_is_not_warned_of_again)
{
	OPEN_WITH(x, "(declare-const x Int)", "(assert (> x))");
	call_in(x, "edit_model",
		"'edits': [{'op': 'move', 'index': 0, 'to': 1},  {'op': "
		"'move', 'index': 0, 'to': 1}]");
	if (stage_job_count > 0)
		answer_accept();
	assert_string_equal(member(x, "warnings"), "");
}

STAGE_TEST(what_libz3_saw_is_told_of_the_new_item_only)
{
	struct answer *a = answer_new();

	OPEN_WITH(x, "(declare-const x Int)");
	propose(x, "(assert (= x x))");
	a->done = true;
	a->warnings.at = mem_new(2 * sizeof(a->warnings.at[0]));
	a->warnings.at[0] = (struct lint_warning){.kind = LINT_TRUE, .line = 2};
	a->warnings.at[1] =
		(struct lint_warning){.kind = LINT_FALSE, .line = 1};
	a->warnings.count = 2;
	answer(a);
	assert_says(x, "item 1, line 1: this assertion is true whatever");
	assert_null(strstr(member(x, "warnings"), "is false"));
}

STAGE_TEST(what_the_logic_leaves_out_is_named)
{
	struct answer *a = answer_new();

	OPEN_WITH(x, "(set-logic QF_LIA)");
	propose(x, "(assert\\n (forall ((i Int)) (> i 0)))");
	a->done = true;
	a->warnings.at = mem_grow(NULL, 1, sizeof(*a->warnings.at));
	a->warnings.at[0] = (struct lint_warning){.kind = LINT_BEYOND,
		.line = 2,
		.name = text_copy("quantifiers")};
	a->warnings.count = 1;
	answer(a);
	assert_says(x, "item 1, line 1: this uses quantifiers, which the "
		       "logic leaves out");
}

STAGE_TEST(items_far_behind_are_looked_at_and_twenty_are_told)
{
	enum { FAR = 1000, MANY = 30 };
	DROP(buf) struct buf json;

	buf_init(&json, LIMIT_MESSAGE);
	open_session(x, "a");
	(void)buf_add_text(&json,
		"{\"session\": \"a\", \"smtlib\": \"(declare-const x Int)");
	for (int i = 0; i < FAR; i++)
		(void)buf_add_text(&json, "(assert (> x 0))");
	for (int i = 0; i < MANY; i++)
		(void)buf_add_text(&json, "(assert (> x))");
	(void)buf_add_text(&json, "\"}");
	(void)call_tool(x, "import_model", json.data);
	answer_accept();
	assert_says(x, "warning: item 1001, line 1: `>` has one argument",
		"item 1020, line 1", "no more than 20 of these are shown");
	assert_null(strstr(x->text, "item 1021, line 1"));
}
