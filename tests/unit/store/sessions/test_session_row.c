#include "unit/store/scratch.h"

#include "store/db/sql.h"
#include "store/sessions/session_row.h"

static void
read_only_row(struct scratch *x, struct session_info *info)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};
	bool found;

	assert_done(x, transaction_read(&t, x->store, &x->error));
	assert_done(x,
		query_open(&q, x->store,
			"SELECT " SESSION_COLUMNS " FROM session", &x->error));
	assert_done(x, query_next(&q, SESSION_KINDS, &found, &x->error));
	assert_true(found);
	session_row_read(&q, info);
	assert_int_equal(query_get_int(&q, SESSION_COLUMN_CHANGE), 3);
}

TEST_WITH(a_row_has_all_of_a_session, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	const struct session_start start = {
		.name = "s", .description = "what it is for"};
	struct session_info made;
	struct session_info read;

	assert_done(x, sessions_create(x->store, &start, &made, &x->error));
	scratch_add(x, made.id, "a");
	scratch_add(x, made.id, "b");
	read_only_row(x, &read);
	assert_int_equal(read.id, made.id);
	assert_string_equal(read.name, "s");
	assert_string_equal(read.description, "what it is for");
	assert_int_equal(read.revision, 2);
	assert_int_equal(read.items, 2);
	assert_int_equal(read.created_ms, made.created_ms);
	assert_true(read.changed_ms >= made.changed_ms);
	assert_string_equal(read.last_status, "");
}
