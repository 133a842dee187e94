#include "unit/store/scratch.h"

#include "store/sessions/session_query.h"

/* Their names, as one text; forgets the list. */
static void
assert_names(struct session_query_list *list, const char *wanted)
{
	DROP(buf) struct buf all;

	buf_init(&all, 100000);
	for (size_t i = 0; i < list->count; i++)
		(void)buf_add_format(
			&all, "%s%s", i > 0 ? " " : "", list->entries[i].name);
	assert_string_equal(all.data, wanted);
	session_query_list_drop(list);
}

TEST_WITH(has_none_without_a_database_and_makes_none, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;
	struct session_query_list list;

	assert_done(x, session_query_page(x->store, 0, 10, &list, &x->error));
	assert_false(list.has_more);
	assert_names(&list, "");
	assert_done(
		x, session_query_complete(x->store, "", 10, &list, &x->error));
	assert_names(&list, "");
	assert_int_not_equal(access(x->path, F_OK), 0);
}

TEST_WITH(pages_from_the_last_one_made_on, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	struct session_query_list list;
	int64_t next;

	(void)scratch_session(x, "a");
	(void)scratch_session(x, "b");
	(void)scratch_session(x, "c");
	assert_done(x, session_query_page(x->store, 0, 2, &list, &x->error));
	assert_true(list.has_more);
	next = list.entries[1].id;
	assert_names(&list, "c b");
	assert_done(x, session_query_page(x->store, next, 2, &list, &x->error));
	assert_false(list.has_more);
	assert_names(&list, "a");
}

TEST_WITH(says_that_there_is_no_more_when_a_page_is_just_full, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;
	struct session_query_list list;

	(void)scratch_session(x, "a");
	(void)scratch_session(x, "b");
	assert_done(x, session_query_page(x->store, 0, 2, &list, &x->error));
	assert_false(list.has_more);
	assert_names(&list, "b a");
}

TEST_WITH(keeps_the_order_of_pages_when_one_is_edited, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;
	int64_t a = scratch_session(x, "a");
	struct session_query_list list;

	(void)scratch_session(x, "b");
	scratch_add(x, a, "(declare-const x Int)");
	assert_done(x, session_query_page(x->store, 0, 9, &list, &x->error));
	assert_names(&list, "b a");
}

TEST_WITH(completes_by_the_beginning_last_changed_first, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;
	int64_t first = scratch_session(x, "plan-1");
	struct session_query_list list;

	(void)scratch_session(x, "Plan-2");
	(void)scratch_session(x, "my-plan");
	scratch_add(x, first, "(declare-const x Int)");
	assert_done(x,
		session_query_complete(x->store, "plan", 9, &list, &x->error));
	assert_int_equal(list.total, 2);
	assert_names(&list, "plan-1 Plan-2");
	assert_done(x, session_query_complete(
			       x->store, "PLAN-2", 9, &list, &x->error));
	assert_names(&list, "Plan-2");
}

/* No character of it stands for others. */
TEST_WITH(takes_the_beginning_as_it_is, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	struct session_query_list list;

	(void)scratch_session(x, "a_b");
	(void)scratch_session(x, "axb");
	assert_done(
		x, session_query_complete(x->store, "a_", 9, &list, &x->error));
	assert_names(&list, "a_b");
	assert_done(
		x, session_query_complete(x->store, "%", 9, &list, &x->error));
	assert_names(&list, "");
}

TEST_WITH(counts_those_that_it_leaves_out, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	struct session_query_list list;

	(void)scratch_session(x, "a1");
	(void)scratch_session(x, "a2");
	(void)scratch_session(x, "a3");
	assert_done(
		x, session_query_complete(x->store, "a", 2, &list, &x->error));
	assert_int_equal(list.total, 3);
	assert_names(&list, "a3 a2");
}

TEST_WITH(brings_descriptions, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	const struct session_start start = {
		.name = "a", .description = "who works when"};
	struct session_info info;
	struct session_query_list list;

	assert_done(x, sessions_create(x->store, &start, &info, &x->error));
	(void)scratch_session(x, "b");
	assert_done(x, session_query_page(x->store, 0, 9, &list, &x->error));
	assert_null(list.entries[0].description);
	assert_string_equal(list.entries[1].description, "who works when");
	assert_int_equal(list.entries[1].changed_ms, info.changed_ms);
	session_query_list_drop(&list);
}
