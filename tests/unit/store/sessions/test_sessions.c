#include "unit/store/scratch.h"
#include "unit/unit.h"

#include "store/runs/runs.h"

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

SCRATCH_TEST(names_are_told_apart_by_their_case)
{
	struct session_info info;

	(void)scratch_session(x, "a");
	assert_refused(x, sessions_find(x->store, "A", &info, &x->error),
		ERR_NOT_FOUND, "Did you mean \"a\"?");
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
	DROP(json) struct json_object *answer = json_new_string(SECRET);
	const struct run run = {.status = "sat", .answer = answer};
	bool scrubbed = false;
	int64_t id;

	fill_with_secrets(x, session, kept);
	assert_done(x, sessions_describe(x->store, session, SECRET, &x->error));
	assert_done(x, runs_add(x->store, session, &run, &id, &x->error));
	assert_true(scratch_file_has(x, "s.db", SECRET) ||
		    scratch_file_has(x, "s.db-wal", SECRET));
	assert_done(
		x, sessions_delete(x->store, session, &scrubbed, &x->error));
	assert_true(scrubbed);
	assert_false(scratch_file_has(x, "s.db", SECRET));
	assert_false(scratch_file_has(x, "s.db-wal", SECRET));
	assert_contents(x, kept, 2, "keepsakekeepsake");
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
		x, "a", "there is no session \"a\", and no other either");
}

SESSION_TEST(a_deleted_session_keeps_none)
{
	DROP(json)
	struct json_object *set =
		OBJECT("options", OBJECT("a", STRING("secret-word")));
	bool scrubbed;

	assert_done(
		x, session_metadata_save(x->store, session, set, &x->error));
	assert_done(
		x, sessions_delete(x->store, session, &scrubbed, &x->error));
	assert_refused(x,
		session_metadata_save(x->store, session, set, &x->error),
		ERR_NOT_FOUND, "deleted");
	assert_true(scrubbed);
	assert_false(scratch_file_has(x, "s.db", "secret-word"));
}

SCRATCH_TEST(options_that_are_not_texts_by_name_are_damage)
{
	static const char *const damaged[] = {"", "[]", "{\"a\": 1}", "{"};
	int64_t session = scratch_session(x, "a");

	for (size_t i = 0; i < sizeof(damaged) / sizeof(damaged[0]); i++) {
		DROP(text)
		char *sql = text_format(
			"UPDATE session SET options = '%s'", damaged[i]);

		scratch_sql(x, sql);
		assert_refused(x,
			session_metadata_load(x->store, session, &x->error) !=
				NULL,
			ERR_STORE, "damaged");
	}
}

static uint64_t
version_of(struct scratch *x)
{
	uint64_t version;

	assert_done(x, sessions_version(x->store, &version, &x->error));
	return version;
}

static struct change_stamp
stamp_of(struct scratch *x, const char *name)
{
	struct change_stamp stamp;

	assert_done(x, sessions_stamp(x->store, name, &stamp, &x->error));
	return stamp;
}

SCRATCH_TEST(makes_no_database_by_looking)
{
	assert_false(store_exists(x->store));
	assert_int_equal(version_of(x), 0);
	assert_int_equal(stamp_of(x, NULL).sessions, 0);
	assert_int_equal(stamp_of(x, "a").sessions, 0);
	assert_int_not_equal(access(x->path, F_OK), 0);
}

SCRATCH_TEST(has_another_version_after_an_edit_of_its_own)
{
	int64_t id = scratch_session(x, "a");
	uint64_t version = version_of(x);

	scratch_add(x, id, "(declare-const x Int)");
	assert_int_not_equal(version_of(x), version);
}

SCRATCH_TEST(has_another_version_after_an_edit_of_somebody_else)
{
	DROP(store) struct store *mine = NULL;
	int64_t id = scratch_session(x, "a");
	uint64_t version;
	uint64_t now;

	mine = store_new(x->path);
	assert_true(sessions_version(mine, &version, &x->error));
	scratch_add(x, id, "(declare-const x Int)");
	assert_true(sessions_version(mine, &now, &x->error));
	assert_int_not_equal(now, version);
}

SCRATCH_TEST(stamps_a_session_by_its_edits_alone)
{
	int64_t a = scratch_session(x, "a");
	int64_t b = scratch_session(x, "b");
	struct change_stamp before = stamp_of(x, "a");
	struct change_stamp after;

	assert_int_equal(before.sessions, 1);
	assert_int_equal(before.newest, a);
	scratch_add(x, b, "(declare-const x Int)");
	after = stamp_of(x, "a");
	assert_memory_equal(&before, &after, sizeof(before));
	scratch_add(x, a, "(declare-const x Int)");
	assert_int_not_equal(stamp_of(x, "a").change, before.change);
}

SCRATCH_TEST(stamps_all_of_them_by_number_and_last_one)
{
	int64_t b;
	bool scrubbed;

	(void)scratch_session(x, "a");
	b = scratch_session(x, "b");
	assert_int_equal(stamp_of(x, NULL).sessions, 2);
	assert_int_equal(stamp_of(x, NULL).newest, b);
	assert_done(x, sessions_delete(x->store, b, &scrubbed, &x->error));
	assert_int_equal(stamp_of(x, NULL).sessions, 1);
	assert_int_equal(stamp_of(x, "b").sessions, 0);
}

/* The names of a page, separated by spaces; what to ask for the next one. */
static struct session_filter
expect_page(struct scratch *x, struct session_filter filter, const char *names)
{
	DROP(json)
	struct json_object *page = sessions_list(x->store, &filter, &x->error);
	const struct json_object *list = json_get(page, "sessions");
	DROP(buf) struct buf got;

	assert_done(x, page != NULL);
	buf_init(&got, 1000);
	for (size_t i = 0; i < json_count(list); i++)
		(void)buf_add_format(&got, "%s%s", i > 0 ? " " : "",
			json_get_string(json_at(list, i), "name"));
	if (json_get(page, "next") != NULL)
		(void)buf_add_text(&got, " ...");
	assert_string_equal(got.data, names);
	filter.cursor = json_get_int(page, "next", 0);
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
	DROP(json) struct json_object *page = NULL;

	(void)scratch_session(x, "ab");
	(void)scratch_session(x, "ac");
	(void)scratch_session(x, "b");
	page = sessions_list(x->store, &filter, &x->error);
	assert_done(x, page != NULL);
	assert_int_equal(json_count(json_get(page, "sessions")), 1);
	assert_int_equal(json_get_int(page, "total", 0), 2);
}

SCRATCH_TEST(an_entry_has_all_of_a_session)
{
	const struct session_filter filter = {.limit = 1};
	const struct session_start start = {
		.name = "s", .description = "what it is for"};
	DROP(json) struct json_object *page = NULL;
	struct json_object *read;
	struct session_info made;
	DROP(text) char *rest = NULL;

	assert_done(x, sessions_create(x->store, &start, &made, &x->error));
	scratch_add(x, made.id, "a");
	scratch_add(x, made.id, "b");
	page = sessions_list(x->store, &filter, &x->error);
	assert_done(x, page != NULL);
	read = json_at(json_get(page, "sessions"), 0);
	assert_true(strcmp(json_get_string(read, "created"), "2026") > 0);
	assert_true(strcmp(json_get_string(read, "changed"),
			    json_get_string(read, "created")) >= 0);
	json_delete(read, "created");
	json_delete(read, "changed");
	rest = json_text(read);
	assert_string_equal(rest,
		"{\"name\":\"s\",\"description\":\"what it is for\","
		"\"items\":2,\"revision\":2}");
}
