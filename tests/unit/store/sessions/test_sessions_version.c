#include "unit/store/scratch.h"

#include "store/sessions/sessions.h"

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

SCRATCH_TEST(has_the_same_version_while_nothing_is_written)
{
	uint64_t version;
	struct session_info info;

	(void)scratch_session(x, "a");
	assert_true(store_exists(x->store));
	version = version_of(x);
	assert_done(x, sessions_find(x->store, "a", &info, &x->error));
	assert_int_equal(version_of(x), version);
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
