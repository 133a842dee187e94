#include "unit/store/scratch.h"

#include "store/runs/runs.h"

SCRATCH_TEST(a_new_session_is_empty_at_revision_zero)
{
	struct session_start start = {
		.name = "a", .description = "what it\nis for"};
	struct session_info info;

	assert_done(x, sessions_create(x->store, &start, &info, &x->error));
	assert_string_equal(info.name, "a");
	assert_string_equal(info.description, "what it is for");
	assert_int_equal(info.revision, 0);
	assert_int_equal(info.items, 0);
	assert_string_equal(info.last_status, "");
	assert_true(info.created_ms > 1500000000000);
}

SCRATCH_TEST(a_fresh_name_is_short_and_follows_the_rule)
{
	struct session_start start = {0};
	struct session_info a;
	struct session_info b;

	assert_done(x, sessions_create(x->store, &start, &a, &x->error));
	assert_done(x, sessions_create(x->store, &start, &b, &x->error));
	assert_string_not_equal(a.name, b.name);
	assert_true(session_name_check(a.name, &x->error));
	assert_int_equal(strlen(a.name), strlen("model-2026-11-20-k7qm"));
	assert_memory_equal(a.name, "model-2", 7);
}

SCRATCH_TEST(refuses_a_name_that_is_taken)
{
	struct session_start start = {.name = "a"};
	struct session_info info;

	scratch_add(x, scratch_session(x, "a"), "x");
	assert_refused(x, sessions_create(x->store, &start, &info, &x->error),
		ERR_CONFLICT, "\"a\" already, at revision 1 (items: 1)");
}

SCRATCH_TEST(refuses_a_long_description)
{
	DROP(text) char *text = mem_new(LIMIT_DESCRIPTION + 2);
	struct session_start start = {.name = "a", .description = text};
	struct session_info info;

	memset(text, 'x', LIMIT_DESCRIPTION + 1);
	assert_refused(x, sessions_create(x->store, &start, &info, &x->error),
		ERR_LIMIT, "1025 bytes and the limit is 1024");
	text[LIMIT_DESCRIPTION] = '\0';
	assert_done(x, sessions_create(x->store, &start, &info, &x->error));
	assert_int_equal(strlen(info.description), LIMIT_DESCRIPTION);
}

SESSION_TEST(finds_a_session_as_it_is_now)
{
	struct run run = {.session = session,
		.revision = 1,
		.plain = true,
		.status = (char[]){"unsat"}};
	struct session_info info;

	scratch_add(x, session, "x");
	assert_done(x, runs_add(x->store, &run, &x->error));
	scratch_add(x, session, "y");
	assert_done(x, sessions_find(x->store, "a", &info, &x->error));
	assert_int_equal(info.id, session);
	assert_int_equal(info.revision, 2);
	assert_int_equal(info.items, 2);
	assert_string_equal(info.last_status, "unsat");
	assert_int_equal(info.last_status_revision, 1);
}

SCRATCH_TEST(names_are_told_apart_by_their_case)
{
	struct session_info info;

	(void)scratch_session(x, "a");
	assert_refused(x, sessions_find(x->store, "A", &info, &x->error),
		ERR_NOT_FOUND, "did you mean \"a\"?");
	(void)scratch_session(x, "A");
	assert_done(x, sessions_find(x->store, "A", &info, &x->error));
}

SCRATCH_TEST(opens_what_is_there_and_makes_what_is_not)
{
	struct session_info info;
	struct session_info again;
	bool created;

	assert_done(
		x, sessions_open(x->store, "a", &info, &created, &x->error));
	assert_true(created);
	scratch_add(x, info.id, "x");
	assert_done(
		x, sessions_open(x->store, "a", &again, &created, &x->error));
	assert_false(created);
	assert_int_equal(again.id, info.id);
	assert_int_equal(again.revision, 1);
	assert_refused(x,
		sessions_open(x->store, "a b", &info, &created, &x->error),
		ERR_ARGUMENT, "cannot be a session name");
}

SESSION_TEST(a_description_can_be_changed_and_taken_away)
{
	struct session_info info;

	assert_done(
		x, sessions_describe(x->store, session, "about a", &x->error));
	assert_done(x, sessions_find(x->store, "a", &info, &x->error));
	assert_string_equal(info.description, "about a");
	assert_int_equal(info.revision, 0);
	assert_done(x, sessions_describe(x->store, session, "", &x->error));
	assert_done(x, sessions_find(x->store, "a", &info, &x->error));
	assert_string_equal(info.description, "");
	assert_refused(x,
		sessions_describe(x->store, session + 1, "b", &x->error),
		ERR_NOT_FOUND, "deleted");
}

#define SECRET "zanzibar-treasure"

/* Items of many sizes, between those of another session, so that pages of all
 * kinds have held the text and were split and joined. */
static void
fill_with_secrets(struct scratch *x, int64_t session, int64_t kept)
{
	DROP(text) char *large = mem_new(20000);
	struct edit edits[60];

	for (size_t size = 0; size + strlen(SECRET) < 20000;
		size += strlen(SECRET))
		memcpy(large + size, SECRET, strlen(SECRET));
	for (size_t round = 0; round < 20; round++) {
		size_t size = strlen(large);

		for (size_t i = 0; i < 60; i++)
			edits[i] = (struct edit){.op = EDIT_ADD,
				.has_index = i % 3 == 0,
				.index = (int64_t)i / 2,
				.content = large + size - 20 -
					   i * i * (round + 1) % 19000 /
						   (i % 5 == 0 ? 1 : 40),
				.note = SECRET};
		scratch_edit(x, session, edits, 60);
		scratch_add(x, kept, "keepsake");
	}
	edits[0] = (struct edit){.op = EDIT_CLEAR};
	scratch_edit(x, session, edits, 1);
}

SCRATCH_TEST(a_deleted_session_leaves_no_text_in_the_files)
{
	int64_t kept = scratch_session(x, "kept");
	int64_t session = scratch_session(x, "gone-" SECRET);
	struct run run = {.session = session,
		.status = (char[]){"sat"},
		.answer = (char[]){SECRET}};
	bool scrubbed = false;

	fill_with_secrets(x, session, kept);
	assert_done(x, sessions_describe(x->store, session, SECRET, &x->error));
	assert_done(x, runs_add(x->store, &run, &x->error));
	assert_true(scratch_file_has(x, "s.db", SECRET) ||
		    scratch_file_has(x, "s.db-wal", SECRET));
	assert_done(
		x, sessions_delete(x->store, session, &scrubbed, &x->error));
	assert_true(scrubbed);
	assert_false(scratch_file_has(x, "s.db", SECRET));
	assert_false(scratch_file_has(x, "s.db-wal", SECRET));
	assert_contents(x, kept, 2, "keepsakekeepsake");
}

SESSION_TEST(a_deleted_session_stays_deleted)
{
	struct session_info info;
	bool scrubbed;

	scratch_add(x, session, "x");
	assert_done(
		x, sessions_delete(x->store, session, &scrubbed, &x->error));
	scratch_reopen(x);
	assert_refused(x, sessions_find(x->store, "a", &info, &x->error),
		ERR_NOT_FOUND, "there is no session");
	assert_refused(x,
		sessions_delete(x->store, session, &scrubbed, &x->error),
		ERR_NOT_FOUND, "has been deleted");
	assert_int_not_equal(scratch_session(x, "a"), session);
}

/* --- names -----------------------------------------------------------------
 */

static void
expect_name(const char *name, bool is_good, struct err *e)
{
	if (session_name_check(name, e) != is_good)
		fail_msg("\"%s\" was %s", name,
			is_good ? "refused" : "accepted");
}

TEST(accepts_the_names_of_the_rule)
{
	struct err e;

	expect_name("a", true, &e);
	expect_name("Parity-check_2.1", true, &e);
	expect_name("9", true, &e);
	expect_name("_a", true, &e);
	expect_name(
		"1234567890123456789012345678901234567890123456789012345678901"
		"234",
		true, &e);
}

TEST(refuses_other_names_and_says_the_rule)
{
	struct err e;

	expect_name("", false, &e);
	expect_name(".hidden", false, &e);
	expect_name("-option", false, &e);
	expect_name("a b", false, &e);
	expect_name("a/b", false, &e);
	expect_name("\xc3\xa4", false, &e);
	assert_non_null(strstr(e.text, "1 to 64 of the letters"));
	expect_name(
		"1234567890123456789012345678901234567890123456789012345678901"
		"2345",
		false, &e);
	assert_non_null(strstr(e.text, "65 characters"));
}

SCRATCH_TEST(a_new_name_follows_the_rule_and_tells_the_day)
{
	const struct session_start fresh = {0};
	struct session_info one;
	struct session_info other;

	assert_done(x, sessions_create(x->store, &fresh, &one, &x->error));
	assert_done(x, sessions_create(x->store, &fresh, &other, &x->error));
	assert_done(x, session_name_check(one.name, &x->error));
	assert_int_equal(strlen(one.name), strlen("model-2026-11-20-k7qm"));
	assert_memory_equal(one.name, "model-2", strlen("model-2"));
	assert_string_not_equal(one.name, other.name);
}

static void
expect_refusal(struct scratch *x, const char *name, const char *text)
{
	struct session_info info;

	assert_false(sessions_find(x->store, name, &info, &x->error));
	assert_int_equal(x->error.code, ERR_NOT_FOUND);
	assert_string_equal(x->error.text, text);
}

SCRATCH_TEST(says_that_there_is_none_at_all)
{
	expect_refusal(
		x, "a", "there is no session \"a\", and no other either.");
}

SCRATCH_TEST(names_the_session_that_was_meant)
{
	(void)scratch_session(x, "parity");
	(void)scratch_session(x, "sudoku");
	(void)scratch_session(x, "knapsack");
	expect_refusal(x, "party",
		"there is no session \"party\"; did you mean "
		"\"parity\"?");
}

SCRATCH_TEST(names_the_latest_when_nothing_is_near)
{
	(void)scratch_session(x, "first");
	(void)scratch_session(x, "second");
	(void)scratch_session(x, "third");
	(void)scratch_session(x, "fourth");
	expect_refusal(x, "quite-different",
		"there is no session \"quite-different\"; the latest are "
		"fourth, third, second (list_sessions shows all).");
}
