#include "unit/store/scratch.h"

#include "model/deps/index.h"
#include "store/db/sql.h"
#include "unit/store/naive.h"

/* The index has to be as one that is made anew, of the model as it is read. */
static void
assert_index(const struct cached_model *one, const struct model *last)
{
	DROP(index) struct index *fresh = index_of_model(last);

	assert_int_equal(one->index->bytes, fresh->bytes);
	for (size_t i = 0; i < one->model->count; i++)
		assert_non_null(model_at(one->model, i)->record);
}

static void
assert_is_last(struct scratch *x, const struct cached_model *one)
{
	DROP(model)
	struct model *last = scratch_load(x, one->session, REVISION_LAST);

	assert_int_equal(one->model->revision, last->revision);
	assert_int_equal(one->model->count, last->count);
	for (size_t i = 0; i < last->count; i++) {
		assert_string_equal(model_at(one->model, i)->content,
			model_at(last, i)->content);
		assert_int_equal(
			model_at(one->model, i)->row, model_at(last, i)->row);
	}
	assert_index(one, last);
}

static struct cached_model *
take(struct scratch *x, int64_t session, uint64_t revision)
{
	struct cached_model *one = model_cache_check_out(
		&x->cache, x->store, session, revision, &x->error);

	assert_done(x, one != NULL);
	return one;
}

SESSION_TEST(what_is_put_back_is_there_again)
{
	struct cached_model *one;
	const struct model *m;

	scratch_add(x, session, "(declare-const x Int)");
	one = take(x, session, 1);
	m = one->model;
	assert_is_last(x, one);
	model_cache_check_in(&x->cache, x->store, one);
	one = take(x, session, 1);
	assert_ptr_equal(one->model, m);
	model_cache_check_in(&x->cache, x->store, one);
}

SCRATCH_TEST(an_own_commit_is_in_the_cache)
{
	const struct revision_reason reason = {"add_item", "add_item 1"};
	int64_t session = scratch_session(x, "s");
	DROP(model) struct model *candidate = NULL;
	DROP(diff) struct diff d;
	struct cached_model *one;

	scratch_add(x, session, "(declare-const x Int)");
	one = take(x, session, 1);
	candidate = model_draft(one->model);
	model_insert(candidate, 1, item_new("(assert (> x 0))", NULL, NULL));
	diff_find(&d, one->model, candidate);
	index_overlay_apply(one->index, &d);
	assert_done(x, revisions_commit(x->store, session, one->model,
			       candidate, &reason, &x->error));
	cached_model_advance(one, &d, TAKE(candidate));
	model_cache_check_in(&x->cache, x->store, one);
	one = take(x, session, 2);
	assert_is_last(x, one);
	model_cache_check_in(&x->cache, x->store, one);
}

SESSION_TEST(what_others_have_edited_is_read_anew)
{
	struct naive naive = {.count = 0};
	unsigned seed = 3;
	int number = 0;

	for (uint64_t i = 0; i < 60; i++) {
		const struct revision_reason reason = {"edit_model", "e"};
		DROP(model)
		struct model *base = scratch_load(x, session, REVISION_LAST);
		DROP(model) struct model *candidate = model_copy(base);
		struct cached_model *one;

		naive_edit(&naive, candidate, &seed, ++number);
		assert_done(x, revisions_commit(x->store, session, base,
				       candidate, &reason, &x->error));
		if (i % 3 != 0)
			continue;
		one = take(x, session, i + 1);
		assert_is_last(x, one);
		model_cache_check_in(&x->cache, x->store, one);
	}
}

SESSION_TEST(a_reader_gets_the_last_revision)
{
	DROP(model) struct model *m = NULL;
	DROP(model) struct model *later = NULL;

	scratch_add(x, session, "a");
	m = model_cache_read(&x->cache, x->store, session, 1, &x->error);
	assert_int_equal(m->count, 1);
	model_cache_check_in(&x->cache, x->store, take(x, session, 1));
	scratch_add(x, session, "b");
	later = model_cache_read(&x->cache, x->store, session, 2, &x->error);
	assert_int_equal(later->revision, 2);
	assert_int_equal(later->count, 2);
}

/* Its first session has the number that the old file's first one had. */
SCRATCH_TEST(another_file_at_the_path_has_models_of_its_own)
{
	int64_t session = scratch_session(x, "s");
	struct cached_model *taken;
	struct cached_model *one;

	scratch_add(x, session, "old");
	model_cache_check_in(&x->cache, x->store, take(x, session, 1));
	taken = take(x, session, 1);
	assert_int_equal(unlink(x->path), 0);
	assert_int_equal(scratch_session(x, "s"), session);
	scratch_add(x, session, "new");
	model_cache_check_in(&x->cache, x->store, taken);
	one = take(x, session, 1);
	assert_is_last(x, one);
	assert_string_equal(model_at(one->model, 0)->content, "new");
	model_cache_check_in(&x->cache, x->store, one);
}

SESSION_TEST(a_session_that_was_deleted_elsewhere_is_not_found)
{
	struct store *other = store_new(x->path);
	bool scrubbed;

	model_cache_check_in(&x->cache, x->store, take(x, session, 0));
	assert_done(x, sessions_delete(other, session, &scrubbed, &x->error));
	store_free(other);
	assert_refused(x,
		model_cache_check_out(
			&x->cache, x->store, session, 1, &x->error) != NULL,
		ERR_NOT_FOUND, "deleted");
}

SCRATCH_TEST(it_holds_the_latest_few_only)
{
	const struct model *first;
	int64_t sessions[MODEL_CACHE_SESSIONS + 1];
	struct cached_model *one;
	size_t count = 0;

	for (size_t i = 0; i <= MODEL_CACHE_SESSIONS; i++) {
		char name[20];

		(void)snprintf(name, sizeof(name), "s%zu", i);
		sessions[i] = scratch_session(x, name);
		model_cache_check_in(
			&x->cache, x->store, take(x, sessions[i], 0));
	}
	one = take(x, sessions[MODEL_CACHE_SESSIONS], 0);
	first = one->model;
	model_cache_check_in(&x->cache, x->store, one);
	for (one = x->cache.first; one != NULL; one = one->next)
		count++;
	assert_int_equal(count, MODEL_CACHE_SESSIONS);
	assert_ptr_equal(x->cache.first->model, first);
}

SCRATCH_TEST(one_of_no_session_is_not_kept)
{
	model_cache_check_in(&x->cache, x->store, cached_model_new(x->store));
	model_cache_check_in(&x->cache, x->store, NULL);
	assert_null(x->cache.first);
}
