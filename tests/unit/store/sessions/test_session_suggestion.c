#include "unit/unit.h"

#include "unit/store/scratch.h"

#include "store/sessions/session_suggestion.h"

static void
expect(struct scratch *x, const char *name, const char *text)
{
	struct session_info info;

	assert_false(sessions_find(x->store, name, &info, &x->error));
	assert_int_equal(x->error.code, ERR_NOT_FOUND);
	assert_string_equal(x->error.text, text);
}

TEST_WITH(says_that_there_is_none_at_all, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;

	expect(x, "a", "there is no session \"a\", and no other either.");
}

TEST_WITH(names_the_session_that_was_meant, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;

	(void)scratch_session(x, "parity");
	(void)scratch_session(x, "sudoku");
	(void)scratch_session(x, "knapsack");
	expect(x, "party",
		"there is no session \"party\"; did you mean "
		"\"parity\"?");
}

TEST_WITH(
	names_the_latest_when_nothing_is_near, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;

	(void)scratch_session(x, "first");
	(void)scratch_session(x, "second");
	(void)scratch_session(x, "third");
	(void)scratch_session(x, "fourth");
	expect(x, "quite-different",
		"there is no session \"quite-different\"; the latest are "
		"fourth, third, second (list_sessions shows all).");
}
