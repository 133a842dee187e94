#include "unit/store/scratch.h"

#include "store/revisions/item_rows.h"

TEST_WITH(the_last_revision_is_that_of_the_last_edit, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;
	int64_t session = scratch_session(x, "s");
	uint64_t last = 9;

	assert_done(x, item_rows_last(x->store, session, &last, &x->error));
	assert_int_equal(last, 0);
	scratch_add(x, session, "a");
	assert_done(x, item_rows_last(x->store, session, &last, &x->error));
	assert_int_equal(last, 1);
}

TEST_WITH(a_session_that_is_gone_has_none, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	int64_t session = scratch_session(x, "s");
	uint64_t last = 9;

	assert_refused(x,
		item_rows_last(x->store, session + 1, &last, &x->error),
		ERR_NOT_FOUND, "open_session");
	assert_int_equal(last, 9);
}

TEST_WITH(a_revision_is_one_up_to_the_last, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	int64_t session = scratch_session(x, "s");
	uint64_t revision = REVISION_LAST;

	scratch_add(x, session, "a");
	assert_done(
		x, item_rows_revision(x->store, session, &revision, &x->error));
	assert_int_equal(revision, 1);
	revision = 0;
	assert_done(
		x, item_rows_revision(x->store, session, &revision, &x->error));
	assert_int_equal(revision, 0);
	revision = 2;
	assert_refused(x,
		item_rows_revision(x->store, session, &revision, &x->error),
		ERR_NOT_FOUND, "there is no revision 2");
}
