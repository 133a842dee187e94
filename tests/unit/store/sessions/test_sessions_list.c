#include "unit/store/scratch.h"

/* The names of a page, separated by spaces; what to ask for the next one. */
static struct session_filter
expect_page(struct scratch *x, struct session_filter filter, const char *names)
{
	DROP(session_list) struct session_list list = {0};
	DROP(buf) struct buf got;

	buf_init(&got, 1000);
	assert_done(x, sessions_list(x->store, &filter, &list, &x->error));
	for (size_t i = 0; i < list.count; i++)
		(void)buf_add_format(
			&got, "%s%s", i > 0 ? " " : "", list.sessions[i].name);
	if (list.has_next)
		(void)buf_add_text(&got, " ...");
	assert_string_equal(got.data, names);
	filter.cursor = list.next;
	return filter;
}

static void
expect_part(struct scratch *x, const char *part, const char *names)
{
	expect_page(
		x, (struct session_filter){.part = part, .limit = 10}, names);
}

static void
expect_prefix(struct scratch *x, const char *prefix, const char *names)
{
	expect_page(x, (struct session_filter){.prefix = prefix, .limit = 10},
		names);
}

SCRATCH_TEST(lists_the_latest_change_first)
{
	int64_t a = scratch_session(x, "a");

	(void)scratch_session(x, "b");
	(void)scratch_session(x, "c");
	expect_part(x, NULL, "c b a");
	scratch_add(x, a, "x");
	expect_part(x, NULL, "a c b");
}

SCRATCH_TEST(lists_page_by_page)
{
	struct session_filter filter = {.limit = 3};

	(void)scratch_session(x, "a");
	(void)scratch_session(x, "b");
	(void)scratch_session(x, "c");
	(void)scratch_session(x, "d");
	filter = expect_page(x, filter, "d c b ...");
	(void)scratch_session(x, "new");
	expect_page(x, filter, "a");
	expect_part(x, NULL, "new d c b a");
}

SCRATCH_TEST(the_order_by_id_does_not_change_when_one_is_edited)
{
	struct session_filter filter = {.by_id = true, .limit = 2};
	int64_t a = scratch_session(x, "a");

	(void)scratch_session(x, "b");
	expect_page(x, filter, "b a");
	(void)scratch_session(x, "c");
	filter = expect_page(x, filter, "c b ...");
	scratch_add(x, a, "(declare-const x Int)");
	expect_page(x, filter, "a");
}

SCRATCH_TEST(matches_names_and_descriptions_in_any_case)
{
	struct session_start start = {
		.name = "other", .description = "A PARITY check"};
	struct session_info info;

	(void)scratch_session(x, "Parity-1");
	(void)scratch_session(x, "sudoku");
	assert_done(x, sessions_create(x->store, &start, &info, &x->error));
	expect_part(x, "parity", "other Parity-1");
	expect_page(x, (struct session_filter){.part = "parity", .limit = 1},
		"other ...");
	expect_part(x, "%", "");
}

SCRATCH_TEST(matches_the_beginning_of_a_name_in_any_case)
{
	int64_t first = scratch_session(x, "plan-1");

	(void)scratch_session(x, "Plan-2");
	(void)scratch_session(x, "my-plan");
	(void)scratch_session(x, "planb");
	scratch_add(x, first, "(declare-const x Int)");
	expect_prefix(x, "plan", "plan-1 planb Plan-2");
	expect_prefix(x, "PLAN-2", "Plan-2");
	/* No character of it stands for others. */
	expect_prefix(x, "plan_", "");
	expect_prefix(x, "%", "");
}

SCRATCH_TEST(counts_the_matches_of_all_pages)
{
	const struct session_filter filter = {.prefix = "a", .limit = 1};
	DROP(session_list) struct session_list list = {0};

	(void)scratch_session(x, "ab");
	(void)scratch_session(x, "ac");
	(void)scratch_session(x, "b");
	assert_done(x, sessions_list(x->store, &filter, &list, &x->error));
	assert_int_equal(list.count, 1);
	assert_int_equal(list.total, 2);
}

SCRATCH_TEST(an_entry_has_all_of_a_session)
{
	const struct session_filter filter = {.limit = 1};
	const struct session_start start = {
		.name = "s", .description = "what it is for"};
	DROP(session_list) struct session_list list = {0};
	struct session_info made;
	const struct session_info *read;

	assert_done(x, sessions_create(x->store, &start, &made, &x->error));
	scratch_add(x, made.id, "a");
	scratch_add(x, made.id, "b");
	assert_done(x, sessions_list(x->store, &filter, &list, &x->error));
	read = &list.sessions[0];
	assert_int_equal(read->id, made.id);
	assert_string_equal(read->name, "s");
	assert_string_equal(read->description, "what it is for");
	assert_int_equal(read->revision, 2);
	assert_int_equal(read->items, 2);
	assert_int_equal(read->created_ms, made.created_ms);
	assert_true(read->changed_ms >= made.changed_ms);
	assert_string_equal(read->last_status, "");
	assert_int_equal(read->change, 3);
}
