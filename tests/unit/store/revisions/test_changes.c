#include "unit/store/scratch.h"

#include "base/buf.h"
#include "store/revisions/changes.h"

/* "2 -1 b, 2 +1 B": revision, sign and number, content. */
static void
expect_changes(struct scratch *x, int64_t session, uint64_t from, uint64_t end,
	const char *expected)
{
	DROP(change_list) struct change_list list = {0};
	DROP(buf) struct buf got;

	assert_done(x,
		changes_list(x->store, session, from, end, &list, &x->error));
	buf_init(&got, 100000);
	for (size_t i = 0; i < list.count; i++) {
		const struct change *change = &list.changes[i];
		struct item *item =
			changes_item(x->store, session, change->row, &x->error);

		assert_done(x, item != NULL);
		(void)buf_add_format(&got, "%s%d %c%zu %s", i > 0 ? ", " : "",
			(int)change->revision, change->is_added ? '+' : '-',
			change->index, item->content);
		item_free(item);
	}
	assert_string_equal(got.data, expected);
}

static int64_t
with_three(struct scratch *x)
{
	int64_t session = scratch_session(x, "a");

	scratch_add(x, session, "a");
	scratch_add(x, session, "b");
	scratch_add(x, session, "c");
	return session;
}

TEST_WITH(what_was_added_has_its_number, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	int64_t session = with_three(x);
	const struct edit insert = {
		.op = EDIT_ADD, .has_index = true, .index = 1, .content = "i"};

	scratch_edit(x, session, &insert, 1);
	expect_changes(x, session, 1, 5, "1 +0 a, 2 +1 b, 3 +2 c, 4 +1 i");
	expect_changes(x, session, 2, 3, "2 +1 b");
	expect_changes(x, session, 5, 9, "");
}

TEST_WITH(what_was_taken_out_has_the_number_that_it_had, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;
	int64_t session = with_three(x);
	const struct edit delete = {
		.op = EDIT_DELETE, .has_index = true, .index = 1};

	scratch_edit(x, session, &delete, 1);
	scratch_edit(x, session, &delete, 1);
	expect_changes(x, session, 4, 6, "4 -1 b, 5 -1 c");
}

TEST_WITH(a_replaced_item_goes_before_it_comes, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	int64_t session = with_three(x);
	const struct edit replace = {.op = EDIT_REPLACE,
		.has_index = true,
		.index = 1,
		.content = "B"};

	scratch_edit(x, session, &replace, 1);
	expect_changes(x, session, 4, 5, "4 -1 b, 4 +1 B");
}

TEST_WITH(several_edits_are_told_in_the_order_of_the_model, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;
	int64_t session = with_three(x);
	const struct edit edits[] = {
		{.op = EDIT_MOVE,
			.has_index = true,
			.index = 2,
			.has_to = true},
		{.op = EDIT_DELETE, .has_index = true, .index = 2},
		{.op = EDIT_ADD, .content = "d"},
	};

	scratch_edit(x, session, edits, 3);
	assert_contents(x, session, 4, "cad");
	expect_changes(x, session, 4, 5, "4 +0 c, 4 -1 b, 4 +2 d, 4 -2 c");
}

TEST_WITH(a_cleared_model_loses_all, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	int64_t session = with_three(x);
	const struct edit clear = {.op = EDIT_CLEAR};

	scratch_edit(x, session, &clear, 1);
	scratch_add(x, session, "z");
	expect_changes(x, session, 4, 6, "4 -0 a, 4 -1 b, 4 -2 c, 5 +0 z");
}

TEST_WITH(another_session_is_not_looked_at, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	int64_t session = with_three(x);
	int64_t other = scratch_session(x, "b");
	struct change_list list = {0};

	expect_changes(x, other, 1, 9, "");
	assert_done(x, changes_list(x->store, session, 1, 2, &list, &x->error));
	assert_refused(x,
		changes_item(x->store, other, list.changes[0].row, &x->error),
		ERR_NOT_FOUND, "list_sessions");
	change_list_release(&list);
}
