#include "unit/unit.h"

#include "unit/store/scratch.h"

static struct session_info
branch(struct scratch *x, const struct session_start *start)
{
	struct session_info info;

	assert_done(x, sessions_create(x->store, start, &info, &x->error));
	return info;
}

SCRATCH_TEST(takes_along_what_stands_beside_the_model)
{
	int64_t origin = scratch_session(x, "a");
	const struct session_start start = {.name = "b", .copy_of = "a"};
	DROP(json)
	struct json_object *set = OBJECT("options",
		OBJECT("random_seed", STRING("7")), "expectations",
		json_new_array_of(OBJECT("name", STRING("e1")), NULL), "memo",
		STRING("said\n"));
	DROP(json) struct json_object *taken = NULL;

	assert_done(x, session_metadata_save(x->store, origin, set, &x->error));
	taken = session_metadata_load(
		x->store, branch(x, &start).id, &x->error);
	assert_true(json_equal(set, taken));
}

SCRATCH_TEST(may_begin_at_an_old_revision)
{
	int64_t origin = scratch_session(x, "a");
	struct session_start start = {
		.name = "b", .copy_of = "a", .has_revision = true};
	const struct edit clear = {.op = EDIT_CLEAR};

	scratch_add(x, origin, "x");
	scratch_add(x, origin, "y");
	scratch_edit(x, origin, &clear, 1);
	start.revision = 2;
	assert_contents(x, branch(x, &start).id, 1, "xy");
	start.name = "c";
	start.revision = 0;
	assert_contents(x, branch(x, &start).id, 1, "");
}

SCRATCH_TEST(goes_its_own_way)
{
	int64_t origin = scratch_session(x, "a");
	const struct session_start start = {.copy_of = "a"};
	const struct edit front = {
		.op = EDIT_ADD, .has_index = true, .content = "0"};
	int64_t copy;

	scratch_add(x, origin, "x");
	copy = branch(x, &start).id;
	scratch_edit(x, copy, &front, 1);
	scratch_add(x, origin, "y");
	assert_contents(x, copy, REVISION_LAST, "0x");
	assert_contents(x, origin, REVISION_LAST, "xy");
}

SCRATCH_TEST(says_where_it_came_from)
{
	int64_t origin = scratch_session(x, "a");
	const struct session_start start = {.name = "b", .copy_of = "a"};
	DROP(json) struct json_object *list = NULL;

	scratch_add(x, origin, "x");
	list = revisions_list(x->store, branch(x, &start).id, 0, 10, &x->error);
	assert_done(x, list != NULL);
	assert_int_equal(json_count(list), 1);
	assert_string_equal(
		json_get_string(json_at(list, 0), "tool"), "open_session");
	assert_string_equal(json_get_string(json_at(list, 0), "summary"),
		"copy of a at revision 1");
}

SCRATCH_TEST(what_cannot_be_copied_makes_no_session)
{
	struct session_start start = {.name = "b", .copy_of = "parity"};
	struct session_info info;

	(void)scratch_session(x, "parity-1");
	assert_refused(x, sessions_create(x->store, &start, &info, &x->error),
		ERR_NOT_FOUND, "Did you mean \"parity-1\"?");
	start.copy_of = "parity-1";
	start.has_revision = true;
	start.revision = 1;
	assert_refused(x, sessions_create(x->store, &start, &info, &x->error),
		ERR_NOT_FOUND, "no revision 1: its last one is 0");
	assert_false(sessions_find(x->store, "b", &info, &x->error));
}
