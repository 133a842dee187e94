#include "unit/store/naive.h"
#include "unit/store/scratch.h"

static void
assert_same(const struct model *m, const struct model *other)
{
	assert_int_equal(m->revision, other->revision);
	assert_int_equal(m->count, other->count);
	assert_int_equal(m->bytes, other->bytes);
	for (size_t i = 0; i < m->count; i++) {
		const struct item *one = model_at(m, i);
		const struct item *two = model_at(other, i);

		assert_string_equal(one->content, two->content);
		assert_int_equal(one->row, two->row);
		assert_int_equal(one->id, two->id);
		assert_int_equal(one->place, two->place);
	}
}

/* From one revision to another, and what that is. */
static void
move(struct scratch *x, int64_t session, uint64_t from, uint64_t to)
{
	DROP(model) struct model *m = scratch_load(x, session, from);
	DROP(model) struct model *there = scratch_load(x, session, to);

	assert_done(x, revisions_move(x->store, session, m, to, &x->error));
	assert_same(m, there);
}

SESSION_TEST(any_revision_becomes_any_other)
{
	struct naive naive = {.count = 0};
	unsigned seed = 7;
	int number = 0;

	for (int i = 0; i < 40; i++) {
		const struct revision_reason reason = {"edit_model", "e"};
		DROP(model)
		struct model *base = scratch_load(x, session, REVISION_LAST);
		DROP(model) struct model *candidate = model_copy(base);

		for (unsigned k = naive_pick(&seed, 4) + 1; k > 0; k--)
			naive_edit(&naive, candidate, &seed, ++number);
		assert_done(x, revisions_commit(x->store, session, base,
				       candidate, &reason, &x->error));
	}
	for (uint64_t from = 0; from <= 40; from += 3) {
		for (uint64_t to = 0; to <= 40; to++)
			move(x, session, from, to);
	}
}

SESSION_TEST(what_is_in_both_stays_the_same_object)
{
	DROP(model) struct model *m = NULL;
	const struct item *a;

	scratch_add(x, session, "a");
	m = scratch_load(x, session, 1);
	a = model_at(m, 0);
	scratch_add(x, session, "b");
	assert_done(x,
		revisions_move(x->store, session, m, REVISION_LAST, &x->error));
	assert_int_equal(m->revision, 2);
	assert_int_equal(m->count, 2);
	assert_ptr_equal(model_at(m, 0), a);
}

SESSION_TEST(a_revision_that_there_is_not_is_refused)
{
	DROP(model) struct model *m = NULL;

	scratch_add(x, session, "a");
	m = scratch_load(x, session, 1);
	assert_refused(x, revisions_move(x->store, session, m, 2, &x->error),
		ERR_NOT_FOUND, "from 0 to 1");
	assert_refused(x,
		revisions_move(x->store, session + 1, m, 1, &x->error),
		ERR_NOT_FOUND, "deleted");
	assert_int_equal(m->revision, 1);
	assert_int_equal(m->count, 1);
}

SESSION_TEST(two_items_at_one_place_are_damage)
{
	DROP(model) struct model *m = NULL;

	scratch_add(x, session, "a");
	m = scratch_load(x, session, 1);
	scratch_add(x, session, "b");
	scratch_sql(x, "UPDATE item SET ord = (SELECT min(ord) FROM item)");
	assert_refused(x,
		revisions_move(x->store, session, m, REVISION_LAST, &x->error),
		ERR_STORE, "damaged");
}

SESSION_TEST(a_model_that_is_not_what_it_says_is_refused)
{
	DROP(model) struct model *m = NULL;

	scratch_add(x, session, "a");
	m = scratch_load(x, session, 1);
	model_remove(m, 0);
	assert_refused(x, revisions_move(x->store, session, m, 0, &x->error),
		ERR_STORE, "");
	assert_int_equal(m->revision, 1);
}
