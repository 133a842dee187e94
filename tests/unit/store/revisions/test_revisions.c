#include "unit/store/naive.h"
#include "unit/store/scratch.h"

#include <inttypes.h>

#include "base/buf.h"

SESSION_TEST(a_kept_edit_is_there_after_a_restart)
{
	const struct edit edit = {.op = EDIT_ADD,
		.content = "(assert (= s \"\xe2\x82\xac\"))",
		.name = "n",
		.note = "a note"};
	DROP(model) struct model *m = NULL;

	scratch_edit(x, session, &edit, 1);
	scratch_reopen(x);
	m = scratch_load(x, session, REVISION_LAST);
	assert_int_equal(m->revision, 1);
	assert_int_equal(m->count, 1);
	assert_string_equal(model_at(m, 0)->content, edit.content);
	assert_string_equal(model_at(m, 0)->name, "n");
	assert_string_equal(model_at(m, 0)->note, "a note");
	assert_int_equal(m->bytes, strlen(edit.content));
}

SESSION_TEST(refuses_a_revision_that_there_is_not)
{
	scratch_add(x, session, "a");
	assert_refused(x,
		revisions_load(x->store, session, 2, &x->error) != NULL,
		ERR_NOT_FOUND, "no revision 2: the session is at revision 1");
	assert_refused(x,
		revisions_load(x->store, session + 1, 0, &x->error) != NULL,
		ERR_NOT_FOUND, "deleted");
}

SESSION_TEST(a_commit_marks_the_candidate_as_kept)
{
	const struct revision_reason reason = {"add_item", "add_item 0"};
	DROP(model) struct model *base = scratch_load(x, session, 0);
	DROP(model) struct model *one = model_copy(base);
	DROP(model) struct model *two = NULL;
	struct edit edit = {.op = EDIT_ADD, .content = "a"};
	struct edit_done done;

	assert_true(model_apply(one, &edit, &done, &x->error));
	assert_done(x, revisions_commit(x->store, session, base, one, &reason,
			       &x->error));
	assert_int_equal(one->revision, 1);
	assert_true(model_at(one, 0)->row > 0);
	assert_true(model_at(one, 0)->id > 0);

	/* and so it is a base for the next */
	two = model_copy(one);
	edit.content = "b";
	assert_true(model_apply(two, &edit, &done, &x->error));
	assert_done(x, revisions_commit(x->store, session, one, two, &reason,
			       &x->error));
	assert_contents(x, session, 2, "ab");
}

SESSION_TEST(versions_of_an_item_share_its_id)
{
	const struct edit edits[] = {
		{.op = EDIT_REPLACE, .has_index = true, .content = "A"},
		{.op = EDIT_MOVE, .has_index = true, .has_to = true, .to = 1},
	};
	DROP(model) struct model *before = NULL;
	DROP(model) struct model *after = NULL;

	scratch_add(x, session, "a");
	scratch_add(x, session, "b");
	scratch_edit(x, session, edits, 2);
	before = scratch_load(x, session, 2);
	after = scratch_load(x, session, 3);
	assert_int_equal(model_at(before, 0)->id, model_at(after, 1)->id);
	assert_int_equal(model_at(before, 1)->id, model_at(after, 0)->id);
	assert_int_equal(model_at(before, 1)->row, model_at(after, 0)->row);
	assert_int_not_equal(model_at(before, 0)->row, model_at(after, 1)->row);
}

SESSION_TEST(names_may_be_swapped_in_one_revision)
{
	const struct edit make[] = {
		{.op = EDIT_ADD, .content = "a", .name = "one"},
		{.op = EDIT_ADD, .content = "b", .name = "two"},
	};
	const struct edit swap[] = {
		{.op = EDIT_REPLACE, .target = "one", .name = "other"},
		{.op = EDIT_REPLACE, .target = "two", .name = "one"},
		{.op = EDIT_REPLACE, .target = "other", .name = "two"},
	};
	DROP(model) struct model *m = NULL;

	scratch_edit(x, session, make, 2);
	scratch_edit(x, session, swap, 3);
	m = scratch_load(x, session, REVISION_LAST);
	assert_string_equal(model_at(m, 0)->name, "two");
	assert_string_equal(model_at(m, 1)->name, "one");
}

SESSION_TEST(an_old_revision_can_be_committed_again)
{
	const struct revision_reason reason = {"restore_model", "to 2"};
	const struct edit edits[] = {
		{.op = EDIT_DELETE, .has_index = true},
		{.op = EDIT_ADD, .has_index = true, .content = "c"},
	};
	DROP(model) struct model *base = NULL;
	DROP(model) struct model *old = NULL;

	scratch_add(x, session, "a");
	scratch_add(x, session, "b");
	scratch_edit(x, session, edits, 2);
	base = scratch_load(x, session, REVISION_LAST);
	old = scratch_load(x, session, 2);
	assert_done(x, revisions_commit(x->store, session, base, old, &reason,
			       &x->error));
	assert_int_equal(old->revision, 4);
	assert_contents(x, session, 3, "cb");
	assert_contents(x, session, 4, "ab");
	assert_contents(x, session, 2, "ab");
}

static void
assert_moves(struct scratch *x, int64_t session, struct model *m, uint64_t to)
{
	DROP(model) struct model *expected = scratch_load(x, session, to);

	assert_done(x, revisions_move(x->store, session, m, to, &x->error));
	assert_int_equal(m->revision, to);
	assert_int_equal(m->count, expected->count);
	assert_int_equal(m->bytes, expected->bytes);
	for (size_t k = 0; k < m->count; k++)
		assert_int_equal(m->items[k]->row, expected->items[k]->row);
}

SESSION_TEST(a_model_moves_from_any_revision_to_any_other)
{
	const struct edit edits[][2] = {
		{{.op = EDIT_ADD, .content = "a"},
			{.op = EDIT_ADD, .content = "b"}},
		{{.op = EDIT_REPLACE, .has_index = true, .content = "A"},
			{.op = EDIT_ADD, .content = "c"}},
		{{.op = EDIT_MOVE, .has_index = true, .has_to = true, .to = 2},
			{.op = EDIT_DELETE, .has_index = true}},
		{{.op = EDIT_DELETE, .has_index = true},
			{.op = EDIT_ADD, .content = "d"}},
	};

	for (size_t i = 0; i < 4; i++)
		scratch_edit(x, session, edits[i], 2);
	for (uint64_t from = 0; from <= 4; from++) {
		DROP(model) struct model *m = scratch_load(x, session, from);

		for (uint64_t i = 0; i <= 5; i++) {
			uint64_t to = (from + i) % 5;

			assert_moves(x, session, m, to);
		}
	}
}

SESSION_TEST(items_of_both_revisions_stay_the_same_objects)
{
	DROP(model) struct model *m = NULL;
	const struct item *first;

	scratch_add(x, session, "a");
	scratch_add(x, session, "b");
	m = scratch_load(x, session, 2);
	first = model_at(m, 0);
	assert_done(x, revisions_move(x->store, session, m, 1, &x->error));
	assert_ptr_equal(model_at(m, 0), first);
	assert_refused(x, revisions_move(x->store, session, m, 3, &x->error),
		ERR_NOT_FOUND, "no revision 3: the session is at revision 2");
}

SESSION_TEST(two_servers_cannot_both_make_the_next_revision)
{
	DROP(store) struct store *other = store_new(x->path);
	const struct revision_reason mine = {"add_item", "add_item 0 mine"};
	const struct revision_reason theirs = {"add_item", "add_item 0 theirs"};
	DROP(model) struct model *base = scratch_load(x, session, 0);
	DROP(model) struct model *a = model_copy(base);
	DROP(model) struct model *b = model_copy(base);

	model_insert(a, 0, item_new("mine", NULL, NULL));
	model_insert(b, 0, item_new("theirs", NULL, NULL));
	assert_done(x,
		revisions_commit(other, session, base, b, &theirs, &x->error));
	assert_refused(x,
		revisions_commit(x->store, session, base, a, &mine, &x->error),
		ERR_CONFLICT,
		"revision 1, not 0; nothing was changed.\nWhat to do:\n1. Look "
		"at"
		" the model");
	assert_non_null(strstr(x->error.text, "revision 1: add_item 0 theirs"));
	assert_contents(x, session, REVISION_LAST, "theirs");
	assert_int_equal(model_at(a, 0)->row, 0);
	assert_int_equal(a->revision, 0);
}

SESSION_TEST(two_items_at_one_place_are_damage)
{
	scratch_add(x, session, "a");
	scratch_add(x, session, "b");
	scratch_sql(x, "UPDATE item SET ord = 7");
	assert_refused(x,
		revisions_load(x->store, session, REVISION_LAST, &x->error) !=
			NULL,
		ERR_STORE, "damaged");
}

SESSION_TEST(an_edit_of_a_deleted_session_is_refused)
{
	const struct revision_reason reason = {"add_item", "add_item 0"};
	DROP(model) struct model *base = scratch_load(x, session, 0);
	DROP(model) struct model *candidate = model_copy(base);
	bool scrubbed;

	model_insert(candidate, 0, item_new("a", NULL, NULL));
	assert_done(
		x, sessions_delete(x->store, session, &scrubbed, &x->error));
	/* The next one does not get its number. */
	assert_int_not_equal(scratch_session(x, "a"), session);
	assert_refused(x,
		revisions_commit(
			x->store, session, base, candidate, &reason, &x->error),
		ERR_NOT_FOUND, "deleted");
}

/* Of the session: the value of an option, or "". */
static const char *
value_of(struct scratch *x, int64_t session, const char *name)
{
	static char value[64];
	DROP(json)
	struct json_object *metadata =
		session_metadata_load(x->store, session, &x->error);
	const char *found;

	assert_done(x, metadata != NULL);
	found = json_get_string(json_get(metadata, "options"), name);
	(void)snprintf(value, sizeof(value), "%s", found != NULL ? found : "");
	return value;
}

SESSION_TEST(a_revision_may_bring_options_along)
{
	DROP(json)
	struct json_object *set =
		OBJECT("options", OBJECT("seed", STRING("7")));
	const struct revision_reason reason = {"import_model", "", set};
	DROP(model) struct model *base = scratch_load(x, session, 0);
	DROP(model) struct model *first = model_copy(base);
	DROP(model) struct model *late = model_copy(base);

	assert_done(x, revisions_commit(x->store, session, base, first, &reason,
			       &x->error));
	assert_string_equal(value_of(x, session, "seed"), "7");
	json_put_string(json_get(set, "options"), "seed", "8");
	assert_refused(x,
		revisions_commit(
			x->store, session, base, late, &reason, &x->error),
		ERR_CONFLICT, "revision 1");
	assert_string_equal(value_of(x, session, "seed"), "7");
	scratch_add(x, session, "(b)");
	assert_string_equal(value_of(x, session, "seed"), "7");
}

SESSION_TEST(lists_revisions_with_their_reasons)
{
	DROP(json) struct json_object *list = NULL;
	const struct json_object *first;

	for (int i = 0; i < 4; i++)
		scratch_add(x, session, "a");
	list = revisions_list(x->store, session, 2, 2, &x->error);
	assert_done(x, list != NULL);
	assert_int_equal(json_count(list), 2);
	first = json_at(list, 0);
	assert_int_equal(json_get_int(first, "revision", 0), 2);
	assert_int_equal(json_get_int(json_at(list, 1), "revision", 0), 3);
	assert_string_equal(json_get_string(first, "tool"), "edit_model");
	assert_string_equal(json_get_string(first, "summary"), "a test's edit");
	assert_true(strcmp(json_get_string(first, "at"), "2026") > 0);
}

static void
assert_same(struct scratch *x, int64_t session, uint64_t revision,
	const struct naive *n)
{
	DROP(model) struct model *m = scratch_load(x, session, revision);

	if (m->count != n->count)
		fail_msg("revision %" PRIu64 ": %zu items, not %zu", revision,
			m->count, n->count);
	for (size_t i = 0; i < n->count; i++) {
		if (strtol(model_at(m, i)->content, NULL, 10) != n->items[i])
			fail_msg("revision %" PRIu64 ": item %zu is %s, not %d",
				revision, i, model_at(m, i)->content,
				n->items[i]);
	}
}

SESSION_TEST(random_edits_give_the_revisions_of_a_naive_model)
{
	const struct revision_reason reason = {"edit_model", ""};
	struct naive *revisions =
		mem_new((NAIVE_STEPS + 1) * sizeof(*revisions));
	DROP(model) struct model *base = scratch_load(x, session, 0);
	unsigned seed = 20;
	int number = 0;

	for (size_t i = 1; i <= NAIVE_STEPS; i++) {
		DROP(model) struct model *candidate = model_copy(base);
		unsigned edits = 1 + naive_pick(&seed, 4);

		revisions[i] = revisions[i - 1];
		while (edits-- > 0)
			naive_edit(&revisions[i], candidate, &seed, ++number);
		assert_done(x, revisions_commit(x->store, session, base,
				       candidate, &reason, &x->error));
		model_free(base);
		base = TAKE(candidate);
	}
	scratch_reopen(x);
	for (size_t i = 0; i <= NAIVE_STEPS; i++)
		assert_same(x, session, i, &revisions[i]);
	free(revisions);
}

SCRATCH_TEST(an_edit_may_make_its_session)
{
	const struct revision_reason reason = {"add_item", "add_item 0"};
	DROP(model) struct model *m = model_new();
	struct session_info made;

	model_insert(m, 0, item_new("(a)", NULL, NULL));
	assert_done(x,
		revisions_begin(x->store, NULL, m, &reason, &made, &x->error));
	assert_int_equal(m->revision, 1);
	assert_true(model_at(m, 0)->row > 0);
	assert_contents(x, made.id, 1, "(a)");
}

/* --- expect_revision -------------------------------------------------------
 */

static bool
expects(struct scratch *x, int64_t session, uint64_t revision)
{
	return revisions_expect(x->store, session, revision, &x->error);
}

SESSION_TEST(tells_the_edits_of_a_revision_on_one_line)
{
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

SCRATCH_TEST(who_makes_a_session_expects_that_nobody_has_edited_it)
{
	const struct revision_reason reason = {"add_item", "add_item 0"};
	int64_t session = scratch_session(x, "a");
	DROP(model) struct model *m = model_new();
	struct session_info made;

	scratch_add(x, session, "b");
	assert_refused(x,
		revisions_begin(x->store, "a", m, &reason, &made, &x->error),
		ERR_CONFLICT, "revision 1");
	assert_contents(x, session, REVISION_LAST, "b");
}
