#include "unit/unit.h"

#include "unit/store/scratch.h"

static void
expect_edit(struct scratch *x, int64_t session, const struct memo_edit *edit,
	const char *expected)
{
	DROP(json) struct json_object *metadata = NULL;

	assert_done(x, session_memo_edit(x->store, session, edit, &x->error));
	metadata = session_metadata_load(x->store, session, &x->error);
	assert_done(x, metadata != NULL);
	assert_string_equal(json_get_string(metadata, "memo"), expected);
}

static bool
save(struct scratch *x, int64_t session, const char *memo)
{
	DROP(json) struct json_object *metadata = OBJECT("memo", STRING(memo));

	return session_metadata_save(x->store, session, metadata, &x->error);
}

SESSION_TEST(lines_of_a_memo_are_replaced_inserted_appended_and_deleted)
{
	static const struct {
		struct memo_edit edit;
		const char *expected;
	} steps[] = {
		{{1, 1, "b"}, "b\n"},
		{{2, 1, "c\nd\n"}, "b\nc\nd\n"},
		{{1, 0, "a"}, "a\nb\nc\nd\n"},
		{{2, 2, "\n"}, "a\n\nd\n"},
		{{2, 2, ""}, "a\n"},
		{{2, 0, ""}, "a\n"},
		{{1, 1, ""}, ""},
	};

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		expect_edit(x, session, &steps[i].edit, steps[i].expected);
}

SESSION_TEST(an_edit_of_lines_that_there_are_not_changes_nothing)
{
	const struct memo_edit beyond = {3, 1, "x"};
	const struct memo_edit reaching = {1, 2, "x"};
	const struct memo_edit append = {2, 1, "b"};

	assert_done(x, save(x, session, "a"));
	assert_refused(x,
		session_memo_edit(x->store, session, &beyond, &x->error),
		ERR_ARGUMENT, "has 1 line, and line 3 was asked for");
	assert_refused(x,
		session_memo_edit(x->store, session, &reaching, &x->error),
		ERR_ARGUMENT, "and line 2 was asked for");
	expect_edit(x, session, &append, "a\nb\n");
}

SESSION_TEST(edits_of_a_memo_by_two_servers_are_both_kept)
{
	DROP(store) struct store *other = store_new(x->path);
	const struct memo_edit first = {1, 0, "first"};
	const struct memo_edit second = {1, 0, "second"};

	assert_done(x, session_memo_edit(other, session, &first, &x->error));
	expect_edit(x, session, &second, "second\nfirst\n");
}

SESSION_TEST(a_memo_over_its_limit_is_refused)
{
	DROP(text) char *text = mem_new(LIMIT_MEMO + 1);
	const struct memo_edit edit = {1, 0, "x"};

	memset(text, 'x', LIMIT_MEMO);
	assert_refused(x, save(x, session, text), ERR_LIMIT,
		"65537 bytes and the limit is 65536");
	text[LIMIT_MEMO - 1] = '\0';
	assert_done(x, save(x, session, text));
	assert_refused(x,
		session_memo_edit(x->store, session, &edit, &x->error),
		ERR_LIMIT, "65538 bytes");
}

SESSION_TEST(the_memo_of_a_session_that_is_gone_is_not_kept)
{
	const struct memo_edit edit = {1, 0, "x"};
	bool scrubbed;

	assert_done(
		x, sessions_delete(x->store, session, &scrubbed, &x->error));
	assert_refused(x,
		session_memo_edit(x->store, session, &edit, &x->error),
		ERR_NOT_FOUND, "has been deleted");
}
