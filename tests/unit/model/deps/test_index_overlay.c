#include "unit/unit.h"

#include "model/deps/index_overlay.h"

#include "unit/model/edited.h"

static bool
is_declared(const struct index *ix, const char *name)
{
	const struct index_word *word = index_find(ix, name);

	return word != NULL && word->declares != NULL;
}

TEST(a_look_sees_the_edited_model_and_leaves_no_trace)
{
	DROP(edited)
	struct edited e =
		MODEL("(declare-const x Int)", "(declare-const y Int)");
	DROP(diff) struct diff d;
	size_t bytes = e.index->bytes;

	model_remove(e.now, 0);
	append(&e, "(declare-const z Int)");
	diff_find(&d, e.base, e.now);
	index_overlay_enter(e.index, &d);
	assert_false(is_declared(e.index, "x"));
	assert_true(is_declared(e.index, "y"));
	assert_true(is_declared(e.index, "z"));
	index_overlay_leave(e.index, &d);
	assert_true(is_declared(e.index, "x"));
	assert_false(is_declared(e.index, "z"));
	assert_int_equal(e.index->bytes, bytes);
}

TEST(what_is_kept_is_the_index_of_the_edited_model)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)", "(set-logic QF_LIA)");
	DROP(diff) struct diff d;
	DROP(index) struct index *fresh = NULL;

	replace(&e, 0, "(declare-const y Int)");
	model_remove(e.now, 1);
	append(&e, "(assert (> y 0))");
	diff_find(&d, e.base, e.now);
	index_overlay_keep(e.index, &d);
	fresh = index_overlay_of(e.now);
	assert_false(is_declared(e.index, "x"));
	assert_true(is_declared(e.index, "y"));
	assert_int_equal(e.index->logic_count, 0);
	assert_int_equal(e.index->word_count, fresh->word_count);
	assert_int_equal(e.index->record_count, fresh->record_count);
	assert_int_equal(e.index->bytes, fresh->bytes);
}
