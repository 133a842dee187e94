#include "unit/unit.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include "unit/store/scratch.h"

#include "store/db/sql.h"

/* Rows that an edit writes beside those of items: the revision's and the
 * session's. */
enum { OVERHEAD = 2 };

static int
rows_written(struct scratch *x, int64_t session, const struct edit *edit)
{
	int before = sqlite3_total_changes(x->store->shared->db);

	scratch_edit(x, session, edit, 1);
	return sqlite3_total_changes(x->store->shared->db) - before - OVERHEAD;
}

static void
fill(struct scratch *x, int64_t session, size_t count)
{
	struct edit *edits = mem_new(count * sizeof(*edits));

	for (size_t i = 0; i < count; i++)
		edits[i] = (struct edit){.op = EDIT_ADD, .content = "x"};
	scratch_edit(x, session, edits, count);
	free(edits);
}

SESSION_TEST(an_edit_writes_the_rows_of_its_items_only)
{
	const struct edit front = {
		.op = EDIT_ADD, .has_index = true, .content = "y"};
	const struct edit replace = {.op = EDIT_REPLACE,
		.has_index = true,
		.index = 500,
		.content = "z"};
	const struct edit delete = {
		.op = EDIT_DELETE, .has_index = true, .index = 3};
	const struct edit to_the_end = {
		.op = EDIT_MOVE, .has_index = true, .has_to = true, .to = 999};
	const struct edit to_the_front = {
		.op = EDIT_MOVE, .has_index = true, .index = 999, .has_to = 1};

	fill(x, session, 10000);
	assert_int_equal(rows_written(x, session, &front), 1);
	assert_int_equal(rows_written(x, session, &replace), 2);
	assert_int_equal(rows_written(x, session, &delete), 1);
	assert_int_equal(rows_written(x, session, &to_the_end), 2);
	assert_int_equal(rows_written(x, session, &to_the_front), 2);
}

/* Inserts "1", "2", ... at a place that follows `step`. */
static void
insert_at_one_spot(struct scratch *x, int64_t session, int count, int step)
{
	struct edit edit = {.op = EDIT_ADD, .has_index = true, .index = 1};
	char content[20];

	for (int i = 1; i <= count; i++) {
		(void)snprintf(content, sizeof(content), "%d", i);
		edit.content = content;
		scratch_edit(x, session, &edit, 1);
		edit.index += step;
	}
}

static void
assert_spot(struct scratch *x, int64_t session, uint64_t revision, bool rises)
{
	DROP(model) struct model *m = scratch_load(x, session, revision);
	int count = (int)revision - 1;

	assert_int_equal(m->count, count + 2);
	assert_string_equal(model_at(m, 0)->content, "first");
	assert_string_equal(model_at(m, m->count - 1)->content, "last");
	for (int i = 1; i <= count; i++)
		assert_int_equal(strtol(model_at(m, i)->content, NULL, 10),
			rises ? i : count + 1 - i);
}

static void
begin_with_two(struct scratch *x, int64_t session)
{
	const struct edit edits[] = {
		{.op = EDIT_ADD, .content = "first"},
		{.op = EDIT_ADD, .content = "last"},
	};

	scratch_edit(x, session, edits, 2);
}

SESSION_TEST(makes_room_for_any_number_of_inserts_at_one_spot)
{
	begin_with_two(x, session);
	insert_at_one_spot(x, session, 250, 0);
	for (uint64_t revision = 1; revision <= 251; revision++)
		assert_spot(x, session, revision, false);
}

SESSION_TEST(makes_room_for_any_number_of_inserts_behind_each_other)
{
	begin_with_two(x, session);
	insert_at_one_spot(x, session, 250, 1);
	for (uint64_t revision = 1; revision <= 251; revision++)
		assert_spot(x, session, revision, true);
}

SCRATCH_TEST(making_room_leaves_other_sessions_alone)
{
	int64_t other = scratch_session(x, "other");
	int64_t session = scratch_session(x, "a");

	scratch_add(x, other, "a");
	scratch_add(x, other, "b");
	begin_with_two(x, session);
	insert_at_one_spot(x, session, 100, 0);
	assert_contents(x, other, REVISION_LAST, "ab");
	assert_contents(x, other, 1, "a");
}

SESSION_TEST(makes_room_at_the_ends_of_the_keys)
{
	const struct edit front = {
		.op = EDIT_ADD, .has_index = true, .content = "0"};

	scratch_add(x, session, "a");
	scratch_add(x, session, "b");
	assert_int_equal(sqlite3_exec(x->store->shared->db,
				 "UPDATE item SET ord = CASE content WHEN 'a'"
				 " THEN -9223372036854775807 - 1"
				 " ELSE 9223372036854775807 END",
				 NULL, NULL, NULL),
		SQLITE_OK);
	scratch_add(x, session, "c");
	scratch_edit(x, session, &front, 1);
	assert_contents(x, session, REVISION_LAST, "0abc");
	assert_contents(x, session, 3, "abc");
	assert_contents(x, session, 2, "ab");
}

SESSION_TEST(a_block_of_items_gets_keys_in_order)
{
	const struct edit edits[] = {
		{.op = EDIT_ADD, .has_index = true, .index = 1, .content = "1"},
		{.op = EDIT_ADD, .has_index = true, .index = 2, .content = "2"},
		{.op = EDIT_ADD, .has_index = true, .index = 3, .content = "3"},
		{.op = EDIT_ADD, .has_index = true, .index = 0, .content = "0"},
		{.op = EDIT_ADD, .content = "4"},
	};

	scratch_add(x, session, "a");
	scratch_add(x, session, "b");
	scratch_edit(x, session, edits, 5);
	assert_contents(x, session, REVISION_LAST, "0a123b4");
}

SESSION_TEST(a_base_that_was_never_that_revision_is_refused)
{
	const struct revision_reason reason = {"delete_item", ""};
	DROP(model) struct model *base = NULL;
	DROP(model) struct model *candidate = model_new();

	scratch_add(x, session, "a");
	base = scratch_load(x, session, 1);
	model_at(base, 0)->row += 100;
	assert_refused(x,
		revisions_commit(
			x->store, session, base, candidate, &reason, &x->error),
		ERR_STORE, "nothing was changed");
	assert_contents(x, session, REVISION_LAST, "a");
}

/* In a process of its own: commits and tells so until it is killed. */
static void
commit_for_ever(struct scratch *x, int64_t session, int tell)
{
	for (;;) {
		scratch_add(x, session, "x");
		if (write(tell, "x", 1) != 1)
			_exit(1);
	}
}

SESSION_TEST(what_was_acknowledged_survives_a_kill)
{
	struct session_info info;
	uint64_t told = 0;
	char byte;
	int ends[2];
	pid_t child;

	scratch_reopen(x);
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	child = fork();
	if (child == 0)
		commit_for_ever(x, session, ends[1]);
	(void)close(ends[1]);
	while (told < 50 && read(ends[0], &byte, 1) == 1)
		told++;
	assert_int_equal(kill(child, SIGKILL), 0);
	while (read(ends[0], &byte, 1) == 1)
		told++;
	(void)close(ends[0]);
	assert_int_equal(waitpid(child, NULL, 0), child);
	assert_done(x, sessions_find(x->store, "a", &info, &x->error));
	/* The last one may have been kept but not told. */
	assert_true(told >= 50);
	assert_true(info.revision == told || info.revision == told + 1);
	assert_int_equal(info.items, info.revision);
}

/* Edits that lost a race are made again. */
static void
commit_some(struct scratch *x, int64_t session, int count)
{
	const struct revision_reason reason = {"add_item", "add_item"};

	while (count > 0) {
		DROP(model)
		struct model *base = revisions_load(
			x->store, session, REVISION_LAST, &x->error);
		DROP(model) struct model *candidate = NULL;

		if (base == NULL)
			_exit(1);
		candidate = model_copy(base);
		model_insert(candidate, 0, item_new("x", NULL, NULL));
		if (revisions_commit(x->store, session, base, candidate,
			    &reason, &x->error))
			count--;
		else if (x->error.code != ERR_CONFLICT)
			_exit(2);
	}
	_exit(0);
}

SESSION_TEST(no_update_of_several_servers_is_lost)
{
	struct session_info info;
	pid_t children[4];

	scratch_reopen(x);
	for (size_t i = 0; i < 4; i++) {
		children[i] = fork();
		if (children[i] == 0)
			commit_some(x, session, 25);
	}
	for (size_t i = 0; i < 4; i++) {
		int status;

		assert_int_equal(waitpid(children[i], &status, 0), children[i]);
		assert_int_equal(status, 0);
	}
	assert_done(x, sessions_find(x->store, "a", &info, &x->error));
	assert_int_equal(info.revision, 100);
	assert_int_equal(info.items, 100);
}
