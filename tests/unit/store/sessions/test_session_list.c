#include "unit/store/scratch.h"

#include "store/sessions/session_list.h"

/* The names of a page, separated by spaces. */
static int64_t
expect_page(struct scratch *x, const char *match, size_t limit, int64_t cursor,
	const char *names)
{
	DROP(session_list) struct session_list list = {0};
	DROP(buf) struct buf got;

	buf_init(&got, 1000);
	assert_done(x, session_list_read(x->store, match, limit, cursor, &list,
			       &x->error));
	for (size_t i = 0; i < list.count; i++)
		(void)buf_add_format(
			&got, "%s%s", i > 0 ? " " : "", list.sessions[i].name);
	if (list.has_next)
		(void)buf_add_text(&got, " ...");
	assert_string_equal(got.data, names);
	return list.next;
}

TEST_WITH(lists_the_latest_change_first, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	int64_t a = scratch_session(x, "a");

	(void)scratch_session(x, "b");
	(void)scratch_session(x, "c");
	expect_page(x, NULL, 10, 0, "c b a");
	scratch_add(x, a, "x");
	expect_page(x, NULL, 10, 0, "a c b");
}

TEST_WITH(lists_page_by_page, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	int64_t cursor;

	expect_page(x, NULL, 2, 0, "");
	(void)scratch_session(x, "a");
	(void)scratch_session(x, "b");
	(void)scratch_session(x, "c");
	(void)scratch_session(x, "d");
	cursor = expect_page(x, NULL, 3, 0, "d c b ...");
	(void)scratch_session(x, "new");
	expect_page(x, NULL, 3, cursor, "a");
	expect_page(x, NULL, 5, 0, "new d c b a");
}

TEST_WITH(matches_names_and_descriptions_in_any_case, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;
	struct session_start start = {
		.name = "other", .description = "A PARITY check"};
	struct session_info info;

	(void)scratch_session(x, "Parity-1");
	(void)scratch_session(x, "sudoku");
	assert_done(x, sessions_create(x->store, &start, &info, &x->error));
	expect_page(x, "parity", 10, 0, "other Parity-1");
	expect_page(x, "parity", 1, 0, "other ...");
	expect_page(x, "%", 10, 0, "");
}

TEST_WITH(counts_the_matches_of_all_pages, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	DROP(session_list) struct session_list list = {0};

	(void)scratch_session(x, "ab");
	(void)scratch_session(x, "ac");
	(void)scratch_session(x, "b");
	assert_done(
		x, session_list_read(x->store, "a", 1, 0, &list, &x->error));
	assert_int_equal(list.count, 1);
	assert_int_equal(list.total, 2);
}
