#include "unit/store/scratch.h"

#include "store/db/sql.h"
#include "store/revisions/revision_check.h"

/* As a file of store/ asks. */
static bool
expects(struct scratch *x, int64_t session, uint64_t revision)
{
	DROP(transaction) struct transaction t = {0};

	return transaction_read(&t, x->store, &x->error) &&
	       revision_check_revision(x->store, session, revision, &x->error);
}

TEST_WITH(holds_at_the_last_revision, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	int64_t session = scratch_session(x, "a");

	scratch_add(x, session, "a");
	assert_done(x, expects(x, session, 1));
}

TEST_WITH(says_what_changed_since, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	int64_t session = scratch_session(x, "a");

	for (int i = 0; i < 12; i++)
		scratch_add(x, session, "a");
	assert_refused(
		x, expects(x, session, 1), ERR_CONFLICT, "expect_revision 12");
	assert_non_null(strstr(
		x->error.text, "revision 2: a test's edit\n  revision 3"));
	assert_non_null(strstr(x->error.text, "and 1 more"));
	assert_refused(x, expects(x, session, 13), ERR_CONFLICT,
		"no such revision yet");
}

TEST_WITH(tells_the_edits_of_a_revision_on_one_line, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;
	int64_t session = scratch_session(x, "a");
	const struct revision_reason reason = {
		"edit_model", "add_item 0\ndelete_item 1"};
	DROP(model) struct model *base = scratch_load(x, session, 0);
	DROP(model) struct model *candidate = model_copy(base);

	model_insert(candidate, 0, item_new("a", NULL, NULL));
	assert_done(x, revisions_commit(x->store, session, base, candidate,
			       &reason, &x->error));
	assert_refused(x, expects(x, session, 0), ERR_CONFLICT,
		"revision 1: add_item 0, delete_item 1");
}

TEST_WITH(has_no_expectation_of_a_session_that_is_gone, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;
	int64_t session = scratch_session(x, "a");

	assert_refused(
		x, expects(x, session + 1, 0), ERR_NOT_FOUND, "open_session");
}

TEST_WITH(who_makes_a_session_expects_that_nobody_has_edited_it, scratch_setup,
	scratch_teardown)
{
	const struct revision_reason reason = {"add_item", "add_item 0"};
	struct scratch *x = *state;
	int64_t session = scratch_session(x, "a");
	DROP(model) struct model *m = model_new();
	struct session_info made;

	scratch_add(x, session, "b");
	assert_refused(x,
		revisions_begin(x->store, "a", m, &reason, &made, &x->error),
		ERR_CONFLICT, "revision 1");
	assert_contents(x, session, REVISION_LAST, "b");
}
